/** One continuation as the list shows it, made of what the tree holds and of what streams. */
import type { AgentId, JobId, NodeId, PositionId } from '../../../core/ids.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { JobSnapshot, SlotSnapshot, SlotState } from '../../../ipc/wire/generation.ts';
import type { ChildSummary, VersionSummary } from '../../../ipc/wire/position.ts';
import { isDropped, isRunning } from './generation-session.ts';

/**
 * Where a continuation stands: as its slot, or `pausing` before it is asked for again, `interrupted` by the provider
 * after its first word, `refused` by the provider's filter, before its first word or after.
 */
export type ContinuationState = SlotState | 'pausing' | 'interrupted' | 'refused';

const UNDER_WAY: ReadonlySet<ContinuationState> = new Set(['waiting', 'pausing', 'streaming']);

/** More may come of it: there is something to stop. */
export function isUnderWay({ state }: Continuation): boolean {
  return UNDER_WAY.has(state);
}

/** One option of the Continuations list: a position of the tree, or one on its way to becoming one. */
export interface Continuation {
  readonly positionId: PositionId;
  /** The version shown; null for one that is not in the tree yet. */
  readonly nodeId: NodeId | null;
  readonly authorId: AgentId;
  /** The first characters of a stored one; all that has arrived of one that streams. */
  readonly text: string;
  /** UTF-16 code units of the whole text. */
  readonly length: number;
  readonly state: ContinuationState;
  /** 1-based place among those that are not pruned; 0 for one that is. */
  readonly number: number;
  /** Hidden from paths; listed because the writer asked to see such ones. */
  readonly pruned: boolean;
  /** Why it failed, pauses or is not whole, where that is known. */
  readonly error: WireError | null;
  /** Oldest first; empty where there is only one. */
  readonly versions: readonly VersionSummary[];
  /** It arrived while the list showed its siblings. */
  readonly fresh: boolean;
  /** What there is to ask for: the same again where nothing came, one more where what came is kept. */
  readonly retry: 'again' | 'more' | null;
  /** The slot it streams into; null for one that is in the tree. */
  readonly slot: { readonly jobId: JobId; readonly slot: number } | null;
}

/** Of those asked for together: how many are complete. */
export interface ReadyCount {
  readonly done: number;
  readonly total: number;
}

export function ofChild(child: ChildSummary, fresh: boolean, error: WireError | null): Continuation {
  return {
    positionId: child.positionId,
    nodeId: child.nodeId,
    authorId: child.authorId,
    text: child.excerpt,
    length: child.length,
    state: stateOfChild(child),
    number: 0,
    pruned: child.pruned,
    error,
    versions: child.versions,
    fresh,
    retry: error === null ? null : 'more',
    slot: null,
  };
}

function stateOfChild({ finishReason }: ChildSummary): ContinuationState {
  if (finishReason === 'stopped' || finishReason === 'interrupted') return finishReason;
  return finishReason === 'content_filter' ? 'refused' : 'done';
}

/** What a job has to show beside what is in the tree: one that was stopped before its first word is nothing. */
export function slotsOf(job: JobSnapshot, stored: ReadonlySet<PositionId>): readonly Continuation[] {
  return job.slots
    .filter((slot) => !isDropped(slot) && !stored.has(slot.positionId))
    .map((slot) => ({
      positionId: slot.positionId,
      nodeId: null,
      authorId: slot.agentId,
      text: slot.text,
      length: slot.text.length,
      state: stateOfSlot(slot),
      number: 0,
      pruned: false,
      error: slot.error,
      versions: [],
      fresh: true,
      retry: slot.state === 'failed' || slot.state === 'empty' ? 'again' : null,
      slot: { jobId: job.jobId, slot: slot.slot },
    }));
}

function stateOfSlot({ state, finishReason, error }: SlotSnapshot): ContinuationState {
  if (state === 'waiting' && error !== null) return 'pausing';
  if (state === 'failed' && error?.code === 'CONTENT_FILTERED') return 'refused';
  if (state === 'done' && finishReason === 'content_filter') return 'refused';
  return state === 'done' && finishReason === 'interrupted' ? 'interrupted' : state;
}

/** Nothing more comes of these. What still comes may only begin like another. */
const WHOLE: ReadonlySet<ContinuationState> = new Set([
  'saving',
  'done',
  'stopped',
  'interrupted',
  'refused',
]);

export function findAlike(
  items: readonly Continuation[],
  children: readonly ChildSummary[],
): ReadonlyMap<PositionId, number> {
  const firstOf = new Map(children.map(({ positionId, firstAlike }) => [positionId, firstAlike]));
  const hasWholeSlots = items.some(({ slot, state }) => slot !== null && WHOLE.has(state));
  // Of a stored one no more than its beginning is here: a longer one is compared in main, a moment later.
  const firstByText = new Map(
    hasWholeSlots
      ? children
          .filter(({ excerpt, length }) => excerpt.length === length)
          .map(({ excerpt, firstAlike }) => [excerpt, firstAlike])
      : [],
  );
  const places = new Map<PositionId, number>();
  const alike = new Map<PositionId, number>();
  for (const { positionId, number, text, length, state, pruned } of items) {
    if (length === 0 || pruned || !WHOLE.has(state)) continue;
    const first = firstOf.get(positionId) ?? firstByText.get(text) ?? positionId;
    if (!firstOf.has(positionId)) firstByText.set(text, first);
    const place = places.get(first);
    if (place === undefined) places.set(first, number);
    else alike.set(positionId, place);
  }
  return alike;
}

export function readyOf(jobs: readonly JobSnapshot[]): ReadyCount | null {
  const slots = jobs
    .filter((job) => job.slots.some((slot) => isRunning(slot.state)))
    .flatMap((job) => job.slots)
    .filter((slot) => !isDropped(slot));
  if (slots.length < 2) return null;
  const done = slots.filter((slot) => slot.state === 'done' || slot.state === 'stopped').length;
  return { done, total: slots.length };
}
