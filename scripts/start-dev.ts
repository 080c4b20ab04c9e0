// `npm run dev`: the app with its development server, rebuilt as sources change. Arguments go to the app.
import { appEnv, findRuntime } from './runtime/find-runtime.ts';
import { hasDisplay } from './setup/display.mjs';
import { runScript } from './setup/run-script.mjs';
import { SetupError } from './setup/say.mjs';
import { installLibraries } from './system-packages.ts';
import { runTool, toolFile } from './tool.ts';

await runScript(async () => {
  if (!hasDisplay()) throw new SetupError('There is no display here, so no window can be opened.');
  const runtime = await findRuntime();
  await installLibraries(runtime.executable);
  const sandbox = runtime.args.includes('--no-sandbox') ? ['--noSandbox'] : [];
  const args = ['dev', '--watch', ...sandbox, '--', ...process.argv.slice(2)];
  return runTool(toolFile('electron-vite'), args, {
    ...appEnv(runtime),
    ELECTRON_EXEC_PATH: runtime.executable,
  });
});
