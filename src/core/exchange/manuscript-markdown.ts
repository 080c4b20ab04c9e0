/**
 * A manuscript as CommonMark, so that every reader of it sees the paragraphs that the page shows (`docs/exchange.md`,
 * *Markdown*), and what such a file is in a manuscript.
 */

import { hasBlankLines, type ManuscriptLine, manuscriptLines } from '../book/read-book.ts';
import { lineBreakAfter } from '../markdown/message-markdown.ts';
import { type EmphasisRange, emphasisIn } from '../markdown/read-inlines.ts';
import { headingLevel, lineKind } from '../text/markdown-scan.ts';
import { normaliseText } from '../text/normalise.ts';
import { scanInline } from './inline-runs.ts';
import { headingWords } from './plain-text.ts';

/**
 * The text in pieces.
 * @param mark stands in place of scene breaks, unless it is white space, which Markdown does not show
 */
export function* manuscriptMarkdown(text: string, mark = ''): Generator<string> {
  const sceneBreak = mark.trim() === '' ? null : breakMarkdown(mark);
  const lines = manuscriptLines(normaliseText(text));
  const areSeparated = hasBlankLines(lines);
  let before: ManuscriptLine | undefined;
  /** Blank lines after it. */
  let gap = 0;
  for (const [index, line] of lines.entries()) {
    if (line.kind === 'blank') {
      gap += 1;
      continue;
    }
    const isProse = line.kind === 'prose';
    const afterProse = isProse && before?.kind === 'prose';
    const continues = afterProse && areSeparated && gap === 0;
    if (continues || before === undefined) yield '\n'.repeat(continues ? 1 : gap);
    else yield '\n'.repeat(1 + (afterProse && !areSeparated ? gap + 1 : Math.max(gap, 1)));
    if (line.kind === 'break' && sceneBreak !== null) yield sceneBreak;
    else yield lineMarkdown(line, continues, isProse && areSeparated && lines[index + 1]?.kind === 'prose');
    before = line;
    gap = 0;
  }
  yield '\n'.repeat(before === undefined ? Math.max(gap - 1, 0) : gap);
}

