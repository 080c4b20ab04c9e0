import { type SyntaxNode, type Tree, TreeFragment } from '@lezer/common';
import { MAX_BLOCK_LENGTH, MAX_MARKDOWN_LENGTH, READING_STEP } from './limits.ts';
import type {
  MarkdownBlock,
  MarkdownCell,
  MarkdownCode,
  MarkdownInline,
  MarkdownItem,
  MarkdownList,
  MarkdownRow,
  MarkdownTable,
  MarkdownText,
} from './markdown.ts';
import { markdownParser, maskCostlyLines } from './parser.ts';
import { childrenOf, readInlines } from './read-inlines.ts';

/** A text, as far as it has been read as Markdown. */
export interface MarkdownReading {
  readonly text: string;
  /** Length of the text read so far, in UTF-16 code units; the blocks are those of `text.slice(0, length)`. */
  readonly length: number;
  readonly blocks: readonly MarkdownBlock[];
  /** The state from which reading resumes. */
  readonly state: ReadingState;
}

/** The parser's state after the text that was read. */
interface ReadingState {
  readonly masked: string;
  readonly fragments: readonly TreeFragment[];
  readonly known: ReadBlocks;
}

const NOTHING: MarkdownReading = {
  text: '',
  length: 0,
  blocks: [],
  state: { masked: '', fragments: [], known: new WeakMap() },
};

/** Returns true if a text is short enough to be read as Markdown. */
export function isReadableAsMarkdown(text: string): boolean {
  return text.length <= MAX_MARKDOWN_LENGTH;
}

/**
 * Reads a text as Markdown, or reads on: no more than `READING_STEP` beyond the part that the text has in common with what
 * `before` has read. Blocks in that part that did not change are the same objects, so a text that grows costs what was
 * added and the last block before it. The blocks do not depend on the steps in which a text was read.
 */
export function readMarkdown(text: string, before: MarkdownReading = NOTHING): MarkdownReading {
  const common = commonLength(text, before.text.slice(0, before.length));
  const length = stepEnd(text, common + READING_STEP);
  if (length === before.length && common === length) return { ...before, text };
  const masked = maskCostlyLines(text.slice(0, length));
  const kept = commonLength(masked, before.state.masked);
  const change = { fromA: kept, toA: before.state.masked.length, fromB: kept, toB: masked.length };
  const fragments = TreeFragment.applyChanges(before.state.fragments, [change]);
  const tree = markdownParser.parse(masked, fragments);
  // Blocks belong to their text, not only to their syntax tree.
  const isLonger = common === before.length && kept === before.state.masked.length;
  const known: ReadBlocks = isLonger ? before.state.known : new WeakMap();
  return {
    text,
    length,
    blocks: readBlocks(text, tree, known),
    state: { masked, fragments: TreeFragment.addTree(tree, fragments), known },
  };
}

/** The blocks of a whole text; null if it is too long to be read as Markdown. */
export function readAllMarkdown(text: string): readonly MarkdownBlock[] | null {
  if (!isReadableAsMarkdown(text)) return null;
  let reading = readMarkdown(text);
  while (reading.length < text.length) reading = readMarkdown(text, reading);
  return reading.blocks;
}

/** The end of a line near `longest`, or of the text. */
function stepEnd(text: string, longest: number): number {
  if (text.length <= longest) return text.length;
  const line = text.lastIndexOf('\n', longest - 1) + 1;
  if (line > longest - READING_STEP) return line;
  return /[\ud800-\udbff]/.test(text[longest - 1] ?? '') ? longest - 1 : longest;
}

