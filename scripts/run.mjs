// `node scripts/run.mjs build.ts …`: installs what is missing, then runs that script. For any Node from 18.
import { handOver } from './setup/hand-over.mjs';
import { runScript } from './setup/run-script.mjs';
import { SetupError } from './setup/say.mjs';

await runScript(async () => {
  const [script, ...args] = process.argv.slice(2);
  if (script === undefined) throw new SetupError('Say which script to run: node scripts/run.mjs build.ts');
  return handOver(script, args);
});