/** @param continues the paragraph of the line before @param isContinued by the next line */
function lineMarkdown({ kind, text }: ManuscriptLine, continues: boolean, isContinued: boolean): string {
  switch (kind) {
    case 'fence':
    case 'blank':
      return text;
    case 'break':
      return /[#⁂]/.test(text) ? '***' : text.trim();
    case 'heading':
      return headingMarkdown(text);
    case 'prose': {
      const end = isContinued ? lineBreakAfter(text.trimEnd()) : '';
      return paragraphLine(inlineMarkdown(text, end), continues, end);
    }
  }
}

/** A mark between scenes: a break where Markdown has it, otherwise its words. */
function breakMarkdown(mark: string): string {
  const isBreak = lineKind(mark) === 'break' && !/[#⁂]/.test(mark);
  return isBreak ? mark.trim() : paragraphLine(inlineMarkdown(mark.trim(), ''), false, '');
}

function headingMarkdown(line: string): string {
  const marker = '#'.repeat(headingLevel(line));
  const words = inlineMarkdown(headingWords(line), '');
  // A run of `#` at the end would not be shown.
  return `${marker} ${words === '' ? marker : words.replace(/(^|[ \t])(?=#+$)/, '$1\\')}`;
}

/** Four spaces before a paragraph would be code. */
const CODE_INDENT = /^ {0,3}(?:\t| {4})[ \t]*/;

/** @param words of the line, escaped */
function paragraphLine(words: string, continues: boolean, end: string): string {
  const line = `${escapeLineStart(words)}${end}`;
  return continues ? line : line.replace(CODE_INDENT, '   ');
}

/** A text that is shown exactly as typed, nothing of which is Markdown. */
export function typedMarkdown(text: string): string {
  const isBlank = (line = '') => line.trim() === '';
  return text
    .split('\n')
    .map((line, index, lines) => {
      if (isBlank(line)) return '';
      const typed = { line: line.replace(LINE_END, ''), markers: new Set<number>(), emphasis: [] };
      const end = isBlank(lines[index + 1]) ? '' : lineBreakAfter(typed.line);
      return paragraphLine(escapeInline(typed, true).text, !isBlank(lines[index - 1]), end);
    })
    .join('\n');
}

/**
 * The words of a line with the emphasis that the page shows. Where readers of CommonMark would find other emphasis, there is
 * none.
 * @param end of the line, after them
 */
function inlineMarkdown(line: string, end: string): string {
  if (!MARKUP.test(line)) return line.replace(LINE_END, '');
  const shown = withoutEscapes(line);
  const { text, emphasis } = escapeInline(shown, true);
  if (emphasis.length === 0) return text;
  const ink = text.search(/[^ \t]/);
  const paragraph = `${escapeLineStart(text).slice(ink)}${end === '' ? '' : `${end}\n.`}`;
  const shift = escapeLineStart(text).length - text.length - ink;
  const found = emphasisIn(paragraph).map(({ kind, from, to }) => ({
    kind,
    from: from - shift,
    to: to - shift,
  }));
  return areSame(found, emphasis) ? text : escapeInline(shown, false).text;
}

/** White space at the end of a line. It is looked for where it begins, so that a long line of it costs no more than its length. */
const LINE_END = /(?<![ \t])[ \t]+$/;

/** Characters that may need an escape, or be emphasis; most lines have none. */
const MARKUP = /[\\*_`~<&]|\][(:]/;

/** A line without white space at its end and without the backslashes that are escapes. */
interface ShownLine {
  readonly line: string;
  /** Offsets of the characters of markers. */
  readonly markers: ReadonlySet<number>;
  readonly emphasis: readonly EmphasisRange[];
}

function withoutEscapes(typed: string): ShownLine {
  const { markers, styled, escapes } = scanInline(typed);
  const hidden = new Set(escapes.map(({ from }) => from));
  /** Offset in the shown line of each character of the typed one. */
  const moved: number[] = [];
  let line = '';
  for (const [at, character] of typed.replace(LINE_END, '').split('').entries()) {
    moved.push(line.length);
    if (!hidden.has(at)) line += character;
  }
  const move = (at: number) => moved[at] ?? line.length;
  const own = new Set<number>();
  for (const { from, to } of markers) for (let at = from; at < to; at++) own.add(move(at));
  const emphasis = styled.map(({ kind, from, to }): EmphasisRange => {
    const width = kind === 'strong' ? 2 : 1;
    return {
      kind: kind === 'strong' ? 'strong' : 'emphasis',
      from: move(from - width),
      to: move(to) + width,
    };
  });
  return { line, markers: own, emphasis: emphasis.sort((a, b) => a.from - b.from || b.to - a.to) };
}

/** Escapes a line except for its markers of emphasis, which are left out if it is not `isMarked`. */
function escapeInline(
  { line, markers, emphasis }: ShownLine,
  isMarked: boolean,
): { readonly text: string; readonly emphasis: readonly EmphasisRange[] } {
  const ink = line.search(/[^ \t]/);
  const moved: number[] = [];
  let text = '';
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? '';
    moved[at] = text.length;
    if (markers.has(at)) text += isMarked ? character : '';
    else if (character === '_') {
      let to = at + 1;
      while (line[to] === '_' && !markers.has(to)) to += 1;
      const isEscaped = markers.has(to) || markers.has(at - 1) || escapesUnderscores(line, at, to);
      text += (isEscaped ? '\\_' : '_').repeat(to - at);
      at = to - 1;
    } else text += `${escapesCharacter(line, at, ink) ? '\\' : ''}${character}`;
  }
  const move = (at: number) => moved[at] ?? text.length;
  // Text after a marker may get a backslash before it, so an end is found by the last character.
  return {
    text,
    emphasis: emphasis.map(({ kind, from, to }) => ({ kind, from: move(from), to: move(to - 1) + 1 })),
  };
}

function areSame(found: readonly EmphasisRange[], wanted: readonly EmphasisRange[]): boolean {
  return (
    found.length === wanted.length &&
    found.every(({ kind, from, to }, index) => {
      const other = wanted[index];
      return other !== undefined && other.kind === kind && other.from === from && other.to === to;
    })
  );
}

/**
 * The text of a Markdown file as a manuscript has it: without the escapes and the backslashes at line ends that
 * `manuscriptMarkdown` writes. Nothing else changes: a line is only changed if writing it gives the same line again.
 * @param text normalised (`normaliseText`)
 */
export function manuscriptOfMarkdown(text: string): string {
  if (!text.includes('\\')) return text;
  const lines = manuscriptLines(text);
  return lines
    .map((line, index) => {
      if (line.kind === 'fence' || !line.text.includes('\\')) return line.text;
      const isProse = line.kind === 'prose';
      const continues = isProse && lines[index - 1]?.kind === 'prose';
      return unescapeLine(line.text, continues, isProse && lines[index + 1]?.kind === 'prose');
    })
    .join('\n');
}

/** A backslash at the end that is not escaped itself, or two spaces. */
const LINE_BREAK = /(?=\\$)(?<=(?<!\\)(?:\\\\)*)\\| {2}$/;
const ESCAPE = /\\([!-/:-@[-`{-~])/g;
/** A manuscript has escapes of these too (`inlineRuns`). */
const KNOWN = '*_#\\';

function unescapeLine(line: string, continues: boolean, isFollowed: boolean): string {
  const end = isFollowed ? (LINE_BREAK.exec(line)?.[0] ?? '') : '';
  const own = line.slice(0, line.length - end.length);
  const keepKnown = (whole: string, character: string) => (KNOWN.includes(character) ? whole : character);
  const found = [own.replace(ESCAPE, '$1'), own.replace(ESCAPE, keepKnown)].find(
    (text) => lineMarkdown({ kind: lineKind(text), text }, continues, end !== '') === line,
  );
  return found ?? (end === '\\' ? own : line);
}

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
function escapesCharacter(line: string, at: number, ink: number): boolean {
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
function escapesUnderscores(line: string, from: number, to: number): boolean {
  const before = line[from - 1] ?? '';
  const after = line[to] ?? '';
  return !(WORD.test(before) && WORD.test(after)) && !(isSpace(before) && isSpace(after));
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t';
}
