// `npm start`: sets up what is missing, builds if stale, and opens the app. For Node 18 and later.
import { hasDisplay } from './setup/display.mjs';
import { handOver } from './setup/hand-over.mjs';
import { runScript } from './setup/run-script.mjs';
import { SetupError } from './setup/say.mjs';

await runScript(async () => {
  if (!hasDisplay()) {
    throw new SetupError(
      'There is no display here, so no window can be opened (neither DISPLAY nor WAYLAND_DISPLAY is set). ' +
        'To see the program at work without one: npm run demo',
    );
  }
  return handOver('start-app.ts', process.argv.slice(2));
});
