/** A request about one passage, and all of its results. */
import type { AgentId, JobId, NodeId, PositionId } from '../../../core/ids.ts';
import type { Input } from '../../../ipc/contract.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { ReplacementJob, ReplacementRequest } from '../../../ipc/wire/generation.ts';
import type { Intent } from '../../../ipc/wire/path.ts';
import { EXPAND, PASSAGE_TOO_LONG, SHORTER } from '../../../ui-text/rewrites.ts';
import type { PassagePlace, ShownPassage } from '../../passage-surface.ts';
import type { IntentContext, PathIntent } from '../path/intent.ts';
import type { PathMirror } from '../path/path-session.ts';
import type { ManuscriptSurface } from '../surface-slot.ts';
import type { Answer, Round } from './rewrite-answers.ts';

export type RewriteKind = 'rewrite' | 'bridge' | 'fence';

/** Asks for texts in place of a marked prompt fence. */
export interface FenceRunner {
  /** The request for them; nothing if no passage is marked. */
  start(context: IntentContext<ManuscriptSurface>, onStarted: OnStarted): PathIntent;
  /** All that was asked for has arrived; called at least once for a request. */
  onEnded(jobId: JobId): void;
  /** The request was refused. @param reason for the writer */
  onRefused(reason: string): void;
}

/** Main fixed the passage, which was like this when everything typed had been sent. */
export type OnStarted = (job: ReplacementJob, passage: ShownPassage) => void;

/** The requested agents, by default the chosen ones. */
export interface Asked {
  readonly agentIds?: readonly AgentId[];
  readonly count?: number;
  /** The failed answer that this replaces. */
  readonly again?: Answer;
}

export interface PassageRequest {
  /** The same while it changes. */
  readonly id: number;
  readonly kind: RewriteKind;
  /** The text as it was first asked about; empty for a bridge. */
  readonly original: string;
  /** In the order they were asked for. */
  readonly rounds: readonly Round[];
  /** The answer that the writer chose last, 1-based; 0: the text as it was. */
  readonly chosen: number;
  /** The writer has chosen since the last request: nothing is offered in place any more. */
  readonly hasChosen: boolean;
  /** Null unless it is about a prompt fence. */
  readonly runner: FenceRunner | null;
}

let lastId = 0;

export function newRequest(
  kind: RewriteKind,
  original: string,
  runner: FenceRunner | null = null,
): PassageRequest {
  lastId += 1;
  return { id: lastId, kind, original, rounds: [], chosen: 0, hasChosen: false, runner };
}

/** Beside the text that is replaced; instructions for another length are recognised by their names. */
export function lengthOf(instruction: string): ReplacementRequest['length'] {
  const name = instruction.trim().toLowerCase();
  if (name === SHORTER.toLowerCase()) return 'shorter';
  return name === EXPAND.toLowerCase() ? 'longer' : 'same';
}

export interface NewRound {
  readonly jobId: JobId;
  readonly instruction: string;
  readonly parts: readonly { readonly nodeId: NodeId; readonly from: number; readonly to: number }[];
  /** Length of the last part's text after the passage, in UTF-16 code units. */
  readonly rest: number;
}

/** The round of a job whose parts are on the path; null if one is not. */
export function roundOf(
  { headers }: PathMirror,
  { jobId, instruction, parts, rest }: NewRound,
): Round | null {
  const positions = new Map(headers.map(({ nodeId, positionId }) => [nodeId, positionId]));
  const asked = new Map<PositionId, NodeId>();
  for (const { nodeId } of parts) {
    const at = positions.get(nodeId);
    if (at === undefined) return null;
    asked.set(at, nodeId);
  }
  const [first, last] = [[...asked.keys()][0], [...asked.keys()].at(-1)];
  if (first === undefined || last === undefined) return null;
  const place: PassagePlace = { from: { at: first, offset: parts[0]?.from ?? 0 }, to: { at: last, rest } };
  const replaces = parts.some(({ from, to }) => from < to);
  return { jobId, instruction, asked, place, replaces, dropped: new Set() };
}

/** The request with another round, about the passage as it was then. */
export function withRound(request: PassageRequest, round: Round, { text }: ShownPassage): PassageRequest {
  const isFirst = request.rounds.length === 0;
  return {
    ...request,
    original: isFirst ? text : request.original,
    rounds: [...request.rounds, round],
    hasChosen: false,
  };
}

/** The request without a slot that is asked for again. */
export function withoutSlot(request: PassageRequest, jobId: JobId, slot: number): PassageRequest {
  const rounds = request.rounds.map((round) =>
    round.jobId === jobId ? { ...round, dropped: new Set([...round.dropped, slot]) } : round,
  );
  return { ...request, rounds };
}

// Intents about a passage of a manuscript.

export interface ReplacementStart extends Omit<Input<'generation.rewrite'>, keyof Intent | 'from' | 'to'> {
  /** Runs before the request; memory and the other texts are part of it. */
  flushTexts(): Promise<void>;
  readonly onStarted: OnStarted;
}

/** Asks for texts in place of the marked passage; nothing if none is marked. */
export function startReplacement(
  { client, surface }: IntentContext<ManuscriptSurface>,
  { flushTexts, onStarted, ...request }: ReplacementStart,
): PathIntent {
  return () => {
    const passage = surface.passage();
    if (passage === null) return null;
    const { from, to } = passage;
    let job: ReplacementJob | undefined;
    return {
      send: async (intent) => {
        await flushTexts();
        const answer = await client.call('generation.rewrite', { ...intent, ...request, from, to });
        job = answer.job;
        return answer.path;
      },
      onDone: () => {
        if (job !== undefined) onStarted(job, passage);
      },
    };
  };
}

/** Selects versions, each at its position; one step of undo. The caret stays. */
export function showVersions({ client }: IntentContext, versions: readonly NodeId[]): PathIntent {
  return () =>
    versions.length === 0
      ? null
      : { send: (intent) => client.call('path.selectVersions', { ...intent, versions }) };
}

/** Why a request was refused, for the bar that made it. */
export function reasonOf(
  { code, sentence, detail }: WireError,
  { kind }: Pick<PassageRequest, 'kind'>,
): string {
  if (code === 'CONTEXT_TOO_LONG') return PASSAGE_TOO_LONG;
  // The fault of a fence is described in words.
  const isFault = kind === 'fence' && (code === 'INVALID_ARGUMENT' || code === 'NOT_FOUND');
  return isFault && detail !== '' ? detail : sentence;
}
