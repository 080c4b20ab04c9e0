/** Divides a text into words that are compared without regard to typography (`edits.md`, *flow*). */
import type { Without } from './leniency.ts';

/** Words and single signs in order; white space is between them. */
export interface FoldedWords {
  /** A hash of what is compared of each. */
  readonly keys: readonly number[];
  /** Where each begins and ends in the text, in UTF-16 code units. */
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
 * The words of a text. Quotes, kinds of dashes, ellipses, spaces and normal forms are alike, unless `without` names them.
 */
export function foldWords(text: string, without: Without): FoldedWords {
  const keys: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const lastSpace = without.has('spaces') ? SPACE : ODD_SPACE;
  for (let at = 0; at < text.length; ) {
    const kind = classAt(text, at);
    if (kind >= SPACE && kind <= lastSpace) {
      at += 1;
      continue;
    }
    const end = endOfWord(text, at, kind);
    starts.push(at);
    ends.push(end);
    keys.push(keyOf(text, at, end, kind, without));
    at = end;
  }
  return { keys, starts, ends };
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

function keyOf(text: string, from: number, to: number, kind: number, without: Without): number {
  if (kind === WORD || kind === SIGN) {
    for (let at = from; at < to; at++) {
      if (text.charCodeAt(at) > 0x7e) return hashOf(foldWord(text.slice(from, to), without), 0);
    }
    return hashOf(text, from, to);
  }
  const word = text.slice(from, to);
  if (kind === DASH) return hashOf(without.has('dashes') ? word : '-', 0);
  if (kind === DOT) {
    const isEllipsis = !without.has('ellipses') && (word.length > 2 || word.includes('\u2026'));
    return hashOf(isEllipsis ? '\u2026' : word, 0);
  }
  return hashOf(without.has('quotes') ? word : kind === DOUBLE ? '"' : "'", 0);
}

function foldWord(word: string, without: Without): string {
  const composed = without.has('normal_form') ? word : word.normalize('NFC');
  return without.has('quotes') ? composed : composed.replaceAll(/[\u2018\u2019\u201a\u201b\u02bc]/g, "'");
}

/** FNV-1a of a part of a text. */
function hashOf(text: string, from: number, to = text.length): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
