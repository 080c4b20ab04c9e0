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
  tags: (count) => countOf(count, 'tag'),
  bookmarks: (count) => countOf(count, 'bookmark'),
  hidden: (count) => `set ${count} aside`,
  shown: (count) => `brought ${count} back`,
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
