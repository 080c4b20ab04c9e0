/** One piece of work to be timed; what it returns is looked at by nobody, but keeps it from being optimised away. */
export type Work = () => unknown;

export interface Contest {
  readonly ours: Work;
  readonly baseline: Work;
  /** Rounds that count; each runs both pieces of work and the baseline once more. */
  readonly rounds: number;
  readonly warmUp: number;
  /** How often a sample runs the work: enough that a sample is far longer than the clock is coarse. */
  readonly repeat?: number;
}

/** What each run of the work took in milliseconds, side by side. */
export interface Samples {
  readonly ours: readonly number[];
  readonly baseline: readonly number[];
  /** The baseline once more. */
  readonly again: readonly number[];
}

/** One run of the work, in milliseconds: the median, or what so many of all runs stay below. */
export interface Timing {
  readonly ours: number;
  readonly baseline: number;
  /** `ours` to `baseline`. */
  readonly ratio: number;
  /** The baseline to itself in the same rounds: how far a ratio can be off by chance. */
  readonly noise: number;
  readonly rounds: number;
}

/**
 * Times both pieces of work in turns, so that what else the machine does meets both alike. A round is our work, the
 * baseline, and the baseline again; who comes first changes from round to round.
 */
export function compare({ ours, baseline, rounds, warmUp, repeat = 1 }: Contest): Timing {
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

/** What samples say; `share` is 0.5 for the median, 0.95 for what only one run in twenty takes longer than. */
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

/** Milliseconds a run of the work, without the garbage of the work before it. */
function sample(work: Work, repeat: number): number {
  globalThis.gc?.();
  const started = performance.now();
  for (let run = 0; run < repeat; run++) work();
  return (performance.now() - started) / repeat;
}

/** By turns forwards and backwards, so that each lane follows each other one. */
function rotated<T>(items: readonly T[], by: number): readonly T[] {
  const at = by % items.length;
  const turned = [...items.slice(at), ...items.slice(0, at)];
  return Math.floor(by / items.length) % 2 === 0 ? turned : turned.reverse();
}

/** The middle of the values; of an even number of them, half-way between the two middle ones. NaN of none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value that a share of the values, from 0 to 1, is below; between two of them in proportion. NaN of none. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}
