import type { Timing } from './compare.ts';

/** What a figure may be at most, as `proof.md` says it under *Speed*. */
export interface Goal {
  readonly atMost: number;
  /** What was seen with prototypes. */
  readonly seen?: number | undefined;
}

/** A ratio of two medians. It depends on the machine, and never fails anything by itself. */
export interface TimedFigure {
  readonly kind: 'timed';
  readonly timing: Timing;
}

/** Something counted: the same on every machine, so it fails where the goal is missed. */
export interface CountedFigure {
  readonly kind: 'counted';
  readonly value: number;
  readonly unit: string;
}

/** Something weighed: the same on every machine, but nothing that a change breaks by accident, so it fails nothing. */
export interface WeighedFigure {
  readonly kind: 'weighed';
  readonly value: number;
  readonly unit: string;
  /** What it is made of, in words. */
  readonly parts: string;
}

/** What this machine cannot show, and why. */
export interface NoFigure {
  readonly kind: 'none';
  readonly why: string;
}

export type Figure = TimedFigure | CountedFigure | WeighedFigure | NoFigure;

/** One row of the table. */
export interface Row {
  /** The path through the program, in the words of `proof.md`. */
  readonly path: string;
  /** What it is measured against. */
  readonly baseline: string;
  /** Null where `proof.md` sets none: the figure is there to be compared with the last one. */
  readonly goal: Goal | null;
  readonly figure: Figure;
}

/** The sizes of a run: as `proof.md` names them, or a smoke run's. */
export interface Scale {
  readonly quick: boolean;
  /** Nodes of the small, the middle and the large tree. */
  readonly trees: readonly [small: number, middle: number, large: number];
  /** Nodes of a path. */
  readonly path: number;
  readonly siblings: number;
  readonly versions: number;
  /** Rounds that count, for work of a millisecond and for work of a hundred. */
  readonly rounds: { readonly short: number; readonly long: number };
  /** Keystrokes that count: in so many places of the text, so many at each. */
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

/** What a bench is given. */
export interface BenchContext {
  readonly scale: Scale;
  /** An empty folder that is gone after the run. */
  readonly scratch: string;
  /** Tells the person who waits what is being done. */
  tell(line: string): void;
}

/** Measures a few rows that share what they need. */
export interface Bench {
  readonly name: string;
  run(context: BenchContext): Promise<readonly Row[]>;
  /** Only the rows that are counted, where there are any: for CI, which fails on nothing else. */
  count?(context: BenchContext): Promise<readonly Row[]>;
}
