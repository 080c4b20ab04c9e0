/** Tags of trees, passages and notes. */
import { countOf } from './plural.ts';

export const TAG_NEEDS_NAME = 'A tag needs a name.';
export const TAG_TOO_LONG = 'A tag’s name has at most 200 characters.';
export const TAG_INTO_ITSELF = 'A tag cannot be merged into itself.';

export function tagNameTaken(name: string): string {
  return `There is another tag named “${name}”. Merge the two instead.`;
}

export const TAGS = 'Tags';
export const ADD_TAG = 'Add a tag';
export const ADD_TAG_PLACEHOLDER = 'Add a tag: arc/winter';
export const TAGS_PUT_AWAY = 'Tags put away';
export const PUT_AWAY = 'Put away';
export const NO_COLOUR = 'No colour';
export const WITH_BELOW = 'With what is below';
export const SHOW_ALL = 'Show everything again';
export const NOTHING_TO_TAG = 'Nothing is written here yet.';

/** The actions of a tag's menu; those that ask for more end in an ellipsis. */
export const TAG_ACTIONS = {
  only: 'Show only this',
  hide: 'Hide this',
  rename: 'Rename…',
  colour: 'Colour…',
  merge: 'Merge into another…',
  putAway: 'Put away',
  bringBack: 'Bring back',
} as const;

/** The groups of the menu, as screen readers name them. */
export const TAG_MENU = { filter: 'Filter', names: 'Tag', archive: 'Put away' } as const;

export const TAG_COLOUR_NAMES = {
  red: 'Red',
  amber: 'Amber',
  green: 'Green',
  teal: 'Teal',
  blue: 'Blue',
  violet: 'Violet',
  pink: 'Pink',
  grey: 'Grey',
} as const;

export const TAGS_OF_NOTE = 'Tags of the note';
export const TAG = 'Tag…';
export const ADD_TAG_TO_NOTE = 'Add a tag to the note';
export const actionsForTag = (name: string) => `Actions for the tag ${name}`;
export const removeTag = (name: string) => `Remove the tag ${name}`;
export const bringBackTag = (name: string) => `Bring back the tag ${name}`;

/** Of a row of the outline, for a screen reader. */
export const taggedWith = (names: readonly string[]) => `tagged ${names.join(', ')}`;

/** The number of passages, notes and trees that a tag is on. */
export const tagCount = (count: number) => countOf(count, 'place');

export const taggedAs = (name: string) => `Tagged “${name}”.`;
export const tagRemoved = (name: string) => `The tag “${name}” is removed.`;
export const tagRenamed = (before: string, after: string) => `“${before}” is “${after}” now.`;
export const tagMerged = (name: string, into: string) => `“${name}” is merged into “${into}”.`;
export const tagPutAway = (name: string) => `The tag “${name}” is put away.`;
export const tagBroughtBack = (name: string) => `The tag “${name}” is back.`;

/** A filter, as its chip names it. */
export function filterName(kind: 'only' | 'hide', name: string, withBelow: boolean): string {
  const what = kind === 'only' ? `Only ${name}` : `Without ${name}`;
  return withBelow ? `${what} and what is below` : what;
}

export const filterOn = (name: string) => `${name}.`;
export const SHOWING_ALL = 'Everything is shown.';
export const moreTags = (count: number) =>
  `${count.toLocaleString('en-US')} more. “Show only tag…” in the palette finds them.`;

export const CHOOSE_TAG = {
  add: { label: 'Tag', hint: 'Add a tag: a name' },
  remove: { label: 'Tag', hint: 'Remove a tag' },
  only: { label: 'Tag', hint: 'Show only what has a tag' },
  hide: { label: 'Tag', hint: 'Hide what has a tag' },
  rename: { label: 'Tag', hint: 'Rename a tag' },
  merge: { label: 'Tag', hint: 'Merge a tag into another' },
  putAway: { label: 'Tag', hint: 'Put a tag away' },
  bringBack: { label: 'Tag', hint: 'Bring back a tag' },
} as const;

export const COLOUR_QUESTION = { label: 'Colour', hint: 'A colour for its sign' } as const;
export const CURRENT_COLOUR = 'now';
export const mergeHint = (name: string) => `Merge “${name}” into`;
export const newTag = (name: string) => `New tag “${name}”`;

/** The question for a tag's new name. */
export const TAG_NAME_QUESTION = {
  label: 'Name of the tag',
  hint: 'A name; a slash nests',
} as const;
export const renameTo = (name: string) => `Rename it to “${name}”`;
