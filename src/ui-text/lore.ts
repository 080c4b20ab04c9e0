/** Lore: documents whose text models are sent where the story speaks of them (`lore.md`). */
import type { LoreLogic, LoreWaker } from '../core/lore/lore-entry.ts';
import type { LoreKeyFault, LoreReason, LoreTrial } from '../core/lore/lore-verdict.ts';
import { countOf, listOf } from './plural.ts';

export const LORE = 'Lore';

/** An entry as lists name it: its document, and the section that it is. */
export function loreName(title: string, part: string | null): string {
  return part === null ? title : `${title} › ${partName(part)}`;
}

/** A section as lists name it. @param part its address */
export function partName(part: string): string {
  return part.replaceAll('/', ' › ');
}

/** The distance of a place from the end. @param of paragraphs, or messages of a conversation */
function up(count: number, of: 'paragraph' | 'message'): string {
  return count === 0 ? `in the last ${of}` : `${countOf(count, of)} up`;
}

/** Why an entry is sent, or is not. */
export function loreReason(why: LoreReason, of: 'paragraph' | 'message' = 'paragraph'): string {
  switch (why.kind) {
    case 'always':
      return 'Always';
    case 'key':
      return `“${why.key}”, ${up(why.paragraphsUp, of)}`;
    case 'wokenBy':
      return `Woken by ${loreName(why.title, why.part)}, by “${why.key}”`;
    case 'off':
      return 'Off';
    case 'noKey':
      return 'No key is in the text';
    case 'secondary':
      return secondaryReason(why.logic, why.missingOrPresent);
    case 'budget':
      return `Needs ${countOf(why.needs, 'token')}, ${why.left.toLocaleString('en-US')} left`;
    case 'branch':
      return 'Off on this branch';
    case 'group':
      return `Group: ${why.title} came first`;
    case 'badKey':
      return `“${why.key}” is never found: ${lowerFirst(KEY_FAULTS[why.reason])}`;
    case 'empty':
      return 'It has no text';
    case 'noSection':
      return 'Its section is gone';
  }
}

function secondaryReason(logic: LoreLogic, keys: readonly string[]): string {
  const quoted = listOf(keys.map((key) => `“${key}”`));
  return logic === 'andAny' || logic === 'andAll' ? `Second key missing: ${quoted}` : `Kept out by ${quoted}`;
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** Why a key is refused. */
export const KEY_FAULTS: Readonly<Record<LoreKeyFault, string>> = {
  blank: 'A key needs a letter or a sign.',
  mark: 'An accent alone is no key.',
  long: 'A key has at most 500 characters.',
  flags: 'After a regular expression stand i, m, s or u, each once.',
  lookAround: 'A regular expression cannot look ahead or behind.',
  backReference: 'A regular expression cannot refer back to a group.',
  pattern: 'This is no regular expression.',
  emptyMatch: 'This regular expression is found where there is nothing.',
  tooMany: 'There are more regular expressions than are looked for: 200 of a grove.',
};

export const tooManyKeys = (most: number) => `There are at most ${most} keys.`;

/** The switch of a document. */
export const USE_AS_LORE = 'Use as lore';
export const STOP_USING_AS_LORE = 'Stop using as lore';
export const LORE_SWITCH = {
  off: 'Its text would be sent to the models of this book where the story speaks of it.',
  on: 'Its text is sent to the models of this book where the story speaks of it.',
} as const;
/** Beside the title of the fold in the Sent tab: of a document, and of a story with so many entries in its next request. */
export const LORE_NOTES = { on: 'used', off: 'not used' } as const;
export const loreSent = (count: number) => (count === 0 ? '' : `${count.toLocaleString('en-US')} sent`);
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

/** The list of the Grove pane. */
export const LORE_STATES = { sent: 'sent', notSent: 'not sent' } as const;
export const moreLore = (count: number) => `${countOf(count, 'more entry', 'more entries')}.`;
export const TRY_A_KEY = 'Try a key';
export const TRY_HINT = 'Word or /expression/';

/** The answer for a key that is tried: its place, or the reason why it is refused. */
export function loreTrial(trial: LoreTrial, of: 'paragraph' | 'message' = 'paragraph'): string {
  if (trial.kind === 'badKey') return KEY_FAULTS[trial.reason];
  if (trial.kind === 'notFound') return 'It is not in what is looked through.';
  return `Found ${up(trial.paragraphsUp, of)}`;
}

/** The Sent tab. */
export const LORE_IN_REQUEST = 'Lore in this request';
export const loreTokens = (count: number) => countOf(count, 'token');

/** The command that makes an entry of what is selected. */
export const MAKE_LORE = 'Make lore of this selection';
export const LORE_TOO_LONG = 'That is too long for one document. Select at most 50,000 characters.';
export const UNNAMED_LORE = 'Lore';
export const madeLore = (title: string) => `“${title}” was made of the selection, and is lore.`;
