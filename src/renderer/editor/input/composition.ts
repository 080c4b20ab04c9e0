import { EditorView } from '@codemirror/view';

/**
 * Defers changes to the text while an input method is composing, because the browser aborts a composition
 * when the document changes. Deferred tasks run in order once it ends.
 */
export class AfterComposition {
  readonly #view: () => EditorView;
  #tasks: (() => void)[] = [];
  #isRunning = false;

  constructor(view: () => EditorView) {
    this.#view = view;
  }

  /** True while a task is waiting. */
  get isWaiting(): boolean {
    return this.#tasks.length > 0;
  }

  /** True if the text is about to change: a composition is in progress, or deferred tasks have not run yet. */
  get isBlocking(): boolean {
    return this.#view().compositionStarted || (this.isWaiting && !this.#isRunning);
  }

  run(task: () => void): void {
    if (this.#view().compositionStarted || this.isWaiting) this.#tasks.push(task);
    else task();
  }

  clear(): void {
    this.#tasks = [];
  }

  /** Runs the tasks when a composition ends. A task that throws is reported, and the others still run. */
  readonly extension = EditorView.domEventObservers({
    compositionend: (_event, view) => {
      // The composed text reaches the state after this event.
      setTimeout(() => {
        if (view !== this.#view() || view.compositionStarted) return;
        // Updates the marks, which were not changed during the composition.
        view.dispatch({});
        this.#isRunning = true;
        for (let task = this.#tasks.shift(); task !== undefined; task = this.#tasks.shift()) {
          try {
            task();
          } catch (error) {
            reportError(error);
          }
        }
        this.#isRunning = false;
      });
    },
  });
}
