import { sql } from 'kysely';
import { assert } from '../../../core/assert.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, PositionId, RequestId, Sha256, TreeId, TurnId } from '../../../core/ids.ts';
import { canonicalJson, type JsonValue, wellFormed } from '../../../core/provenance/canonical-json.ts';
import {
  type LogFault,
  type LogKind,
  type LogRecord,
  logHashOf,
  verifyLog,
} from '../../../core/provenance/log-hash.ts';
import type { LoggedMetadata, LoggedNode } from '../../../core/provenance/logged-node.ts';
import type { RecordedTurn } from '../../../core/provenance/logged-state.ts';
import type { Tag } from '../../../core/tags/tag.ts';
import type { MarkRecords } from '../../../core/tree/tree-marks.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import type { LogHead } from '../connection/log-head.ts';
import { defineQuery, eachPage, NONE, type Reader } from '../connection/query.ts';
import { parseColumn } from './json-column.ts';
import { getAgentKey } from './keys.ts';
import type { Bit } from './schema.ts';
import { insertRow } from './write-row.ts';

/** The changes of a transaction. Parts that it did not touch are absent. */
export interface LogEntry extends MarkRecords {
  readonly tree?: TreeId;
  readonly nodes?: readonly LoggedNode[];
  /** Set by it; with copied nodes also their own, if only an empty list (`logMetadata`). */
  readonly metadata?: readonly LoggedMetadata[];
  /** For a generation: the digest of the response that its nodes came from (`responses.ts`). */
  readonly response?: Sha256;
  /** Turns that ended, or came from elsewhere. */
  readonly turns?: readonly RecordedTurn[];
  /** For a commit: the head afterwards and the versions it selected. */
  readonly head?: PositionId;
  readonly selected?: readonly { readonly position: PositionId; readonly version: NodeId }[];
  /** Names a commit, so that repeating it is recognised. */
  readonly request?: RequestId;
  /** For an agent or a tree: its id and its stored properties. */
  readonly agent?: Readonly<Record<string, JsonValue>>;
  readonly properties?: Readonly<Record<string, JsonValue>>;
  /** Tags of the grove that were made or changed, as they are then; those on positions are `tags`. */
  readonly tagList?: readonly Tag[];
  /** The tree was deleted for good: nothing that earlier rows name of it exists any more. */
  readonly deleted?: true;
  /** Anything else worth recording, by name. */
  readonly details?: Readonly<Record<string, JsonValue>>;
}

export interface LogRow {
  readonly seq: number;
  readonly hash: Sha256;
  readonly parentHash: Sha256 | null;
  readonly agentId: AgentId;
  readonly kind: LogKind;
  readonly entry: LogEntry;
  readonly createdAt: number;
}

const readHead = defineQuery('log.head', (db) => db.selectFrom('grove').select(['log_seq', 'log_hash']));

const insertLogRow = insertRow('log.insert', 'log');

const moveHead = defineQuery('log.moveHead', (db, p: { seq: number; hash: string; now: number }) =>
  db.updateTable('grove').set({ log_seq: p.seq, log_hash: p.hash, updated_at: p.now }),
);

const rowsAfter = defineQuery('log.after', (db, p: { seq: number; limit: number }) =>
  db
    .selectFrom('log')
    .innerJoin('agent', 'agent.key', 'log.agent_key')
    .select([
      'log.seq',
      'log.hash',
      'log.parent_hash',
      'agent.id as agent_id',
      'log.kind',
      'log.entry',
      'log.created_at',
    ])
    .where('log.seq', '>', p.seq)
    .orderBy('log.seq')
    .limit(p.limit),
);

const lastRow = defineQuery('log.last', (db) =>
  db.selectFrom('log').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1),
);

const deletedTrees = defineQuery(
  'log.deletedTrees',
  () => sql<{ seq: number; tree: string }>`
    select seq, entry ->> '$.tree' as tree from log
    where kind = 'tree-update' and json_valid(entry) and entry ->> '$.deleted'
    order by seq`,
);

/**
 * Appends one row to the log and moves the grove's head to it. Every transaction that writes the tree (nodes,
 * metadata, trees, agents) must do this (`storage.md`, *The log*).
 * @throws {AspenError} NOT_FOUND when the grove has no such agent
 */
export function appendLog(tx: FileTransaction, agentId: AgentId, kind: LogKind, entry: LogEntry): LogHead {
  const json = canonicalJson(entry as JsonValue);
  // Columns store U+FFFD for half of a surrogate pair, which JSON escapes: the log has the same.
  const isWellFormed = !HALF_OF_PAIR.test(json);
  return appendLogJson(
    tx,
    agentId,
    kind,
    isWellFormed ? json : canonicalJson(wellFormed(entry as JsonValue)),
  );
}

