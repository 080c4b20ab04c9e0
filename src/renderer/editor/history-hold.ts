import type { Command, EditorView } from '@codemirror/view';

/** Keeps steps of history that were asked for while a move along the tree is under way until it is over. */
export class HistoryHold {
  readonly #view: () => EditorView;
  #isHeld = false;
  #waiting: Command[] = [];

  constructor(view: () => EditorView) {
    this.#view = view;
  }

  /** Whether a step has to wait; it is taken by `end` then. */
  takes(step: Command): boolean {
    if (this.#isHeld) this.#waiting.push(step);
    return this.#isHeld;
  }

  begin(): void {
    this.#isHeld = true;
  }

  end(): void {
    this.#isHeld = false;
    for (const step of this.#waiting.splice(0)) step(this.#view());
  }

  /** Something else was typed, or there is another history: what waits would take back what it was not asked for. */
  clear(): void {
    this.#waiting = [];
  }
}
