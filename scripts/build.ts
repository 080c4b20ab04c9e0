// Builds the app into out/. On its own (`npm run build`) it always builds.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './setup/lock.mjs';
import { checkoutName, projectEnv, root } from './setup/project.mjs';
import { run } from './setup/run.mjs';
import { runScript } from './setup/run-script.mjs';
import { say } from './setup/say.mjs';
import { toolFile } from './tool.ts';

/** Everything that the built app is made from: files, and folders with their contents. */
const sources = [
  'src',
  'migrations',
  'resources',
  'electron.vite.config.ts',
  'scripts/packaging/bundled-packages.ts',
  'vite.cli.config.ts',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
];

/** Records the sources of the build in `out`; written last. */
const stamp = join(root, 'out', '.sources');

/** Builds unless the sources match the existing build. Contents count, not dates. */
export function buildIfStale(): Promise<void> {
  return withLock(`build-${checkoutName()}`, async () => {
    const digest = digestSources(root, sources);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
    await build(digest);
  });
}

async function build(digest: string): Promise<void> {
  say('Building the app.');
  rmSync(stamp, { force: true });
  await run('The build', process.execPath, [toolFile('electron-vite'), 'build'], {
    cwd: root,
    env: projectEnv(),
  });
  await run(
    'The build of the command line',
    process.execPath,
    [toolFile('vite'), 'build', '--config', 'vite.cli.config.ts'],
    {
      cwd: root,
      env: projectEnv(),
    },
  );
  writeFileSync(stamp, digest);
}

/**
 * One hash over the names and contents of all files, whatever their dates.
 *
 * @param paths files and folders relative to `folder`; a missing one counts as missing
 */
export function digestSources(folder: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((each) => filesUnder(folder, each))) {
    const bytes = readFileSync(join(folder, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

function filesUnder(folder: string, path: string): readonly string[] {
  const stats = statSync(join(folder, path), { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!stats.isDirectory()) return [path];
  return readdirSync(join(folder, path))
    .sort()
    .flatMap((name) => filesUnder(folder, `${path}/${name}`));
}

if (import.meta.main) {
  await runScript(async () => {
    await withLock(`build-${checkoutName()}`, () => build(digestSources(root, sources)));
    return 0;
  });
}
