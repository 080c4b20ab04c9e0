// `npm run --silent aspen -- …`: runs the command line of the built program, in the user's folder.
import { join } from 'node:path';
import { buildIfStale } from './build.ts';
import { root } from './setup/project.mjs';
import { show } from './setup/run.mjs';
import { runScript } from './setup/run-script.mjs';

await runScript(async () => {
  await buildIfStale();
  const bundle = join(root, 'out', 'cli', 'aspen.js');
  return show(process.execPath, [bundle, ...process.argv.slice(2)], {
    cwd: process.env.INIT_CWD ?? process.cwd(),
  });
});
