import type { Samples } from '../../harness/compare.ts';
import { settle, timeFrame } from './time-frame.ts';

/** One side of a comparison: timed steps, in blocks with untimed preparation. */
export interface Side {
  /** Shows this side and prepares it for a block of steps. */
  prepare(block: number): void | Promise<void>;
  /** One step, such as a keystroke. `count` is the number of earlier steps of this side. */
  step(count: number): void;
  /** Runs after each block, untimed. */
  finish?(): void | Promise<void>;
}

export interface FrameComparison {
  readonly ours: Side;
  readonly baseline: Side;
  /** Measured blocks; in each, both sides, and the baseline a second time, do `steps`. */
  readonly blocks: number;
  readonly steps: number;
  /** Warm-up blocks before the measured ones. */
  readonly warmUp: number;
  /** Frames until a step is visible; default 1. */
  readonly frames?: number;
}

/**
 * Times both sides alternately, so that other load on the machine affects both equally. Steps come in blocks, as in
 * typing; between blocks, garbage is collected.
 */
export async function compareFrames(comparison: FrameComparison): Promise<Samples> {
  const { ours, baseline, blocks, steps, warmUp, frames = 1 } = comparison;
  const samples = { ours: [] as number[], baseline: [] as number[], again: [] as number[] };
  const lanes = [
    { side: ours, into: samples.ours },
    { side: baseline, into: samples.baseline },
    { side: baseline, into: samples.again },
  ];
  const counts = new Map<Side, number>();
  for (let block = -warmUp; block < blocks; block++) {
    const ordered = block % 2 === 0 ? lanes : lanes.toReversed();
    for (const { side, into } of ordered) {
      await side.prepare(block + warmUp);
      globalThis.gc?.();
      await settle();
      for (let step = 0; step < steps; step++) {
        const count = counts.get(side) ?? 0;
        counts.set(side, count + 1);
        const { whole } = await timeFrame(() => side.step(count), frames);
        if (block >= 0) into.push(whole);
      }
      await side.finish?.();
    }
  }
  return samples;
}
