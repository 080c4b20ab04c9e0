// `npm run laws`: tests each law of src/core with 10,000 new cases, or as many as FC_RUNS says. Run it before finishing
// a change to src/core.

import { runScript } from './setup/run-script.mjs';
import { SetupError } from './setup/say.mjs';
import { runLawsOnNewCases } from './unit-tests.ts';

await runScript(() => {
  if (process.argv.length > 2)
    throw new SetupError('npm run laws takes no arguments. Set FC_RUNS to choose the number of cases.');
  return runLawsOnNewCases(process.env.FC_RUNS ?? '10000');
});
