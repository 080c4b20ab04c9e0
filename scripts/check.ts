// `npm run check`: types and lint, and beside them what Vitest runs: structure, unit and property tests.
import { runScript } from './setup/run-script.mjs';
import { SetupError } from './setup/say.mjs';
import { checkStatically, printCheck } from './static-checks.ts';
import { runUnitTests } from './unit-tests.ts';

await runScript(async () => {
  if (process.argv.length > 2)
    throw new SetupError('npm run check takes no arguments. For some of the tests: npx vitest run FILE');
  const [checks, code] = await Promise.all([checkStatically(), runUnitTests()]);
  for (const check of checks) printCheck(check);
  return code !== 0 ? code : checks.every(({ holds }) => holds) ? 0 : 1;
});
