import type { Block } from '../block.ts';
import { type BlockChange, changeOf } from '../block-change.ts';
import type { History } from '../history.ts';
import type { ReadHistory } from '../read-history.ts';
import { refuseHistory, verifyHistory } from '../verify-history.ts';
import { type ChangedBlocks, findBlockFault, findJoinFault, opensFence } from './block-faults.ts';
import { BlockWeave } from './block-weave.ts';
import { dividePassages, type PlannedState, planStates, sortBlocks } from './plan-passages.ts';

/** The most passages that a path may have. */
const MOST_PASSAGES = 100_000;

/** Work verified per step, a few milliseconds: in blocks, plus the cost of a layer. */
const STEP = 20_000;
const LAYER_WORK = 100;

/** The plan by which a history becomes a tree. */
export interface ImportPlan {
  readonly history: History;
  /** Number of passages. */
  readonly passages: number;
  /** That of the blocks before the first layer, then one after each layer. */
  states(): Iterable<PlannedState>;
}

/**
 * Verifies a history and that the blocks of each state are those of its text (`blocksOf`), and plans the tree that it becomes
 * (`layers.md`, *Exchange*).
 * @returns lazily, yielding the verified share, from 0 to 1, every few milliseconds
 * @throws {AspenError} INVALID_ARGUMENT, whose detail says where in the file what is wrong: `deltas[3]: …`
 */
export function* planImport({ history, head }: ReadHistory): Generator<number, ImportPlan> {
  if (history.dimension !== 'versions')
    refuseHistory(
      'dimension',
      `a history of ${history.dimension} has no text of its own, so it becomes no tree`,
    );
  let weave: BlockWeave | undefined;
  let openFences = 0;
  let work = 0;
  for (const { index, after } of verifyHistory(history, head)) {
    const layer = history.layers[index];
    const whole = { from: 0, to: 0, insert: after, removed: [] };
    const change = layer === undefined ? [whole] : changeOf(layer.ops);
    openFences += countFences(change);
    requireBlocksOfText(
      layer === undefined ? 'snapshots' : `deltas[${index}]`,
      after,
      change,
      openFences > 0,
    );
    if (layer === undefined) weave = new BlockWeave(after);
    else {
      weave ??= new BlockWeave([]);
      weave.append(change);
    }
    work += LAYER_WORK + after.length;
    if (work < STEP) continue;
    work = 0;
    yield (index + 1) / Math.max(1, history.layers.length);
  }
  weave ??= new BlockWeave([]);
  const { states } = weave;
  const blocks = weave.blocks();
  const dividing = dividePassages(blocks, states);
  let divided = dividing.next();
  for (; divided.done !== true; divided = dividing.next()) yield 1;
  const starts = divided.value;
  if (starts.length > MOST_PASSAGES)
    return refuseHistory('deltas', `the text would be divided into more than ${MOST_PASSAGES} passages`);
  const sorting = sortBlocks(blocks, starts, states);
  let sorted = sorting.next();
  for (; sorted.done !== true; sorted = sorting.next()) yield 1;
  const { value } = sorted;
  return { history, passages: starts.length, states: () => planStates(value) };
}

/** Increase in the number of fence-opening blocks through a change. */
function countFences(change: BlockChange): number {
  const count = (blocks: readonly Block[]) => blocks.filter(opensFence).length;
  return change.reduce((sum, { insert, removed }) => sum + count(insert) - count(removed), 0);
}

function requireBlocksOfText(
  where: string,
  after: readonly Block[],
  change: BlockChange,
  hasOpenFence: boolean,
): void {
  const changed: ChangedBlocks[] = [];
  let shift = 0;
  for (const { from, to, insert } of change) {
    const start = from + shift;
    insert.forEach((block, at) => {
      const fault = findBlockFault(block);
      if (fault !== null) refuseHistory(where, `after it, token ${start + at} is none: ${fault}`);
    });
    changed.push({ from: start, to: start + insert.length });
    shift += insert.length - (to - from);
  }
  const fault = findJoinFault(after, changed, hasOpenFence && change.length > 0);
  if (fault !== null) refuseHistory(where, `after it, token ${fault.index} is none: ${fault.reason}`);
}
