import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasGnuLibrary } from './c-library.mjs';
import { withLock } from './lock.mjs';
import { envForInstalling } from './node-for-npm.mjs';
import { npm } from './npm.mjs';
import { checkoutName, findProjectNode, root } from './project.mjs';
import { SetupError, say } from './say.mjs';

/**
 * A package as described in `package-lock.json` and npm's record of `node_modules`; `os`, `cpu` and `libc` are what
 * it supports, anything if missing.
 *
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {readonly string[]} [os]
 * @property {readonly string[]} [cpu]
 * @property {readonly string[]} [libc]
 *
 * @typedef {Readonly<Record<string, LockedPackage>>} LockedPackages keyed by folder: `node_modules/kysely`
 */

/**
 * Installs the packages if `node_modules` is missing or does not match `package-lock.json`.
 *
 * @returns {Promise<string>} the project's own Node, which runs the TypeScript scripts
 */
export async function installPackages() {
  if (!isInstalled()) {
    await withLock(`install-${checkoutName()}`, async () => {
      if (isInstalled()) return;
      say('Installing the packages of package-lock.json; this takes a minute or two.');
      const node = readPackages(join(root, 'package-lock.json'))['node_modules/node']?.version;
      if (node === undefined) throw new SetupError('package-lock.json does not contain the package “node”.');
      const args = ['ci', '--include=dev', '--include=optional', '--ignore-scripts=false'];
      await npm('Installing the packages (npm ci)', args, { cwd: root, env: await envForInstalling(node) });
    });
  }
  const node = findProjectNode();
  if (node === undefined) {
    throw new SetupError(
      'The package “node” has no Node 24 for this machine: install Node 24 or later and try again.',
    );
  }
  return node;
}

/** @returns {boolean} */
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record) || findProjectNode() === undefined) return false;
  return isSameInstallation(readPackages(join(root, 'package-lock.json')), readPackages(record));
}

/**
 * Whether npm's own record of what is in `node_modules` matches the lock file. npm writes that record last, so an
 * interrupted installation has none; one that was made by hand counts.
 *
 * @param {LockedPackages} wanted
 * @param {LockedPackages} installed
 * @returns {boolean}
 */
export function isSameInstallation(wanted, installed) {
  const folders = new Set([...Object.keys(wanted), ...Object.keys(installed)]);
  folders.delete('');
  for (const folder of folders) {
    const want = wanted[folder];
    const have = installed[folder];
    // The lock file lists the native packages of all platforms, with their dependencies.
    if (want?.optional && !have && !isNativeForThisMachine(want)) continue;
    if (!want || !have || want.version !== have.version || want.integrity !== have.integrity) return false;
  }
  return true;
}

/**
 * @param {LockedPackage} entry
 * @returns {boolean}
 */
function isNativeForThisMachine({ os, cpu, libc }) {
  if (!os?.includes(process.platform) || !cpu?.includes(process.arch)) return false;
  return libc === undefined || libc.includes(hasGnuLibrary() ? 'glibc' : 'musl');
}

/**
 * @param {string} file
 * @returns {LockedPackages}
 */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
