// `npm run package`: makes what a writer installs. docs/design/packaging.md says what goes in.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Arch, build, Platform } from 'electron-builder';
import { buildIfStale } from './build.ts';
import { builderConfig } from './packaging/builder-config.ts';
import { isSigned } from './packaging/signing.ts';
import { stageFiles } from './packaging/staged-files.ts';
import { electronPackageVersion } from './runtime/electron-package.ts';
import { findRuntime, type Runtime } from './runtime/find-runtime.ts';
import { projectEnv, root } from './setup/project.mjs';
import { runScript } from './setup/run-script.mjs';
import { SetupError, say } from './setup/say.mjs';

/** What each system gets from `npm run package`, in runs of the builder: a Debian package is made by our own script. */
const installers: Partial<Record<NodeJS.Platform, readonly (readonly string[])[]>> = {
  linux: [['deb'], ['rpm', 'AppImage']],
  darwin: [['dmg', 'zip']],
  win32: [['nsis', 'zip']],
};

/** The ends of files that have another one than their target's name. */
const endings: Readonly<Record<string, string>> = { nsis: 'exe' };

const systems: Partial<Record<NodeJS.Platform, Platform>> = {
  linux: Platform.LINUX,
  darwin: Platform.MAC,
  win32: Platform.WINDOWS,
};

await runScript(async () => {
  const { values } = parseArgs({ options: { dir: { type: 'boolean' }, deb: { type: 'boolean' } } });
  if (values.deb && process.platform !== 'linux')
    throw new SetupError('A Debian package is made on Linux only.');
  const runs = values.dir ? [['dir']] : values.deb ? [['deb']] : installers[process.platform];
  const system = systems[process.platform];
  if (runs === undefined || system === undefined)
    throw new SetupError(`There is no package for ${process.platform}.`);

  const runtime = await findRuntime();
  const forTrial = runtime.version !== electronPackageVersion();
  if (forTrial) {
    say(
      `This package is for trial, not for publishing: it contains Electron ${runtime.version}, which can be had here, ` +
        `instead of ${electronPackageVersion()}.`,
    );
  }
  if (!isSigned()) say('This package is not signed: the environment has no key for it.');
  await buildIfStale();

  // Macs have two processors, and each machine that makes a release can make packages for both.
  const both = process.platform === 'darwin' && !values.dir;
  const made: string[] = [];
  for (const arch of both ? (['arm64', 'x64'] as const) : [process.arch]) {
    for (const targets of runs) made.push(...(await makePackages(system, targets, arch, runtime, forTrial)));
  }
  const files = made.filter((file) => !file.endsWith('.blockmap'));
  if (files.length > 0) writeSums(files);
  return 0;
});
// A library of the builder ends a failed script with the exit code 0 otherwise.
process.exit();

/** Makes packages for one processor. @returns their files; none for a folder */
async function makePackages(
  system: Platform,
  targets: readonly string[],
  arch: NodeJS.Architecture,
  runtime: Runtime,
  forTrial: boolean,
): Promise<readonly string[]> {
  const dist = join(root, 'dist');
  const staged = stageFiles({
    folder: join(dist, 'staged'),
    target: { platform: process.platform, arch },
    sqliteBinding: runtime.env.ASPEN_SQLITE_BINDING,
    forTrial,
  });
  if (targets.includes('deb')) {
    process.env.CUSTOM_FPM_PATH = fileURLToPath(new URL('./packaging/fpm.ts', import.meta.url));
    // That script is run by the node on the path.
    process.env.PATH = projectEnv().PATH;
  } else delete process.env.CUSTOM_FPM_PATH;
  const made = await build({
    projectDir: root,
    targets: system.createTarget([...targets], arch === 'arm64' ? Arch.arm64 : Arch.x64),
    config: builderConfig({
      staged,
      output: join(dist, forTrial ? 'for-trial' : 'packages'),
      electronVersion: runtime.version,
      // The builder downloads Electron for other processors.
      electronDist: arch === process.arch ? electronFolder(runtime) : undefined,
      forTrial,
    }),
    publish: 'never',
  });
  // Some failures of its tools the builder only prints.
  const missing = targets.filter(
    (each) => each !== 'dir' && !made.some((file) => file.endsWith(endings[each] ?? each)),
  );
  if (missing.length > 0) throw new SetupError(`The builder made no ${missing.join(' and no ')}.`);
  return made;
}

/** The folder that contains all of an Electron: on macOS, that of its bundle. */
function electronFolder({ executable }: Runtime): string {
  const folder = dirname(executable);
  return process.platform === 'darwin' ? join(folder, '..', '..', '..') : folder;
}

/** Writes `SHA256SUMS` beside the packages, in the form that `sha256sum --check` reads. */
function writeSums(files: readonly string[]): void {
  const [first = ''] = files;
  const lines = files.map((file) => {
    const sum = createHash('sha256').update(readFileSync(file)).digest('hex');
    return `${sum}  ${basename(file)}\n`;
  });
  writeFileSync(join(dirname(first), 'SHA256SUMS'), lines.sort().join(''));
  for (const file of files) say(`Made ${file}.`);
}
