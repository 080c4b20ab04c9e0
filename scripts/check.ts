// `npm run check`: types and lint, in parallel with everything Vitest runs: structure, unit and property tests.
import { runScript } from './setup/run-script.mjs';
import { SetupError } from './setup/say.mjs';
import { printCheck, runStaticChecks } from './static-checks.ts';
import { runUnitTests } from './unit-tests.ts';

await runScript(async () => {
  if (process.argv.length > 2)
    throw new SetupError(
      'npm run check takes no arguments. To run some of the tests, use npx vitest run FILE.',
    );
  const [checks, code] = await Promise.all([runStaticChecks(), runUnitTests()]);
  for (const check of checks) printCheck(check);
  return code !== 0 ? code : checks.every(({ passed }) => passed) ? 0 : 1;
});
