// `node scripts/run.mjs draw-icons.ts`: draws the PNGs in build/ from the SVGs beside them, after an SVG was changed.
import { join } from 'node:path';
import { withDisplay } from './display.ts';
import { appEnv } from './runtime/find-runtime.ts';
import { setUpApp } from './set-up-app.ts';
import { root } from './setup/project.mjs';
import { show } from './setup/run.mjs';
import { runScript } from './setup/run-script.mjs';

const build = join(root, 'build');
const drawings = [
  {
    svg: join(build, 'icon.svg'),
    folder: join(build, 'icons'),
    sizes: [16, 32, 48, 64, 128, 256, 512, 1024],
  },
  {
    svg: join(build, 'file-icon.svg'),
    folder: join(build, 'file-icons'),
    sizes: [16, 32, 48, 64, 128, 256, 512, 1024],
  },
];

await runScript(async () => {
  const runtime = await setUpApp();
  // The program's own folder is the last of the runtime's arguments; this script of Electron's takes its place.
  const args = [...runtime.args.slice(0, -1), join(root, 'scripts', 'packaging', 'icon-drawer')];
  return withDisplay(() => {
    const env = { ...appEnv(runtime), ASPEN_DRAWINGS: JSON.stringify(drawings) };
    return show(runtime.executable, ['--log-level=3', ...args], { env });
  });
});
