import { TreeFragment } from '@lezer/common';
import { MAX_MARKDOWN_LENGTH, READING_STEP } from './limits.ts';
import type { MarkdownBlock } from './markdown.ts';
import { markdownParser, maskCostlyLines } from './parser.ts';
import { type ReadBlocks, readBlocks } from './read-blocks.ts';

/** A text, as far as it has been read as Markdown. */
export interface MarkdownReading {
  readonly text: string;
  /** How much of the text has been read, in UTF-16 code units; the blocks are those of `text.slice(0, length)`. */
  readonly length: number;
  readonly blocks: readonly MarkdownBlock[];
  /** What reading on begins with. */
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

/** Whether a text is short enough to be read as Markdown. */
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
