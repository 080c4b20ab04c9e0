// `npm run test:e2e`: sets up the app and runs the end-to-end tests. Arguments go to Playwright.
import { runEndToEndTests } from './end-to-end-tests.ts';
import { runScript } from './setup/run-script.mjs';

await runScript(() => runEndToEndTests(process.argv.slice(2)));
