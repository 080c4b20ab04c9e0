import type { CDPSession } from '@playwright/test';
import type { Writer } from './writer.ts';

/** An input method as the browser sees one: text under composition, replaced until it is committed. */
export class InputMethod {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of({ page }: Writer): Promise<InputMethod> {
    return new InputMethod(await page.context().newCDPSession(page));
  }

  /** Shows each text in turn, as letters are typed and a candidate is chosen. */
  async compose(...texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      await this.#session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    }
  }

  /** Ends the composition with this text. */
  async commit(text: string): Promise<void> {
    await this.#session.send('Input.insertText', { text });
  }

  /** Presses a dead key: a separate key event, and an accent that waits for its letter. */
  async deadKey(accent: string): Promise<void> {
    await this.#session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Dead', code: 'Quote' });
    await this.compose(accent);
    await this.#session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Dead', code: 'Quote' });
  }
}
