/** Work to be timed; its result is ignored, but keeps it from being optimised away. */
export type Work = () => unknown;

export interface Comparison {
  readonly ours: Work;
  readonly baseline: Work;
  /** Measured rounds; each runs both sides, and the baseline a second time. */
  readonly rounds: number;
  readonly warmUp: number;
  /** Runs of the work per sample: enough that a sample is much longer than the clock's resolution. */
  readonly repeat?: number;
}

/** The duration of each run in milliseconds, for both sides. */
export interface Samples {
  readonly ours: readonly number[];
  readonly baseline: readonly number[];
  /** The second run of the baseline. */
  readonly again: readonly number[];
}

/** The time of one run in milliseconds: the median or another percentile. */
export interface Timing {
  readonly ours: number;
  readonly baseline: number;
  /** `ours` divided by `baseline`. */
  readonly ratio: number;
  /** The baseline divided by itself in the same rounds: how far a ratio can be off by chance. */
  readonly noise: number;
  readonly rounds: number;
}

/**
 * Times both sides alternately, so that other load on the machine affects both equally. A round is our work, the
 * baseline, and the baseline again, in an order that changes every round.
 */
export function compare({ ours, baseline, rounds, warmUp, repeat = 1 }: Comparison): Timing {
  const lanes: readonly Lane[] = [ours, baseline, baseline].map((work) => ({ work, samples: [] }));
  for (let round = 0; round < warmUp; round++) {
    for (const { work } of lanes) sample(work, repeat);
  }
  for (let round = 0; round < rounds; round++) {
    for (const { work, samples } of rotated(lanes, round)) samples.push(sample(work, repeat));
  }
  const [own = [], base = [], again = []] = lanes.map(({ samples }) => samples);
  return timingOf({ ours: own, baseline: base, again });
}

/** Summarises samples; `share` is 0.5 for the median, 0.95 for the 95th percentile. */
export function timingOf({ ours, baseline, again }: Samples, share = 0.5): Timing {
  const own = quantile(ours, share);
  const both = quantile([...baseline, ...again], share);
  const noise = quantile(again, share) / quantile(baseline, share);
  return { ours: own, baseline: both, ratio: own / both, noise, rounds: ours.length };
}

interface Lane {
  readonly work: Work;
  readonly samples: number[];
}

/** Time for which V8's threads still sweep after a collection, which takes milliseconds from work beside it. */
const SWEEPING = 4;
const asleep = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** Milliseconds per run of the work, excluding garbage from earlier work. */
function sample(work: Work, repeat: number): number {
  globalThis.gc?.();
  Atomics.wait(asleep, 0, 0, SWEEPING);
  const started = performance.now();
  for (let run = 0; run < repeat; run++) work();
  return (performance.now() - started) / repeat;
}

/** Alternately forwards and backwards, so that each lane follows each other lane. */
function rotated<T>(items: readonly T[], by: number): readonly T[] {
  const at = by % items.length;
  const ordered = [...items.slice(at), ...items.slice(0, at)];
  return Math.floor(by / items.length) % 2 === 0 ? ordered : ordered.reverse();
}

/** The median of the values; NaN if there are none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The quantile of the values at `share`, from 0 to 1, with linear interpolation; NaN if there are none. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const index = share * (sorted.length - 1);
  const below = sorted[Math.floor(index)] ?? Number.NaN;
  const above = sorted[Math.ceil(index)] ?? Number.NaN;
  return below + (above - below) * (index - Math.floor(index));
}
