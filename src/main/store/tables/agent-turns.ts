/** Loom-aware agents' activity: turns, their calls to a model and their actions (`agents.md`, *Data*). */

import { type Kysely, sql } from 'kysely';
import { sha256 } from '#sha256';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, PositionId, ResponseId, Sha256, TreeId, TurnId } from '../../../core/ids.ts';
import { canonicalJson, type JsonValue } from '../../../core/provenance/canonical-json.ts';
import { isoTime } from '../../../core/provenance/iso-time.ts';
import type { RecordedTurn } from '../../../core/provenance/logged-state.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { parseColumn } from './json-column.ts';
import { faultOfUse } from './json-values.ts';
import { getAgentKey, getNodeKeys, getPositionKey, getResponseKey, getTreeKey } from './keys.ts';
import { appendLog } from './log.ts';
import { digestOfResponse } from './responses.ts';
import type { AgentActionTable, Bit, Key, Schema, TurnState } from './schema.ts';
import { insertRow } from './write-row.ts';

/** A turn's use of its caps, by name. */
export type TurnUse = Readonly<Record<string, JsonValue>>;

/** A request to the agent's model. */
export interface AgentCall {
  /** From 0 in its turn. */
  readonly ordinal: number;
  /** Null if no answer came. */
  readonly responseId: ResponseId | null;
  /** The message with the answer's own text; null if it had none. */
  readonly nodeId: NodeId | null;
}

/** A line of an answer that is a command, or was refused as one. */
export interface AgentAction {
  /** From 0 in its turn. */
  readonly ordinal: number;
  readonly callOrdinal: number;
  /** Start of the line in the text of the call's answer, in UTF-16 code units. */
  readonly from: number;
  readonly to: number;
  /** As written. */
  readonly line: string;
  /** As understood; null if it is no command. */
  readonly command: JsonValue;
  /** The tree that it acted on; null if none, or if that tree is not in this file. */
  readonly treeId: TreeId | null;
  /** The permission or denial; null if nothing was asked. */
  readonly approval: string | null;
  /** `done`, or the code of an error; null if it did not run. */
  readonly outcome: string | null;
  /** The result sent to the agent. */
  readonly result: string | null;
  /** Its inverse; null if nothing is to be undone. */
  readonly inverse: JsonValue;
  /** The row of the log that names what it wrote. */
  readonly logSeq: number | null;
  readonly startedAt: number;
  readonly tookMs: number | null;
}

export interface AgentTurn {
  readonly id: TurnId;
  /** The tree with the conversation. */
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  /** The message that it answers. */
  readonly parentId: PositionId;
  readonly state: TurnState;
  readonly used: TurnUse;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly undoneAt: number | null;
  readonly calls: readonly AgentCall[];
  readonly actions: readonly AgentAction[];
}

const insertTurn = insertRow('agent_turn.insert', 'agent_turn', 'key');

const insertCall = insertRow('agent_call.insert', 'agent_call');

const insertAction = defineQuery(
  'agent_action.insert',
  (
    db,
    p: Omit<AgentAction, 'command' | 'inverse' | 'treeId'> & {
      turn: Key;
      tree: Key | null;
      command: string | null;
      inverse: string | null;
    },
  ) =>
    db.replaceInto('agent_action').values({
      turn_key: p.turn,
      ordinal: p.ordinal,
      call_ordinal: p.callOrdinal,
      from_offset: p.from,
      to_offset: p.to,
      line: p.line,
      command: p.command,
      loom_tree_key: p.tree,
      approval: p.approval,
      outcome: p.outcome,
      result: p.result,
      inverse: p.inverse,
      log_seq: p.logSeq,
      started_at: p.startedAt,
      took_ms: p.tookMs,
    }),
);

