import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ElectronApplication, expect, type Locator, type Page } from '@playwright/test';
import type { PreferencesPatch } from '../../src/ipc/preferences.ts';
import { isKeyboardNowhere } from './focus.ts';
import { launchProgram } from './launch.ts';
import type { SharedProgram } from './shared-program.ts';
import { promised } from './waits.ts';

/** Typed text is journaled by main within this many milliseconds. */
const SENT_AFTER = 500;

/** Tests leave pictures on the way, which take time. */
export const takesPictures = process.env.ASPEN_PICTURES !== undefined;

/** A folder for one test: the app's data and the groves. */
export class Desk {
  readonly folder: string;
  /** The app's own data, apart from the groves. */
  readonly #data = mkdtempSync(join(tmpdir(), 'aspen-data-'));
  readonly #writers: Writer[] = [];
  readonly #shared: SharedProgram | undefined;
  #isTraced = false;

  /** @param shared the app in which the first grove opens; its own app if omitted */
  constructor(folder = mkdtempSync(join(tmpdir(), 'aspen-grove-')), shared?: SharedProgram) {
    this.folder = folder;
    this.#shared = shared;
  }

  /** The path of a file on this desk. */
  file(name: string): string {
    return join(this.folder, name);
  }

  /** The folder of the own data of the app that was started last; before the first start, the one to prepare for it. */
  get dataFolder(): string {
    return this.#writers.at(-1)?.isShared && this.#shared !== undefined ? this.#shared.data : this.#data;
  }

