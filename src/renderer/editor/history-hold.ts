import type { Command, EditorView } from '@codemirror/view';

/** Queues undo and redo steps that are requested while a move along the tree is in progress. */
export class HistoryHold {
  readonly #view: () => EditorView;
  #isHeld = false;
  #queued: Command[] = [];

  constructor(view: () => EditorView) {
    this.#view = view;
  }

  /** Returns true if a step has to wait; if so, it is queued and `end` runs it. */
  defers(step: Command): boolean {
    if (this.#isHeld) this.#queued.push(step);
    return this.#isHeld;
  }

  begin(): void {
    this.#isHeld = true;
  }

  end(): void {
    this.#isHeld = false;
    for (const step of this.#queued.splice(0)) step(this.#view());
  }

  /** Drops queued steps: after new typing, or with another history, they would revert something else. */
  clear(): void {
    this.#queued = [];
  }
}
