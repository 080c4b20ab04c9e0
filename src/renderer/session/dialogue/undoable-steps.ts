import type { PositionId } from '../../../core/ids.ts';
import type { PathNode, PrunedPosition } from '../../surface.ts';
import { TextBox } from './text-box.ts';

/** What pruned or restored positions, and the head before it. */
export interface PruningStep {
  readonly pruned: readonly PrunedPosition[];
  readonly headId: PositionId | null;
}

/** The edit of a message of the path that the writer cancelled. */
export interface CancelledEdit {
  readonly box: TextBox;
  readonly message: PathNode;
}

/** What the writer did that is no typing and can be undone: edits that were cancelled, and prunings. */
export class UndoableSteps {
  /** The latest last. */
  readonly #steps: (TextBox | PruningStep)[] = [];

  addCancelled(box: TextBox): void {
    this.#steps.push(new TextBox(box.message, box.content, true, box.state));
  }

  addPruning(step: PruningStep): void {
    this.#steps.push(step);
  }

  /** Removes and returns the last step; skips the edits of messages that are not among these. Null for none. */
  take(messages: readonly PathNode[]): CancelledEdit | PruningStep | null {
    for (const step of this.#steps.toReversed()) {
      const message =
        step instanceof TextBox ? messages.find(({ nodeId }) => nodeId === step.nodeId) : undefined;
      if (step instanceof TextBox && message === undefined) continue;
      this.#steps.splice(this.#steps.lastIndexOf(step), 1);
      return step instanceof TextBox ? (message === undefined ? null : { box: step, message }) : step;
    }
    return null;
  }
}
