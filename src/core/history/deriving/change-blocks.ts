import { type FenceLine, findFenceLine } from '../../text/markdown-scan.ts';
import { applyChange, type Change, type Splice } from '../../text/splice.ts';
import { type Block, joinBlocks } from '../block.ts';
import { blocksOf, findClosings } from '../blocks-of.ts';

/** UTF-16 code units tokenised per step: less than a millisecond's work. */
const STEP = 16_384;

/** Blocks that a change touches, with the block before it and the one after: `[from, to)`, and their text after it. */
interface Window {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * The blocks of a text after a change of it, in steps: only what differs is tokenised, widened to whole blocks, and further
 * where a fence is opened or closed by it. The same blocks as `blocksOf` the whole text after it; those that did not change
 * are the same objects.
 * @param blocks all blocks of the text before
 * @param change of the joined blocks, in normal form; offsets in UTF-16 code units
 */
export function* changeBlocks(
  blocks: readonly Block[],
  change: Change,
): Generator<undefined, readonly Block[]> {
  if (change.length === 0) return blocks;
  const parts: (readonly Block[])[] = [];
  let reached = 0;
  for (const { from, to, text } of windowsOf(blocks, change)) {
    parts.push(blocks.slice(reached, from), yield* tokenise(text));
    reached = to;
  }
  parts.push(blocks.slice(reached));
  return repairFences(parts.flat());
}

/**
 * The blocks of a text in steps, except that a fence may be taken for ordinary lines and what a closing line follows for a fence:
 * `repairFences` finds these.
 */
function* tokenise(text: string): Generator<undefined, readonly Block[]> {
  const blocks: Block[] = [];
  let from = 0;
  let to = 0;
  while (from < text.length) {
    const lineEnd = text.indexOf('\n', to + STEP);
    to = lineEnd < 0 ? text.length : lineEnd;
    for (const block of blocksOf(text.slice(from, to))) {
      // White space belongs to the block after it.
      if (block.kind === 'blank' && to < text.length) break;
      blocks.push(block);
      from += block.text.length;
    }
    yield;
  }
  return blocks;
}

/** The windows of all splices; those that share a block are joined. */
function windowsOf(blocks: readonly Block[], change: Change): readonly Window[] {
  const windows: Window[] = [];
  /** The block at `index` begins at `start`. */
  let [index, start] = [0, 0];
  const lengthAt = (at: number) => blocks[at]?.text.length ?? 0;
  let splices: Splice[] = [];
  let open: { readonly from: number; to: number; readonly start: number; end: number } | undefined;
  const complete = () => {
    if (open === undefined) return;
    const { from, to, start: textStart } = open;
    const own = splices.map((splice) => ({
      ...splice,
      from: splice.from - textStart,
      to: splice.to - textStart,
    }));
    windows.push({ from, to, text: applyChange(joinBlocks(blocks.slice(from, to)), own) });
    splices = [];
  };
  for (const splice of change) {
    while (index < blocks.length && start + lengthAt(index) < splice.from) {
      start += lengthAt(index);
      index += 1;
    }
    // The window before may have reached further than this splice begins.
    if (open === undefined || index >= open.to) {
      complete();
      open = { from: index, to: index, start, end: start };
    }
    while (open.to < blocks.length && !endsInText(blocks[open.to - 1], open.end - splice.to)) {
      open.end += lengthAt(open.to);
      open.to += 1;
    }
    splices.push(splice);
  }
  complete();
  return windows;
}

/** True if the last `length` code units of a block are not all white space: white space belongs to the next block. */
function endsInText(block: Block | undefined, length: number): boolean {
  return block !== undefined && length > 0 && block.text.slice(-length).trim() !== '';
}

/** A line that may open or close a fence, in the block at an index. */
interface Mark {
  readonly line: FenceLine;
  readonly block: number;
}

/** Blocks `[from, to]`. */
interface Dirty {
  readonly from: number;
  readonly to: number;
}

/**
 * The blocks of a text of which each part was tokenised by itself, so that fences may begin in one part and end in another, even
 * far away: only what that concerns is tokenised again.
 * @param blocks whose text begins and ends where lines do, and which would be right if no text had a fence
 */
function repairFences(blocks: readonly Block[]): readonly Block[] {
  const marks = blocks.flatMap((block, index) => (mayBeFence(block.text) ? marksOf(block, index) : []));
  if (marks.length === 0) return blocks;
  const repaired: (readonly Block[])[] = [];
  let reached = 0;
  for (const { from, to } of joinDirty(findDirty(blocks, marks))) {
    repaired.push(blocks.slice(reached, from), blocksOf(joinBlocks(blocks.slice(from, to + 1))));
    reached = to + 1;
  }
  repaired.push(blocks.slice(reached));
  return repaired.flat();
}

/** The fences that `blocks` do not have as they are, and the blocks that are none; in no order. */
function findDirty(blocks: readonly Block[], marks: readonly Mark[]): readonly Dirty[] {
  const dirty: Dirty[] = [];
  const right = new Set<number>();
  for (const [opening, closing] of findClosings(marks.map(({ line }) => line))) {
    const [from, to] = [marks[opening]?.block ?? 0, marks[closing]?.block ?? 0];
    const isWhole = marks[opening - 1]?.block !== from && marks[closing + 1]?.block !== to;
    if (from === to && isWhole) right.add(from);
    else dirty.push({ from, to });
  }
  blocks.forEach(({ kind }, index) => {
    if (kind === 'fence' && !right.has(index)) dirty.push({ from: index, to: index });
  });
  return dirty;
}

/** In order; overlapping ones are joined. */
function joinDirty(dirty: readonly Dirty[]): readonly Dirty[] {
  const joined: Dirty[] = [];
  for (const next of dirty.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last === undefined || next.from > last.to) joined.push(next);
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, next.to) };
  }
  return joined;
}

/** Returns true if the first line of a block that is not white space begins as a fence does. */
function mayBeFence(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x60 || code === 0x7e) return true;
    if (code > 0x20 && (code < 0x80 || text.charAt(at).trim() !== '')) return false;
  }
  return false;
}

function marksOf({ text }: Block, block: number): readonly Mark[] {
  return text.split('\n').flatMap((row): readonly Mark[] => {
    const line = findFenceLine(row);
    return line === undefined ? [] : [{ line, block }];
  });
}
