import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the project's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const binFolder = join(root, 'node_modules', '.bin');

/**
 * The project's own Node: that of the `node` package, or the current Node if that package has none for this
 * machine and the current one is new enough to run the TypeScript scripts.
 *
 * @returns {string | undefined} undefined if there is neither
 */
export function findProjectNode() {
  const own = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(own)) return own;
  return Number.parseInt(process.versions.node, 10) >= 24 ? process.execPath : undefined;
}

/**
 * The environment for the project's tools, with its own Node and its packages' commands first on the path.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export function projectEnv() {
  return { ...process.env, PATH: [binFolder, ...pathWithoutProject()].join(delimiter) };
}

/**
 * The environment for npm when it replaces `node_modules`: npm must not run on the Node it is about to delete.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export function machineEnv() {
  return { ...process.env, PATH: pathWithoutProject().join(delimiter) };
}

/**
 * A short id of this checkout, so that two checkouts do not wait for each other's locks.
 *
 * @returns {string} eight hexadecimal digits
 */
export function checkoutName() {
  return createHash('sha256').update(root).digest('hex').slice(0, 8);
}

/** @returns {string[]} */
function pathWithoutProject() {
  const inside = join(root, 'node_modules') + sep;
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.startsWith(inside));
}
