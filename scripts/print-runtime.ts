// `npm run --silent runtime`: makes the app ready and prints how to launch it as one line of JSON.

import { setUpApp } from './set-up-app.ts';
import { runScript } from './setup/run-script.mjs';

await runScript(async () => {
  const { executable, version, args, env } = await setUpApp();
  process.stdout.write(`${JSON.stringify({ executable, version, args, env })}\n`);
  return 0;
});
