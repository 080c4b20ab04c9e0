/** A key in session storage, which survives a reload of the page. */
const KEY = 'typed-ahead';

/** Characters typed with AltGr, such as `@` on many keyboards, count as text. */
function isText(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event;
  const isCommand = (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph');
  return !isCommand && !isComposing && (key === 'Enter' || [...key].length === 1);
}

/**
 * Records what is typed while the page is inert because its grove is being replaced. The record survives a
 * reload of the page and is inserted once there is a text.
 */
export class TypedAhead {
  /** Resolves when `finish` returns everything that was typed before this page. Never rejects. */
  readonly resumed: Promise<void>;
  readonly #target: Window;
  #isRecording = false;

  /**
   * Resumes recording if the previous page had started.
   * @param takeMissing resolves, once this page receives keys, to what neither page could record
   */
  constructor(target: Window, takeMissing: () => Promise<string>) {
    this.#target = target;
    const before = target.sessionStorage.getItem(KEY);
    if (before !== null) this.start();
    this.resumed = takeMissing().then(
      (missing) => this.#insert(before ?? '', missing),
      // Main could not be asked: it has nothing more to show either.
      () => undefined,
    );
  }

  /** Adds text to the record, after what the previous page recorded. */
  #insert(before: string, missing: string): void {
    if (missing === '') return;
    this.start();
    const { sessionStorage } = this.#target;
    const now = sessionStorage.getItem(KEY) ?? '';
    const after = now.startsWith(before) ? now.slice(before.length) : '';
    sessionStorage.setItem(KEY, before + missing + after);
  }

  /** Starts recording, unless it already does. */
  start(): void {
    if (this.#isRecording) return;
    this.#isRecording = true;
    const { sessionStorage } = this.#target;
    if (sessionStorage.getItem(KEY) === null) sessionStorage.setItem(KEY, '');
    this.#target.addEventListener('keydown', this.#onKey, { capture: true });
  }

  /** Stops recording. @returns the typed text; may be empty */
  finish(): string {
    const { sessionStorage } = this.#target;
    const text = sessionStorage.getItem(KEY) ?? '';
    this.#isRecording = false;
    this.#target.removeEventListener('keydown', this.#onKey, { capture: true });
    sessionStorage.removeItem(KEY);
    return text;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const { sessionStorage, document } = this.#target;
    // Leave the keys to a focused button or an open dialog. What has just become inert is still focused.
    const isOnPage = event.target === document.body || event.target === document.documentElement;
    const isInert = event.target instanceof Element && event.target.closest('[inert]') !== null;
    // A text that has the keyboard already would take it before what was typed earlier.
    const isTooEarly =
      event.target instanceof Element && event.target.closest('[contenteditable="true"]') !== null;
    if (!isOnPage && !isInert && !isTooEarly) return;
    const text = sessionStorage.getItem(KEY) ?? '';
    if (event.key === 'Backspace') sessionStorage.setItem(KEY, [...text].slice(0, -1).join(''));
    else if (isText(event)) sessionStorage.setItem(KEY, text + (event.key === 'Enter' ? '\n' : event.key));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
