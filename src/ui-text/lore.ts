/** Lore: documents whose text models are sent where the story speaks of them (`lore.md`). */
import type { LoreLogic, LoreWaker } from '../core/lore/lore-entry.ts';

export const LORE = 'Lore';

/** A section as lists name it. @param part its address */
export function partName(part: string): string {
  return part.replaceAll('/', ' › ');
}

export const tooManyKeys = (most: number) => `There are at most ${most} keys.`;

/** The switch of a document. */
export const USE_AS_LORE = 'Use as lore';
export const STOP_USING_AS_LORE = 'Stop using as lore';
export const LORE_SWITCH = {
  off: 'Its text would be sent to the models of this book where the story speaks of it.',
  on: 'Its text is sent to the models of this book where the story speaks of it.',
} as const;
/** Beside the title of the fold in the Sent tab of a document. */
export const LORE_NOTES = { on: 'sent', off: 'not used' } as const;
export const nowLore = (title: string) => `“${title}” is lore: its text is sent to the models of this book.`;
export const noLongerLore = (title: string) => `“${title}” is no longer sent to models as lore.`;

/** The entries of a document. */
export const LORE_ENTRIES = {
  list: 'Entries',
  whole: 'The whole document',
  apart: 'Each section apart',
  add: 'Add an entry for',
  choose: 'a section…',
  remove: 'Remove this entry',
  removeEntry: (name: string) => `Remove this entry: ${name}`,
  removed: 'The entry was removed.',
  divided: 'Each section is an entry of its own.',
} as const;

/** The fields of an entry. */
export const LORE_FIELDS = {
  keys: 'Keys',
  keysHint: 'Names and words that bring it in, with commas between them.',
  itsNames: 'Its title and other names',
  itsHeading: 'Its heading',
  always: 'Always, whatever the text says',
  off: 'Off for now',
  more: 'More',
  secondary: 'Second keys',
  logic: 'And in the text',
  place: 'Where it goes',
  top: 'Before the text',
  within: 'In the text',
  depth: 'Paragraphs from the end',
  order: 'Order',
  orderHint: 'A higher one goes nearer the end, and stays longer where room is short.',
  scan: 'Characters looked through',
  asTheBook: 'As the book',
  wokenBy: 'Woken by',
  wakes: 'Its text wakes other lore',
  group: 'Group',
  groupHint: 'Of a group, only the one with the highest order is sent.',
  after: 'Only after',
  notAfter: 'Not after',
  positionsHint: 'Branches that go through one of these passages.',
  addHere: 'Add the passage at the caret',
  /** @param words of the passage */
  removePosition: (words: string) => `Remove “${words}”`,
  /** In place of the words of a passage that the shown text does not have. */
  elsewhere: 'A passage of another text',
  noStory: 'Put the caret in the story, with this document beside it.',
} as const;

export const LOGIC_NAMES: Readonly<Record<LoreLogic, string>> = {
  andAny: 'one of the second keys',
  andAll: 'all of the second keys',
  notAny: 'none of the second keys',
  notAll: 'not all of the second keys',
};

export const WAKER_NAMES: Readonly<Record<LoreWaker, string>> = {
  text: 'The text',
  lore: 'Other lore',
  both: 'Either',
};

/** The values of a book. */
export const LORE_BOOK = {
  about: 'What the documents that are lore add to a request, where the story speaks of them.',
  topic: 'The values of the story that this conversation is about hold here too.',
  scan: 'Characters looked through',
  scanMessages: 'Messages looked through',
  rounds: 'Rounds in which lore wakes other lore',
  budget: 'At most, in tokens',
  budgetHint: 'A quarter of what the model reads at once, unless you say otherwise.',
  tags: 'Only documents with one of these tags',
} as const;

export const notBetween = (least: number, most: number) =>
  `A whole number from ${least.toLocaleString('en-US')} to ${most.toLocaleString('en-US')}, or nothing.`;

/** The command that makes an entry of what is selected. */
export const MAKE_LORE = 'Make lore of this selection';
export const LORE_TOO_LONG = 'That is too long for one document. Select at most 50,000 characters.';
export const UNNAMED_LORE = 'Lore';
export const madeLore = (title: string) => `“${title}” was made of the selection, and is lore.`;
