/** The caret's place, in the status bar. */
import { countOf } from '../plural.ts';

/** The words about the caret's place. */
interface PlaceWords {
  /** The nodes of the path. */
  readonly length: number;
  /** The heading of its chapter; null without one. */
  readonly chapter: string | null;
  /** 1-based; null in a chapter that is one scene. */
  readonly scene: number | null;
  /** The message of a conversation, 1-based; null in a manuscript. */
  readonly message: number | null;
  /** Its authors; empty while unknown. */
  readonly authors: string;
  /** Its number among the alternatives, and their number; 0 of 0 while they are not counted. */
  readonly alternative: { readonly index: number; readonly count: number };
  readonly isBookmarked: boolean;
  readonly isExcluded: boolean;
  readonly hasNotes: boolean;
}

const AT_THE_BEGINNING = 'the beginning';

/** `Chapter Three · scene 2 · you · 2 of 4 ways on · bookmarked`, leaving out what does not apply. */
export function placeText(place: PlaceWords): string {
  const { length, chapter, scene, message, authors, alternative } = place;
  if (length === 0) return AT_THE_BEGINNING;
  return [
    chapter ?? '',
    scene === null ? '' : `scene ${scene}`,
    message === null ? '' : `message ${message} of ${length}`,
    authors,
    alternative.count > 1 && alternative.index > 0
      ? `${alternative.index} of ${alternative.count} ways on`
      : '',
    place.isBookmarked ? 'bookmarked' : '',
    place.isExcluded ? 'excluded' : '',
    place.hasNotes ? 'notes' : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/**
 * `4,120 of 103,400 words`, the chapter's and the story's, or `103,400 words`; with a selection,
 * `120 of 103,400 words selected`.
 * @param chapter null without a chapter
 * @param selected null for no selection
 */
export function wordCountText(words: number, chapter: number | null, selected: number | null): string {
  const all = countOf(words, 'word');
  if (selected !== null) return `${selected.toLocaleString('en')} of ${all} selected`;
  return chapter === null ? all : `${chapter.toLocaleString('en')} of ${all}`;
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
