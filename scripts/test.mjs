// `npm test`: sets up what is missing, then runs every test. For Node 18 and later.
import { handOver } from './setup/hand-over.mjs';
import { runScript } from './setup/run-script.mjs';

await runScript(() => handOver('run-tests.ts', process.argv.slice(2)));
