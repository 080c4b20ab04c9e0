import { gzipSync } from 'node:zlib';
import { sha256 } from '#sha256';
import type { AgentId, NodeId, PositionId, ResponseId, TreeId, TurnId } from '../../src/core/ids.ts';
import type { IdsAndClock } from '../../src/core/tree/new-node.ts';
import type { Store } from '../../src/main/store/connection/store.ts';
import { addAction, addCall, addTurn, finishTurn } from '../../src/main/store/tables/agent-turns.ts';
import { addResponse, packResponse, type RawApiResponse } from '../../src/main/store/tables/responses.ts';

/** The body of the response that no node names. */
export const UNNAMED = Buffer.from('{"choices":[{"text":"→ view here\\n"}]}');

export interface TurnToWrite {
  readonly idsAndClock: IdsAndClock;
  /** The conversation, its model, and the message that is answered. */
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  readonly parentId: PositionId;
  /** The answer's own text; default none. */
  readonly nodeId?: NodeId | null;
  /** The tree that its command acted on; default the same. */
  readonly actedOn?: TreeId;
  /** It ends; default true. */
  readonly ends?: boolean;
}

/** The record of an answer with these bytes. */
export function newResponse(
  idsAndClock: IdsAndClock,
  body: Buffer,
  time = idsAndClock.now(),
): RawApiResponse {
  return {
    id: idsAndClock.newId() as ResponseId,
    provider: 'wire',
    requestId: null,
    modelIdentifier: 'wire-1',
    request: { model: 'wire-1' },
    bodySha256: sha256(body),
    requestedAt: time,
    respondedAt: time + 5,
    latencyMs: 5,
    tokenUsage: { promptTokens: 100, completionTokens: 3 },
    redacted: [],
    decoded: false,
    createdAt: time + 5,
  };
}

/**
 * Writes a turn of two calls, the first with a response that no node names and the second with none, and two commands.
 */
export function writeTurn(
  store: Store,
  turn: TurnToWrite,
): { readonly id: TurnId; readonly responseId: ResponseId } {
  const { idsAndClock, treeId, agentId, parentId, nodeId = null, actedOn = treeId, ends = true } = turn;
  const id = idsAndClock.newId() as TurnId;
  const time = idsAndClock.now();
  const response = newResponse(idsAndClock, UNNAMED, time);
  const responseId = response.id;
  const action = {
    callOrdinal: 0,
    from: 0,
    to: 11,
    command: { verb: 'view' },
    treeId: actedOn,
    approval: 'allow',
    outcome: 'done',
    result: 'It rained.',
    inverse: { unprune: [] },
    logSeq: 1,
    startedAt: time + 6,
    tookMs: 2,
  };
  const used = { calls: 2, promptTokens: 100 };
  store.transact((tx) => {
    addResponse(tx, packResponse(response, { gzippedBody: gzipSync(UNNAMED), headers: {} }), turn);
    const state = 'running';
    addTurn(tx, {
      id,
      treeId,
      agentId,
      parentId,
      state,
      used,
      startedAt: time,
      endedAt: null,
      undoneAt: null,
    });
    addCall(tx, id, { ordinal: 0, responseId, nodeId });
    addCall(tx, id, { ordinal: 1, responseId: null, nodeId: null });
    addAction(tx, id, { ...action, ordinal: 0, line: '→ view here' });
    addAction(tx, id, { ...action, ordinal: 1, line: '→ prune x', inverse: null, outcome: 'NOT_FOUND' });
    if (ends) finishTurn(tx, id, { state: 'done', used, endedAt: time + 9 });
  });
  return { id, responseId };
}
