/** Addressing a message: `@Name` at its start picks one agent for it (`dialogue.md`, *Replies*). */

interface Named {
  readonly name: string;
}

/**
 * The one whose name follows the `@` that a message begins with; null for none. Case, the kind of white space and how
 * accents are encoded do not count. Of several names that fit, the longest is meant; of equal ones, the first.
 */
export function findAddressee<T extends Named>(text: string, among: readonly T[]): T | null {
  const after = /^\s*@/.exec(text);
  if (after === null) return null;
  const written = text.slice(after[0].length).normalize('NFC');
  const meant = among.filter(({ name }) => startsWithName(written, name.normalize('NFC')));
  return meant.reduce<T | null>(
    (longest, one) =>
      longest === null || one.name.trim().length > longest.name.trim().length ? one : longest,
    null,
  );
}

/** Returns true if the whole name stands there: no letter or digit follows it. */
function startsWithName(written: string, name: string): boolean {
  const words = name.trim().split(/\s+/).map(escapePattern);
  return name.trim() !== '' && new RegExp(`^${words.join('\\s+')}(?![\\p{L}\\p{N}_])`, 'iu').test(written);
}

function escapePattern(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** The beginning of a name that is being written, and where it is, in UTF-16 code units: from its `@` to the caret. */
export interface BegunName {
  readonly from: number;
  readonly to: number;
  readonly begun: string;
}

/** Longer than any name that is typed. */
const MAX_BEGUN = 200;

/** The part of a name before the caret; null if the message does not begin with `@`, or the name is finished. */
export function findBegunName(text: string, caret: number): BegunName | null {
  const before = /^(\s*)@([^\n@]*)$/.exec(text.slice(0, Math.min(caret, MAX_BEGUN + 1)));
  if (before === null || caret > MAX_BEGUN) return null;
  const [, space = '', begun = ''] = before;
  return { from: space.length, to: caret, begun };
}

/** The named things with a word that begins so, first those whose name does; all of them for an empty text. */
export function namesLike<T extends Named>(begun: string, among: readonly T[]): readonly T[] {
  const fold = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ');
  const wanted = fold(begun);
  const isFirst = ({ name }: T) => fold(name.trim()).startsWith(wanted);
  const isLater = ({ name }: T) => wanted !== '' && fold(name.trim()).includes(` ${wanted}`);
  const first = among.filter(isFirst);
  return [...first, ...among.filter((one) => !isFirst(one) && isLater(one))];
}
