// The second half of `npm start`: opens the app with the file from the command line.
import { resolve } from 'node:path';
import { appEnv } from './runtime/find-runtime.ts';
import { setUpApp } from './set-up-app.ts';
import { show } from './setup/run.mjs';
import { runScript } from './setup/run-script.mjs';

await runScript(async () => {
  const runtime = await setUpApp();
  // npm changes to the project's folder, but paths are relative to the user's.
  const from = process.env.INIT_CWD ?? process.cwd();
  const args = process.argv.slice(2).map((each) => (each.startsWith('-') ? each : resolve(from, each)));
  // Chromium's own log, about missing buses and graphics cards, would bury the messages for the user.
  return show(runtime.executable, ['--log-level=3', ...runtime.args, ...args], { env: appEnv(runtime) });
});