  /** Writes preferences into `settings.json` as by hand, before the app has ever run. */
  prefer(preferences: PreferencesPatch): void {
    const writer = { id: '01JD0000000000000000000000', name: 'Writer' };
    writeFileSync(join(this.#data, 'settings.json'), JSON.stringify({ writer, preferences }));
  }

  /**
   * Starts the app as `npm start` does, with an optional grove, Chromium switches and extra environment variables.
   * Without a grove it shows the welcome page, as for a writer who does not want to start with the last one.
   */
  async open(
    grove?: string,
    switches: readonly string[] = [],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Writer> {
    const isPlain = switches.length === 0 && Object.keys(environment).length === 0;
    const isShared = isPlain && this.#writers.length === 0;
    const writer =
      isShared && this.#shared !== undefined
        ? await this.#openIn(this.#shared, grove, join(this.#data, 'settings.json'))
        : await this.#start(grove, switches, environment);
    this.#writers.push(writer);
    return writer;
  }

  /**
   * Opens a grove, or the welcome page, after all windows are closed, but without a restart if the app is shared: for what the
   * file has. For what the app has after a restart, use `open`.
   */
  async reopen(grove?: string): Promise<Writer> {
    const program = this.#writers.at(-1)?.isShared ? this.#shared : undefined;
    if (program === undefined) return this.open(grove);
    const writer = await this.#openIn(program, grove);
    this.#writers.push(writer);
    return writer;
  }

  async #openIn(program: SharedProgram, grove: string | undefined, settings?: string): Promise<Writer> {
    const path = grove === undefined ? undefined : this.file(grove);
    const { app, page } = await program.open(path, settings);
    return new Writer(app, page, program);
  }

  async #start(
    grove: string | undefined,
    switches: readonly string[],
    environment: Readonly<Record<string, string>>,
  ): Promise<Writer> {
    this.#keepSettings();
    if (grove === undefined) this.#startWithWelcome();
    return this.#launch(grove === undefined ? [] : [this.file(grove)], switches, environment);
  }

  /** Starts the app again without naming a grove, so that it shows the last one. */
  async openLast(): Promise<Writer> {
    this.#keepSettings();
    const writer = await this.#launch([], [], {});
    this.#writers.push(writer);
    return writer;
  }

  /** A writer who starts an app of their own after a grove in the shared one keeps the same settings. */
  #keepSettings(): void {
    if (this.#writers.at(-1)?.isShared) this.#shared?.copySettings(this.#data);
  }

  #startWithWelcome(): void {
    const file = join(this.#data, 'settings.json');
    if (!existsSync(file)) return;
    const settings = JSON.parse(readFileSync(file, 'utf8'));
    const preferences = { ...settings.preferences, openLastGrove: false };
    writeFileSync(file, JSON.stringify({ ...settings, preferences }));
  }

  async #launch(
    file: readonly string[],
    switches: readonly string[],
    environment: Readonly<Record<string, string>>,
  ): Promise<Writer> {
    const args = [`--user-data-dir=${this.#data}`, ...switches, '--create', ...file];
    const app = await launchProgram(args, environment);
    if (this.#isTraced) await app.context().tracing.start({ screenshots: true, snapshots: true });
    return new Writer(app, await app.firstWindow());
  }

  /** In an open grove the keyboard is somewhere, so that no typed word vanishes (`interface.md`, *Keys*). */
  async expectKeyboard(): Promise<void> {
    for (const writer of this.#writers)
      if (writer.canBeSeen)
        await expect
          .poll(() => writer.page.evaluate(isKeyboardNowhere), 'the keyboard is nowhere')
          .toBe(false);
  }

  /** Saves a picture of every window that is still open. */
  async leaveScreenshots(pathOf: (name: string) => string): Promise<void> {
    for (const [index, writer] of this.#writers.entries()) {
      if (writer.canBeSeen) await writer.takePicture(pathOf(`last-${index + 1}.png`));
    }
  }

  /** Traces every app started on this desk. */
  trace(): void {
    this.#isTraced = true;
  }

  /** Saves the trace of every app that is still open. */
  async leaveTraces(pathOf: (name: string) => string): Promise<void> {
    if (!this.#isTraced) return;
    for (const [index, writer] of this.#writers.entries()) {
      if (writer.canBeSeen)
        await writer.app.context().tracing.stop({ path: pathOf(`program-${index + 1}.zip`) });
    }
  }

  /** The grove's file and the files beside it that share its name, such as journals. */
  filesBeside(grove: string): string[] {
    return readdirSync(this.folder).filter((name) => name.startsWith(grove));
  }

  async closeAll(): Promise<void> {
    for (const writer of this.#writers) await writer.close();
    rmSync(this.#data, { recursive: true, force: true });
  }

  async clear(): Promise<void> {
    await this.closeAll();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Someone at the keyboard; finds things by the roles and names of `interface.md`. */
export class Writer {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly manuscript: Locator;
  /** The composer of a conversation. */
  readonly composer: Locator;
  readonly status: Locator;
  readonly palette: Locator;
  /** The field of the search over the tree or the grove. */
  readonly searchField: Locator;
  readonly continuations: Locator;
  /** Errors and warnings from the page. */
  readonly complaints: string[] = [];
  readonly #shared: SharedProgram | undefined;
  #open = true;
  #crashed = false;

  /** @param shared the app, if other tests open their groves in it after this one */
  constructor(app: ElectronApplication, page: Page, shared?: SharedProgram) {
    this.#shared = shared;
    this.app = app;
    this.page = page;
    this.manuscript = page.getByRole('textbox', { name: 'Manuscript' });
    this.composer = page.getByRole('textbox', { name: 'Message', exact: true });
    this.palette = page.getByRole('combobox', { name: 'Command' });
    this.searchField = page.getByRole('searchbox', { name: 'Search' });
    this.status = page.getByRole('status', { name: 'Status' });
    this.continuations = page.getByRole('listbox', { name: 'Continuations' });
    page.on('crash', () => {
      this.#crashed = true;
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text());
    });
  }

  /** True if there is a page to take a picture of. */
  get canBeSeen(): boolean {
    return this.#open && !this.#crashed && !this.page.isClosed();
  }

  /** True if other tests open their groves in the same app after this one. */
  get isShared(): boolean {
    return this.#shared !== undefined;
  }

  async type(text: string): Promise<void> {
    await this.manuscript.pressSequentially(text);
  }

  /** Presses keys in order; a field among them is waited for until it has the keyboard, so that what is typed next goes there. */
  async press(...steps: readonly (string | Locator)[]): Promise<void> {
    for (const step of steps) {
      if (typeof step === 'string') await this.page.keyboard.press(step);
      else await expect(step).toBeFocused();
    }
  }

  /** Runs a command from the palette, without a pointer. */
  async command(words: string): Promise<void> {
    await this.press('F1', this.palette);
    await this.palette.fill(words);
    await this.press('Enter');
    // A command may ask something: nobody types before the field for it is there.
    await this.page.waitForFunction(() => {
      const field = document.querySelector('[role="dialog"] input[role="combobox"]');
      return field === null || field === document.activeElement;
    });
  }

  /** The text on the screen, streaming widgets left out; for manuscripts that fit the window. */
  text(): Promise<string> {
    return this.manuscript.evaluate((content) => {
      const copy = content.cloneNode(true) as HTMLElement;
      for (const widget of copy.querySelectorAll(
        '[contenteditable="false"], .cm-widgetBuffer, .cm-placeholder',
      )) {
        widget.remove();
      }
      return [...copy.querySelectorAll('.cm-line')].map((line) => line.textContent ?? '').join('\n');
    });
  }

  /** Every run of model text on the screen with its agent's id, in order; neighbours joined. */
  modelText(): Promise<string> {
    return this.manuscript.evaluate((content) =>
      [...content.querySelectorAll('[data-author]')]
        .filter((element) => element.closest('[contenteditable="false"]') === null)
        .map((element) => element.textContent ?? '')
        .join(''),
    );
  }

  async waitUntilSaved(): Promise<void> {
    await expect(this.status).toContainText('Saved', { timeout: 15_000 });
  }

  /** Waits until main has journaled everything typed, or the file has it. */
  async waitUntilSafe(): Promise<void> {
    await expect(this.status).toContainText(/Saved|Safe on this computer/, { timeout: 15_000 });
    await promised(SENT_AFTER);
    await expect(this.status).toContainText(/Saved|Safe on this computer/);
  }

  /** Kills the app as a power cut does: none of its handlers run. */
  async kill(): Promise<void> {
    this.#requireOwnProgram();
    this.#open = false;
    const process = this.app.process();
    const ended = new Promise<void>((resolve) => process.once('exit', () => resolve()));
    process.kill('SIGKILL');
    await ended;
  }

  /** Requests continuations and waits until none is running. */
  async generate(count = 3): Promise<void> {
    const options = this.continuations.getByRole('option');
    const listed = () => options.evaluateAll((all) => all.map(({ id }) => id));
    const before = await listed();
    await this.press('Control+Enter');
    // The list of the place before has as many, perhaps.
    const hasNew = async () => (await listed()).some((id) => !before.includes(id));
    await expect.poll(hasNew, { timeout: 15_000 }).toBe(true);
    await this.waitForContinuations(count);
  }

  async waitForContinuations(count: number): Promise<void> {
    await expect(this.continuations.getByRole('option')).toHaveCount(count);
    await expect(this.page.getByRole('button', { name: 'Stop' })).toBeHidden({ timeout: 30_000 });
    await this.waitUntilSaved();
  }

  /** A picture during a test, for people to look at: taken only with `ASPEN_PICTURES=1`. */
  async screenshot(path: string): Promise<void> {
    if (takesPictures) await this.takePicture(path);
  }

  async takePicture(path: string): Promise<void> {
    // The page answers before its window is shown, and has no width until then.
    await this.page.waitForFunction(() => window.innerWidth > 0);
    await this.page.screenshot({ path });
  }

  /** Closes the window as a writer does; it may stay open. */
  async askToClose(): Promise<void> {
    await this.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  }

  /** Closes the window as a writer does, and waits for the app to exit or, if it is shared, for the grove to close. */
  async close(): Promise<void> {
    if (!this.#open) return;
    if (this.#shared !== undefined) {
      this.#open = false;
      await this.#shared.closeWindows();
      return;
    }
    const gone = this.#end();
    // In a later task, so that the call is answered before the program ends.
    await this.app.evaluate(({ BrowserWindow }) => {
      setImmediate(() => {
        for (const window of BrowserWindow.getAllWindows()) window.close();
      });
    });
    await gone;
  }

  /** Closes the window without its title bar: by a script in the page, or from outside the page. */
  async endPage(how: 'itself' | 'from outside'): Promise<void> {
    // The page is gone before it can answer.
    if (how === 'itself') await this.page.evaluate(() => window.close()).catch(() => undefined);
    else await this.page.close();
  }

  /** Waits until the app has exited without being asked to quit. */
  async untilGone(): Promise<void> {
    await this.#end();
  }

  /** Quits through the menu, and waits until the app has exited. */
  async quit(): Promise<void> {
    const gone = this.#end();
    await this.app.evaluate(({ app }) => {
      setImmediate(() => app.quit());
    });
    await gone;
  }

  #requireOwnProgram(): void {
    if (this.#shared !== undefined) throw new Error('tag this test @isolated: it ends its program');
  }

  #end(): Promise<void> {
    this.#requireOwnProgram();
    this.#open = false;
    return new Promise<void>((resolve) => {
      this.app.once('close', () => resolve());
    });
  }
}
