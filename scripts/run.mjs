// `node scripts/run.mjs build.ts …`: installs what is missing, then runs that script. For Node 18 and later.
import { handOver } from './setup/hand-over.mjs';
import { runScript } from './setup/run-script.mjs';
import { SetupError } from './setup/say.mjs';

await runScript(async () => {
  const [script, ...args] = process.argv.slice(2);
  if (script === undefined) throw new SetupError('Give a script to run: node scripts/run.mjs build.ts');
  return handOver(script, args);
});
