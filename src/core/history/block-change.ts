/** Ops as one change of a list of blocks, in the algebra of splices, and back. */
import { AspenError } from '../errors.ts';
import { applySplices, composeSplices, type SequenceSplice } from '../text/splice-algebra.ts';
import { type Block, type BlockOp, hasBlocksAt, requireWellFormed } from './block.ts';

type Blocks = readonly Block[];

/** Replaces `removed`, which is at `[from, to)`, by `insert`. */
export interface BlockSplice extends SequenceSplice<Blocks> {
  readonly removed: Blocks;
}

/** Splices in normal form; all indexes refer to the blocks before any of them. */
export type BlockChange = readonly BlockSplice[];

/**
 * The combined effect of ops. The cost is that of sorting them, so no list of ops takes long.
 * @throws {AspenError} INVALID_ARGUMENT when an op is not well formed, or a snip removes something else than an earlier
 *   op inserted there
 */
export function changeOf(ops: readonly BlockOp[]): BlockChange {
  let changes = ops.map(changeOfOne);
  while (changes.length > 1) {
    const halved: BlockChange[] = [];
    for (let index = 0; index < changes.length; index += 2) {
      halved.push(composeBlockChanges(changes[index] ?? [], changes[index + 1] ?? []));
    }
    changes = halved;
  }
  return changes[0] ?? [];
}

function changeOfOne(op: BlockOp): BlockChange {
  requireWellFormed(op);
  const splice: BlockSplice =
    op[0] === 'insert'
      ? { from: op[1], to: op[1], insert: op[2], removed: [] }
      : { from: op[1], to: op[2], insert: [], removed: op[3] };
  return splice.insert.length + splice.removed.length > 0 ? [splice] : [];
}

/** The ops of a change in normal form: from the first block to the last, where blocks are replaced the snip first. */
export function opsOf(change: BlockChange): readonly BlockOp[] {
  const ops: BlockOp[] = [];
  /** Offset by which earlier ops have moved the rest. */
  let shift = 0;
  for (const { from, to, insert, removed } of change) {
    const at = from + shift;
    if (removed.length > 0) ops.push(['snip', at, at + removed.length, removed]);
    if (insert.length > 0) ops.push(['insert', at, insert]);
    shift += insert.length - (to - from);
  }
  return ops;
}

/** The change that undoes this one. */
function invertBlockChange(change: BlockChange): BlockChange {
  let shift = 0;
  return change.map(({ from, to, insert, removed }) => {
    const at = from + shift;
    shift += insert.length - (to - from);
    return { from: at, to: at + insert.length, insert: removed, removed: insert };
  });
}

/**
 * The change that does what both do; `second` refers to the blocks after `first`.
 * @throws {AspenError} INVALID_ARGUMENT when `second` removes something else than `first` inserted there
 */
export function composeBlockChanges(first: BlockChange, second: BlockChange): BlockChange {
  requireFollows(second, first);
  const both = composeSplices<Blocks>(first, second);
  // The removed blocks are those that undoing both inserts. Kept blocks are the same in both directions, so the splices
  // correspond.
  const undo = composeSplices<Blocks>(invertBlockChange(second), invertBlockChange(first));
  return both.map(({ from, to, insert }, index) => ({
    from,
    to,
    insert,
    removed: undo[index]?.insert ?? [],
  }));
}

/** Refuses a change that removes something else than the one before it inserted there. */
function requireFollows(second: BlockChange, first: BlockChange): void {
  const made = invertBlockChange(first);
  let index = 0;
  for (const { from, to, removed } of second) {
    for (let inserted = made[index]; inserted !== undefined && inserted.from < to; inserted = made[index]) {
      const start = Math.max(from, inserted.from);
      const end = Math.min(to, inserted.to);
      const wanted = removed.slice(start - from, Math.max(end, start) - from);
      if (!hasBlocksAt(inserted.removed, start - inserted.from, wanted)) {
        throw new AspenError(
          'INVALID_ARGUMENT',
          `A snip from ${from} to ${to} removes blocks that an earlier op did not insert there.`,
        );
      }
      // It may reach into the next splice.
      if (inserted.to > to) break;
      index += 1;
    }
  }
}

/**
 * The blocks after all ops, one after the other (`layers.md`, *Tokens and operations*).
 * @throws {AspenError} INVALID_ARGUMENT when an op is out of range, or a snip removes something that is not there
 */
export function applyOps(blocks: readonly Block[], ops: readonly BlockOp[]): readonly Block[] {
  requireInRange(ops, blocks.length);
  const change = changeOf(ops);
  for (const { from, to, removed } of change) {
    if (!hasBlocksAt(blocks, from, removed)) {
      throw new AspenError(
        'INVALID_ARGUMENT',
        `The blocks from ${from} to ${to} are not those that a snip removes.`,
      );
    }
  }
  return applySplices(blocks, change, (pieces) => pieces.flat());
}

/** Checks each op against the number of blocks that those before it leave. */
function requireInRange(ops: readonly BlockOp[], count: number): void {
  let length = count;
  for (const op of ops) {
    const to = op[0] === 'insert' ? op[1] : op[2];
    if (to > length) {
      throw new AspenError(
        'INVALID_ARGUMENT',
        `${op[0] === 'insert' ? 'An insert' : 'A snip'} at ${op[1]} reaches ${to}, after the last of ${length} blocks.`,
      );
    }
    length += op[0] === 'insert' ? op[2].length : op[1] - op[2];
  }
}
