/** A page of another program as pasted text, with the marks that are kept as Markdown (`manuscript.md`). */
import { hasBlankLines, manuscriptLines } from '../book/read-book.ts';
import { MAX_ADDRESS_LENGTH, MAX_MARKS } from '../markdown/limits.ts';
import { scanEmphasis } from '../text/markdown-scan.ts';
import { normaliseForeignText } from '../text/normalise.ts';
import { type HtmlBlock, type HtmlRun, readHtml } from './html-blocks.ts';

/**
 * The Markdown of HTML that is pasted (`isReadableHtml`). Null if the plain text has as much: nothing of the page is
 * kept as a mark, or it is the code of an editor for programs.
 * @param plain the text that came with it, which also shows how paragraphs are separated; empty for none
 */
export function pastedMarkdown(html: string, plain: string): string | null {
  const { blocks, isCode } = readHtml(html);
  if (plain !== '' && (isCode || !blocks.some(isMarked))) return null;
  const areApart = plain === '' || hasBlankLines(manuscriptLines(normaliseForeignText(plain)));
  let text = '';
  let before: HtmlBlock | undefined;
  let blanks = 0;
  for (const block of blocks) {
    if (block.kind === 'blank') {
      blanks += before === undefined ? 0 : 1;
      continue;
    }
    const shown = blockMarkdown(block);
    if (shown === '') continue;
    if (before !== undefined) text += '\n'.repeat(lineEndsBetween(before, block, areApart, blanks));
    text += shown;
    before = block;
    blanks = 0;
  }
  return text;
}

function isMarked({ kind, marker, lines }: HtmlBlock): boolean {
  const isKept = kind === 'heading' || kind === 'rule' || marker !== '';
  return isKept || lines.flat().some((run) => run.strong || run.emphasis || addressOf(run) !== null);
}

function lineEndsBetween(before: HtmlBlock, after: HtmlBlock, areApart: boolean, blanks: number): number {
  const isIn = ({ marker, indent }: HtmlBlock) => marker !== '' || indent !== '';
  if (isIn(before) && after.marker !== '') return 1;
  if (before.kind === 'row' && after.kind === 'row') return 1;
  const areLines = [before, after].every((block) => /^(?:paragraph|row)$/.test(block.kind) && !isIn(block));
  return areLines && !areApart ? 1 + blanks : 2;
}

function blockMarkdown({ kind, level, lines, indent, marker }: HtmlBlock): string {
  if (kind === 'rule') return '***';
  const shown = lines.map(lineMarkdown);
  const inner = indent + ' '.repeat(marker.length);
  if (kind !== 'heading') return indent + marker + shown.join(`\n${inner}`).replace(/\n +(?=\n|$)/g, '\n');
  const words = shown.join(' ').replace(/\s+/g, ' ').trim();
  return words === '' ? '' : `${indent}${marker}${'#'.repeat(level)} ${words}`;
}

/** A stretch of a line that gets marks around it. */
interface Stretch {
  readonly kind: 'emphasis' | 'strong' | 'link';
  from: number;
  to: number;
  readonly start: string;
  readonly end: string;
}

/**
 * A line with its marks. Its words are as they are: backslashes stand only in a line where a mark among the words would be taken
 * for one of those that are kept.
 */
function lineMarkdown(runs: readonly HtmlRun[]): string {
  const words = runs.map(({ text }) => text).join('');
  const links = stretches(words, runs, 'link');
  const marks = [...stretches(words, runs, 'emphasis'), ...stretches(words, runs, 'strong')];
  if (marks.length === 0 || marks.length > MAX_MARKS) return withMarks(words, links, false).text;
  const nested = nest([...links, ...marks]);
  for (const isEscaped of [false, true]) {
    const { text, wanted } = withMarks(words, nested, isEscaped);
    const found = new Set(scanEmphasis(text).map(({ kind, from, to }) => `${kind} ${from} ${to}`));
    if (wanted.every((mark) => found.has(mark))) return text;
  }
  return withMarks(words, links, false).text;
}

