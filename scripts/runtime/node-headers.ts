import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** The oldest Node with the headers that better-sqlite3 needs. */
const OLDEST = 20;

/**
 * Finds a folder with Node's C headers in `include/node` (node-gyp's `nodedir`): the one in npm's configuration,
 * beside the Node that runs npm or this script, beside any Node on the path, or in the usual system folders.
 *
 * @returns undefined if there are none on this machine; node-gyp then downloads its own
 */
export function findNodeHeaders(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const beside = [env.npm_node_execpath, process.execPath, ...nodesOf(env.PATH)];
  const candidates = [
    env.npm_config_nodedir,
    ...beside.filter((each) => each !== undefined).map(prefixOf),
    '/usr',
    '/usr/local',
  ];
  return candidates.find((each) => each !== undefined && hasHeaders(each));
}

function nodesOf(path: string | undefined): string[] {
  return (path ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, 'node'));
}

/** The prefix that a program is installed under: the folder of `bin/node`, with links resolved. */
function prefixOf(executable: string): string | undefined {
  return existsSync(executable) ? dirname(dirname(realpathSync(executable))) : undefined;
}

function hasHeaders(prefix: string): boolean {
  const folder = join(prefix, 'include', 'node');
  const needed = ['node_api.h', 'node_version.h', 'common.gypi', 'config.gypi'];
  if (!needed.every((each) => existsSync(join(folder, each)))) return false;
  const version = readFileSync(join(folder, 'node_version.h'), 'utf8').match(
    /#define NODE_MAJOR_VERSION (\d+)/,
  )?.[1];
  return Number(version) >= OLDEST;
}
