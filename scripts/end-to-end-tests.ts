import { setUpDisplay } from './display.ts';
import { onMemory } from './memory-folder.ts';
import { pickIsolatedFile } from './pick-isolated-file.ts';
import { setUpApp } from './set-up-app.ts';
import { say } from './setup/say.mjs';
import { runTool, toolFile } from './tool.ts';

/** Sets up the app, runs Playwright and returns its exit code. */
export async function runEndToEndTests(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  await setUpApp();
  await setUpDisplay();
  const isolated = pickIsolatedFile();
  if (isolated !== undefined) {
    say(
      `The tests in ${isolated} do not share a program in this run. To repeat: ASPEN_ISOLATED_FILE=${isolated}`,
    );
  }
  return runTool(toolFile('@playwright/test', 'playwright'), ['test', ...args], {
    ...onMemory(),
    ...env,
    ASPEN_ISOLATED_FILE: isolated,
  });
}
