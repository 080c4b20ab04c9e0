/** The items of the Continuations list, made from the tree's children and from running jobs. */
import type { AgentId, JobId, NodeId, PositionId } from '../../../core/ids.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { ContinuationJob, SlotSnapshot, SlotState } from '../../../ipc/wire/generation.ts';
import type { ChildSummary, VersionSummary } from '../../../ipc/wire/position.ts';
import type { PathAuthors } from '../path/path-authors.ts';
import type { PathSession } from '../path/path-session.ts';
import { isDropped, isRunning } from './generation-session.ts';

/**
 * The state of a slot, or: `pausing` before a retry; `interrupted` by the provider after its first word;
 * `refused` by the provider's filter, before or after its first word.
 */
export type ContinuationState = SlotState | 'pausing' | 'interrupted' | 'refused';

const IN_PROGRESS: ReadonlySet<ContinuationState> = new Set(['waiting', 'thinking', 'pausing', 'streaming']);

/** Returns true if text may still arrive, so that it can be stopped. */
export function isInProgress({ state }: Continuation): boolean {
  return IN_PROGRESS.has(state);
}

/** An option of the Continuations list: a position of the tree, or a slot that may become one. */
export interface Continuation {
  readonly positionId: PositionId;
  /** The version shown; null if not in the tree yet. */
  readonly nodeId: NodeId | null;
  /** The node's author, who is asked for another like it. */
  readonly authorId: AgentId;
  /** The authors of its committed text, by decreasing share (`shownAuthors`). */
  readonly authors: readonly AgentId[];
  /** The beginning of a stored text; everything that has arrived of a streaming one. */
  readonly text: string;
  /** UTF-16 code units of the whole text. */
  readonly length: number;
  /** Its start in the text of its position, in UTF-16 code units. */
  readonly offset: number;
  readonly state: ContinuationState;
  /**
   * 1-based, among those that are in the tree and not pruned, as the path and the margin count them; 0 if it is
   * not one of them.
   */
  readonly number: number;
  /** 1-based, among those requested with it; 0 once it is in the tree. */
  readonly newNumber: number;
  /** Others that failed in the same way and share its card. */
  readonly alike: readonly Continuation[];
  /** Listed only because the writer asked to see pruned ones. */
  readonly pruned: boolean;
  /** Why it failed, pauses or is incomplete, if known. */
  readonly error: WireError | null;
  /** Oldest first; empty if there is only one. */
  readonly versions: readonly VersionSummary[];
  /** It arrived while the list was shown. */
  readonly fresh: boolean;
  /** `again` replaces one that produced nothing; `more` adds another to one that was cut short. */
  readonly retry: 'again' | 'more' | null;
  /** In a conversation: it continues the message that it follows. */
  readonly continues: boolean;
  /** It is what follows in the text itself, which is divided here: the first item. */
  readonly isRest: boolean;
  /** The positions that show it when the path has one of them: its own, and splits of its text. */
  readonly shownBy: readonly PositionId[];
  /** Null once it is in the tree. */
  readonly slot: { readonly jobId: JobId; readonly slot: number } | null;
}

/** Returns true if it is in the tree or, with its text complete, about to be listed there. */
export function isInTree({ slot, state, length }: Continuation): boolean {
  return slot === null || (length > 0 && COMPLETE.has(state));
}

/** Number of the list's continuations in the tree, and the number there will be if none fails. */
export interface ReadyCount {
  readonly done: number;
  readonly total: number;
}

export function fromChild(child: ChildSummary, fresh: boolean, error: WireError | null): Continuation {
  return {
    positionId: child.positionId,
    nodeId: child.nodeId,
    authorId: child.authorId,
    authors: child.authors,
    text: child.excerpt,
    length: child.length,
    offset: child.offset,
    state: stateOfChild(child),
    number: 0,
    newNumber: 0,
    alike: [],
    pruned: child.pruned,
    error,
    versions: child.versions,
    fresh,
    retry: error === null ? null : 'more',
    continues: child.continues === true,
    isRest: child.isRest,
    shownBy: [child.positionId, ...child.shownBy],
    slot: null,
  };
}

/** Failed continuations, also of those that share a card, by what one request can ask for again: at most `most`. */
export function batchesToRetry(
  items: readonly Continuation[],
  most: number,
): readonly (readonly Continuation[])[] {
  const lost = items
    .filter(({ retry }) => retry === 'again')
    .flatMap((item) => [item, ...item.alike])
    .map((item) => ({ ...item, alike: [] }));
  const kindOf = ({ authorId, continues }: Continuation) => `${authorId} ${continues}`;
  return [...new Set(lost.map(kindOf))].flatMap((kind) => {
    const own = lost.filter((item) => kindOf(item) === kind);
    return Array.from({ length: Math.ceil(own.length / most) }, (_, index) =>
      own.slice(index * most, (index + 1) * most),
    );
  });
}

/** The item of a list that the path shows, and the position that shows it; null if the path ends before the list. */
export function findShown(
  path: Pick<PathSession, 'indexOf'>,
  items: readonly Continuation[],
): { readonly item: Continuation; readonly positionId: PositionId } | null {
  for (const item of items) {
    const positionId = item.shownBy.find((position) => path.indexOf(position) >= 0);
    if (positionId !== undefined) return { item, positionId };
  }
  return null;
}

