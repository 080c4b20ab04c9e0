// `npm run laws`: the laws of src/core on new cases, 10,000 of each or what FC_RUNS says; before a change of src/core is
// called done.

import { runScript } from './setup/run-script.mjs';
import { SetupError } from './setup/say.mjs';
import { tryNewCases } from './unit-tests.ts';

await runScript(() => {
  if (process.argv.length > 2)
    throw new SetupError('npm run laws takes no arguments; FC_RUNS says how many cases.');
  return tryNewCases(process.env.FC_RUNS ?? '10000');
});
