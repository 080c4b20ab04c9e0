import { type RawBuilder, sql } from 'kysely';
import { AspenError } from '../../../../core/errors.ts';
import type { LocalId, NodeId, PositionId, TreeId } from '../../../../core/ids.ts';
import { isAboutDocument } from '../../../../core/memory/about-documents.ts';
import { MEMORY_VERBS, readStep } from '../../../../core/memory/memory-step.ts';
import type {
  RememberedAction,
  RememberedStep,
  TurnStep,
  TurnWithSteps,
} from '../../../../core/memory/turn-steps.ts';
import type { JsonValue } from '../../../../core/provenance/canonical-json.ts';
import type { AgentType } from '../../../../core/tree/agent.ts';
import { defineQuery, type Reader } from '../../connection/query.ts';
import { parseColumn } from '../../tables/json-column.ts';
import { getTreeKey } from '../../tables/keys.ts';
import type { Key } from '../../tables/schema.ts';

/** Length read of a line and of a result, in UTF-16 code units. */
const EXCERPT = 400;

const turnsIn = defineQuery('agent_turn.remembered', (db, p: { tree: Key }) =>
  db
    .selectFrom('agent_turn as turn')
    .innerJoin('agent', 'agent.key', 'turn.agent_key')
    .innerJoin('node as parent', 'parent.key', 'turn.parent_position_key')
    .select(['turn.key', 'turn.id as turnId', 'agent.id as agentId', 'agent.type', 'parent.id as parentId'])
    .where('turn.loom_tree_key', '=', p.tree)
    .where('turn.undone_at', 'is', null)
    .orderBy('turn.id')
    .$castTo<Pick<TurnWithSteps, 'turnId' | 'agentId' | 'parentId'> & { key: Key; type: AgentType }>(),
);

const callsIn = defineQuery('agent_call.inTree', (db, p: { tree: Key }) =>
  db
    .selectFrom('agent_call as call')
    .innerJoin('agent_turn as turn', 'turn.key', 'call.turn_key')
    .leftJoin('node', 'node.key', 'call.node_key')
    .leftJoin('node as first', 'first.key', 'node.position_key')
    .select(['call.turn_key', 'call.ordinal', 'first.id as message'])
    .where('turn.loom_tree_key', '=', p.tree)
    .orderBy('call.turn_key')
    .orderBy('call.ordinal'),
);

function inCommand<T>(path: string): RawBuilder<T | null> {
  return sql<T | null>`iif(json_valid(action.command), action.command ->> ${sql.lit(path)}, null)`;
}

const verb = inCommand<string>('$.verb');
const memoryVerbs = sql.join(MEMORY_VERBS.map((known) => sql.lit(known)));

// Lines and results are long: those of a thousand turns take a tenth of a second to read.
const stepsIn = defineQuery('agent_action.remembered', (db, p: { tree: Key }) =>
  db
    .selectFrom('agent_action as action')
    .innerJoin('agent_turn as turn', 'turn.key', 'action.turn_key')
    .leftJoin('loom_tree as tree', 'tree.key', 'action.loom_tree_key')
    .select(['action.turn_key', 'action.ordinal', 'action.call_ordinal as callOrdinal', 'tree.kind'])
    .select(['action.started_at as startedAt', 'tree.id as treeId'])
    // A running action has a row, but no result yet.
    .select(sql<string | null>`iif(action.result is null, null, action.outcome)`.as('outcome'))
    .select(verb.as('verb'))
    .select(sql<string | null>`iif(${verb} in (${memoryVerbs}), action.command, null)`.as('command'))
    .where('turn.loom_tree_key', '=', p.tree)
    .where('turn.undone_at', 'is', null)
    .where(sql<boolean>`coalesce(${verb}, '') <> 'think'`)
    .orderBy('action.turn_key')
    .orderBy('action.ordinal'),
);

const detailsOf = defineQuery('agent_action.details', (db, p: { turn: string; ordinal: number }) =>
  db
    .selectFrom('agent_action as action')
    .select(inCommand<string>('$.node.localId').as('node'))
    .select(inCommand<string>('$.from.localId').as('source'))
    .select(inCommand<number>('$.count').as('count'))
    .select(inCommand<string>('$.document').as('document'))
    .select('action.command')
    .select(sql<string>`substr(action.line, 1, ${sql.lit(EXCERPT)})`.as('line'))
    .select(sql<string | null>`substr(action.result, 1, ${sql.lit(EXCERPT)})`.as('result'))
    .where('action.turn_key', '=', db.selectFrom('agent_turn').select('key').where('id', '=', p.turn))
    .where('action.ordinal', '=', p.ordinal),
);

