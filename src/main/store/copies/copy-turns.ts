import type { FileTransaction } from '../connection/file-transaction.ts';
import { addAction, addCall, addTurn, findTurn, listTurns, loggedTurn } from '../tables/agent-turns.ts';
import { copyAgents } from '../tables/agents.ts';
import { findTreeKey } from '../tables/keys.ts';
import { appendLog, type LoggedTurn } from '../tables/log.ts';
import type { CopyMarksOptions } from '../tables/marks/mark-kind.ts';
import { copyResponse } from '../tables/responses.ts';

/**
 * Adds the turns of a tree that only another file has, with their responses and agents, and a log row that names
 * them. A turn that runs there, or ran when the program ended, was stopped as far as this file is concerned.
 * @throws {AspenError} NOT_FOUND when this file lacks a node; CORRUPT
 */
export function copyTurns(tx: FileTransaction, options: CopyMarksOptions): void {
  const { from, treeId, nodeId, positionId, by, kind } = options;
  const copied: LoggedTurn[] = [];
  for (const { calls, actions, ...turn } of listTurns(from, treeId).toReversed()) {
    if (findTurn(tx, turn.id) !== undefined) continue;
    copyAgents(tx, from, [turn.agentId], by);
    const ended = turn.state === 'running' ? ({ state: 'stopped', endedAt: tx.now() } as const) : {};
    addTurn(tx, { ...turn, ...ended, parentId: positionId(turn.parentId) });
    for (const call of calls) {
      if (call.responseId !== null) copyResponse(from, tx, call.responseId, findTreeKey(tx, treeId) ?? null);
      addCall(tx, turn.id, { ...call, nodeId: call.nodeId === null ? null : nodeId(call.nodeId) });
    }
    for (const action of actions) {
      const isHere = action.treeId !== null && findTreeKey(tx, action.treeId) !== undefined;
      addAction(tx, turn.id, { ...action, treeId: isHere ? action.treeId : null, logSeq: null });
    }
    copied.push(loggedTurn(tx, turn.id));
  }
  if (copied.length > 0) appendLog(tx, by, kind, { tree: treeId, turns: copied });
}
