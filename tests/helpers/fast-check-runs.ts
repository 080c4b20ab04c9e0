import fc from 'fast-check';

/** Cases to run per law: FC_RUNS from the environment, or 300 (proof.md, *Kinds of tests*). */
const runs = Number(process.env.FC_RUNS ?? 300);
if (!Number.isInteger(runs) || runs < 1) {
  throw new Error(`FC_RUNS must be a whole number of cases, 1 or more, not “${process.env.FC_RUNS}”.`);
}

/** Uses the same seed every time. CI does, unless FC_CASES is `new`. */
const isSeedFixed = process.env.CI !== undefined && process.env.FC_CASES !== 'new';

const FIXED_SEED = 20_261_122;

fc.configureGlobal({ numRuns: runs, ...(isSeedFixed ? { seed: FIXED_SEED } : {}) });

/** Cases to run of a test that is slower than a law of core. */
interface Budget {
  /** Run one case for this many cases of a law. */
  readonly oneIn: number;
  /** The minimum, unless FC_RUNS is lower. */
  readonly atLeast: number;
  /** The number of cases with the fixed seed, where running more adds little confidence. */
  readonly fixed: number;
}

const BUDGETS = {
  /** Opens an editor and takes up to forty steps in it. */
  editor: { oneIn: 5, atLeast: 300, fixed: 250 },
  /** Streams an answer through everything that reads it. */
  answer: { oneIn: 3, atLeast: 100, fixed: 100 },
  /** Opens an editor, reads everything it draws and redraws it. */
  rendering: { oneIn: 10, atLeast: 100, fixed: 125 },
  /** Opens an editor and waits for what it sends, on a fake clock. */
  outbox: { oneIn: 5, atLeast: 300, fixed: 250 },
  /** Opens an editor, all handlers of the program and a tree in a file, then reopens the file. */
  file: { oneIn: 20, atLeast: 30, fixed: 60 },
  /** Takes up to sixteen steps in a text with suggestions, in a tree among others in a file. */
  suggestions: { oneIn: 10, atLeast: 30, fixed: 300 },
  /** The same, and waits for refused, late and interrupted requests to settle. */
  'failing file': { oneIn: 200, atLeast: 30, fixed: 30 },
  /** Opens the whole program on a file and takes up to thirty steps in it, each of which is read back. */
  program: { oneIn: 100, atLeast: 6, fixed: 6 },
} satisfies Record<string, Budget>;

/**
 * The number of cases, and in CI the seed, of a random test outside core, according to what each case costs. CI always
 * runs the same cases: a random test of the whole program may expose an old bug, so new cases would fail commits at random
 * that did not cause it. Elsewhere the cases are new; set FC_RUNS high to hunt for unknown bugs.
 */
export function casesFor(
  kind: keyof typeof BUDGETS,
): Pick<fc.Parameters, 'numRuns' | 'seed'> & { readonly numRuns: number } {
  const { oneIn, atLeast, fixed } = BUDGETS[kind];
  if (isSeedFixed) return { numRuns: fixed, seed: FIXED_SEED };
  return { numRuns: Math.max(Math.min(atLeast, runs), Math.floor(runs / oneIn)) };
}