/**
 * Agents' and people's actions in a conversation, except in undone turns; oldest first.
 * @throws {AspenError} NOT_FOUND; CORRUPT
 */
export function listTurnSteps(reader: Reader, treeId: TreeId): readonly TurnWithSteps[] {
  const tree = getTreeKey(reader, treeId);
  const turns = reader.all(turnsIn, { tree });
  if (turns.length === 0) return [];
  const calls = byTurn(reader.all(callsIn, { tree }));
  const steps = byTurn(reader.all(stepsIn, { tree }));
  return turns.map(({ key, type, ...turn }) => ({
    ...turn,
    isByPerson: type === 'human',
    calls: (calls.get(key) ?? []).map(({ ordinal, message }) => ({
      ordinal,
      message: message as PositionId | null,
    })),
    steps: (steps.get(key) ?? []).map(toStep),
  }));
}

function byTurn<R extends { readonly turn_key: Key }>(rows: readonly R[]): ReadonlyMap<Key, readonly R[]> {
  const groups = new Map<Key, R[]>();
  for (const row of rows) {
    const group = groups.get(row.turn_key);
    if (group === undefined) groups.set(row.turn_key, [row]);
    else group.push(row);
  }
  return groups;
}

type StepRow = NonNullable<(typeof stepsIn)['row']>;

function toStep({ turn_key: _turn, kind, command, ...step }: StepRow): TurnStep {
  return {
    ...step,
    memory: command === null ? null : readStep(parseColumn<JsonValue>(command, 'command')),
    isInDocument: kind === 'document',
    treeId: step.treeId as TreeId | null,
  };
}

const ID = /\[([0-9a-z]{6,26})\]/;

/** The step with its details. @throws {AspenError} NOT_FOUND */
export function readAction(reader: Reader, step: RememberedStep): RememberedAction {
  const { turnId, ordinal, verb } = step;
  const row = reader.first(detailsOf, { turn: turnId, ordinal });
  if (row === undefined) throw new AspenError('NOT_FOUND', `no action ${ordinal} of turn ${turnId}`);
  const { node, source, count, document, line, command } = row;
  const [result = ''] = (row.result ?? '').split('\n', 1);
  return {
    ...step,
    about: (node ?? source ?? ID.exec(result)?.[1] ?? null) as LocalId | null,
    document: typeof document === 'string' ? document : null,
    count: verb === 'continue' && typeof count === 'number' ? count : null,
    line,
    result,
    isOfDocument:
      step.isInDocument || (command !== null && isAboutDocument(parseColumn<JsonValue>(command, 'command'))),
    isWithheld: false,
  };
}

const thoughtsIn = defineQuery('agent_action.thoughts', (db, p: { tree: Key }) =>
  db
    .selectFrom('agent_action as action')
    .innerJoin('agent_turn as turn', 'turn.key', 'action.turn_key')
    .select(['action.turn_key', 'action.call_ordinal'])
    .select(sql<string>`action.command ->> '$.thought'`.as('thought'))
    .where('turn.loom_tree_key', '=', p.tree)
    .where(sql<boolean>`iif(json_valid(action.command), action.command ->> '$.verb', null) = 'think'`)
    .where(sql<boolean>`coalesce(action.command ->> '$.thought', '') <> ''`)
    .orderBy('action.turn_key')
    .orderBy('action.ordinal'),
);

const spokenCall = defineQuery('agent_call.spoken', (db, p: { turn: Key; ordinal: number }) =>
  db
    .selectFrom('agent_call as call')
    .innerJoin('node', 'node.key', 'call.node_key')
    .select('node.id')
    .where('call.turn_key', '=', p.turn)
    .where('call.ordinal', '>=', p.ordinal)
    .orderBy('call.ordinal')
    .limit(1),
);

/**
 * Agents' thoughts in a tree, in order, each with the next message of the same turn; without those that no message
 * followed.
 */
export function listThoughts(
  reader: Reader,
  treeId: TreeId,
): readonly { readonly nodeId: NodeId; readonly thought: string }[] {
  return reader.all(thoughtsIn, { tree: getTreeKey(reader, treeId) }).flatMap((row) => {
    const said = reader.first(spokenCall, { turn: row.turn_key, ordinal: row.call_ordinal });
    return said === undefined ? [] : [{ nodeId: said.id as NodeId, thought: row.thought }];
  });
}
