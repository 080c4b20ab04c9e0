/** Search patterns and replacements for Find (`manuscript.md`, *What the writer sees*). */
import { normaliseText } from './normalise.ts';

export interface FindQuery {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  /** `text` is a JavaScript regular expression; `^` and `$` match at the start and end of a line. */
  readonly isRegExp: boolean;
}

/** One match: `[from, to)` in UTF-16 code units. */
export interface FindMatch {
  readonly from: number;
  readonly to: number;
}

const LETTER = '[\\p{L}\\p{N}\\p{M}_]';

/**
 * Characters typed on a keyboard also match their typographic variants; a typographic variant matches only
 * itself.
 */
const TYPOGRAPHIC_VARIANTS: ReadonlyMap<string, string> = new Map([
  ["'", "['‘’ʼ]"],
  ['"', '["“”„]'],
  [' ', '[ \u00a0\u202f]'],
]);

/**
 * The regular expression for a query, with the flags `g`, `m` and `u`; null if there is nothing to search
 * for.
 * @throws {SyntaxError} if the query is not a valid regular expression
 */
export function patternOf({ text, matchCase, wholeWord, isRegExp }: FindQuery): RegExp | null {
  const query = normaliseText(text);
  if (query === '') return null;
  const flags = matchCase ? 'gmu' : 'gimu';
  // Compile it on its own first: unbalanced brackets in it must not pair with ours.
  const source = isRegExp ? new RegExp(query, flags).source : sourceOf(query);
  return new RegExp(wholeWord ? `(?<!${LETTER})(?:${source})(?!${LETTER})` : source, flags);
}

/** Matches a text literally, with composed or decomposed accents. The match never ends inside a character. */
function sourceOf(text: string): string {
  const characters = text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
  return `${characters.map(sourceOfCharacter).join('')}(?![\\p{M}\\u200d])`;
}

function sourceOfCharacter(character: string): string {
  const variants = TYPOGRAPHIC_VARIANTS.get(character);
  if (variants !== undefined) return variants;
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
 * The text that replaces a match. For a regular expression, `$1`, `$<name>`, `$&` and `$$` mean what they do
 * in JavaScript, and `\n`, `\t` and `\\` are a line end, a tab and a backslash. Otherwise the template is
 * used literally.
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

/**
 * The text of a capture group: empty if the group did not participate, undefined if there is no such group.
 */
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
