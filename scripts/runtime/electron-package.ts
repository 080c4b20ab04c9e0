import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from '../setup/lock.mjs';
import { checkoutName, projectEnv } from '../setup/project.mjs';
import { capture } from '../setup/run.mjs';

const packageFolder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));

const DOWNLOAD_MS = 10 * 60_000;
/** reach-electron.ts times out sooner itself; this covers a DNS lookup, which cannot be aborted. */
const REACH_MS = 15_000;

/** The version of the electron package, downloaded or not. */
export function electronPackageVersion(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(packageFolder, 'package.json'), 'utf8'),
  );
  return version;
}

/** The package's own executable; undefined if its installer has not finished. */
export function findPackagedElectron(): string | undefined {
  const pathFile = join(packageFolder, 'path.txt');
  const versionFile = join(packageFolder, 'dist', 'version');
  // The installer writes path.txt last.
  if (!existsSync(pathFile) || !existsSync(versionFile)) return undefined;
  if (readFileSync(versionFile, 'utf8').trim().replace(/^v/, '') !== electronPackageVersion())
    return undefined;
  const executable = join(packageFolder, 'dist', readFileSync(pathFile, 'utf8'));
  return existsSync(executable) ? executable : undefined;
}

/** The executable, or a short reason why there is none. */
export type DownloadOutcome =
  | { readonly executable: string }
  | { readonly executable: undefined; readonly reason: string };

/** Downloads it with the package's own installer, unless the host does not answer within ten seconds. */
export function installPackagedElectron(): Promise<DownloadOutcome> {
  return withLock(`electron-${checkoutName()}`, async () => {
    const present = findPackagedElectron();
    if (present !== undefined) return { executable: present };

    // Node's fetch reads HTTPS_PROXY only if told to at startup, hence a process for each.
    const env = { ...projectEnv(), NODE_USE_ENV_PROXY: '1', ELECTRON_GET_NO_PROGRESS: '1' };
    const reach = [fileURLToPath(new URL('./reach-electron.ts', import.meta.url)), electronPackageVersion()];
    const probe = await capture(process.execPath, reach, { env, timeout: REACH_MS });
    if (probe.code !== 0) return { executable: undefined, reason: probe.stdout.trim() || 'no answer' };

    const installer = join(packageFolder, 'install.js');
    const { code, output } = await capture(process.execPath, [installer], { env, timeout: DOWNLOAD_MS });
    const executable = findPackagedElectron();
    if (executable !== undefined) return { executable };
    const problem = output.split('\n').find((line) => line.includes('Error')) ?? `exit code ${code}`;
    return { executable: undefined, reason: `its installer failed: ${problem.trim()}` };
  });
}
