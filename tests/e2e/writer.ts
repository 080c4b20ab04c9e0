import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ElectronApplication, expect, type Locator, type Page } from '@playwright/test';
import type { PreferencesPatch } from '../../src/ipc/preferences.ts';
import { launchProgram } from './launch.ts';
import type { SharedProgram } from './shared-program.ts';

/** What is typed is with main, and journaled, within this long. Milliseconds. */
const SENT_AFTER = 500;

/** A folder of its own for one test: the app's data and the groves. */
export class Desk {
  readonly folder: string;
  /** The app's own data, apart from the groves. */
  readonly #data = mkdtempSync(join(tmpdir(), 'aspen-data-'));
  readonly #writers: Writer[] = [];
  readonly #shared: SharedProgram | undefined;
  #preferences: PreferencesPatch = {};
  #isTraced = false;

  /** @param shared the program that the first grove is opened in; one of its own where it is left out */
  constructor(folder = mkdtempSync(join(tmpdir(), 'aspen-grove-')), shared?: SharedProgram) {
    this.folder = folder;
    this.#shared = shared;
  }

  /** The path of a file on this desk. */
  file(name: string): string {
    return join(this.folder, name);
  }

  /** The folder of the app's own data. */
  get dataFolder(): string {
    return this.#data;
  }

