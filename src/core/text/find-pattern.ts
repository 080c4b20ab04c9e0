/** Search patterns and replacements for Find (`manuscript.md`, *What the writer sees*). */

import { normaliseText } from './normalise.ts';

export interface FindQuery {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  /** `text` is a JavaScript regular expression; `^` and `$` match at the start and end of a line. */
  readonly isRegExp: boolean;
}

const LETTER = '[\\p{L}\\p{N}\\p{M}_]';

/** A space typed on a keyboard also matches one that does not break; such a space matches only itself. */
const SPACES = '[ \u00a0\u202f]';

/** Quotes that are the same unless “match case” is on. */
const QUOTES: readonly string[] = ["'‘’‚‛ʼ", '"“”„‟'];

/** Accents of Latin, Greek and Cyrillic letters. In other scripts a mark makes another letter. */
const ACCENTS = /[\u0300-\u036f]/g;

/** The characters that Unicode has for letters with accents. */
const ACCENTED: readonly (readonly [from: number, to: number])[] = [
  [0xc0, 0x52f],
  [0x1e00, 0x1fff],
  [0x212a, 0x212b],
];

/** For each letter, itself and all that are this letter with accents, as the characters of a class. */
let accentedLetters: ReadonlyMap<string, string> | null = null;

function readAccentedLetters(): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  for (const [from, to] of ACCENTED) {
    for (let code = from; code <= to; code++) {
      const character = String.fromCharCode(code);
      const letter = withoutAccents(character);
      if (letter !== character) letters.set(letter, (letters.get(letter) ?? letter) + character);
    }
  }
  return letters;
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(ACCENTS, '');
}

/**
 * The regular expression for a query, with the flags `g`, `m` and `u`; null if there is nothing to search for.
 * @throws {SyntaxError} if the query is not a valid regular expression
 */
export function patternOf({ text, matchCase, wholeWord, isRegExp }: FindQuery): RegExp | null {
  const query = normaliseText(text);
  if (query === '') return null;
  const flags = matchCase ? 'gmu' : 'gimu';
  // Compile it on its own first: unbalanced brackets in it must not pair with ours.
  const source = isRegExp ? new RegExp(query, flags).source : sourceOf(query, matchCase);
  return new RegExp(wholeWord ? `(?<!${LETTER})(?:${source})(?!${LETTER})` : source, flags);
}

/**
 * Matches a text literally, with composed or decomposed accents; whatever its quotes and accents are, unless these count
 * as its case does. The match never ends inside a character.
 */
function sourceOf(text: string, matchCase: boolean): string {
  const characters = text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
  const source = matchCase ? exactSourceOf : foldedSourceOf;
  return `${characters.map(source).join('')}(?![\\p{M}\\u200d])`;
}

function foldedSourceOf(character: string): string {
  const quotes = QUOTES.find((variants) => variants.includes(character));
  if (quotes !== undefined) return `[${quotes}]`;
  accentedLetters ??= readAccentedLetters();
  const letter = withoutAccents(character);
  const letters = accentedLetters.get(letter) ?? letter;
  const isLetter = /^\p{L}$/u.test(letter) && /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/u.test(letter);
  return isLetter ? `[${letters}][\\u0300-\\u036f]*` : exactSourceOf(character);
}

function exactSourceOf(character: string): string {
  if (character === ' ') return SPACES;
  const forms = new Set([character, character.normalize('NFC'), character.normalize('NFD')]);
  const sources = [...forms].map(escapeRegExp);
  return sources.length === 1 ? sources.join('') : `(?:${sources.join('|')})`;
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** The matches of a pattern with the flag `g`, from the start of the text. Empty matches are skipped. */
export function* matchesOf(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (match[0] !== '') yield match;
    else pattern.lastIndex += (text.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1;
  }
}

/**
 * The text that replaces a match. For a regular expression, `$1`, `$<name>`, `$&` and `$$` mean what they do in
 * JavaScript, and `\n`, `\t` and `\\` are a line end, a tab and a backslash. Otherwise the template is used literally.
 */
export function replacementOf(template: string, match: RegExpExecArray, isRegExp: boolean): string {
  if (!isRegExp) return normaliseText(template);
  const text = template.replace(
    /\\([nt\\])|\$([$&]|\d\d?|<[^>]*>)/g,
    (whole: string, letter: string | undefined, name: string | undefined) => {
      if (letter !== undefined) return letter === 'n' ? '\n' : letter === 't' ? '\t' : '\\';
      return name === undefined ? whole : (groupOf(name, match) ?? whole);
    },
  );
  return normaliseText(text);
}

/** The text of a capture group: empty if the group did not participate, undefined if there is no such group. */
function groupOf(name: string, match: RegExpExecArray): string | undefined {
  if (name === '$') return '$';
  if (name === '&') return match[0];
  if (name.startsWith('<'))
    return match.groups === undefined ? undefined : (match.groups[name.slice(1, -1)] ?? '');
  const number = Number(name);
  if (number >= 1 && number < match.length) return match[number] ?? '';
  // There is no group with this two-digit number: the first digit names a group, the second is literal.
  const first = Number(name[0]);
  if (name.length === 2 && first >= 1 && first < match.length) return `${match[first] ?? ''}${name[1]}`;
  return undefined;
}
