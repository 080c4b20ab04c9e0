import type { AssembledContext } from '../../core/context/assemble.ts';
import type { NodeId, ResponseId, Sha256 } from '../../core/ids.ts';
import type { JsonValue } from '../../core/provenance/canonical-json.ts';
import { wholeSpans } from '../../core/text/span.ts';
import type { Mint } from '../../core/tree/mint.ts';
import { continueWithResponse } from '../../core/tree/operations.ts';
import { addResponse, type RawApiResponse } from '../store/responses.ts';
import { sqlTree } from '../store/sql-tree.ts';
import type { Store } from '../store/store.ts';
import { writeChange } from '../store/write-change.ts';
import type { GenerationRequest } from './jobs.ts';
import type { ProviderRequest } from './providers/provider.ts';
import type { Answer } from './run-continuation.ts';

export interface AnswerToStore {
  readonly store: Store;
  readonly mint: Mint;
  readonly sha256OfBytes: (bytes: Uint8Array) => Sha256;
  readonly wish: GenerationRequest;
  readonly providerId: string;
  readonly request: ProviderRequest;
  readonly answer: Answer;
  /** Taken when the continuation was asked for. */
  readonly nodeId: NodeId;
  readonly requestedAt: number;
}

/**
 * Writes a continuation: its response, the node and its edge, in one transaction (`generation.md`, *Generating*).
 * @throws {AspenError} what the store throws; nothing is written then
 */
export function storeAnswer(toStore: AnswerToStore): void {
  const { store, mint, wish, answer, nodeId } = toStore;
  const { treeId, agent, parentId, originId } = wish;
  const { text, finishReason, seam, body, headers } = answer;
  const response = recordOf(toStore);
  store.transact((writer) => {
    addResponse(writer, response, { body, headers });
    const change = continueWithResponse(
      sqlTree(writer, treeId),
      parentId,
      originId,
      { content: { type: 'text', text }, spans: wholeSpans(agent.id, text.length) },
      { id: agent.id, type: agent.type },
      {
        nodeId,
        responseId: response.id,
        responseHash: response.bodySha256,
        choiceIndex: 0,
        seam,
        finishReason,
      },
      mint,
    );
    writeChange(writer, treeId, agent.id, change, 'generate');
  });
}

/** The record of an answer: the prompt as its hash and what rebuilds it, never the text again (`generation.md`, *Records*). */
function recordOf(toStore: AnswerToStore): RawApiResponse {
  const { mint, sha256OfBytes, wish, providerId, request, answer, requestedAt } = toStore;
  const respondedAt = mint.now();
  return {
    id: mint.newId() as ResponseId,
    provider: providerId,
    requestId: answer.requestId,
    modelIdentifier: answer.model,
    request: {
      model: request.model,
      parameters: { ...request.parameters },
      prompt: {
        sha256: mint.sha256(request.prompt),
        pieces: wish.context.pieces.map(pieceAsJson),
        trimmed: answer.seam.promptTrimmed,
      },
    },
    bodySha256: sha256OfBytes(answer.body),
    requestedAt,
    respondedAt,
    latencyMs: Math.max(0, respondedAt - requestedAt),
    tokenUsage:
      answer.usage === null
        ? null
        : { promptTokens: answer.usage.promptTokens, completionTokens: answer.usage.completionTokens },
    createdAt: respondedAt,
  };
}

/** What rebuilds a piece of the prompt: the part of a node, or the text where it is in no node. */
function pieceAsJson({ source, text }: AssembledContext['pieces'][number]): JsonValue {
  return source.kind === 'node' && source.nodeId !== null
    ? { node: source.nodeId, from: source.from, to: source.to }
    : { kind: source.kind, text };
}