  /** What the writer prefers on a computer where the program never ran; `settings.json` as a hand would write it. */
  prefer(preferences: PreferencesPatch): void {
    this.#preferences = preferences;
    const writer = { id: '01JD0000000000000000000000', name: 'Writer' };
    writeFileSync(join(this.#data, 'settings.json'), JSON.stringify({ writer, preferences }));
  }

  /** Starts the program as `npm start` does, with a grove if one is named, Chromium's switches, and more environment. */
  async open(
    grove?: string,
    switches: readonly string[] = [],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Writer> {
    const isPlain = switches.length === 0 && Object.keys(environment).length === 0;
    const isShared = grove !== undefined && isPlain && this.#writers.length === 0;
    const writer =
      isShared && this.#shared !== undefined
        ? await this.#openIn(this.#shared, grove)
        : await this.#start(grove, switches, environment);
    this.#writers.push(writer);
    return writer;
  }

  async #openIn(program: SharedProgram, grove: string): Promise<Writer> {
    const { app, page } = await program.open(this.file(grove), this.#preferences);
    return new Writer(app, page, program);
  }

  async #start(
    grove: string | undefined,
    switches: readonly string[],
    environment: Readonly<Record<string, string>>,
  ): Promise<Writer> {
    // Whoever comes back after a first time with others is the same writer with the same settings.
    if (this.#writers.length === 1 && this.#writers[0]?.isShared) this.#shared?.copySettings(this.#data);
    const file = grove === undefined ? [] : [this.file(grove)];
    const app = await launchProgram([`--user-data-dir=${this.#data}`, ...switches, ...file], environment);
    if (this.#isTraced) await app.context().tracing.start({ screenshots: true, snapshots: true });
    return new Writer(app, await app.firstWindow());
  }

  /** A picture of every window that is still open. */
  async leaveScreenshots(pathOf: (name: string) => string): Promise<void> {
    for (const [index, writer] of this.#writers.entries()) {
      if (writer.canBeSeen) await writer.takePicture(pathOf(`last-${index + 1}.png`));
    }
  }

  /** Has every program traced that is started on this desk. */
  trace(): void {
    this.#isTraced = true;
  }

  /** The trace of every program that is still open. */
  async leaveTraces(pathOf: (name: string) => string): Promise<void> {
    if (!this.#isTraced) return;
    for (const [index, writer] of this.#writers.entries()) {
      if (writer.canBeSeen)
        await writer.app.context().tracing.stop({ path: pathOf(`program-${index + 1}.zip`) });
    }
  }

  /** The grove's file and whatever stands beside it under its name: journals, for one. */
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
  readonly status: Locator;
  readonly continuations: Locator;
  /** Whatever the page complained about. */
  readonly complaints: string[] = [];
  readonly #shared: SharedProgram | undefined;
  #open = true;
  #crashed = false;

  /** @param shared the program, where others have their groves in it after this one */
  constructor(app: ElectronApplication, page: Page, shared?: SharedProgram) {
    this.#shared = shared;
    this.app = app;
    this.page = page;
    this.manuscript = page.getByRole('textbox', { name: 'Manuscript' });
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

  /** Whether there is a page to take a picture of. */
  get canBeSeen(): boolean {
    return this.#open && !this.#crashed && !this.page.isClosed();
  }

  /** Whether others have their groves in the same program after this one. */
  get isShared(): boolean {
    return this.#shared !== undefined;
  }

  async type(text: string): Promise<void> {
    await this.manuscript.pressSequentially(text);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Runs a command from the palette, as whoever has no pointer does. */
  async command(words: string): Promise<void> {
    await this.press('F1');
    await this.page.getByRole('combobox', { name: 'Command' }).fill(words);
    await this.press('Enter');
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

  /** Until main has journaled everything typed, or the file has it. */
  async waitUntilSafe(): Promise<void> {
    await expect(this.status).toContainText(/Saved|Safe on this computer/, { timeout: 15_000 });
    await this.page.waitForTimeout(SENT_AFTER);
    await expect(this.status).toContainText(/Saved|Safe on this computer/);
  }

  /** Ends the program as a power cut does: no handler of its own runs. */
  async kill(): Promise<void> {
    this.#requireOwnProgram();
    this.#open = false;
    const process = this.app.process();
    const ended = new Promise<void>((resolve) => process.once('exit', () => resolve()));
    process.kill('SIGKILL');
    await ended;
  }

  /** Asks for continuations and waits until none is under way. */
  async generate(count = 3): Promise<void> {
    await this.press('Control+Enter');
    await expect(this.continuations.getByRole('option')).toHaveCount(count, { timeout: 15_000 });
    await this.waitForContinuations(count);
  }

  async waitForContinuations(count: number): Promise<void> {
    await expect(this.continuations.getByRole('option')).toHaveCount(count);
    await expect(this.page.getByRole('button', { name: 'Stop' })).toBeHidden({ timeout: 30_000 });
    await this.waitUntilSaved();
  }

  /** A picture on the way, for whoever looks into a test: `ASPEN_PICTURES=1` asks for them, since each takes its time. */
  async screenshot(path: string): Promise<void> {
    if (process.env.ASPEN_PICTURES !== undefined) await this.takePicture(path);
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

  /** Closes the window as a writer does, and waits until the program is gone, or the grove where others share it. */
  async close(): Promise<void> {
    if (!this.#open) return;
    if (this.#shared !== undefined) {
      this.#open = false;
      await this.#shared.closeWindows();
      return;
    }
    const gone = this.#end();
    await this.app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.close();
    });
    await gone;
  }

  /** Ends the window without its title bar: by a script of the page, or as whatever ends a page from outside. */
  async endPage(how: 'itself' | 'from outside'): Promise<void> {
    // The page is gone before it can answer.
    if (how === 'itself') await this.page.evaluate(() => window.close()).catch(() => undefined);
    else await this.page.close();
  }

  /** Until the program is gone, which nobody asked to quit. */
  async untilGone(): Promise<void> {
    await this.#end();
  }

  /** Quits the program by its menu, and waits until it is gone. */
  async quit(): Promise<void> {
    const gone = this.#end();
    await this.app.evaluate(({ app }) => app.quit());
    await gone;
  }

  #requireOwnProgram(): void {
    if (this.#shared !== undefined) throw new Error('tag this test @alone: it ends its program');
  }

  #end(): Promise<void> {
    this.#requireOwnProgram();
    this.#open = false;
    return new Promise<void>((resolve) => {
      this.app.once('close', () => resolve());
    });
  }
}
