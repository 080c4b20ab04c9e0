/** Hiding continuations and showing them again (`domain.md`, *Operations*): soft, so that nobody is asked twice. */
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

/** Each method tells what went wrong by itself and resolves when it is over. */
export class PruningSession {
  readonly #options: PruningSessionOptions;
  readonly #undoable = createStore<string | null>(null);

  constructor(options: PruningSessionOptions) {
    this.#options = options;
  }

  /** What was pruned or restored last, in words, for as long as Undo takes back exactly that. */
  get undoable(): Store<string | null> {
    return this.#undoable;
  }

  /** Something else happened: Undo would take back that. */
  forget(): void {
    this.#undoable.set(null);
  }

  /** Prunes the caret's node. */
  async pruneCurrent(): Promise<void> {
    const { outcome } = await this.#options.intents.submit(prune, 'There is nothing to prune here.');
    if (outcome === 'done') this.#tell('Pruned.');
  }

  /** Prunes a continuation, wherever it is; where the path runs through it, the path ends before it. */
  async prune(positionId: PositionId): Promise<void> {
    const count = await this.#submit((context, onDone) => prunePosition(context, positionId, onDone));
    if (count > 0) this.#tell('Pruned.');
  }

  /** Prunes all continuations of the list but one, to which the path goes where it leads through another of them. */
  async pruneOthers(kept: PositionId): Promise<void> {
    const { continuations, notices, intents } = this.#options;
    const { parentId, items, selectedId } = continuations.list.get();
    const others = items.filter(
      ({ positionId, slot, pruned }) => positionId !== kept && slot === null && !pruned,
    );
    if (others.length === 0) return notices.announce('There are no other continuations to prune.');
    if (selectedId !== null && selectedId !== kept) {
      const { outcome } = await intents.submit((context) => goToContinuation(context, parentId, kept));
      if (outcome === 'failed') return;
    }
    const positions = others.map(({ positionId }) => ({ positionId, pruned: true }));
    const count = await this.#submit((context, onDone) => setPruned(context, positions, onDone));
    if (count > 0) this.#tell(`${count === 1 ? 'The other one' : `${count} others`} pruned.`);
  }

  /** Shows a pruned continuation again; the path stays where it is. */
  async restore(positionIds: readonly PositionId[]): Promise<void> {
    const positions = positionIds.map((positionId) => ({ positionId, pruned: false }));
    const count = await this.#submit((context, onDone) => setPruned(context, positions, onDone));
    if (count > 0) this.#tell(count === 1 ? 'Restored.' : `${count} restored.`);
  }

  /** Shows all continuations of the list's parent again that are pruned. */
  async restoreAll(): Promise<void> {
    const pruned = this.#options.continuations.pruned();
    if (pruned.length === 0) return this.#options.notices.announce('Nothing is pruned here.');
    await this.restore(pruned);
  }

  /** Resolves to how many are pruned now that were not, or the other way: the list may be older than what was done. */
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

  #tell(done: string): void {
    this.#undoable.set(done);
    this.#options.notices.announce(`${done} Undo takes it back.`);
  }
}
