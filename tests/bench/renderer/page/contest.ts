import type { Samples } from '../../harness/compare.ts';
import { settle, timeFrame } from './time-frame.ts';

/** One side of a contest: steps that are timed, in blocks that begin untimed. */
export interface Side {
  /** Shows this side and gets it ready for a block of steps. */
  prepare(block: number): void | Promise<void>;
  /** One step, such as a keystroke; `count` numbers the steps of this side from 0. */
  step(count: number): void;
  /** After a block, untimed. */
  rest?(): void | Promise<void>;
}

export interface Contest {
  readonly ours: Side;
  readonly baseline: Side;
  /** Blocks that count; in each both sides, and the baseline once more, do `steps`. */
  readonly blocks: number;
  readonly steps: number;
  /** Blocks before those that count. */
  readonly warmUp: number;
  /** Frames that a step takes to be seen; 1 unless given. */
  readonly frames?: number;
}

/**
 * Times both sides by turns, so that what else the machine does meets both alike. Steps come in blocks, as typing
 * does; between them the garbage of the block before is collected.
 */
export async function compareFrames(contest: Contest): Promise<Samples> {
  const { ours, baseline, blocks, steps, warmUp, frames = 1 } = contest;
  const samples = { ours: [] as number[], baseline: [] as number[], again: [] as number[] };
  const lanes = [
    { side: ours, into: samples.ours },
    { side: baseline, into: samples.baseline },
    { side: baseline, into: samples.again },
  ];
  const counts = new Map<Side, number>();
  for (let block = -warmUp; block < blocks; block++) {
    const turned = block % 2 === 0 ? lanes : lanes.toReversed();
    for (const { side, into } of turned) {
      await side.prepare(block + warmUp);
      globalThis.gc?.();
      await settle();
      for (let step = 0; step < steps; step++) {
        const count = counts.get(side) ?? 0;
        counts.set(side, count + 1);
        const { whole } = await timeFrame(() => side.step(count), frames);
        if (block >= 0) into.push(whole);
      }
      await side.rest?.();
    }
  }
  return samples;
}
