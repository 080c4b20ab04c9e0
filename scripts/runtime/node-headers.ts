import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** The oldest Node whose headers have what better-sqlite3 uses. */
const OLDEST = 20;

/**
 * A folder with Node's C headers in `include/node`, what node-gyp calls `nodedir`: where npm's configuration names
 * one, beside the Node that runs npm or this script, beside any Node of the path, or where systems put them.
 *
 * @returns undefined when there are none on this machine; node-gyp then downloads its own
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

/** The folder a program is installed under: that of `bin/node`, behind any links. */
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
