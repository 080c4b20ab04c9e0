/** The caret's place, in the status bar. */
import { countOf } from '../plural.ts';

/** The words about the caret's place. */
interface PlaceWords {
  /** 1-based, on the path. */
  readonly number: number;
  readonly length: number;
  /** Its authors; empty while unknown. */
  readonly authors: string;
  /** Its number among the alternatives, and their number; 0 of 0 while they are not counted. */
  readonly alternative: { readonly index: number; readonly count: number };
  readonly version: { readonly index: number; readonly count: number };
  readonly isBookmarked: boolean;
  readonly isExcluded: boolean;
  readonly hasNotes: boolean;
  /** Its text has changed since it was committed. */
  readonly isEdited: boolean;
}

const AT_THE_BEGINNING = 'the beginning';

/**
 * `5 of 5 · Offline, edited by you · alternative 2 of 3 · version 2 · bookmarked`, leaving out counts of one and states
 * that are not set.
 */
export function placeText(place: PlaceWords): string {
  const { number, length, authors, alternative, version } = place;
  if (length === 0) return AT_THE_BEGINNING;
  return [
    `${number} of ${length}`,
    authors,
    alternative.count > 1 && alternative.index > 0
      ? `alternative ${alternative.index} of ${alternative.count}`
      : '',
    version.count > 1 ? `version ${version.index}` : '',
    place.isBookmarked ? 'bookmarked' : '',
    place.isExcluded ? 'excluded' : '',
    place.hasNotes ? 'notes' : '',
    place.isEdited ? 'being edited' : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** `1,204 words`; with a selection, `120 of 1,204 words`. @param selected null for no selection */
export function wordCountText(words: number, selected: number | null): string {
  const all = countOf(words, 'word');
  return selected === null ? all : `${selected.toLocaleString('en')} of ${all}`;
}

/** Progress to the target of a session: `320 of 500 this session`. */
export function progressText(written: number, target: number): string {
  return `${written.toLocaleString('en')} of ${target.toLocaleString('en')} this session`;
}

/** The accessible name of the text. */
export const MANUSCRIPT = 'Manuscript';

// The menu of the text: its groups, and what is no command.

/** Its accessible name. */
export const TEXT_MENU = 'Text';
export const MENU_GROUPS = {
  suggestions: 'Suggestions',
  dictionary: 'Dictionary',
  edit: 'Edit',
  selection: 'Selection',
  tree: 'Tree',
} as const;

export const CLIPBOARD = { cut: 'Cut', copy: 'Copy', paste: 'Paste', all: 'Select all' } as const;

export const PASTE_PLAIN = 'Paste as plain text';

export const NO_SUGGESTIONS = 'No suggestions';
export const ADD_WORD = 'Add to dictionary';
export const REMOVE_WORD = 'Remove from dictionary';
export const IGNORE_WORD = 'Ignore';

export function wordAdded(word: string): string {
  return `Added to the dictionary: ${word}`;
}

export function wordRemoved(word: string): string {
  return `Removed from the dictionary: ${word}`;
}
