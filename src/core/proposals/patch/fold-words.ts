/** Compares texts and their words without regard to typography (`edits.md`, *Reading a patch*: `folded`, `flow`). */

/** Printable ASCII with single spaces, of which nothing can be written otherwise. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
const RUNS = /--|\.\.\./;

/**
 * The normal form by which lines and words are compared (`edits.md`, *Reading a patch*: `folded`). Quotes, dashes,
 * ellipses, spaces, normal forms and indentation are alike.
 */
export function fold(text: string): string {
  if (PLAIN.test(text) && !RUNS.test(text)) return text;
  return text
    .normalize('NFC')
    .replaceAll(/[\u2018\u2019\u201a\u201b\u02bc]/g, "'")
    .replaceAll(/[\u201c-\u201f\u00ab\u00bb]/g, '"')
    .replaceAll(/[-\u2010-\u2015\u2212]+/g, '-')
    .replaceAll(/[.\u2026]{3,}|\.*\u2026\.*/g, '\u2026')
    .replaceAll(/[\s\u200b\u2060\ufeff]+/g, ' ')
    .trim();
}

/** Words and single signs in order; white space is between them. */
export interface FoldedWords {
  /** A hash of the compared form of each. */
  readonly keys: readonly number[];
  /** Start and end of each in the text, in UTF-16 code units. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const UNKNOWN = 0;
const WORD = 1;
/** A character that is a word by itself. */
const SIGN = 2;
const SPACE = 3;
/** White space that is rarely typed. */
const ODD_SPACE = 4;
const DASH = 5;
const DOT = 6;
const SINGLE = 7;
const DOUBLE = 8;

const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** The class of each code unit, computed on first use. */
const classes = new Uint8Array(0x10000);

function classify(character: string): number {
  if (/[ \n\t\r]/.test(character)) return SPACE;
  if (/[\s\u200b\u2060\ufeff]/.test(character)) return ODD_SPACE;
  if (/['\u2018\u2019\u201a\u201b\u02bc]/.test(character)) return SINGLE;
  if (/["\u201c-\u201f\u00ab\u00bb]/.test(character)) return DOUBLE;
  if (/[-\u2010-\u2015\u2212]/.test(character)) return DASH;
  if (/[.\u2026]/.test(character)) return DOT;
  if (UNSPACED.test(character)) return SIGN;
  return /[\p{L}\p{N}\p{M}_]/u.test(character) ? WORD : SIGN;
}

function classAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 0xd800 && code <= 0xdbff) return classify(String.fromCodePoint(text.codePointAt(at) ?? code));
  const known = classes[code] ?? UNKNOWN;
  if (known !== UNKNOWN) return known;
  const found = classify(text.charAt(at));
  classes[code] = found;
  return found;
}

/** The length of the character at an offset, in UTF-16 code units. */
function lengthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/**
 * The words of a text. Words are alike if `fold` makes them so.
 */
export function foldWords(text: string): FoldedWords {
  const keys: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < text.length; ) {
    const kind = classAt(text, at);
    if (kind >= SPACE && kind <= ODD_SPACE) {
      at += 1;
      continue;
    }
    starts.push(at);
    // Most words are plain: they are hashed while their end is looked for.
    let end = at;
    let hash = FIRST_HASH;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code > LAST_PLAIN || classes[code] !== WORD) break;
      hash = nextHash(hash, code);
    }
    if (end === at || (end < text.length && mayContinue(text, end))) {
      end = endOfWord(text, at, kind);
      hash = hashOf(fold(text.slice(at, end)));
    }
    ends.push(end);
    keys.push(hash);
    at = end;
  }
  return { keys, starts, ends };
}

/** The last printable character of ASCII. */
const LAST_PLAIN = 0x7e;

/** Returns true if a so far plain word may continue with an apostrophe, an accent or another letter. */
function mayContinue(text: string, at: number): boolean {
  const kind = classAt(text, at);
  return kind === WORD || kind === SINGLE;
}

function endOfWord(text: string, from: number, kind: number): number {
  let at = from + lengthAt(text, from);
  if (kind === DASH || kind === DOT) {
    while (at < text.length && classAt(text, at) === kind) at += 1;
    return at;
  }
  if (kind !== WORD) return at;
  for (; at < text.length; at += lengthAt(text, at)) {
    const next = classAt(text, at);
    if (next === WORD) continue;
    // An apostrophe inside a word belongs to it.
    if (next !== SINGLE || at + 1 >= text.length || classAt(text, at + 1) !== WORD) break;
  }
  return at;
}

/** FNV-1a. */
const FIRST_HASH = 0x811c9dc5;

function nextHash(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

function hashOf(text: string): number {
  let hash = FIRST_HASH;
  for (let at = 0; at < text.length; at++) hash = nextHash(hash, text.charCodeAt(at));
  return hash;
}
