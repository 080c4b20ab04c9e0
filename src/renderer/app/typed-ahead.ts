/** In the storage of the window, which the page that is loaded next finds there. */
const KEY = 'typed-ahead';

/** Letters that are had with another key besides, as `@` on many keyboards, are letters. */
function isText(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event;
  const isCommand = (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph');
  return !isCommand && !isComposing && (key === 'Enter' || [...key].length === 1);
}

/**
 * What is typed while the page takes no typing, since its grove becomes another: it is kept over the loading of the page
 * and typed into the text when there is one.
 */
export class TypedAhead {
  readonly #target: Window;
  #isKeeping = false;

  /** Goes on keeping where the page before this one had begun. */
  constructor(target: Window) {
    this.#target = target;
    if (target.sessionStorage.getItem(KEY) !== null) this.keep();
  }

  /** From now on. */
  keep(): void {
    if (this.#isKeeping) return;
    this.#isKeeping = true;
    const { sessionStorage } = this.#target;
    if (sessionStorage.getItem(KEY) === null) sessionStorage.setItem(KEY, '');
    this.#target.addEventListener('keydown', this.#onKey, { capture: true });
  }

  /** Ends it. @returns what was typed; the empty string for nothing */
  take(): string {
    const { sessionStorage } = this.#target;
    const text = sessionStorage.getItem(KEY) ?? '';
    this.#isKeeping = false;
    this.#target.removeEventListener('keydown', this.#onKey, { capture: true });
    sessionStorage.removeItem(KEY);
    return text;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const { sessionStorage, document } = this.#target;
    // A button that can be pressed meanwhile, or an open dialog, has its keys.
    if (event.target !== document.body && event.target !== document.documentElement) return;
    const text = sessionStorage.getItem(KEY) ?? '';
    if (event.key === 'Backspace') sessionStorage.setItem(KEY, [...text].slice(0, -1).join(''));
    else if (isText(event)) sessionStorage.setItem(KEY, text + (event.key === 'Enter' ? '\n' : event.key));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
