// `npm run test:e2e`: makes the app ready and runs the end-to-end tests; arguments go to Playwright.
import { runEndToEndTests } from './end-to-end-tests.ts';
import { runScript } from './setup/run-script.mjs';

await runScript(() => runEndToEndTests(process.argv.slice(2)));
