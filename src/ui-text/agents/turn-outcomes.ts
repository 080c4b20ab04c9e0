/** The line under a message about the turn that it ends (`agents.md`, *Undoing a turn*). */
import { countOf } from '../plural.ts';

/** Names the line. */
export const WHAT_THE_TURN_DID = 'What the turn did';

const OUTCOMES: Readonly<Record<string, (count: number) => string>> = {
  read: (count) => `read ${count.toLocaleString('en-US')}`,
  texts: (count) => countOf(count, 'text'),
  notes: (count) => countOf(count, 'note'),
  versions: (count) => countOf(count, 'version'),
  suggestions: (count) => countOf(count, 'suggestion'),
  continuations: (count) => countOf(count, 'continuation'),
  links: (count) => countOf(count, 'link'),
  bookmarks: (count) => countOf(count, 'bookmark'),
  hidden: (count) => `hid ${count}`,
  shown: (count) => `showed ${count} again`,
  excluded: (count) => `left ${count} out`,
  included: (count) => `sends ${count} again`,
  remembered: (count) => `remembers ${count}`,
};

/** As `read 3` or `2 suggestions`. */
export function outcomeText(kind: string, count: number): string {
  return OUTCOMES[kind]?.(count) ?? String(count);
}

/** As `1 refused`. */
export function refusedText(count: number): string {
  return `${count} refused`;
}

const TRIED: Readonly<Record<string, string>> = {
  respond: 'A text',
  annotate: 'A note',
  edit: 'A version',
  write: 'A text in a document',
  patch: 'A change',
  insert: 'A change',
  replace: 'A change',
  continue: 'Continuations',
  link: 'A link',
  bookmark: 'A bookmark',
  unbookmark: 'Removing a bookmark',
  prune: 'Hiding a text',
  restore: 'Showing a text again',
  exclude: 'Leaving a text out',
  include: 'Sending a text again',
  read: 'Reading a document',
};

/** Why a command was refused, to its writer. @param verb null if it is no command @param result sent to its agent */
export function refusalText(verb: string | null, result: string): string {
  const [first = ''] = result.split('\n');
  const reason = first
    .replace(/^✗ [A-Z_]+: /u, '')
    .replaceAll(/(?:\bnode )?\[[0-9a-z]{6,26}\]/gu, 'it')
    .replaceAll(/\bthe human’s\b/gu, 'your')
    .replaceAll(/\bthe human is\b/gu, 'you are')
    .replaceAll(/\bthe human has\b/gu, 'you have')
    .replaceAll(/\bthe human\b/gu, 'you')
    .replace(/\.$/u, '');
  return `${TRIED[verb ?? ''] ?? 'A command'} was refused: ${reason}.`;
}
