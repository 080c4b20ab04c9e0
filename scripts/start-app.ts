// The second half of `npm start`: opens the app, and in it the file named on the command line.
import { resolve } from 'node:path';
import { appEnv } from './runtime/find-runtime.ts';
import { setUpApp } from './set-up-app.ts';
import { show } from './setup/run.mjs';
import { runScript } from './setup/run-script.mjs';

await runScript(async () => {
  const runtime = await setUpApp();
  // npm changes to the project's folder; a path is meant from where the person is.
  const from = process.env.INIT_CWD ?? process.cwd();
  const args = process.argv.slice(2).map((each) => (each.startsWith('-') ? each : resolve(from, each)));
  // Chromium's own log, about buses and graphics cards that are not there, would bury what is meant for the person.
  return show(runtime.executable, ['--log-level=3', ...runtime.args, ...args], { env: appEnv(runtime) });
});
