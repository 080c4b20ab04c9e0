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
  readonly #target: Window;
  #isRecording = false;

  /** Resumes recording if the previous page had started. */
  constructor(target: Window) {
    this.#target = target;
    if (target.sessionStorage.getItem(KEY) !== null) this.start();
  }

  /** Starts recording, unless it already does. */
  start(): void {
    if (this.#isRecording) return;
    this.#isRecording = true;
    const { sessionStorage } = this.#target;
    if (sessionStorage.getItem(KEY) === null) sessionStorage.setItem(KEY, '');
    this.#target.addEventListener('keydown', this.#onKey, { capture: true });
  }

  /** Stops recording. @returns what was typed; may be empty */
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
    // Leave the keys to a focused button or an open dialog.
    if (event.target !== document.body && event.target !== document.documentElement) return;
    const text = sessionStorage.getItem(KEY) ?? '';
    if (event.key === 'Backspace') sessionStorage.setItem(KEY, [...text].slice(0, -1).join(''));
    else if (isText(event)) sessionStorage.setItem(KEY, text + (event.key === 'Enter' ? '\n' : event.key));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
