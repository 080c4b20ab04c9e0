/**
 * Escapes what readers of CommonMark would read as something else than characters: backslashes before them, and only where
 * it matters, so that most lines stay as they are.
 */

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const WORD = /[\p{L}\p{N}]/u;
const ENTITY = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{0,31});/i;
/** The longest entity, in UTF-16 code units. */
const ENTITY_LENGTH = 35;

/**
 * Starts of blocks: a heading, a quote, an item of a list; and lines that make a heading or a table of the line above.
 * The backslash goes after the group.
 */
const BLOCK_STARTS: readonly RegExp[] = [
  /^([ \t]*)(?=#{1,6}(?:[ \t]|$)|>|[-+](?:[ \t]|$)|=+$|[|:-][ \t|:-]*$)/,
  /^([ \t]*\d{1,9})(?=[.)](?:[ \t]|$))/,
];

/** Escapes the start of a line that would begin a block; the rest is escaped already (`escapesCharacter`). */
export function escapeLineStart(line: string): string {
  return BLOCK_STARTS.reduce((escaped, pattern) => escaped.replace(pattern, '$1\\'), line);
}

/**
 * Returns true if a shown character needs a backslash before it.
 * @param line without white space at its end, as it is typed
 * @param ink where the line begins, after white space
 */
export function escapesCharacter(line: string, at: number, ink: number): boolean {
  const next = line[at + 1] ?? '';
  switch (line[at]) {
    case '\\':
      return next === '' || PUNCTUATION.test(next);
    case '*':
      return !(at > ink && isSpace(line[at - 1] ?? '') && isSpace(next));
    case '`':
      return true;
    case '~':
      // In an address a backslash would be read as a part of it.
      return !(line[at - 1] === '/' && WORD.test(next));
    case '<':
      return /[a-z/!?]/i.test(next);
    case '&':
      return ENTITY.test(line.slice(at, at + ENTITY_LENGTH));
    case '(':
    case ':':
      // A link, or where one leads.
      return line[at - 1] === ']';
    default:
      return false;
  }
}

/** True if underscores need backslashes: not within a word, nor between two spaces. @param to after the last of them */
export function escapesUnderscores(line: string, from: number, to: number): boolean {
  const before = line[from - 1] ?? '';
  const after = line[to] ?? '';
  return !(WORD.test(before) && WORD.test(after)) && !(isSpace(before) && isSpace(after));
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t';
}
