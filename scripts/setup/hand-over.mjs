import { join } from 'node:path';
import { installPackages } from './install.mjs';
import { projectEnv, root } from './project.mjs';
import { show } from './run.mjs';

/**
 * Installs what is missing, then runs one of the TypeScript scripts with the project's own Node.
 *
 * @param {string} script a file in the project's `scripts` folder
 * @param {readonly string[]} args
 * @returns {Promise<number>} its exit code
 */
export async function handOver(script, args) {
  const node = await installPackages();
  return show(node, [join(root, 'scripts', script), ...args], { cwd: root, env: projectEnv() });
}