const updateTurn = defineQuery(
  'agent_turn.update',
  (db, p: { turn: Key; state: TurnState; used: string; endedAt: number | null }) =>
    db
      .updateTable('agent_turn')
      .set({ state: p.state, used: p.used, ended_at: p.endedAt })
      .where('key', '=', p.turn),
);

const setUndone = defineQuery('agent_turn.undone', (db, p: { id: string; at: number | null }) =>
  db.updateTable('agent_turn').set({ undone_at: p.at }).where('id', '=', p.id),
);

type TurnRow = Omit<AgentTurn, 'used' | 'calls' | 'actions'> & { readonly key: Key; readonly used: string };

const selectTurns = (db: Kysely<Schema>) =>
  db
    .selectFrom('agent_turn as turn')
    .innerJoin('loom_tree', 'loom_tree.key', 'turn.loom_tree_key')
    .innerJoin('agent', 'agent.key', 'turn.agent_key')
    .innerJoin('node as parent', 'parent.key', 'turn.parent_position_key')
    .select(['turn.key', 'turn.id', 'turn.state', 'turn.used', 'turn.started_at as startedAt'])
    .select(['turn.ended_at as endedAt', 'turn.undone_at as undoneAt'])
    .select(['loom_tree.id as treeId', 'agent.id as agentId', 'parent.id as parentId'])
    .$castTo<TurnRow>();

const turnOf = defineQuery('agent_turn.find', (db, p: { id: string }) =>
  selectTurns(db).where('turn.id', '=', p.id),
);

const turnsIn = defineQuery('agent_turn.inTree', (db, p: { tree: Key }) =>
  selectTurns(db).where('turn.loom_tree_key', '=', p.tree).orderBy('turn.id', 'desc'),
);

const allTurns = defineQuery('agent_turn.all', (db) =>
  db.selectFrom('agent_turn').select(['id', 'state']).orderBy('id'),
);

const runningTurns = defineQuery('agent_turn.running', (db) =>
  db.selectFrom('agent_turn').select('id').where(sql<boolean>`state = 'running'`).orderBy('key'),
);

const callsOf = defineQuery('agent_call.ofTurn', (db, p: { turn: Key }) =>
  db
    .selectFrom('agent_call as call')
    .leftJoin('raw_api_response as response', 'response.key', 'call.raw_api_response_key')
    .leftJoin('node', 'node.key', 'call.node_key')
    .select(['call.ordinal', 'response.id as responseId', 'node.id as nodeId'])
    .$castTo<AgentCall>()
    .where('call.turn_key', '=', p.turn)
    .orderBy('call.ordinal'),
);

const actionsOf = defineQuery('agent_action.ofTurn', (db, p: { turn: Key }) =>
  db
    .selectFrom('agent_action as action')
    .leftJoin('loom_tree', 'loom_tree.key', 'action.loom_tree_key')
    .select(['action.ordinal', 'action.call_ordinal as callOrdinal', 'action.from_offset as from'])
    .select(['action.to_offset as to', 'action.line', 'action.command', 'loom_tree.id as treeId'])
    .select(['action.approval', 'action.outcome', 'action.result', 'action.inverse'])
    .select(['action.log_seq as logSeq', 'action.started_at as startedAt', 'action.took_ms as tookMs'])
    .$castTo<Omit<AgentAction, 'command' | 'inverse'> & Pick<AgentActionTable, 'command' | 'inverse'>>()
    .where('action.turn_key', '=', p.turn)
    .orderBy('action.ordinal'),
);

const inversesNaming = defineQuery(
  'agent_action.naming',
  (_, p: { tree: Key; position: string }) =>
    sql<{ turn: string; undone: Bit; inverse: string }>`
    select turn.id as turn, turn.undone_at is not null as undone, action.inverse
    from agent_action as action cross join agent_turn as turn on turn.key = action.turn_key
    where action.loom_tree_key = ${p.tree} and instr(action.inverse, ${p.position}) > 0
    order by turn.id desc, action.ordinal desc`,
);

