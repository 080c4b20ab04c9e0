import { commonLines } from '../text/common-lines.ts';
import type { Change } from '../text/splice.ts';
import { type Block, isSameBlock } from './block.ts';
import type { BlockChange, BlockSplice } from './block-change.ts';

/** The most blocks, on each side, among which equal ones are looked for; of more, only at both ends. */
const MOST_COMPARED = 500;

/** Blocks `[fromA, toA)` became `[fromB, toB)`. */
interface Run {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/**
 * The change of blocks that a change of a text makes. Blocks that it does not touch, and that are blocks of the text
 * after it too, are kept; so are equal ones between them. Depends only on the texts and the change, so that the hash of
 * a layer can be recomputed.
 * @param before all blocks before the change, `after` all blocks after it
 * @param change of the text, in normal form
 */
export function blockDifference(
  before: readonly Block[],
  after: readonly Block[],
  change: Change,
): BlockChange {
  return [...changedRuns(before, after, change)].flatMap((run) => compareRun(before, after, run));
}

/** The runs between kept blocks. */
function* changedRuns(before: readonly Block[], after: readonly Block[], change: Change): Generator<Run> {
  let [reachedA, reachedB] = [0, 0];
  /** Start of the block after `reachedB`; blocks before it are passed. */
  let [indexB, startB] = [0, 0];
  /** The splice that does not end before the block, and the offset by which those before it move the rest. */
  let [next, shift] = [0, 0];
  let startA = 0;
  // This runs over all blocks of a manuscript for each layer: no objects are made for those that are kept.
  for (let indexA = 0; indexA < before.length; indexA++) {
    const block = before[indexA];
    if (block === undefined) break;
    const endA = startA + block.text.length;
    let splice = change[next];
    for (; splice !== undefined && splice.to <= startA; splice = change[next]) {
      shift += splice.insert.length - (splice.to - splice.from);
      next += 1;
    }
    if (splice === undefined || splice.from >= endA) {
      for (; indexB < after.length && startB < startA + shift; indexB++)
        startB += after[indexB]?.text.length ?? 0;
      const same = after[indexB];
      const isKept =
        same !== undefined &&
        startB === startA + shift &&
        (same === block || (same.kind === block.kind && same.text.length === block.text.length));
      if (isKept) {
        if (reachedA < indexA || reachedB < indexB)
          yield { fromA: reachedA, toA: indexA, fromB: reachedB, toB: indexB };
        reachedA = indexA + 1;
        reachedB = indexB + 1;
      }
    }
    startA = endA;
  }
  if (reachedA < before.length || reachedB < after.length)
    yield { fromA: reachedA, toA: before.length, fromB: reachedB, toB: after.length };
}

/** A run without the blocks that are equal on both sides. */
function compareRun(before: readonly Block[], after: readonly Block[], run: Run): BlockChange {
  let { fromA, toA, fromB, toB } = run;
  const isSame = (a: number, b: number) => {
    const one = before[a];
    const other = after[b];
    return one !== undefined && other !== undefined && isSameBlock(one, other);
  };
  for (; fromA < toA && fromB < toB && isSame(fromA, fromB); fromB++) fromA += 1;
  for (; fromA < toA && fromB < toB && isSame(toA - 1, toB - 1); toB--) toA -= 1;
  const removed = before.slice(fromA, toA);
  const inserted = after.slice(fromB, toB);
  const splices: BlockSplice[] = [];
  let [doneA, doneB] = [0, 0];
  const end = { oldFrom: removed.length, newFrom: inserted.length, length: 0 };
  const kept =
    Math.max(removed.length, inserted.length) <= MOST_COMPARED ? commonBlocks(removed, inserted) : [];
  for (const { oldFrom, newFrom, length } of [...kept, end]) {
    const gone = removed.slice(doneA, oldFrom);
    const come = inserted.slice(doneB, newFrom);
    if (gone.length + come.length > 0)
      splices.push({ from: fromA + doneA, to: fromA + oldFrom, insert: come, removed: gone });
    [doneA, doneB] = [oldFrom + length, newFrom + length];
  }
  return splices;
}

function commonBlocks(removed: readonly Block[], inserted: readonly Block[]): ReturnType<typeof commonLines> {
  const asLines = (blocks: readonly Block[]) => blocks.map(({ kind, text }) => `${kind} ${text}`);
  return commonLines(asLines(removed), asLines(inserted));
}
