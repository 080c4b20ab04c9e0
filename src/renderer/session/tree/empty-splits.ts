import type { PositionId, TreeId } from '../../../core/ids.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import type { ContinuationJob } from '../../../ipc/wire/generation.ts';
import { RESTORED } from '../../../ui-text/continuations.ts';
import type { Client } from '../../client.ts';
import type { TextSurface } from '../../surface.ts';
import type { PathIntent } from '../path/intent.ts';
import type { IntentSession } from '../path/intent-session.ts';
import type { IntentContext } from '../path/path-intents.ts';
import type { PathSession } from '../path/path-session.ts';
import type { SurfaceSlot } from '../surface-slot.ts';
import type { Notices } from '../window/notices.ts';
import type { ContinuationsSession } from './continuations-session.ts';
import type { GenerationSession } from './generation-session.ts';

export interface EmptySplitsOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly path: PathSession;
  readonly generation: GenerationSession;
  readonly continuations: ContinuationsSession;
  readonly intents: IntentSession;
  readonly notices: Notices;
  readonly surface: SurfaceSlot;
}

/**
 * Splits that were made, or returned to, only for a request. If nothing arrives, the path returns to what followed in
 * the text (`domain.md`, *Forks*), unless the writer is writing there or has left.
 */
export class EmptySplits {
  readonly #options: EmptySplitsOptions;
  /** How many steps could be undone once the path ended at each; the last one led there. */
  readonly #steps = new Map<PositionId, number>();

  constructor(options: EmptySplitsOptions) {
    this.#options = options;
  }

  /** The path was split, or returned to a split, for a request that is about to be made at its head. */
  expectAnswer(): void {
    const { path, surface } = this.#options;
    const flags = path.findHeader(path.headId)?.flags ?? 0;
    if ((flags & POSITION_FLAGS.split) !== 0) this.#steps.set(path.headId, surface.find()?.undoDepth() ?? 0);
  }

  /** The request was not made. */
  async onRefused(): Promise<void> {
    await this.#leave(this.#options.path.headId);
  }

  /** A slot of a job finished. */
  async onSettled({ jobId, parentId }: Pick<ContinuationJob, 'jobId' | 'parentId'>): Promise<void> {
    const slots = this.#options.generation.slotsOf(jobId);
    const hasText = slots.some(({ state }) => state === 'done' || state === 'stopped');
    if (hasText) this.#steps.delete(parentId);
    else await this.#leave(parentId);
  }

  async #leave(split: PositionId): Promise<void> {
    const { client, treeId, path, generation, continuations, intents, notices } = this.#options;
    const steps = this.#steps.get(split);
    if (steps === undefined || generation.isRunningAt(split)) return;
    this.#steps.delete(split);
    try {
      if (!(await client.call('path.isEmpty', { treeId, split }))) return;
    } catch (error) {
      notices.report(error);
      return;
    }
    const surface = this.#options.surface.find();
    if (surface === null || !isWaiting(path, surface, split)) return;
    // Undoing the split leaves no trace of it: undo then goes on with what the writer did before.
    if (surface.undoDepth() === steps && surface.summary().atEnd) surface.undo();
    else {
      const { outcome } = await intents.submit((context) => leaveEmpty(context, split));
      if (outcome !== 'done' || path.indexOf(split) >= 0) return;
    }
    continuations.onReturned(split, surface.summary().currentPositionId);
    notices.tell(RESTORED);
  }
}

/** Whether the path still ends at a split, and the writer writes nothing there. */
function isWaiting({ headId }: PathSession, surface: TextSurface, split: PositionId): boolean {
  return headId === split && surface.summary().bufferLength === 0 && !surface.isComposing();
}

/** The caret stays where it is: the text before the split is the same in both. */
function leaveEmpty({ client, path, surface }: IntentContext, split: PositionId): PathIntent {
  return () => {
    if (!isWaiting(path, surface, split)) return null;
    return { send: (intent) => client.call('path.leaveEmpty', { ...intent, split }) };
  };
}
