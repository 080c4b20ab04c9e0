/** Prunes and restores continuations (`domain.md`, *Operations*). Undo reverts it, so there is no confirmation. */

import type { PositionId } from '../../../core/ids.ts';
import {
  continuationsRestored,
  NO_OTHERS_TO_PRUNE,
  NOTHING_PRUNED,
  NOTHING_TO_PRUNE,
  othersPruned,
  PRUNED,
} from '../../../ui-text/tree/positions.ts';
import { UNDO, UNDO_REVERTS } from '../../../ui-text/window/notices.ts';
import type { PrunedPosition } from '../../surface.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import type { IntentContext, PathIntent } from '../path/intent.ts';
import { createStore, type Store } from '../store.ts';
import type { ContinuationsSession } from './continuations-session.ts';
import { goToContinuation } from './path-intents.ts';
import { prune, prunePosition, setPruned } from './position-intents.ts';

/** Each method reports its own failures and resolves when it is done. */
export class PruningSession {
  readonly #scope: TreeScope;
  readonly #continuations: ContinuationsSession;
  /** Reverts the last pruning or restoring in this tree. */
  readonly #undo: () => void;
  readonly #undoable = createStore<string | null>(null);
  /** The last pruning or restoring, as a sentence, while Undo would revert exactly that. */
  readonly undoable: Store<string | null> = this.#undoable;
  /** The notice that offers to undo it. */
  #notice: number | null = null;

  constructor(scope: TreeScope, continuations: ContinuationsSession, undo: () => void) {
    this.#scope = scope;
    this.#continuations = continuations;
    this.#undo = undo;
  }

  /** Something else happened that Undo would revert first. */
  forget(): void {
    this.#undoable.set(null);
    if (this.#notice !== null) this.#scope.notices.dismiss(this.#notice);
    this.#notice = null;
  }

  /** Prunes the caret's node. */
  async pruneCurrent(): Promise<void> {
    const { outcome } = await this.#scope.intents.submit(prune, NOTHING_TO_PRUNE);
    if (outcome === 'done') this.#tell(PRUNED);
  }

  /** Prunes any continuation; a path that runs through it then ends before it. */
  async prune(positionId: PositionId): Promise<void> {
    const count = await this.#submit((context, onDone) => prunePosition(context, positionId, onDone));
    if (count > 0) this.#tell(PRUNED);
  }

  /** Prunes all continuations of the list but one. If the path runs through another, it switches to that one first. */
  async pruneOthers(keptId: PositionId): Promise<void> {
    const { notices, intents } = this.#scope;
    const list = this.#continuations.list.get();
    const { items, selectedId } = list;
    const others = items.filter(
      ({ positionId, slot, pruned }) => positionId !== keptId && slot === null && !pruned,
    );
    if (others.length === 0) {
      notices.tell(NO_OTHERS_TO_PRUNE);
      return;
    }
    if (selectedId !== null && selectedId !== keptId) {
      const { outcome } = await intents.submit((context) => goToContinuation(context, list, keptId));
      if (outcome === 'failed') return;
    }
    const positions = others.map(({ positionId }) => ({ positionId, pruned: true }));
    const count = await this.#submit((context, onDone) => setPruned(context, positions, onDone));
    if (count > 0) this.#tell(othersPruned(count));
  }

  /** Restores pruned continuations; the path does not change. */
  async restore(positionIds: readonly PositionId[]): Promise<void> {
    const positions = positionIds.map((positionId) => ({ positionId, pruned: false }));
    const count = await this.#submit((context, onDone) => setPruned(context, positions, onDone));
    if (count > 0) this.#tell(continuationsRestored(count));
  }

  /** Restores all pruned continuations of the list's parent. */
  async restoreAll(): Promise<void> {
    const pruned = this.#continuations.pruned();
    if (pruned.length === 0) this.#scope.notices.tell(NOTHING_PRUNED);
    else await this.restore(pruned);
  }

  /** Resolves to how many positions changed, which may be fewer than requested if the list was out of date. */
  async #submit(
    makeIntent: (context: IntentContext, onDone: (changed: readonly PrunedPosition[]) => void) => PathIntent,
  ): Promise<number> {
    let count = 0;
    await this.#scope.intents.submit((context) =>
      makeIntent(context, (changed) => {
        count = changed.length;
      }),
    );
    return count;
  }

  #tell(sentence: string): void {
    const { notices } = this.#scope;
    this.#undoable.set(sentence);
    this.#notice = notices.show({
      sentence,
      detail: '',
      isDone: true,
      actions: [{ label: UNDO, run: this.#undo }],
      spoken: `${sentence} ${UNDO_REVERTS}`,
    });
  }
}
