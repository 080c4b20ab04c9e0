import { EditorView } from '@codemirror/view';

/**
 * Holds back changes to the text while an input method composes: the browser breaks a composition off when the
 * document changes under it. What is held back is done in order once it ends.
 */
export class AfterComposition {
  readonly #view: () => EditorView;
  #tasks: (() => void)[] = [];
  #isDoing = false;

  constructor(view: () => EditorView) {
    this.#view = view;
  }

  /** Whether something waits. */
  get isWaiting(): boolean {
    return this.#tasks.length > 0;
  }

  /** Whether the text is not yet what it will be: something is composed, or what waited for that is still to be done. */
  get isHolding(): boolean {
    return this.#view().compositionStarted || (this.isWaiting && !this.#isDoing);
  }

  run(task: () => void): void {
    if (this.#view().compositionStarted || this.isWaiting) this.#tasks.push(task);
    else task();
  }

  clear(): void {
    this.#tasks = [];
  }

  /** Notices the end of a composition. */
  readonly extension = EditorView.domEventObservers({
    compositionend: (_event, view) => {
      // The composed text reaches the state after this event.
      setTimeout(() => {
        if (view !== this.#view() || view.compositionStarted) return;
        // Marks were left as they were while composing.
        view.dispatch({});
        this.#isDoing = true;
        try {
          for (let task = this.#tasks.shift(); task !== undefined; task = this.#tasks.shift()) task();
        } finally {
          this.#isDoing = false;
        }
      });
    },
  });
}
