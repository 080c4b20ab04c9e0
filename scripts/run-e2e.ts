// `npm run test:e2e`: makes the app ready and runs the end-to-end tests; arguments go to Playwright.
import { setUpDisplay } from './display.ts';
import { setUpApp } from './set-up-app.ts';
import { runScript } from './setup/run-script.mjs';
import { runTool, toolFile } from './tool.ts';

await runScript(async () => {
  await setUpApp();
  await setUpDisplay();
  const args = ['test', ...process.argv.slice(2)];
  return runTool(toolFile('@playwright/test', 'playwright'), args);
});