/** Writes a turn without calls and actions. No log row: `finishTurn` writes it. @throws {AspenError} NOT_FOUND */
export function addTurn(tx: FileTransaction, turn: Omit<AgentTurn, 'calls' | 'actions'>): void {
  const tree = getTreeKey(tx, turn.treeId);
  tx.run(insertTurn, {
    id: turn.id,
    loom_tree_key: tree,
    agent_key: getAgentKey(tx, turn.agentId),
    parent_position_key: getPositionKey(tx, tree, turn.parentId),
    state: turn.state,
    used: JSON.stringify(turn.used),
    started_at: turn.startedAt,
    ended_at: turn.endedAt,
    undone_at: turn.undoneAt,
  });
}

/** @throws {AspenError} NOT_FOUND when the turn, the response or the node is not in the file */
export function addCall(
  tx: FileTransaction,
  turnId: TurnId,
  { ordinal, responseId, nodeId }: AgentCall,
): void {
  const turn = getTurnRow(tx, turnId);
  tx.run(insertCall, {
    turn_key: turn.key,
    ordinal,
    raw_api_response_key: responseId === null ? null : getResponseKey(tx, responseId),
    node_key: nodeId === null ? null : getNodeKeys(tx, getTreeKey(tx, turn.treeId), nodeId).key,
  });
}

/** Writes an action, or what became of the one with its ordinal. @throws {AspenError} NOT_FOUND for the turn or the tree */
export function addAction(tx: FileTransaction, turnId: TurnId, action: AgentAction): void {
  addActions(tx, turnId, [action]);
}

/** Writes actions of a turn (`addAction`): an answer may have thousands. @throws {AspenError} NOT_FOUND for the turn or a tree */
export function addActions(tx: FileTransaction, turnId: TurnId, actions: readonly AgentAction[]): void {
  if (actions.length === 0) return;
  const turn = getTurnRow(tx, turnId).key;
  const trees = new Map<TreeId | null, Key | null>([[null, null]]);
  for (const { treeId, command, inverse, ...rest } of actions) {
    if (treeId !== null && !trees.has(treeId)) trees.set(treeId, getTreeKey(tx, treeId));
    tx.run(insertAction, {
      ...rest,
      turn,
      tree: trees.get(treeId) ?? null,
      command: command === null ? null : JSON.stringify(command),
      inverse: inverse === null ? null : JSON.stringify(inverse),
    });
  }
}

/** Notes what a running turn has used so far, for one that a crash ends. @throws {AspenError} NOT_FOUND */
export function noteUse(tx: FileTransaction, turnId: TurnId, used: TurnUse): void {
  const { key } = getTurnRow(tx, turnId);
  tx.run(updateTurn, { turn: key, state: 'running', used: JSON.stringify(used), endedAt: null });
}

/**
 * Ends a turn, and adds a log row in its agent's name with the digest of all that it did. Its calls and actions do
 * not change any more.
 * @throws {AspenError} NOT_FOUND
 */
export function finishTurn(
  tx: FileTransaction,
  turnId: TurnId,
  { state, used, endedAt }: { state: Exclude<TurnState, 'running'>; used: TurnUse; endedAt: number },
): void {
  const { key, treeId: tree, agentId } = getTurnRow(tx, turnId);
  tx.run(updateTurn, { turn: key, state, used: JSON.stringify(used), endedAt });
  const turns = [loggedTurn(tx, turnId)];
  appendLog(tx, agentId, 'turn', { tree, turns });
}

/** The turns that have not ended, oldest first. */
export function listRunningTurns(reader: Reader): readonly TurnId[] {
  return reader.all(runningTurns, NONE).map(({ id }) => id as TurnId);
}

/** Records when a turn was undone; null once it is redone. No log row: the caller writes it. */
export function markUndone(tx: FileTransaction, id: TurnId, at: number | null): void {
  tx.run(setUndone, { id, at });
}

