/**
 * Prunes and restores continuations (`domain.md`, *Operations*). Undo reverts it, so there is no
 * confirmation.
 */
import type { PositionId } from '../../../core/ids.ts';
import type { PrunedPosition } from '../../surface.ts';
import type { PathIntent } from '../path/intent.ts';
import type { IntentSession } from '../path/intent-session.ts';
import { goToContinuation, type IntentContext } from '../path/path-intents.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from '../window/notices.ts';
import type { ContinuationsSession } from './continuations-session.ts';
import { prune, prunePosition, setPruned } from './position-intents.ts';

export interface PruningSessionOptions {
  readonly continuations: ContinuationsSession;
  readonly notices: Notices;
  readonly intents: IntentSession;
}

/** Each method reports its own failures and resolves when it is done. */
export class PruningSession {
  readonly #options: PruningSessionOptions;
  readonly #undoable = createStore<string | null>(null);

  constructor(options: PruningSessionOptions) {
    this.#options = options;
  }

  /** What was pruned or restored last, as a sentence, while Undo would revert exactly that. */
  get undoable(): Store<string | null> {
    return this.#undoable;
  }

  /** Something else happened that Undo would revert first. */
  forget(): void {
    this.#undoable.set(null);
  }

  /** Prunes the caret's node. */
  async pruneCurrent(): Promise<void> {
    const { outcome } = await this.#options.intents.submit(prune, 'There is nothing to prune here.');
    if (outcome === 'done') this.#announce('Pruned.');
  }

  /** Prunes any continuation; a path that runs through it then ends before it. */
  async prune(positionId: PositionId): Promise<void> {
    const count = await this.#submit((context, onDone) => prunePosition(context, positionId, onDone));
    if (count > 0) this.#announce('Pruned.');
  }

  /**
   * Prunes all continuations of the list but one. If the path runs through another, it switches to that one
   * first.
   */
  async pruneOthers(keptId: PositionId): Promise<void> {
    const { continuations, notices, intents } = this.#options;
    const list = continuations.list.get();
    const { items, selectedId } = list;
    const others = items.filter(
      ({ positionId, slot, pruned }) => positionId !== keptId && slot === null && !pruned,
    );
    if (others.length === 0) return notices.announce('There are no other continuations to prune.');
    if (selectedId !== null && selectedId !== keptId) {
      const { outcome } = await intents.submit((context) => goToContinuation(context, list, keptId));
      if (outcome === 'failed') return;
    }
    const positions = others.map(({ positionId }) => ({ positionId, pruned: true }));
    const count = await this.#submit((context, onDone) => setPruned(context, positions, onDone));
    if (count > 0) this.#announce(`${count === 1 ? 'The other one' : `${count} others`} pruned.`);
  }

  /** Restores pruned continuations; the path does not change. */
  async restore(positionIds: readonly PositionId[]): Promise<void> {
    const positions = positionIds.map((positionId) => ({ positionId, pruned: false }));
    const count = await this.#submit((context, onDone) => setPruned(context, positions, onDone));
    if (count > 0) this.#announce(count === 1 ? 'Restored.' : `${count} restored.`);
  }

  /** Restores all pruned continuations of the list's parent. */
  async restoreAll(): Promise<void> {
    const pruned = this.#options.continuations.pruned();
    if (pruned.length === 0) return this.#options.notices.announce('Nothing is pruned here.');
    await this.restore(pruned);
  }

  /**
   * Resolves to how many positions changed, which may be fewer than requested if the list was out of date.
   */
  async #submit(
    makeIntent: (context: IntentContext, onDone: (changed: readonly PrunedPosition[]) => void) => PathIntent,
  ): Promise<number> {
    let count = 0;
    await this.#options.intents.submit((context) =>
      makeIntent(context, (changed) => {
        count = changed.length;
      }),
    );
    return count;
  }

  #announce(message: string): void {
    this.#undoable.set(message);
    this.#options.notices.announce(`${message} Undo reverts this.`);
  }
}
