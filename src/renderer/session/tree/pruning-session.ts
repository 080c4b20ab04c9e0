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
import type { ContinuationsSession } from './continuations-session.ts';
import { goToContinuation, prune, prunePosition, setPruned } from './tree-intents.ts';

/** Each method reports its own failures and resolves when it is done. */
export function createPruningSession(
  { notices, intents }: TreeScope,
  continuations: ContinuationsSession,
  undo: () => void,
) {
  let undoable: string | null = null;
  /** The notice that offers to undo it. */
  let notice: number | null = null;

  /** Restores pruned continuations; the path does not change. */
  async function restore(positionIds: readonly PositionId[]): Promise<void> {
    const positions = positionIds.map((positionId) => ({ positionId, pruned: false }));
    const count = await submit((context, onDone) => setPruned(context, positions, onDone));
    if (count > 0) tell(continuationsRestored(count));
  }

  /** Resolves to how many positions changed, which may be fewer than requested if the list was out of date. */
  async function submit(
    makeIntent: (context: IntentContext, onDone: (changed: readonly PrunedPosition[]) => void) => PathIntent,
  ): Promise<number> {
    let count = 0;
    await intents.submit((context) =>
      makeIntent(context, (changed) => {
        count = changed.length;
      }),
    );
    return count;
  }

  function tell(sentence: string): void {
    undoable = sentence;
    notice = notices.show({
      sentence,
      detail: '',
      isDone: true,
      actions: [{ label: UNDO, run: undo }],
      spoken: `${sentence} ${UNDO_REVERTS}`,
    });
  }

  return {
    restore,
    /** The last pruning or restoring, as a sentence, while Undo would revert exactly that. */
    get undoable(): string | null {
      return undoable;
    },

    /** Something else happened that Undo would revert first. */
    forget(): void {
      undoable = null;
      if (notice !== null) notices.dismiss(notice);
      notice = null;
    },

    /** Prunes the caret's node. */
    async pruneCurrent(): Promise<void> {
      const { outcome } = await intents.submit(prune, NOTHING_TO_PRUNE);
      if (outcome === 'done') tell(PRUNED);
    },

    /** Prunes any continuation; a path that runs through it then ends before it. */
    async prune(positionId: PositionId): Promise<void> {
      const count = await submit((context, onDone) => prunePosition(context, positionId, onDone));
      if (count > 0) tell(PRUNED);
    },

    /** Prunes all continuations of the list but one. If the path runs through another, it switches to that one first. */
    async pruneOthers(keptId: PositionId): Promise<void> {
      const list = continuations.list.get();
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
      const count = await submit((context, onDone) => setPruned(context, positions, onDone));
      if (count > 0) tell(othersPruned(count));
    },

    /** Restores all pruned continuations of the list's parent. */
    async restoreAll(): Promise<void> {
      const pruned = continuations.pruned();
      if (pruned.length === 0) notices.tell(NOTHING_PRUNED);
      else await restore(pruned);
    },
  };
}

export type PruningSession = ReturnType<typeof createPruningSession>;
