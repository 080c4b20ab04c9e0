import { cp, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { makeOnce } from '../setup/make-once.mjs';
import { projectEnv } from '../setup/project.mjs';
import { run } from '../setup/run.mjs';
import { SetupError } from '../setup/say.mjs';
import { installPrograms } from '../system-packages.ts';
import { toolFile } from '../tool.ts';
import { findNodeHeaders } from './node-headers.ts';

const require = createRequire(import.meta.url);

/** Raise it whenever the changes made to the package before building change. */
const RECIPE = 1;

const NODE_API_10 = "'NAPI_VERSION=10'";
/** The functions needed from version 10 are experimental in version 9, where finalizers may call anything. */
const NODE_API_9 = "'NAPI_EXPERIMENTAL', 'NODE_API_EXPERIMENTAL_NOGC_ENV_OPT_OUT'";

/**
 * Returns better-sqlite3's native binding for an Electron with Node-API 9 (before Electron 35), built in the cache
 * from the installed package unless it is there.
 *
 * @returns the absolute path for better-sqlite3's `nativeBinding` option
 */
export async function getSqliteBinding(tell: (line: string) => void): Promise<string> {
  const packageFolder = dirname(require.resolve('better-sqlite3/package.json'));
  const { version }: { version: string } = JSON.parse(
    await readFile(join(packageFolder, 'package.json'), 'utf8'),
  );
  const name = `better-sqlite3-${version}-node-api-9-${process.platform}-${process.arch}-${RECIPE}`;
  const folder = await makeOnce(name, async ({ result, scratch }) => {
    await installPrograms(['make', 'g++', 'python3'], 'building better-sqlite3');
    tell(`Building better-sqlite3 ${version} for this Electron; this takes a minute or two.`);
    const built = await build(packageFolder, join(scratch, 'better-sqlite3'));
    await rename(built, join(result, 'better_sqlite3.node'));
  });
  return join(folder, 'better_sqlite3.node');
}

async function build(packageFolder: string, copy: string): Promise<string> {
  await cp(packageFolder, copy, { recursive: true });
  const addonApi = dirname(
    createRequire(join(packageFolder, 'package.json')).resolve('node-addon-api/package.json'),
  );
  await cp(addonApi, join(copy, 'node_modules', 'node-addon-api'), { recursive: true });

  const gypFile = join(copy, 'binding.gyp');
  const gyp = await readFile(gypFile, 'utf8');
  if (!gyp.includes(NODE_API_10)) {
    throw new SetupError(
      `better-sqlite3’s binding.gyp no longer contains ${NODE_API_10}: update sqlite-binding.ts.`,
    );
  }
  await writeFile(gypFile, gyp.replace(NODE_API_10, NODE_API_9));

  const args = [toolFile('node-gyp'), 'rebuild', '--release', '--force_build=1'];
  const headers = findNodeHeaders();
  if (headers !== undefined) args.push(`--nodedir=${headers}`);
  await run('Building better-sqlite3', process.execPath, args, { cwd: copy, env: projectEnv() });
  return join(copy, 'build', 'Release', 'better_sqlite3.node');
}
