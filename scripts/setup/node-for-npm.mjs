import { copyFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { makeOnce } from './make-once.mjs';
import { npm } from './npm.mjs';
import { machineEnv } from './project.mjs';
import { run } from './run.mjs';

/**
 * The environment in which npm installs the packages. npm silently omits the native parts of packages that its own
 * Node is too old for, so if that Node is older than the project's, npm runs on the project's, which is first
 * downloaded into the cache.
 *
 * @param {string} version the project's Node: “24.21.0”
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function envForInstalling(version) {
  const env = machineEnv();
  // Not this process's own version: npm scripts use the project's Node as soon as there is one.
  const machine = await run('Asking for the version of Node', 'node', ['--version'], { env });
  if (major(machine.replace('v', '')) >= major(version)) return env;
  const folder = await makeOnce(
    `node-${version}-${process.platform}-${process.arch}`,
    async ({ result, scratch }) => {
      // npm requires install scripts to be approved: this one downloads the binary.
      await writeFile(
        join(scratch, 'package.json'),
        JSON.stringify({ private: true, allowScripts: { node: true } }),
      );
      const args = ['install', `node@${version}`, '--ignore-scripts=false'];
      await npm(`Fetching Node ${version} from the npm registry`, args, { cwd: scratch, env });
      const file = process.platform === 'win32' ? 'node.exe' : 'node';
      await copyFile(join(scratch, 'node_modules', 'node', 'bin', file), join(result, file));
    },
  );
  return { ...env, PATH: [folder, env.PATH].join(delimiter) };
}

/**
 * @param {string} version
 * @returns {number}
 */
function major(version) {
  return Number.parseInt(version, 10);
}
