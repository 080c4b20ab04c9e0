// `npm run demo`: makes the app ready and runs the demonstration, on a virtual display if there is no real one.
import { join } from 'node:path';
import { withDisplay } from './display.ts';
import { setUpApp } from './set-up-app.ts';
import { root } from './setup/project.mjs';
import { runScript } from './setup/run-script.mjs';
import { runTool } from './tool.ts';

await runScript(async () => {
  await setUpApp();
  const demo = join(root, 'tests', 'e2e', 'demo.ts');
  return withDisplay(() => runTool(demo, process.argv.slice(2)));
});