/** In a text that has a backslash before such letters it finds more, which costs only time. */
const HALF_OF_PAIR = /\\ud[89a-f]/;

/** Like `appendLog`, with an entry that is canonical JSON already. @throws {AspenError} as `appendLog` */
export function appendLogJson(tx: FileTransaction, agentId: AgentId, kind: LogKind, json: string): LogHead {
  const head = tx.first(readHead, NONE);
  assert(head !== undefined, 'an open grove has a grove row');
  const seq = head.log_seq + 1;
  const createdAt = tx.now();
  const parentHash = head.log_hash as Sha256 | null;
  const hash = logHashOf({ seq, parentHash, createdAt, agentId, kind }, json);
  tx.run(insertLogRow, {
    seq,
    hash,
    parent_hash: parentHash,
    agent_key: getAgentKey(tx, agentId),
    kind,
    entry: json,
    created_at: createdAt,
  });
  tx.run(moveHead, { seq, hash, now: createdAt });
  return { seq, hash };
}

/** At most `limit` rows after `seq` (0: from the first), in order. */
export function readLog(reader: Reader, seq: number, limit: number): readonly LogRow[] {
  return reader.all(rowsAfter, { seq, limit }).map((row) => ({
    seq: row.seq,
    hash: row.hash as Sha256,
    parentHash: row.parent_hash as Sha256 | null,
    agentId: row.agent_id as AgentId,
    kind: row.kind,
    entry: parseColumn<LogEntry>(row.entry, 'entry'),
    createdAt: row.created_at,
  }));
}

/** Returns true if the log contains this head: as its last row, an earlier row, or its beginning. */
export function hasHead(reader: Reader, { seq, hash }: LogHead): boolean {
  if (seq === 0) return true;
  return readLog(reader, seq - 1, 1).some((row) => row.seq === seq && row.hash === hash);
}

const treeChange = defineQuery('log.treeChange', (db, p: { tree: string; after: number }) =>
  db
    .selectFrom('log')
    .select('seq')
    .where('seq', '>', p.after)
    .where(sql<boolean>`kind <> 'agent' and coalesce(entry ->> '$.tree', ${p.tree}) = ${p.tree}`)
    .limit(1),
);

/** Returns true if the log names a tree after its row `seq`. A draft is not in the log. */
export function hasChangedSince(reader: Reader, treeId: TreeId, seq: number): boolean {
  return reader.first(treeChange, { tree: treeId, after: seq }) !== undefined;
}

const anyMerge = defineQuery('log.anyMerge', (db) =>
  db.selectFrom('log').select('seq').where('kind', '=', 'merge').limit(1),
);

/** Returns true if another copy of the grove was ever merged in. */
export function hasMerge(reader: Reader): boolean {
  return reader.first(anyMerge, NONE) !== undefined;
}

const turnUndo = defineQuery('log.turnUndo', (db, p: { turn: string; tree: string }) =>
  db
    .selectFrom('log')
    .select('entry')
    .where('kind', '=', 'turn-undo')
    .where((eb) => eb(eb.fn('json_extract', ['entry', eb.val('$.details.turn')]), '=', p.turn))
    .where((eb) => eb(eb.fn('json_extract', ['entry', eb.val('$.tree')]), '=', p.tree))
    .orderBy('seq', 'desc')
    .limit(1),
);

/** The log entry of the last undo or redo of a turn's effects in a tree; undefined if this file has none. */
export function findTurnUndo(reader: Reader, turn: TurnId, tree: TreeId): LogEntry | undefined {
  const row = reader.first(turnUndo, { turn, tree });
  return row === undefined ? undefined : parseColumn<LogEntry>(row.entry, 'entry');
}

const turnRests = defineQuery('log.turnRests', (db) =>
  db
    .selectFrom('log')
    .select(sql<string>`entry ->> '$.details.turn'`.as('turn'))
    .select(sql<string>`entry ->> '$.tree'`.as('tree'))
    .select(sql<Bit>`json_type(entry, '$.details.rest') is not null`.as('rest'))
    .where(sql<boolean>`exists (select 1 from agent_turn where undone_at is not null)`)
    .where('kind', '=', 'turn-undo')
    .orderBy('seq'),
);

/**
 * The turns of which the last undo left something in a tree, which can be undone later. Reads the whole log if any turn is
 * undone.
 */
export function listTurnsWithRest(reader: Reader): ReadonlySet<TurnId> {
  const rests = new Map<string, boolean>();
  for (const { turn, tree, rest } of reader.all(turnRests, NONE)) rests.set(`${turn} ${tree}`, rest === 1);
  return new Set([...rests].flatMap(([key, rest]) => (rest ? [key.split(' ')[0] as TurnId] : [])));
}