function addressOf({ address }: HtmlRun): string | null {
  if (address === null || address.length > MAX_ADDRESS_LENGTH || !/^(?:https?:\/\/|mailto:)./i.test(address))
    return null;
  // Characters that could end the address or be read as emphasis are encoded, with the same target.
  return address.trim().replace(/[\s()<>\\*"`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, (character) => {
    return `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}

const WORD = /[\p{L}\p{N}]/u;
const SPACE = /\s/u;

/** The stretches of a line that a kind of mark can cover: not white space, nor inside a word around punctuation. */
function stretches(words: string, runs: readonly HtmlRun[], kind: Stretch['kind']): Stretch[] {
  const found: Stretch[] = [];
  let from = 0;
  for (const run of runs) {
    const to = from + run.text.length;
    const address = kind === 'link' ? addressOf(run) : null;
    const [start, end] =
      kind === 'link' ? ['[', `](${address})`] : kind === 'strong' ? ['**', '**'] : ['*', '*'];
    const last = found.at(-1);
    if (kind === 'link' ? address !== null : run[kind]) {
      if (last?.to === from && last.end === end) last.to = to;
      else found.push({ kind, from, to, start, end });
    }
    from = to;
  }
  for (const stretch of found) {
    const isOutside = (edge: string, beside: string) =>
      SPACE.test(edge) || (kind !== 'link' && !WORD.test(edge) && WORD.test(beside));
    while (stretch.from < stretch.to && isOutside(words[stretch.from] ?? '', words[stretch.from - 1] ?? ''))
      stretch.from += 1;
    while (stretch.from < stretch.to && isOutside(words[stretch.to - 1] ?? '', words[stretch.to] ?? ''))
      stretch.to -= 1;
  }
  return found.filter(({ from: at, to, end }) => at < to && !isBare(words.slice(at, to), end));
}

/** A link whose words are its address. */
function isBare(words: string, end: string): boolean {
  return (
    end.startsWith('](') && (end === `](${words})` || end === `](mailto:${words})` || end === `](${words}/)`)
  );
}

/** Stretches in the order in which they begin, the outer first; one that ends inside another is divided there. */
function nest(all: readonly Stretch[]): readonly Stretch[] {
  const rank = { link: 0, emphasis: 1, strong: 2 };
  const inOrder = (a: Stretch, b: Stretch) => a.from - b.from || b.to - a.to || rank[a.kind] - rank[b.kind];
  const nested: Stretch[] = [];
  const open: Stretch[] = [];
  const waiting = [...all].sort(inOrder).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { from, to } = next;
    while ((open.at(-1)?.to ?? to) <= from) open.pop();
    const outer = open.at(-1);
    if (outer !== undefined && outer.to < to) {
      const rest = { ...next, from: outer.to };
      waiting.splice(waiting.findLastIndex((other) => inOrder(other, rest) > 0) + 1, 0, rest);
      next = { ...next, to: outer.to };
    }
    nested.push(next);
    open.push(next);
  }
  return nested;
}

/** @returns the text, and the emphasis that is to be found in it */
function withMarks(
  words: string,
  nested: readonly Stretch[],
  isEscaped: boolean,
): { readonly text: string; readonly wanted: readonly string[] } {
  const wanted: string[] = [];
  const open: { readonly stretch: Stretch; readonly at: number }[] = [];
  let text = '';
  let at = 0;
  const addWords = (to: number) => {
    const part = words.slice(at, to);
    text += isEscaped ? part.replace(/[\\*_]/g, '\\$&') : part;
    at = to;
  };
  const closeTo = (from: number) => {
    for (let last = open.at(-1); last !== undefined && last.stretch.to <= from; last = open.at(-1)) {
      addWords(last.stretch.to);
      const { kind, end } = last.stretch;
      if (kind !== 'link') wanted.push(`${kind} ${last.at} ${text.length}`);
      text += end;
      open.pop();
    }
  };
  for (const stretch of nested) {
    closeTo(stretch.from);
    addWords(stretch.from);
    text += stretch.start;
    open.push({ stretch, at: text.length });
  }
  closeTo(words.length);
  addWords(words.length);
  return { text, wanted };
}
