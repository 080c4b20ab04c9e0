import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { lastWords } from '../../../core/text/last-words.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { ContinuationJob, JobSnapshot } from '../../../ipc/wire/generation.ts';
import {
  continuationsBelong,
  continuationsBroughtNothing,
  continuationsGoOn,
  continuationsInterrupted,
  placeAfter,
  placeAtBeginning,
  rewritesGoOn,
  rewritesInterrupted,
} from '../../../ui-text/recovery.ts';
import { joinParts } from '../../generation/answer-parts.ts';
import type { AnswerToStore, ContinuationTarget } from '../../generation/answer-to-store.ts';
import type { AnswerRequest } from '../../generation/partial-journal.ts';
import type { ProviderInput, ProviderRequest } from '../../generation/providers/provider.ts';
import type { Sha256OfStream } from '../../generation/response-body.ts';
import type { Reader } from '../../store/connection/query.ts';
import { findTurn } from '../../store/tables/agent-turns.ts';
import { findAgent } from '../../store/tables/agents.ts';
import { findNode } from '../../store/tables/nodes.ts';
import { listTrees } from '../../store/tables/trees.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import type { GroveScope } from '../grove-scope.ts';
import type {
  JournalContents,
  JournaledPart,
  JournaledPartial,
  RecoveryJournal,
} from '../writing/recovery-journal.ts';

export interface RecoverPartialsOptions extends Pick<GroveScope, 'store' | 'writerId' | 'notices' | 'warn'> {
  /** @throws {AspenError} what the store throws; then nothing is written */
  storeAnswer(answer: AnswerToStore): unknown;
  createSha256(): Sha256OfStream;
  readonly journal: RecoveryJournal;
}

/** Continuations of one request, and the position that they continue. */
interface CutShort {
  readonly treeId: TreeId;
  readonly parentId: PositionId;
  /** Number that became nodes. */
  readonly kept: number;
  /** Number that had no text. */
  readonly empty: number;
}

/**
 * Stores the text that continuations had received when the program ended as nodes, marked as interrupted and with the
 * record of the response, and adds a notice with their places. What cannot be stored stays in the journal.
 */
export async function recoverPartials(
  { partials, requests }: Pick<JournalContents, 'partials' | 'requests'>,
  options: RecoverPartialsOptions,
): Promise<void> {
  const { store, writerId, journal, notices, warn } = options;
  const cut: CutShort[] = [];
  let rewrites = 0;
  for (const partial of partials) {
    try {
      const ask = currentAsk(partial.ask);
      const stored = await storePartial(partial.nodeId, ask, options);
      const { treeId, target } = ask;
      if (target.kind === 'continuation') cut.push({ treeId, parentId: target.parentId, ...stored });
      else rewrites += stored.kept;
      await journal.forgetPartial(partial.nodeId);
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      warn(`a continuation stays in the recovery journal: ${error.message}`);
    }
  }
  for (const { nodeId, requested } of requests) {
    const { treeId, parentId, count } = requested;
    // The answer may have been stored just before the program ended.
    const isStored = findNode(store, nodeId) !== undefined;
    cut.push({ treeId, parentId, kept: 0, empty: isStored ? 0 : count });
    await journal.forgetPartial(nodeId).catch((error: unknown) => warn(String(error)));
  }
  if (rewrites > 0) notices.add(rewritesInterrupted(rewrites), {}, { detail: '', isDone: true });
  const places = cut.filter(({ kept, empty }) => kept + empty > 0);
  if (places.length === 0) return;
  const kept = places.reduce((sum, place) => sum + place.kept, 0);
  const empty = places.reduce((sum, place) => sum + place.empty, 0);
  const said = [
    ...(kept > 0 ? [continuationsInterrupted(kept)] : []),
    ...(empty > 0 ? [continuationsBroughtNothing(empty)] : []),
  ];
  const detail = continuationsBelong(kept + empty, describePlaces(store, writerId, places));
  notices.add(said.join(' '), {}, { detail, isDone: true });
}

/** @returns how many nodes were created, or had no text; none for those already in the file */
async function storePartial(
  nodeId: NodeId,
  ask: AnswerRequest,
  { store, storeAnswer, createSha256, journal }: RecoverPartialsOptions,
): Promise<Pick<CutShort, 'kept' | 'empty'>> {
  const { call } = ask;
  // An agent's text in a turn is in the record and the trace: only a whole answer becomes a message.
  if (call !== undefined) {
    const isStored =
      findTurn(store, call.turnId)?.calls.some(({ ordinal }) => ordinal === call.ordinal) ?? true;
    if (!isStored)
      storeAnswer({ ...ask, kept: [], ...(await joinParts(partsOf(nodeId, journal), createSha256())) });
    return { kept: 0, empty: 0 };
  }
  const missing = ask.kept.filter((kept) => findNode(store, kept.nodeId) === undefined);
  if (missing.length === 0) return { kept: 0, empty: 0 };
  const { answer, respondedAt } = await joinParts(partsOf(nodeId, journal), createSha256());
  const kept = missing.filter(({ choice }) => (answer.choices[choice]?.text ?? '') !== '');
  if (kept.length === 0) return { kept: 0, empty: missing.length };
  if (findAgent(store, ask.agent.id) === undefined)
    throw new AspenError('NOT_FOUND', `the agent ${ask.agent.name} is not in this grove`);
  storeAnswer({ ...ask, kept, answer, respondedAt });
  return { kept: kept.length, empty: 0 };
}

