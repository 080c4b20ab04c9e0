import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The one folder for everything that set-up can recreate: under the user's cache directory.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string} an absolute path; the folder need not exist yet
 */
export function cacheFolder(env = process.env) {
  const base =
    env.XDG_CACHE_HOME ||
    (process.platform === 'win32' && env.LOCALAPPDATA) ||
    (process.platform === 'darwin' && join(homedir(), 'Library', 'Caches')) ||
    join(homedir(), '.cache');
  return join(base, 'aspen-grove');
}
