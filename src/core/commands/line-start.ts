/**
 * Classes of lines by how they start: the table by which `scanAnswer` reads and `quoteText` quotes (`agents.md`,
 * *Commands*, *Manuscript text*).
 */
import { VERBS } from './tools.ts';

const MAX_INDENT = 3;
/** These are always followed by a command. */
const ARROWS = '→⟶➜';
/** More spaces than these between `->` and a verb are a drawing. */
const MAX_GAP = 8;
const MIN_FENCE = 3;

const EXACT_VERB = new Set<string>(VERBS);
const LONGEST_VERB = Math.max(...VERBS.map((verb) => verb.length));
/** Characters that may follow a verb; none is part of a surrogate pair. */
export const AFTER_WORD = /[\s.,;:!?[("“«]/;

/** `undecided`: the rest of the line decides. */
export type LineStart =
  | { readonly kind: 'undecided' | 'prose' | 'fence' }
  /** `textFrom`: the offset in the line of what follows the arrow. */
  | { readonly kind: 'command'; readonly textFrom: number };

const UNDECIDED = { kind: 'undecided' } as const;
const PROSE = { kind: 'prose' } as const;
const FENCE = { kind: 'fence' } as const;

/** Returns true if a line that starts with this code unit may be anything but prose. */
export function mayBeTaken(unit: number): boolean {
  return unit === 0x20 || unit === 0x2d || unit === 0x3d || unit === 0x60 || unit === 0x7e || unit > 0x2100;
}

/**
 * A decision never changes however the line continues, and it takes a few characters.
 * @param line a line, or how it starts
 * @param isWhole whether nothing follows in the line
 */
export function classifyLine(line: string, isWhole: boolean): LineStart {
  const open = isWhole ? PROSE : UNDECIDED;
  const at = indentOf(line);
  const first = line[at];
  if (first === undefined) return open;
  if (ARROWS.includes(first)) return { kind: 'command', textFrom: at + 1 };
  if (first === '`' || first === '~') {
    const end = endOfRun(line, at);
    if (end - at >= MIN_FENCE) return FENCE;
    return end === line.length ? open : PROSE;
  }
  if (first !== '-' && first !== '=') return PROSE;
  if (line[at + 1] === undefined) return open;
  return line[at + 1] === '>' ? classifyPlainArrow(line, at + 2, isWhole) : PROSE;
}

/** `->` or `=>` ends before `textFrom`. */
function classifyPlainArrow(line: string, textFrom: number, isWhole: boolean): LineStart {
  let from = textFrom;
  while (from < textFrom + MAX_GAP && (line[from] === ' ' || line[from] === '\t')) from += 1;
  const word = line.slice(from, from + LONGEST_VERB + 1);
  const length = word.search(/[^a-z]/i);
  if (length < 0 && !isWhole && word.length <= LONGEST_VERB) return UNDECIDED;
  if (!EXACT_VERB.has((length < 0 ? word : word.slice(0, length)).toLowerCase())) return PROSE;
  return length < 0 || AFTER_WORD.test(word[length] ?? '') ? { kind: 'command', textFrom } : PROSE;
}

function indentOf(line: string): number {
  let at = 0;
  while (at < MAX_INDENT && line[at] === ' ') at += 1;
  return at;
}

function endOfRun(line: string, from: number): number {
  let to = from + 1;
  while (line[to] === line[from]) to += 1;
  return to;
}

function isBlank(line: string, from: number): boolean {
  for (let at = from; at < line.length; at += 1) if (line[at] !== ' ' && line[at] !== '\t') return false;
  return true;
}

/**
 * The number of backslashes before `←` in a line that is nothing else, which ends a thought or a block if there is none;
 * null for another line.
 */
export function endMarkEscapes(line: string): number | null {
  const from = indentOf(line);
  let at = from;
  while (line[at] === '\\') at += 1;
  return line[at] === '←' && isBlank(line, at + 1) ? at - from : null;
}

/** Invisible or barely visible beginnings of a line: white space, control, format and combining characters. */
const UNSEEN = /^[\p{White_Space}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]+/u;
/** Begins every line that the program writes around what it sends, such as `=== Loom Context ===`. */
const FRAME = '===';

/**
 * The offset in a whole line at which `quoteText` puts a backslash, because `scanAnswer` could take the line, or it
 * looks like one that it takes or that only the program writes; null for no backslash.
 */
export function quotedAt(line: string): number | null {
  return endMarkEscapes(line) === null ? quotedAgainAt(line) : indentOf(line);
}

/** The same for a line that may have been quoted: it is not quoted twice. */
export function quotedAgainAt(line: string): number | null {
  const at = UNSEEN.exec(line)?.[0].length ?? 0;
  const seen = line.slice(at);
  return seen.startsWith(FRAME) || classifyLine(seen, true).kind === 'command' ? at : null;
}
