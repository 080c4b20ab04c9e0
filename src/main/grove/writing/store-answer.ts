import { sha256 } from '#sha256';
import { documentPieces, sentPrompt } from '../../../core/context/assemble.ts';
import { sentMessages } from '../../../core/context/messages.ts';
import type { ContextPiece } from '../../../core/context/story.ts';
import { type FenceExecution, nextStep, outputHash } from '../../../core/fences/fence-hashes.ts';
import { opsOfRun } from '../../../core/fences/levels.ts';
import type { NodeId, ResponseId } from '../../../core/ids.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import { canonicalMessages } from '../../../core/provenance/rebuild-prompt.ts';
import { offerReplacement } from '../../../core/rewrites/offer-replacement.ts';
import { cutText, MAX_MODEL_LENGTH, MAX_TEXT_LENGTH } from '../../../core/text/limits.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import type { ExtraSource, IdsAndClock, ResponseDetails } from '../../../core/tree/new-node.ts';
import { continueWithResponse } from '../../../core/tree/operations.ts';
import type { FinishReason, NodeContent } from '../../../core/tree/tree-node.ts';
import type { Answer, ChoiceAnswer } from '../../generation/answer-parts.ts';
import type { AnswerToStore, ResponseToStore, StoredVersions } from '../../generation/answer-to-store.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { addCall } from '../../store/tables/agent-turns.ts';
import { addExecution, hasCoordinate } from '../../store/tables/history/executions.ts';
import { appendOpsLayer } from '../../store/tables/history/layers.ts';
import {
  addResponse,
  type PackedResponse,
  packResponse,
  type RawApiResponse,
} from '../../store/tables/responses.ts';
import type { TreeTransactions } from './tree-transactions.ts';

/**
 * Stores the result of one response: the response, its nodes and their edges, in one transaction
 * (`generation.md`, *Generating*).
 * @returns what the kept choices of a replacement made
 * @throws {AspenError} what the store throws; then nothing is written
 */
export function storeAnswer(
  toStore: AnswerToStore,
  transactions: TreeTransactions,
  idsAndClock: IdsAndClock,
): StoredVersions {
  const { treeId, agent, target, answer, kept, call } = toStore;
  const author = { id: agent.id, type: agent.type };
  const { response, packed } = recordResponse(toStore, idsAndClock);
  const write = { tree: treeId, author, kind: 'generate', response: packed.digest } as const;
  const versions = new Map<number, readonly NodeId[]>();
  const outputs: string[] = [];
  transactions.run(
    write,
    (after, tx) => {
      addResponse(tx, packed, { treeId, agentId: agent.id });
      for (const { choice, nodeId } of kept) {
        const { text, finishReason, seam } = withinBounds(choiceOf(answer, choice));
        const details: ResponseDetails = {
          nodeId,
          responseId: response.id,
          responseHash: response.bodySha256,
          choiceIndex: choice,
          seam,
          finishReason,
        };
        if (target.kind === 'replacement') {
          versions.set(choice, offerReplacement(after, target, { text, seam }, author, details, idsAndClock));
          if (isOutput(finishReason)) outputs.push(text);
          continue;
        }
        const content: NodeContent = {
          content: { type: 'text', text },
          spans: wholeSpans(agent.id, text.length),
        };
        const { parentId, originId, instructionId } = target;
        const asked: readonly ExtraSource[] =
          instructionId === undefined ? [] : [{ role: 'instruction', nodeId: instructionId }];
        after.add(
          continueWithResponse(after.tree, parentId, originId, content, author, details, idsAndClock, asked),
        );
      }
    },
    (tx) => {
      recordReading(tx, toStore);
      const [fence] = target.kind === 'replacement' ? target.parts : [];
      if (target.kind === 'replacement' && target.run !== undefined && fence !== undefined) {
        const results = { responseId: response.id, fenceNodeId: fence.nodeId, outputs };
        recordRun(tx, toStore, target.run, results);
      }
      if (call === undefined) return;
      const nodeId = kept[0]?.nodeId ?? null;
      addCall(tx, call.turnId, { ordinal: call.ordinal, responseId: response.id, nodeId });
    },
  );
  return versions;
}

/** Stores a response that becomes no node. @throws {AspenError} what the store throws; then nothing is written */
export function storeResponse(
  toStore: ResponseToStore,
  transactions: TreeTransactions,
  idsAndClock: IdsAndClock,
): ResponseId {
  const { treeId, agent } = toStore;
  const { response, packed } = recordResponse(toStore, idsAndClock);
  const author = { id: agent.id, type: agent.type };
  transactions.run({ tree: treeId, author, kind: 'generate', response: packed.digest }, (_after, tx) =>
    addResponse(tx, packed, { treeId, agentId: agent.id }),
  );
  return response.id;
}

function choiceOf(answer: Answer, choice: number): ChoiceAnswer {
  const found = answer.choices[choice];
  if (found === undefined) throw new RangeError(`no choice ${choice} of ${answer.choices.length}`);
  return found;
}

/** An earlier version may have left a longer one in the journal. The record keeps all of it. */
function withinBounds(choice: ChoiceAnswer): ChoiceAnswer {
  if (choice.text.length <= MAX_TEXT_LENGTH) return choice;
  return { ...choice, text: cutText(choice.text, MAX_TEXT_LENGTH), finishReason: 'length' };
}

