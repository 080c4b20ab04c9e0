// `npm run --silent runtime`: makes the app ready and prints, as one line of JSON, how to launch it.

import { setUpApp } from './set-up-app.ts';
import { runScript } from './setup/run-script.mjs';

await runScript(async () => {
  const { executable, version, args, env } = await setUpApp();
  process.stdout.write(`${JSON.stringify({ executable, version, args, env })}\n`);
  return 0;
});
