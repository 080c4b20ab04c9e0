import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, expect, type Locator, type Page } from '@playwright/test';
import { findRuntime, playwrightLaunch, type Runtime } from '../../scripts/runtime/find-runtime.ts';
import type { PreferencesPatch } from '../../src/ipc/preferences.ts';

/** What is typed is with main, and journaled, within this long. Milliseconds. */
const SENT_AFTER = 500;

let runtime: Promise<Runtime> | undefined;

/** A folder of its own for one test: the app's data and the groves. */
export class Desk {
  readonly folder: string;
  /** The app's own data, apart from the groves. */
  readonly #data = mkdtempSync(join(tmpdir(), 'aspen-data-'));
  readonly #writers: Writer[] = [];

  constructor(folder = mkdtempSync(join(tmpdir(), 'aspen-grove-'))) {
    this.folder = folder;
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
    const writer = { id: '01JD0000000000000000000000', name: 'Writer' };
    writeFileSync(join(this.#data, 'settings.json'), JSON.stringify({ writer, preferences }));
  }

  /** Starts the program as `npm start` does, with a grove if one is named, Chromium's switches, and more environment. */
  async open(
    grove?: string,
    switches: readonly string[] = [],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Writer> {
    runtime ??= findRuntime(() => undefined);
    const file = grove === undefined ? [] : [this.file(grove)];
    const args = [`--user-data-dir=${this.#data}`, ...switches, ...file];
    const launch = playwrightLaunch(await runtime, args);
    const app = await _electron.launch({
      ...launch,
      env: { ...launch.env, ASPEN_CHECKS: '1', ...environment },
    });
    const writer = new Writer(app, await app.firstWindow());
    this.#writers.push(writer);
    return writer;
  }

  /** A picture of every window that is still open. */
  async leaveScreenshots(pathOf: (name: string) => string): Promise<void> {
    for (const [index, writer] of this.#writers.entries()) {
      if (writer.canBeSeen) await writer.screenshot(pathOf(`last-${index + 1}.png`));
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
  #open = true;
  #crashed = false;

  constructor(app: ElectronApplication, page: Page) {
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

  async screenshot(path: string): Promise<Buffer> {
    // The page answers before its window is shown, and has no width until then.
    await this.page.waitForFunction(() => window.innerWidth > 0);
    return this.page.screenshot({ path });
  }

  /** Closes the window as a writer does; it may stay open. */
  async askToClose(): Promise<void> {
    await this.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  }

  /** Closes the window as a writer does, and waits until the program is gone. */
  async close(): Promise<void> {
    if (!this.#open) return;
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

  #end(): Promise<void> {
    this.#open = false;
    return new Promise<void>((resolve) => {
      this.app.once('close', () => resolve());
    });
  }
}
