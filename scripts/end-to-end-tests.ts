import { setUpDisplay } from './display.ts';
import { drawAlone } from './draw-alone.ts';
import { setUpApp } from './set-up-app.ts';
import { say } from './setup/say.mjs';
import { runTool, toolFile } from './tool.ts';

/** Makes the app ready and runs Playwright; answers its exit code. */
export async function runEndToEndTests(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  await setUpApp();
  await setUpDisplay();
  const alone = drawAlone();
  if (alone !== undefined) say(`Drawn to share no program this time: ${alone} (ASPEN_ALONE=${alone}).`);
  return runTool(toolFile('@playwright/test', 'playwright'), ['test', ...args], {
    ...env,
    ASPEN_ALONE: alone,
  });
}
