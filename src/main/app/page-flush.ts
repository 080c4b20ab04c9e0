import type { BrowserWindow } from 'electron';

/**
 * A page's answer: main has everything, or has refused some of it. A page that has ended, or has not
 * started yet, has nothing to send.
 */
export type FlushAnswer = 'sent' | 'refused';

/** One request to a page for its unsent text. */
export class PageFlush {
  readonly #browser: BrowserWindow;
  readonly #controller = new AbortController();
  #answer: FlushAnswer | null = null;

  /** @param hasStarted whether the page listens to events @param ask sends the request */
  constructor(browser: BrowserWindow, hasStarted: boolean, ask: () => void) {
    this.#browser = browser;
    if (!hasStarted || browser.isDestroyed() || browser.webContents.isCrashed()) {
      this.#settle('sent');
      return;
    }
    const onEnded = () => this.#settle('sent');
    browser.webContents.once('render-process-gone', onEnded).once('destroyed', onEnded);
    ask();
  }

  /** Null as long as the page is silent: whether main has everything is then unknown. */
  get answer(): FlushAnswer | null {
    return this.#answer;
  }

  /** Aborts once there is an answer. */
  get answered(): AbortSignal {
    return this.#controller.signal;
  }

  /** The page answered. @param isUnsent whether main refused some of its text */
  onAnswer(isUnsent: boolean): void {
    this.#settle(isUnsent ? 'refused' : 'sent');
  }

  /** @returns the answer, or null if there is none within this time; `limit` is in milliseconds */
  async wait(limit: number): Promise<FlushAnswer | null> {
    if (this.#answer !== null) return this.#answer;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, limit);
      this.answered.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
    if (this.#browser.isDestroyed()) this.#settle('sent');
    return this.#answer;
  }

  #settle(answer: FlushAnswer): void {
    this.#answer ??= answer;
    this.#controller.abort();
  }
}
