import fc from 'fast-check';

/** How many cases each law is tried with: 300, or what the environment's FC_RUNS says (proof.md, *Kinds of tests*). */
const runs = Number(process.env.FC_RUNS ?? 300);
if (!Number.isInteger(runs) || runs < 1) {
  throw new Error(`FC_RUNS must be a whole number of cases, 1 or more, not “${process.env.FC_RUNS}”.`);
}

/** Whether the cases are the same every time: in CI, unless FC_CASES asks for new ones. */
const isFixed = process.env.CI !== undefined && process.env.FC_CASES !== 'new';

/** Where the cases begin that are the same every time. */
const SAME = 20_261_122;

fc.configureGlobal({ numRuns: runs, ...(isFixed ? { seed: SAME } : {}) });

/**
 * A law of core takes no time. What takes some is tried with a share of its cases, and with no fewer than `atLeast`; where
 * the cases are the same every time, with `fixed` of them, which as many more would not make much surer.
 */
interface Share {
  readonly oneIn: number;
  readonly atLeast: number;
  readonly fixed: number;
}

const SHARES = {
  /** Opens an editor and takes up to forty steps in it. */
  'an editor': { oneIn: 5, atLeast: 300, fixed: 1000 },
  /** Opens an editor, reads all that it draws, and makes it draw that anew. */
  'what is drawn': { oneIn: 10, atLeast: 100, fixed: 500 },
  /** Opens an editor and waits, on a clock that is turned by hand, for what it sends. */
  'an outbox': { oneIn: 5, atLeast: 300, fixed: 1000 },
  /** Opens an editor, the whole program's handlers and a tree in a file, and opens that file again. */
  'a file': { oneIn: 20, atLeast: 30, fixed: 200 },
  /** The same, and waits until what was refused, late or cut short has come to rest. */
  'a file in trouble': { oneIn: 200, atLeast: 30, fixed: 50 },
} satisfies Record<string, Share>;

/**
 * The cases of a test that is no law of core, by what each of them costs. In CI they are the same ones every time: a test
 * of the whole program finds what is wrong with an older commit as easily as with the one that is looked at, and would say
 * of that one whatever chance has it. Elsewhere they are new ones, and who hunts for what nobody knows sets FC_RUNS high.
 */
export function casesOf(
  what: keyof typeof SHARES,
): Pick<fc.Parameters, 'numRuns' | 'seed'> & { readonly numRuns: number } {
  const { oneIn, atLeast, fixed } = SHARES[what];
  if (isFixed) return { numRuns: fixed, seed: SAME };
  return { numRuns: Math.max(Math.min(atLeast, runs), Math.floor(runs / oneIn)) };
}