const metadataSetter = defineQuery(
  'log.metadataSetter',
  (_, p: { position: string }) => sql<{ agent: string }>`
    select agent.id as agent from log join agent on agent.key = agent_key
    where instr(entry, '"metadata":') > 0 and instr(entry, ${p.position}) > 0 and exists (
      select 1 from json_each(entry, '$.metadata') as one where one.value ->> '$.position' = ${p.position})
    order by seq desc limit 1`,
);

/** The agent that last set the metadata of a position; undefined if the log lacks it. Reads the log back to there. */
export function findMetadataSetter(reader: Reader, position: PositionId): AgentId | undefined {
  return reader.first(metadataSetter, { position })?.agent as AgentId | undefined;
}

const turnRows = defineQuery(
  'log.turn',
  (_, p: { turn: string }) =>
    sql<{ entry: string }>`
    select entry from log
    where instr(entry, '"turns":') > 0 and instr(entry, ${p.turn}) > 0
    order by seq desc`,
);

/** The last log entry on a turn's effects; undefined if there is none. @throws {AspenError} CORRUPT */
export function findLoggedTurn(reader: Reader, id: TurnId): RecordedTurn | undefined {
  for (const row of reader.all(turnRows, { turn: id })) {
    const found = parseColumn<LogEntry>(row.entry, 'entry').turns?.find((turn) => turn.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The rows of the log after one, `size` at a time. @throws {AspenError} CORRUPT when an entry is not JSON */
export function logPages(reader: Reader, after: number, size: number): Generator<readonly LogRow[]> {
  return eachPage(
    after,
    size,
    (seq) => readLog(reader, seq, size),
    ({ seq }) => seq,
  );
}

const PAGE = 1000;

/** Every row of the log, in order. @throws {AspenError} CORRUPT when an entry is not JSON */
export function* eachLogRow(reader: Reader): Generator<LogRow> {
  for (const rows of logPages(reader, 0, PAGE)) yield* rows;
}

/** @throws {AspenError} CORRUPT when a damaged row does not name its nodes */
function nodesOf({ seq, entry }: LogRow): readonly LoggedNode[] {
  const nodes: unknown = entry === null || typeof entry !== 'object' ? null : (entry.nodes ?? []);
  if (!Array.isArray(nodes) || !nodes.every(isLoggedNode))
    throw new AspenError('CORRUPT', `row ${seq} of the log does not name the nodes it wrote`);
  return nodes;
}

function isLoggedNode(value: unknown): value is LoggedNode {
  if (value === null || typeof value !== 'object') return false;
  const { id, contentHash, position, editedFrom, spans } = value as Readonly<Record<string, unknown>>;
  const isText = (part: unknown) => typeof part === 'string';
  return [id, contentHash, position, spans].every(isText) && (editedFrom === null || isText(editedFrom));
}

/**
 * Every node that the log names, in log order, except those of trees deleted later.
 * @throws {AspenError} CORRUPT when the program cannot have written a row
 */
export function* eachLoggedNode(reader: Reader): Generator<LoggedNode> {
  const deletedAt = new Map(reader.all(deletedTrees, NONE).map(({ seq, tree }) => [tree, seq]));
  for (const row of eachLogRow(reader)) {
    const nodes = nodesOf(row);
    const { tree } = row.entry;
    if (tree === undefined || (deletedAt.get(tree) ?? 0) < row.seq) yield* nodes;
  }
}

const unverified = defineQuery(
  'log.unverified',
  () => sql<{ count: number | null }>`
    select sum(json_array_length(entry, '$.details.unverified')) as count from log
    where kind = 'import' and json_valid(entry) and entry ->> '$.details.recovered'`,
);

/** Number of nodes that a recovery kept although they did not verify: these are known and are not new damage. */
export function countKnownUnverified(reader: Reader): number {
  return reader.first(unverified, NONE)?.count ?? 0;
}

/**
 * Reads the whole log and checks its numbers, chain, hashes and head. Returns the first fault; undefined when
 * there is none.
 */
export function findLogFault(reader: Reader): LogFault | undefined {
  let reachedEnd = false;
  function* everyRow(): Generator<LogRecord> {
    for (const row of eachLogRow(reader)) yield { ...row, entry: row.entry as JsonValue };
    reachedEnd = true;
  }
  const head = reader.first(readHead, NONE);
  const end = { seq: head?.log_seq ?? 0, hash: (head?.log_hash ?? null) as Sha256 | null };
  const fault = verifyLog(everyRow(), end);
  const last = reader.first(lastRow, NONE);
  // Rows are joined with their agents, so the log seems to end before a row whose agent is missing.
  if (fault !== undefined && reachedEnd && last !== undefined && last.seq > fault.seq)
    return { seq: fault.seq + 1, reason: 'its agent is missing' };
  return fault;
}