/**
 * The authors of an item's text: with its pending edit, if it is all of a node that the path shows.
 * @param onPath the authors of the path's text
 */
export function shownAuthors(
  { positionId, nodeId, offset, isRest, authors }: Continuation,
  onPath: Pick<PathAuthors, 'at'>,
): readonly AgentId[] {
  const isWhole = nodeId !== null && offset === 0 && !isRest;
  return (isWhole ? onPath.at(positionId) : undefined) ?? authors;
}

function stateOfChild({ finishReason }: ChildSummary): ContinuationState {
  if (finishReason === 'stopped' || finishReason === 'interrupted') return finishReason;
  return finishReason === 'content_filter' ? 'refused' : 'done';
}

/**
 * The slots of a job that are not stored yet, without those stopped before their first word.
 * @param before how many slots the jobs before it have
 */
export function unstoredSlots(
  job: ContinuationJob,
  stored: ReadonlySet<PositionId>,
  before = 0,
): readonly Continuation[] {
  return job.slots
    .filter((slot) => !isDropped(slot) && !stored.has(slot.positionId))
    .map((slot) => ({
      positionId: slot.positionId,
      nodeId: null,
      authorId: slot.agentId,
      authors: [slot.agentId],
      text: slot.text,
      length: slot.text.length,
      offset: 0,
      state: stateOfSlot(slot),
      number: 0,
      newNumber: before + slot.slot + 1,
      alike: [],
      pruned: false,
      error: slot.error,
      versions: [],
      fresh: true,
      retry: slot.state === 'failed' || slot.state === 'empty' ? 'again' : null,
      continues: job.continues,
      isRest: false,
      shownBy: [slot.positionId],
      slot: { jobId: job.jobId, slot: slot.slot },
    }));
}

function stateOfSlot({ state, finishReason, error }: SlotSnapshot): ContinuationState {
  if (state === 'waiting' && error !== null) return 'pausing';
  if (state === 'failed' && error?.code === 'CONTENT_FILTERED') return 'refused';
  if (state === 'done' && finishReason === 'content_filter') return 'refused';
  return state === 'done' && finishReason === 'interrupted' ? 'interrupted' : state;
}

/** States of a text that is stored. */
const COMPLETE: ReadonlySet<ContinuationState> = new Set(['done', 'stopped', 'interrupted', 'refused']);
/** States in which no more text arrives. A streaming text may merely begin like another. */
const FINAL: ReadonlySet<ContinuationState> = new Set([...COMPLETE, 'saving']);

/** Puts requests to one agent that produced nothing for the same reason on the card of the first of them. */
export function foldFailures(items: readonly Continuation[]): readonly Continuation[] {
  const groups = new Map<string, Continuation[]>();
  for (const item of items) {
    if (item.retry !== 'again') continue;
    const { authorId, state, error } = item;
    const reason = JSON.stringify([authorId, state, error?.code, error?.sentence]);
    groups.set(reason, [...(groups.get(reason) ?? []), item]);
  }
  const folded = new Map([...groups.values()].map(([first, ...alike]) => [first, alike]));
  return items.flatMap((item) => {
    if (item.retry !== 'again') return [item];
    const alike = folded.get(item);
    return alike === undefined ? [] : [alike.length === 0 ? item : { ...item, alike }];
  });
}

/** Continuations with the same text as an earlier one, each with the number of the first such. */
export function findDuplicates(
  items: readonly Continuation[],
  children: readonly ChildSummary[],
): ReadonlyMap<PositionId, number> {
  const firstOf = new Map(children.map(({ positionId, firstIdentical }) => [positionId, firstIdentical]));
  const hasFinalSlots = items.some(({ slot, state }) => slot !== null && FINAL.has(state));
  // Only the beginning of a stored text is here, so main compares longer ones, a moment later.
  const firstByText = new Map(
    hasFinalSlots
      ? children
          .filter(({ excerpt, length }) => excerpt.length === length)
          .map(({ excerpt, firstIdentical }) => [excerpt, firstIdentical])
      : [],
  );
  const numbers = new Map<PositionId, number>();
  const duplicates = new Map<PositionId, number>();
  for (const { positionId, number, text, length, state, pruned } of items) {
    if (length === 0 || pruned || !FINAL.has(state)) continue;
    const first = firstOf.get(positionId) ?? firstByText.get(text) ?? positionId;
    if (!firstOf.has(positionId)) firstByText.set(text, first);
    const firstNumber = numbers.get(first);
    if (firstNumber !== undefined) duplicates.set(positionId, firstNumber);
    else if (number > 0) numbers.set(first, number);
  }
  return duplicates;
}

/**
 * Null unless several continuations are requested at once.
 * @param jobs of the list
 * @param inTree how many of the list's continuations are in the tree
 */
export function countReady(jobs: readonly ContinuationJob[], inTree: number): ReadyCount | null {
  const slots = jobs
    .filter((job) => job.slots.some((slot) => isRunning(slot.state)))
    .flatMap((job) => job.slots)
    .filter((slot) => !isDropped(slot));
  if (slots.length < 2) return null;
  return { done: inTree, total: inTree + slots.filter((slot) => isRunning(slot.state)).length };
}
