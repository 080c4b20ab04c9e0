import { type Block, joinBlocks } from '../block.ts';
import { blocksOf } from '../blocks-of.ts';
import { findClosings } from '../fence-closings.ts';
import { type FenceLine, findFenceLine } from '../fence-line.ts';

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
export function repairFences(blocks: readonly Block[]): readonly Block[] {
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

/** In order; what overlaps is joined. */
function joinDirty(dirty: readonly Dirty[]): readonly Dirty[] {
  const joined: Dirty[] = [];
  for (const next of dirty.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last === undefined || next.from > last.to) joined.push(next);
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, next.to) };
  }
  return joined;
}

/** Whether the first line of a block that is not white space begins as a fence does. */
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
