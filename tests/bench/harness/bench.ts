import type { Timing } from './compare.ts';

/** The maximum of a figure, from `proof.md`, *Speed*. */
export interface Goal {
  readonly atMost: number;
  /** The figure measured with prototypes. */
  readonly seen?: number | undefined;
}

/** A ratio of two medians. It depends on the machine, so missing the goal does not fail the run. */
export interface TimedFigure {
  readonly kind: 'timed';
  readonly timing: Timing;
}

/** A count: the same on every machine, so missing the goal fails the run. */
export interface CountedFigure {
  readonly kind: 'counted';
  readonly value: number;
  readonly unit: string;
}

/** A size or an absolute time. Missing the goal does not fail the run. */
export interface MeasuredFigure {
  readonly kind: 'measured';
  readonly value: number;
  readonly unit: string;
  /** Its parts, in words. */
  readonly parts: string;
}

/** A figure that this machine cannot produce, and why. */
export interface NoFigure {
  readonly kind: 'none';
  readonly why: string;
}

export type Figure = TimedFigure | CountedFigure | MeasuredFigure | NoFigure;

/** One row of the table. */
export interface Row {
  /** The path through the program, as worded in `proof.md`. */
  readonly path: string;
  /** The baseline of the comparison. */
  readonly baseline: string;
  /** Null if `proof.md` sets none: the figure is for comparison with earlier ones. */
  readonly goal: Goal | null;
  readonly figure: Figure;
}

/** The sizes of a run: those in `proof.md`, or those of a smoke run. */
export interface Scale {
  readonly quick: boolean;
  /** Nodes in the small, the middle and the large tree. */
  readonly trees: readonly [small: number, middle: number, large: number];
  /** Nodes on a path. */
  readonly path: number;
  readonly siblings: number;
  readonly versions: number;
  /** Measured rounds, for work of a millisecond and of a hundred milliseconds. */
  readonly rounds: { readonly short: number; readonly long: number };
  /** Measured keystrokes: at how many places in the text, and how many at each. */
  readonly keystrokes: { readonly blocks: number; readonly steps: number };
}

export const FULL: Scale = {
  quick: false,
  trees: [10_000, 100_000, 1_000_000],
  path: 10_000,
  siblings: 1_000,
  versions: 500,
  rounds: { short: 200, long: 40 },
  keystrokes: { blocks: 60, steps: 20 },
};

export const QUICK: Scale = {
  quick: true,
  trees: [300, 1_000, 3_000],
  path: 300,
  siblings: 100,
  versions: 50,
  rounds: { short: 10, long: 4 },
  keystrokes: { blocks: 2, steps: 10 },
};

/** The input of a bench. */
export interface BenchContext {
  readonly scale: Scale;
  /** An empty folder that is deleted after the run. */
  readonly scratch: string;
  /** Shows progress in the terminal. */
  log(line: string): void;
}

/** Measures a few rows that share their setup. */
export interface Bench {
  readonly name: string;
  run(context: BenchContext): Promise<readonly Row[]>;
  /** Produces only the counted rows, if there are any: for CI, which fails on nothing else. */
  count?(context: BenchContext): Promise<readonly Row[]>;
}