async function* partsOf(
  nodeId: JournaledPartial['nodeId'],
  journal: RecoveryJournal,
): AsyncGenerator<JournaledPart> {
  for (let ordinal = 0; ; ordinal++) {
    const part = await journal.readPart(nodeId, ordinal);
    if (part === null) return;
    yield part;
  }
}

/**
 * A request from before conversations: a document, unmarked; and from before texts were filled in: without the text
 * that follows.
 */
type EarlierRequest = Omit<ProviderRequest, 'input'> & {
  readonly input?: EarlierDocument | Extract<ProviderInput, { readonly kind: 'messages' }>;
  readonly system?: string;
  readonly prompt?: string;
};
type Document = Extract<ProviderInput, { readonly kind: 'document' }>;
type EarlierDocument = Omit<Document, 'suffix'> & Partial<Pick<Document, 'suffix'>>;

/** A request from before rewrites: it continued a position. */
type EarlierAsk = Omit<AnswerRequest, 'target'> & Pick<ContinuationTarget, 'parentId' | 'originId'>;

/** A journaled request as this program stores it, which an earlier one may have left. */
function currentAsk(journaled: AnswerRequest | EarlierAsk): AnswerRequest {
  const ask = 'target' in journaled ? journaled : withTarget(journaled);
  const { input, system = '', prompt = '' }: EarlierRequest = ask.request;
  if (input?.kind === 'messages' || input?.suffix !== undefined) return ask;
  const document: ProviderInput = { ...(input ?? { kind: 'document', system, prompt }), suffix: '' };
  return {
    ...ask,
    request: { ...ask.request, input: document },
    context: { ...ask.context, kind: 'document' } as AnswerRequest['context'],
  };
}

function withTarget({ parentId, originId, ...ask }: EarlierAsk): AnswerRequest {
  return { ...ask, target: { kind: 'continuation', parentId, originId } };
}

/** More places would not help. */
const MAX_PLACES = 3;

/** A position that is continued. */
export interface ContinuedPlace {
  readonly treeId: TreeId;
  readonly parentId: PositionId;
}

/**
 * Describes each place once, by the words of the text before it, as the agent sees it; by its tree too if
 * there are several. Omits places after blank text.
 */
function describePlaces(
  reader: Reader,
  agentId: AgentId,
  places: readonly ContinuedPlace[],
): readonly string[] {
  const trees = listTrees(reader);
  const unique = [...new Map(places.map((place) => [place.parentId, place])).values()];
  return unique.slice(0, MAX_PLACES).flatMap(({ treeId, parentId }) => {
    const tree = trees.find(({ id }) => id === treeId);
    if (tree === undefined) return [];
    const title = trees.length > 1 ? tree.title : null;
    if (parentId === tree.rootPositionId) return [placeAtBeginning(title)];
    const { tree: view, path } = sqlViews(reader, treeId, agentId);
    const words = lastWords(textOf(view.getContent(versionAt(view, path, parentId).id).content));
    return words === null ? [] : [placeAfter(words, title)];
  });
}

const RUNNING: ReadonlySet<string> = new Set(['waiting', 'thinking', 'streaming', 'saving']);

/** A page that crashed is about to be loaded again: a notice lists what is still being written, and where. */
export function notePageCrash({ store, writerId, notices }: GroveScope, jobs: readonly JobSnapshot[]): void {
  const continued = jobs.filter((job): job is ContinuationJob => job.parentId !== null);
  const count = countRunning(continued);
  if (count > 0) {
    const detail = continuationsBelong(count, describePlaces(store, writerId, continued));
    notices.add(continuationsGoOn(count), {}, { detail, isDone: true });
  }
  const rewrites = countRunning(jobs) - count;
  if (rewrites > 0) notices.add(rewritesGoOn(rewrites), {}, { detail: '', isDone: true });
}

function countRunning(jobs: readonly JobSnapshot[]): number {
  return jobs.flatMap(({ slots }) => slots).filter(({ state }) => RUNNING.has(state)).length;
}