/** The record of an answer, and how it is written. */
function recordResponse(
  toStore: ResponseToStore,
  idsAndClock: IdsAndClock,
): { readonly response: RawApiResponse; readonly packed: PackedResponse } {
  const { body, headers } = toStore.answer;
  const response = recordOf(toStore, idsAndClock);
  return {
    response,
    packed: packResponse(response, { gzippedBody: body.gzip, headers }),
  };
}

/**
 * The record of an answer: the prompt or the messages as a hash and the pieces to rebuild them, never their text
 * (`generation.md`, *Records*).
 */
function recordOf(toStore: ResponseToStore, idsAndClock: IdsAndClock): RawApiResponse {
  const { providerId, request, answer } = toStore;
  const { requestedAt, respondedAt } = toStore;
  const { style, model, extra, choices } = request;
  return {
    id: idsAndClock.newId() as ResponseId,
    provider: providerId,
    requestId: answer.requestId,
    // An earlier version may have left a longer one in the journal.
    modelIdentifier: answer.model === null ? null : cutText(answer.model, MAX_MODEL_LENGTH),
    request: {
      style,
      model,
      parameters: { ...request.parameters },
      ...(Object.keys(extra).length === 0 ? {} : { extra }),
      ...(choices === 1 ? {} : { choices }),
      ...(answer.sentOtherwise === undefined ? {} : { sentOtherwise: answer.sentOtherwise }),
      ...sentAsJson(toStore),
    },
    bodySha256: answer.body.sha256,
    requestedAt,
    respondedAt,
    latencyMs: Math.max(0, respondedAt - requestedAt),
    tokenUsage: answer.usage === null ? null : { ...answer.usage },
    redacted: answer.redacted,
    decoded: answer.decoded,
    createdAt: respondedAt,
  };
}

/**
 * The sent input, as its hash and the parts from which it is rebuilt: `messages`, or `prompt` with the `system` text
 * before it and the `suffix` after the answer.
 */
function sentAsJson({ context, request: { input } }: ResponseToStore): {
  readonly [name: string]: JsonValue;
} {
  if (context.kind === 'messages') {
    const list = context.messages.map(({ role, pieces }) => ({ role, pieces: pieces.map(pieceAsJson) }));
    return { messages: { sha256: sha256(canonicalMessages(sentMessages(context))), list } };
  }
  if (input.kind !== 'document') throw new RangeError('messages were sent, but the context is a document');
  const { system, prompt, suffix } = input;
  return {
    ...(system === '' ? {} : { system }),
    prompt: {
      sha256: sha256(prompt),
      pieces: documentPieces(context).map(pieceAsJson),
      trimmed: sentPrompt(context).spaces.length,
    },
    ...(suffix === ''
      ? {}
      : { suffix: { sha256: sha256(suffix), pieces: (context.suffix ?? []).map(pieceAsJson), trimmed: 0 } }),
  };
}

/** The source of a piece of the prompt: a range of a node, or the text itself if it is in no node. */
function pieceAsJson({ source, text }: ContextPiece): JsonValue {
  return source.kind === 'node' && source.nodeId !== null
    ? { node: source.nodeId, from: source.from, to: source.to }
    : { kind: source.kind, text };
}

/** The results of a run. */
export interface RunResults {
  readonly responseId: ResponseId;
  /** The version that had the fence, or its beginning. */
  readonly fenceNodeId: NodeId;
  readonly outputs: readonly string[];
}

/** Returns true if an answer is reusable: a truncated one is a version of the text, but no output of its fence. */
function isOutput(finishReason: FinishReason): boolean {
  return finishReason === 'stop' || finishReason === 'length';
}

/** Keeps the level that a request read, as a layer of the agent that read it; nothing if it left nothing out. */
function recordReading(tx: FileTransaction, { treeId, agent, context }: ResponseToStore): void {
  const { snipped = [] } = context;
  if (snipped.length === 0) return;
  const ref = { treeId, agentId: agent.id, dimension: 'levels', chain: 0 } as const;
  appendOpsLayer(tx, ref, { reason: 'level', ops: snipped });
}

/** Records each output of a run with its coordinate; it is used from now on for its step. */
function recordRun(
  tx: FileTransaction,
  { treeId, agent }: ResponseToStore,
  execution: FenceExecution,
  { responseId, fenceNodeId, outputs }: RunResults,
): void {
  const { requestedBy, fence, templateHash, inputHash } = execution;
  const ref = { treeId, agentId: requestedBy, dimension: 'executions', chain: 0 } as const;
  for (const output of outputs) {
    const next = nextStep(execution, (coordinate) => hasCoordinate(tx, treeId, coordinate));
    if (next === null) return;
    const layer = appendOpsLayer(tx, ref, { reason: 'run', ops: opsOfRun(fence, output) });
    addExecution(tx, treeId, layer, {
      ...next,
      fenceNodeId,
      templateHash,
      inputHash,
      outputHash: outputHash(output),
      output,
      agentId: agent.id,
      responseId,
    });
  }
}