/** All turns of a tree with their calls and actions, newest first. @throws {AspenError} NOT_FOUND; CORRUPT */
export function listTurns(reader: Reader, treeId: TreeId): readonly AgentTurn[] {
  return reader.all(turnsIn, { tree: getTreeKey(reader, treeId) }).map((row) => toTurn(reader, row));
}

/** @throws {AspenError} CORRUPT */
export function findTurn(reader: Reader, id: TurnId): AgentTurn | undefined {
  const row = reader.first(turnOf, { id });
  return row === undefined ? undefined : toTurn(reader, row);
}

/** The inverses of actions that changed something at a position; the newest turn's first, the last action first. */
export function listInversesNaming(
  reader: Reader,
  treeId: TreeId,
  position: PositionId,
): readonly { readonly turnId: TurnId; readonly isUndone: boolean; readonly inverse: JsonValue }[] {
  return reader
    .all(inversesNaming, { tree: getTreeKey(reader, treeId), position })
    .map(({ turn, undone, inverse }) => ({
      turnId: turn as TurnId,
      isUndone: undone === 1,
      inverse: parseJson(inverse, 'inverse'),
    }));
}

/** The turns of all trees that ended, oldest first: those that the log names. */
export function listEndedTurns(reader: Reader): readonly TurnId[] {
  return reader.all(allTurns, NONE).flatMap(({ id, state }) => (state === 'running' ? [] : [id as TurnId]));
}

/** The log's record of a turn. @throws {AspenError} NOT_FOUND */
export function loggedTurn(reader: Reader, id: TurnId): RecordedTurn {
  return { id, digest: turnDigest(reader, id) };
}

/**
 * Covers a turn with its calls, the records of their responses, and its actions, except for what may change later:
 * whether it is undone, and the trees and log rows that actions refer to, which another file may not have. The text
 * of JSON columns is covered as it is stored.
 */
function turnDigest(reader: Reader, id: TurnId): Sha256 {
  const turn = getTurnRow(reader, id);
  const calls = reader
    .all(callsOf, { turn: turn.key })
    .map(({ ordinal, responseId, nodeId }) => [
      ordinal,
      responseId === null ? null : digestOfResponse(reader, responseId),
      nodeId,
    ]);
  const actions = reader
    .all(actionsOf, { turn: turn.key })
    .map((row) => [
      row.ordinal,
      row.callOrdinal,
      row.from,
      row.to,
      row.line,
      row.command,
      row.approval,
      row.outcome,
      row.result,
      row.inverse,
      isoTime(row.startedAt),
      row.tookMs,
    ]);
  const { state, used, startedAt, endedAt } = turn;
  return sha256(
    canonicalJson([
      'aspen-turn-1',
      id,
      turn.treeId,
      turn.agentId,
      turn.parentId,
      state,
      used,
      isoTime(startedAt),
      endedAt === null ? null : isoTime(endedAt),
      calls,
      actions,
    ]),
  );
}

function getTurnRow(reader: Reader, id: TurnId): TurnRow {
  const row = reader.first(turnOf, { id });
  if (row === undefined) throw new AspenError('NOT_FOUND', `no turn ${id}`);
  return row;
}

function toTurn(reader: Reader, { key, used, ...turn }: TurnRow): AgentTurn {
  return {
    ...turn,
    used: parseUse(used),
    calls: reader.all(callsOf, { turn: key }),
    actions: reader.all(actionsOf, { turn: key }).map(({ command, inverse, ...action }) => ({
      ...action,
      command: parseJson(command, 'command'),
      inverse: parseJson(inverse, 'inverse'),
    })),
  };
}

function parseUse(column: string): TurnUse {
  return parseColumn<TurnUse>(column, 'used', faultOfUse);
}

function parseJson(column: string | null, name: string): JsonValue {
  return column === null ? null : parseColumn<JsonValue>(column, name);
}
