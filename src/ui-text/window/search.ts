/** Words of the search pane about its results. */

/** Number of places found. @param more whether there are more than these */
export function placeCount(count: number, more: boolean): string {
  if (count === 0) return NOTHING_FOUND;
  const places = count === 1 ? '1 place' : `${count.toLocaleString('en')} places`;
  return more ? `More than ${places}. Another word narrows them.` : places;
}

/** Under a list that ends there. @param count of the places that are listed */
export const firstPlaces = (count: number) =>
  `The first ${count.toLocaleString('en')} places. More words narrow it.`;

export const SEARCHING = 'Searching…';
const NOTHING_FOUND = 'Nothing found';

/** Under an empty list. */
export const HOW_TO_SEARCH =
  'All words must match; the last may be incomplete. Use quotes to search for a phrase.';

/** The search stopped before the oldest texts, which would have taken long. @param texts how many were searched */
export function onlyNewest(texts: number): string {
  return `Only the newest ${texts.toLocaleString('en')} texts were searched.`;
}

/** Does the search again without stopping. */
export const SEARCH_ALL = 'Search the older ones too';

/** The best are chosen among no more texts than these. */
export function bestOf(texts: number): string {
  return `The best of the newest ${texts.toLocaleString('en')} texts that match. A word, a day or an author more brings others.`;
}

/** A result in text that is typed and not part of the tree yet. */
export const BEING_WRITTEN = 'Being written';

/** The field and its filters. */
export const SEARCH = 'Search';
export const FILTERS = 'Filters';
export const FILTER_NAMES = {
  where: 'In',
  by: 'By',
  model: 'Model',
  from: 'From',
  to: 'To',
  first: 'First',
  bookmarked: 'Bookmarked only',
} as const;
export const SEARCHED_TREES = { grove: 'All trees', tree: 'This tree' } as const;
export const ANYONE = 'Anyone';
export const FIRST_SHOWN = { newest: 'Newest', best: 'Best match' } as const;
export const WITHOUT_FILTERS = 'Search without filters';

export const RESULTS = 'Results';
/** The place of a note. @param words the end of the text that it is on */
export const onWords = (words: string) => `On “${words}”`;
/** Kinds of results. */
export const RESULT_SIGNS = { note: 'Note', removed: 'Removed', pruned: 'Set aside' } as const;

/** Place of a result, relative to the text on the screen. */
export const OTHER_BRANCH = 'Another branch';
export const nodeAt = (number: number, count: number) => `Passage ${number} of ${count}`;
export const versionAt = (isEarlier: boolean, number: number, count: number) =>
  `${isEarlier ? 'Earlier' : 'Later'} version of passage ${number} of ${count}`;

export const PRUNED_PLACE = 'This place is set aside. Bring it back first, then go there.';