function commonLength(a: string, b: string): number {
  if (a.startsWith(b)) return b.length;
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** Blocks and items by the syntax tree they were read from, which the parser keeps where a text did not change. */
type ReadBlocks = WeakMap<Tree, MarkdownBlock | MarkdownItem>;

/** Reads the blocks of a syntax tree of a text, except those that were read from the same trees in the same places. */
function readBlocks(text: string, tree: Tree, known: ReadBlocks): readonly MarkdownBlock[] {
  return new BlockReader(text, known).readAll(tree.topNode);
}

class BlockReader {
  readonly #text: string;
  readonly #known: ReadBlocks;

  constructor(text: string, known: ReadBlocks) {
    this.#text = text;
    this.#known = known;
  }

  readAll(parent: SyntaxNode): readonly MarkdownBlock[] {
    return childrenOf(parent)
      .filter(({ type }) => type.is('Block'))
      .map((node) => this.#remember(node, () => this.#readBlock(node)));
  }

  #remember<B extends MarkdownBlock | MarkdownItem>(node: SyntaxNode, read: () => B): B {
    const { tree } = node;
    const known = tree === null ? undefined : this.#known.get(tree);
    // The parser shares trees only between blocks of one kind.
    if (known !== undefined && known.from === node.from) return known as B;
    const block = read();
    if (tree !== null) this.#known.set(tree, block);
    return block;
  }

  #readBlock(node: SyntaxNode): MarkdownBlock {
    const { from, to, name } = node;
    if (name === 'FencedCode') return this.#readCode(node);
    if (name === 'HorizontalRule') return { kind: 'rule', from, to };
    if (name === 'Blockquote') return { kind: 'quote', from, to, blocks: this.readAll(node) };
    if (name === 'BulletList' || name === 'OrderedList') return this.#readList(node);
    // A long table is a paragraph.
    if (name === 'Table' && to - from <= MAX_BLOCK_LENGTH) return this.#readTable(node);
    const level = /^ATXHeading(\d)$/.exec(name)?.[1];
    if (level !== undefined) return this.#readHeading(node, Number(level));
    const children = readInlines(this.#text, childrenOf(node), from, to);
    return { kind: 'paragraph', from, to, children };
  }

  #readHeading(node: SyntaxNode, level: number): MarkdownBlock {
    const { from, to } = node;
    const children = childrenOf(node);
    const [open, ...inside] = children;
    const last = children.at(-1);
    const close = last !== open && last?.name === 'HeaderMark' ? last : null;
    const start = this.#skip(open?.to ?? from, to);
    const end = this.#skipBack(close?.from ?? to, start);
    const nodes = inside.filter((child) => child.from !== close?.from);
    return { kind: 'heading', level, from, to, children: readInlines(this.#text, nodes, start, end) };
  }

  #readCode(node: SyntaxNode): MarkdownCode {
    const { from, to } = node;
    const children = childrenOf(node);
    const info = children.find(({ name }) => name === 'CodeInfo');
    const texts = children
      .filter(({ name }) => name === 'CodeText')
      .map(({ from, to }): MarkdownText => ({ kind: 'text', from, to, text: this.#text.slice(from, to) }));
    return {
      kind: 'code-block',
      from,
      to,
      info: info === undefined ? '' : this.#text.slice(info.from, info.to),
      children: texts,
    };
  }

  #readList(node: SyntaxNode): MarkdownList {
    const { from, to, name } = node;
    const items = childrenOf(node)
      .filter(({ name }) => name === 'ListItem')
      .map((item) => this.#remember(item, () => this.#readItem(item)));
    const number = /^\d+/.exec(this.#text.slice(this.#skip(from, to), to))?.[0];
    const start = name === 'OrderedList' ? Number(number ?? 1) : null;
    return { kind: 'list', from, to, start, items };
  }

  #readItem(node: SyntaxNode): MarkdownItem {
    const { from, to } = node;
    const marker = node.getChild('Task')?.getChild('TaskMarker') ?? null;
    const isDone = marker === null ? null : this.#text[marker.from + 1] !== ' ';
    return { kind: 'item', from, to, isDone, blocks: this.readAll(node) };
  }

  #readTable(node: SyntaxNode): MarkdownTable {
    const { from, to } = node;
    const [header, ...others] = childrenOf(node);
    const delimiter = others.find(({ name }) => name === 'TableDelimiter');
    const columns = alignmentsIn(this.#text.slice(delimiter?.from ?? to, delimiter?.to ?? to));
    return {
      kind: 'table',
      from,
      to,
      columns,
      head: this.#readRow(header ?? node, columns.length),
      rows: others.filter(({ name }) => name === 'TableRow').map((row) => this.#readRow(row, columns.length)),
    };
  }

  /** An empty cell has no node, only the bar after it. */
  #readRow(row: SyntaxNode, columns: number): MarkdownRow {
    const { from, to } = row;
    const cells: MarkdownCell[] = [];
    let cell: MarkdownCell | null = null;
    const children = childrenOf(row).filter(({ name }) => name !== 'QuoteMark');
    for (const [index, child] of children.entries()) {
      if (child.name === 'TableCell') cell = this.#readCell(child);
      else if (cell !== null || index > 0) {
        cells.push(cell ?? { from: child.from, to: child.from, children: [] });
        cell = null;
      }
    }
    if (cell !== null) cells.push(cell);
    return { from, to, cells: cells.slice(0, columns) };
  }

  #readCell(node: SyntaxNode): MarkdownCell {
    const { from, to } = node;
    return { from, to, children: readInlines(this.#text, childrenOf(node), from, to) };
  }

  #skip(from: number, to: number): number {
    let at = from;
    while (at < to && ' \t'.includes(this.#text[at] ?? '')) at += 1;
    return at;
  }

  #skipBack(to: number, from: number): number {
    let at = to;
    while (at > from && ' \t'.includes(this.#text[at - 1] ?? '')) at -= 1;
    return at;
  }
}

function alignmentsIn(delimiter: string): MarkdownTable['columns'] {
  const cells = delimiter.trim().replace(/^\|/, '').replace(/\|$/, '').split('|');
  return cells.map((cell) => {
    const dashes = cell.trim();
    if (!dashes.endsWith(':')) return dashes.startsWith(':') ? 'start' : null;
    return dashes.startsWith(':') ? 'center' : 'end';
  });
}

/** A heading of a text, in UTF-16 code units of it. */
interface ReadHeading {
  readonly from: number;
  readonly to: number;
  /** From 1 to 6. */
  readonly level: number;
  /** Its shown text. */
  readonly title: string;
}

/** The headings of a text as Markdown, in order, but for those in quotes and lists. Takes time linear in the text. */
export function readHeadings(text: string): readonly ReadHeading[] {
  const steps = readHeadingsInSteps(text);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** The same, a block of the text a step. */
export function* readHeadingsInSteps(text: string): Generator<void, readonly ReadHeading[]> {
  const parse = markdownParser.startParse(maskCostlyLines(text));
  let tree = parse.advance();
  for (; tree === null; tree = parse.advance()) yield;
  return childrenOf(tree.topNode).flatMap((node) => {
    const level = /^ATXHeading([1-6])$/.exec(node.name)?.[1];
    if (level === undefined) return [];
    return [{ from: node.from, to: node.to, level: Number(level), title: titleOf(text, node) }];
  });
}

function titleOf(text: string, heading: SyntaxNode): string {
  const children = childrenOf(heading);
  const marks = children.filter(({ name }) => name === 'HeaderMark');
  const from = marks[0]?.to ?? heading.from;
  const closing = marks.length > 1 ? marks.at(-1)?.from : undefined;
  const inlines = children.filter(({ name }) => name !== 'HeaderMark');
  return shownOf(readInlines(text, inlines, from, closing ?? heading.to)).trim();
}

function shownOf(inlines: readonly MarkdownInline[]): string {
  return inlines.map((inline) => (inline.kind === 'text' ? inline.text : shownOf(inline.children))).join('');
}

/** HTML has no more. */
const DEEPEST = 6;

/**
 * The level at which a heading of a message is shown: below the title of what the message is in, and leaving no level out,
 * as a text often does. All levels are from 1 to 6.
 * @param level in the text
 * @param above the level at which the last heading before it is shown; that of the title if there is none
 * @param title the level of the title
 */
export function shownLevel(level: number, above: number, title: number): number {
  return Math.min(above + 1, title + level, DEEPEST);
}
