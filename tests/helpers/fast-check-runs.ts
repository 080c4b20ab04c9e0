import fc from 'fast-check';

/** How many cases each law is tried with: 300, or what the environment's FC_RUNS says (proof.md, *Kinds of tests*). */
const runs = Number(process.env.FC_RUNS ?? 300);
if (!Number.isInteger(runs) || runs < 1) {
  throw new Error(`FC_RUNS must be a whole number of cases, 1 or more, not “${process.env.FC_RUNS}”.`);
}

fc.configureGlobal({ numRuns: runs });
