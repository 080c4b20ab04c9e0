// The second half of `npm start`: opens the app with the file from the command line.
import { appEnv } from './runtime/find-runtime.ts';
import { setUpApp } from './set-up-app.ts';
import { show } from './setup/run.mjs';
import { runScript } from './setup/run-script.mjs';

await runScript(async () => {
  const runtime = await setUpApp();
  // npm changes to the project's folder, but paths are relative to the user's.
  const cwd = process.env.INIT_CWD ?? process.cwd();
  // Chromium's own log, about missing buses and graphics cards, would bury the messages for the user.
  const args = ['--log-level=3', ...runtime.args, ...process.argv.slice(2)];
  return show(runtime.executable, args, { cwd, env: appEnv(runtime) });
});
