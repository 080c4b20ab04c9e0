import { app, type IpcMainInvokeEvent, type WebContents } from 'electron';
import type { EventName, Events } from '../../ipc/contract.ts';
import type { OpenGrove } from '../grove/open-grove.ts';
import type { GroveRegistry } from '../grove/registry.ts';
import type { Caller } from '../handlers/caller.ts';
import type { Log } from '../log.ts';
import { rememberGrove } from '../settings/recent-groves.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import { GroveWindow } from './grove-window.ts';
import type { Page } from './page.ts';
import type { Printer } from './print.ts';
import { isOurPage } from './security.ts';

export interface WindowsOptions {
  readonly preload: string;
  readonly page: Page;
  readonly registry: GroveRegistry;
  readonly settings: SettingsFile;
  readonly log: Log;
  readonly printer: Printer;
  newId(): string;
  /** The list of recent groves is another. */
  onRecentGroves(): void;
}

/** Every window of the program: one a grove (`interface.md`, *The window*). */
export class Windows {
  readonly #options: WindowsOptions;
  readonly #windows = new Set<GroveWindow>();
  #quitting = false;

  constructor(options: WindowsOptions) {
    this.#options = options;
    app.on('before-quit', () => {
      this.#quitting = true;
    });
  }

  /** The window whose page sent a message; null for a foreign page or a sub-frame. */
  callerOf(event: IpcMainInvokeEvent): GroveWindow | null {
    if (!isOurPage(this.#options.page, event.sender, event.senderFrame)) return null;
    return [...this.#windows].find((window) => window.browser.webContents === event.sender) ?? null;
  }

  /** The window in front, for a command from the menu. */
  focused(): GroveWindow | undefined {
    return [...this.#windows].find((window) => window.browser.isFocused());
  }

  /** Tells every window but `caller`'s; null is none of them. */
  tellOthers<E extends EventName>(caller: Caller | null, event: E, value: Events[E]): void {
    for (const window of this.#windows) if (window !== caller) window.send(event, value);
  }

  get isEmpty(): boolean {
    return this.#windows.size === 0;
  }

  /** Opens a window without a grove; its page, once it is there. */
  async openWelcome(): Promise<WebContents> {
    const window = this.#make();
    await window.load();
    return window.browser.webContents;
  }

  bringAnyToFront(): void {
    [...this.#windows].at(-1)?.bringToFront();
  }

  /**
   * Shows the grove at `path`: the window it is open in comes to the front, else it opens in `from` if that shows the
   * welcome page, else in a window of its own. Answers with the grove when it opened in `from`, else null.
   * @throws {AspenError} what opening the file throws
   */
  async openGrove(path: string, create: boolean, from?: GroveWindow): Promise<OpenGrove | null> {
    const { registry } = this.#options;
    const known = registry.find(path) ?? (await registry.findOpening(path));
    if (known !== undefined) {
      [...this.#windows].find((window) => window.findGrove() === known)?.bringToFront();
      return null;
    }
    const grove = await registry.open(path, create);
    this.#remember(grove);
    if (from !== undefined && from.findGrove() === undefined) {
      from.show(grove);
      return grove;
    }
    const window = this.#make();
    window.show(grove);
    await window.load();
    return null;
  }

  #make(): GroveWindow {
    const window = new GroveWindow({
      preload: this.#options.preload,
      pageAddress: this.#options.page.address,
      place: this.#options.settings.current.window,
      log: this.#options.log,
      printer: this.#options.printer,
      openGrove: (path, create, from) => this.openGrove(path, create, from),
      onStays: () => {
        this.#quitting = false;
      },
      withGrove: (path, use) => this.#options.registry.with(path, use),
      onClosed: (closed, place) => {
        this.#windows.delete(closed);
        this.#options.settings.update((settings) => ({ ...settings, window: place }));
        // Closing waited for the page's last words, which called the quitting off; it goes on here.
        if (this.#quitting || (this.isEmpty && process.platform !== 'darwin')) app.quit();
      },
    });
    this.#windows.add(window);
    return window;
  }

  #remember(grove: OpenGrove): void {
    const { settings, newId, onRecentGroves } = this.#options;
    settings.update((current) => rememberGrove(current, grove.path, grove.name, Date.now(), newId()));
    onRecentGroves();
  }
}
