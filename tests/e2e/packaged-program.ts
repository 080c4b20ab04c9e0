import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { expect } from './demo-steps.ts';

/** Chromium's switches for a program whose data is in a folder of its own, and whose pages can be reached. */
export function packagedSwitches(data: string): readonly string[] {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  return [`--user-data-dir=${data}`, '--remote-debugging-port=0', ...(isRoot ? ['--no-sandbox'] : [])];
}

/**
 * The program from a package, while it runs. Playwright cannot launch it, because the fuse of Node's inspector is off; its
 * pages are reached through Chromium's port.
 */
export class PackagedProgram {
  readonly #browser: Browser;
  readonly #ended: () => Promise<unknown>;

  private constructor(browser: Browser, ended: () => Promise<unknown>) {
    this.#browser = browser;
    this.#ended = ended;
  }

  /**
   * Starts the program with files.
   *
   * @param data folder of its own data, which another start may have left
   * @param switches in place of `packagedSwitches`, for another program than ours
   */
  static async start(
    executable: string,
    data: string,
    files: readonly string[],
    switches = packagedSwitches(data),
  ): Promise<PackagedProgram> {
    forgetPort(data);
    const child = spawn(executable, [...switches, ...files], { stdio: 'ignore' });
    const exit = once(child, 'exit');
    return new PackagedProgram(await connect(data), () => exit);
  }

  /** Connects to a program that a command of the desktop starts with `packagedSwitches` (Linux). */
  static async startedBy(command: string, args: readonly string[], data: string): Promise<PackagedProgram> {
    forgetPort(data);
    // The command ends, and the program that it started keeps its streams.
    spawn(command, args, { stdio: 'ignore' });
    // Chromium's link to the process that holds the folder; it leads to no file.
    const lock = join(data, 'SingletonLock');
    const isHeld = () => lstatSync(lock, { throwIfNoEntry: false }) !== undefined;
    return new PackagedProgram(await connect(data), () => expect.poll(isHeld).toBe(false));
  }

  get pages(): readonly Page[] {
    return this.#browser.contexts().flatMap((context) => context.pages());
  }

  /** The first window, once it has a page. */
  async firstWindow(): Promise<Page> {
    const [context] = this.#browser.contexts();
    if (context === undefined) throw new Error('The program has no windows.');
    return context.pages()[0] ?? context.waitForEvent('page');
  }

  /** The window of a grove, once its text can be written. @param name the file's, without its extension */
  async window(name: string): Promise<Page> {
    let found: Page | undefined;
    const find = async () => {
      for (const page of this.pages) {
        const hasText = (await page.getByRole('textbox', { name: 'Manuscript' }).count()) > 0;
        if (hasText && (await page.locator('body').innerText()).startsWith(name)) found = page;
      }
      return found !== undefined;
    };
    await expect.poll(find, `no window shows ${name}`).toBe(true);
    if (found === undefined) throw new Error(`No window shows ${name}.`);
    return found;
  }

  /** Quits as the system does at the end of a session, and waits until the program has ended. */
  async quit(): Promise<void> {
    const session = await this.#browser.newBrowserCDPSession();
    // The program may end before it answers.
    await session.send('Browser.close').catch(() => undefined);
    await this.#ended();
  }
}

/** Milliseconds. */
const CONNECT_TIMEOUT = 3_000;
const CONNECT_ATTEMPTS = 10;

/** Chromium writes its port to a file, which a program that was killed leaves behind. */
function forgetPort(data: string): void {
  rmSync(join(data, 'DevToolsActivePort'), { force: true });
}

async function connect(data: string): Promise<Browser> {
  const file = join(data, 'DevToolsActivePort');
  const port = () => (existsSync(file) ? (readFileSync(file, 'utf8').split('\n')[0] ?? '') : '');
  // Often, because the benchmark of the start waits here.
  await expect.poll(port, { intervals: [20] }).toMatch(/^\d+$/);
  // An attempt that meets the navigation of the first window from its empty page is never answered.
  for (let attempt = 1; ; attempt += 1)
    try {
      return await chromium.connectOverCDP(`http://127.0.0.1:${port()}`, { timeout: CONNECT_TIMEOUT });
    } catch (error) {
      if (attempt === CONNECT_ATTEMPTS) throw error;
    }
}
