/** The outline of a tree: chapters and scenes. */
import { countOf } from '../plural.ts';

/** Why an action cannot be done with the selected row. */
export const OUTLINE_REFUSALS = {
  root: 'This is the beginning of the tree.',
  section: 'Open this part and select a passage in it.',
  pruned: 'This is set aside: bring it back first.',
  readOnlyPath: 'This grove is read-only, so the path cannot change.',
} as const;

/** The actions of a row. */
export const ROW_ACTIONS = 'Actions for this row';
/** The actions as the menu of a row calls them, by the id of their command. */
export const ROW_LABELS: Readonly<Record<string, string>> = {
  'tree.goThere': 'Go there',
  'tree.edit': 'Edit the text',
  'tree.generate': 'Generate from here',
  'tree.split': 'Split here',
  'tree.note': 'Add a note',
  'tree.tag': 'Add a tag…',
  'tree.hoist': 'Show only this branch',
  'tree.compare': 'Compare',
  'tree.copy': 'Copy the text',
};
/** Commands that reverse a mark of the selected row, as [do, undo]. */
export const ROW_TOGGLES = {
  'tree.bookmark': ['Bookmark', 'Remove the bookmark'],
  'tree.exclude': ['Exclude from the context', 'Include in the context'],
  'tree.prune': ['Set aside', 'Bring back'],
} as const;
export const ROW_GROUPS = ['Here', 'Marks', 'Views', 'Use'] as const;

export const COPIED_ROW = 'Copied.';

export function excludedSentence(isExcluded: boolean): string {
  return isExcluded ? 'Excluded from the context.' : 'Included in the context again.';
}

/** The heading of the list of chapters, and what the palette calls one. */
export const CHAPTERS = 'Chapters';
export const CHAPTER = 'Chapter';

/** Why there is nowhere to go from chapter to chapter. */
export const NO_CHAPTERS = 'The text has no headings, such as “# One” or “Chapter One” on a line of its own.';

/** Sentence when there is no next or previous chapter or scene. */
export function noSection(direction: 1 | -1, of: 'chapter' | 'scene'): string {
  return `There is no ${direction === 1 ? 'later' : 'earlier'} ${of}.`;
}

/** Announcement of the section reached. */
export function sectionReached(title: string): string {
  return `${title}.`;
}

/** A scene whose break nothing follows. */
export const EMPTY_SCENE = 'Scene';
/** A heading without words. */
export const EMPTY_HEADING = 'Untitled';

/** The map over the whole window, and the way back. */
export const MAP_PAGE = 'Map of the tree';
export const FILL_WINDOW = 'Fill the window';
export const CLOSE_MAP = 'Close the map';
/** Draws everything that is expanded, although it is too much to be read. */
export const SHOW_ALL = 'All';

/** The part omitted from an overview. */
export function overviewOf(drawn: number, all: number): string {
  return `An overview: ${drawn.toLocaleString('en-US')} of ${countOf(all, 'passage')}`;
}

/** `8,120 words`. */
export function wordsIn(count: number): string {
  return countOf(count, 'word');
}

/** Why a key of the outline did nothing. */
export const PLACE_CARET_TO_SPLIT = 'Put the caret where you want to split.';
export const IN_TEXT_ALREADY = 'This is in the text already.';
export const LEAVES_FURTHER_UP = 'This branch leaves the text further up. Press Enter to go there.';
