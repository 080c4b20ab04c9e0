/** What the writer looks for in a text, and what each find becomes (`manuscript.md`, *What the writer sees*). Pure. */
import { normaliseText } from './normalise.ts';

export interface FindQuery {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  /** `text` is a regular expression as JavaScript has them; `^` and `$` stand for the ends of a line. */
  readonly isRegExp: boolean;
}

/** One find: `[from, to)` in UTF-16 code units. */
export interface Found {
  readonly from: number;
  readonly to: number;
}

const LETTER = '[\\p{L}\\p{N}\\p{M}_]';

/** What is typed on a keyboard finds what a typesetter makes of it; the other way round each finds only itself. */
const LIKENESSES: ReadonlyMap<string, string> = new Map([
  ["'", "['‘’ʼ]"],
  ['"', '["“”„]'],
  [' ', '[ \u00a0\u202f]'],
]);

/**
 * The regular expression that finds it, with the flags `g`, `m` and `u`; null where there is nothing to look for.
 * @throws {SyntaxError} for a regular expression that is none
 */
export function patternOf({ text, matchCase, wholeWord, isRegExp }: FindQuery): RegExp | null {
  const wanted = normaliseText(text);
  if (wanted === '') return null;
  const flags = matchCase ? 'gmu' : 'gimu';
  // By itself first: brackets that do not match must not match ours.
  const source = isRegExp ? new RegExp(wanted, flags).source : sourceOf(wanted);
  return new RegExp(wholeWord ? `(?<!${LETTER})(?:${source})(?!${LETTER})` : source, flags);
}

/** A text as it stands, its accents composed or not; the last character is never half of one. */
function sourceOf(text: string): string {
  const characters = text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
  return `${characters.map(sourceOfCharacter).join('')}(?![\\p{M}\\u200d])`;
}

function sourceOfCharacter(character: string): string {
  const alike = LIKENESSES.get(character);
  if (alike !== undefined) return alike;
  const forms = new Set([character, character.normalize('NFC'), character.normalize('NFD')]);
  const sources = [...forms].map(escaped);
  return sources.length === 1 ? sources.join('') : `(?:${sources.join('|')})`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** The finds of a pattern with the flag `g`, from the start of the text; one that is empty is no find. */
export function* matchesOf(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (match[0] !== '') yield match;
    else pattern.lastIndex += (text.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1;
  }
}

/**
 * What takes the place of a find. For a regular expression `$1`, `$<name>`, `$&` and `$$` mean what they do in
 * JavaScript, and `\n`, `\t` and `\\` a line end, a tab and a backslash; else the text is taken as it stands.
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

/** Undefined where the expression has no such group; one that took no part is empty. */
function groupOf(name: string, match: RegExpExecArray): string | undefined {
  if (name === '$') return '$';
  if (name === '&') return match[0];
  if (name.startsWith('<'))
    return match.groups === undefined ? undefined : (match.groups[name.slice(1, -1)] ?? '');
  const number = Number(name);
  if (number >= 1 && number < match.length) return match[number] ?? '';
  // Two digits where there are fewer groups: one digit, and the other stands for itself.
  const first = Number(name[0]);
  if (name.length === 2 && first >= 1 && first < match.length) return `${match[first] ?? ''}${name[1]}`;
  return undefined;
}
