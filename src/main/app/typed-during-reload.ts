import type { BrowserWindow, Input } from 'electron';

/**
 * Records what is typed while a window is being reloaded: the old page is gone, and the new one does not
 * receive keys yet.
 */
export class TypedDuringReload {
  /** Null while keys are left to the page. */
  #text: string | null = null;

  constructor(browser: BrowserWindow) {
    browser.webContents.on('before-input-event', (event, input) => {
      const typed = this.#text === null ? null : afterKey(this.#text, input);
      if (typed === null) return;
      this.#text = typed;
      event.preventDefault();
    });
    // There will be no page to ask for it.
    browser.webContents.on('render-process-gone', () => this.take());
  }

  start(): void {
    this.#text ??= '';
  }

  /** Returns what was typed, and leaves further keys to the page. */
  take(): string {
    const text = this.#text ?? '';
    this.#text = null;
    return text;
  }
}

/** The text after a key; null if the key is not typing. */
function afterKey(text: string, { type, key, control, meta, alt, isComposing }: Input): string | null {
  if (type !== 'keyDown' || control || meta || alt || isComposing) return null;
  if (key === 'Backspace') return [...text].slice(0, -1).join('');
  if (key === 'Enter') return `${text}\n`;
  return [...key].length === 1 ? text + key : null;
}
