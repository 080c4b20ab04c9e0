import type { JobId, PositionId } from '../../../core/ids.ts';
import type { ContinuationJob } from '../../../ipc/wire/generation.ts';
import { RESTORED } from '../../../ui-text/continuations.ts';
import type { TextSurface } from '../../surface.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import type { IntentContext, PathIntent } from '../path/intent.ts';
import type { PathSession } from '../path/path-session.ts';
import type { ContinuationsSession } from './continuations-session.ts';
import type { GenerationSession } from './generation-session.ts';

/** The path was ended in the middle of the text for a request. */
interface AskedEnd {
  /** Number of steps that could be undone then; the last one led there. */
  readonly steps: number;
  /** Something has arrived there. */
  readonly isAnswered: boolean;
}

/**
 * Ends of the path in the middle of the text, at a split or where two nodes meet, made only for a request. If nothing
 * arrives, the path continues as before (`domain.md`, *Forks*), unless the writer is writing there or has left.
 */
export function createEmptySplits(
  { path, surface, client, treeId, intents, notices }: TreeScope,
  generation: GenerationSession,
  continuations: ContinuationsSession,
) {
  const ends = new Map<PositionId, AskedEnd>();
  /** Requests that produced nothing, so that the path continued as before. */
  const left = new Set<JobId>();

  /** Resolves to whether the path continued as before. */
  async function leave(end: PositionId): Promise<boolean> {
    const asked = ends.get(end);
    if (asked === undefined || asked.isAnswered || generation.isRunningAt(end)) return false;
    ends.delete(end);
    try {
      if (!(await client.call('path.isEmpty', { treeId, end }))) return false;
    } catch (error) {
      notices.report(error);
      return false;
    }
    const shown = surface.find();
    if (shown === null || !isWaiting(path, shown, end)) return false;
    // Undoing the step leaves no trace of it: the next undo reverts the writer's step before.
    if (shown.undoDepth() === asked.steps && shown.summary().atEnd) shown.undo();
    else {
      const { outcome } = await intents.submit((context) => leaveEmpty(context, end));
      if (outcome !== 'done' || path.headId === end) return false;
    }
    // The list is of where the caret is now, ahead of the next frame.
    surface.onSummary(shown.summary());
    continuations.onReturned(end, shown.summary().currentPositionId);
    notices.tell(RESTORED);
    return true;
  }

  return {
    /** The path was ended in the middle of the text, for a request that is about to be made at its head. */
    expectAnswer(): void {
      ends.set(path.headId, { steps: surface.find()?.undoDepth() ?? 0, isAnswered: false });
    },

    /**
     * Something becomes text where the path was ended for it: whether that was the writer's last step, so that both are one.
     */
    takeLastStep(end: PositionId): boolean {
      const asked = ends.get(end);
      ends.delete(end);
      return asked !== undefined && asked.steps === surface.find()?.undoDepth();
    },

    /** Returns true if the path continued as before because this request produced nothing. */
    hasLeft(jobId: JobId): boolean {
      return left.has(jobId);
    },

    /** The request was not made. */
    async onRefused(): Promise<void> {
      await leave(path.headId);
    },

    /** A slot of a job finished. */
    async onSettled({ jobId, parentId }: Pick<ContinuationJob, 'jobId' | 'parentId'>): Promise<void> {
      const slots = generation.slotsOf(jobId);
      const hasText = slots.some(({ state }) => state === 'done' || state === 'stopped');
      const end = ends.get(parentId);
      if (!hasText) {
        if (await leave(parentId)) left.add(jobId);
      } else if (end !== undefined) ends.set(parentId, { ...end, isAnswered: true });
    },
  };
}

export type EmptySplits = ReturnType<typeof createEmptySplits>;

/** Returns true if the path still ends there, and the writer writes nothing there. */
function isWaiting({ headId }: PathSession, surface: TextSurface, end: PositionId): boolean {
  return headId === end && surface.summary().bufferLength === 0 && !surface.isComposing();
}

/** The caret stays where it is: the text before that place is the same in both. */
function leaveEmpty({ client, path, surface }: IntentContext, end: PositionId): PathIntent {
  return () => {
    if (!isWaiting(path, surface, end)) return null;
    return { send: (intent) => client.call('path.leaveEmpty', { ...intent, end }) };
  };
}
