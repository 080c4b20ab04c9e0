import { sql } from 'kysely';
import {
  type NodeId,
  type PositionId,
  positionOpenedBy,
  type TreeId,
  type TurnId,
} from '../../../../core/ids.ts';
import type { JsonValue } from '../../../../core/provenance/canonical-json.ts';
import { defineQuery, type Reader } from '../../connection/query.ts';
import { parseColumn } from '../../tables/json-column.ts';
import { getTreeKey } from '../../tables/keys.ts';
import { listTurnsWithRest } from '../../tables/log.ts';
import type { Key } from '../../tables/schema.ts';

/** Length of a result's beginning, which has the effect or its refusal, not the texts read. UTF-16 code units. */
const BEGINNING = 400;

const endedIn = defineQuery('agent_turn.ended', (db, p: { tree: Key }) =>
  db
    .selectFrom('agent_turn as turn')
    .innerJoin('node as parent', 'parent.key', 'turn.parent_position_key')
    .select(['turn.key', 'turn.id', 'turn.undone_at', 'parent.id as parent'])
    .where('turn.loom_tree_key', '=', p.tree)
    .where('turn.state', '!=', 'running')
    .orderBy('turn.key'),
);

const lastSaid = defineQuery('agent_call.lastSaid', (db, p: { turn: Key }) =>
  db
    .selectFrom('agent_call as call')
    .innerJoin('node', 'node.key', 'call.node_key')
    .select('node.id')
    .where('call.turn_key', '=', p.turn)
    .orderBy('call.ordinal', 'desc')
    .limit(1),
);

const actionsOf = defineQuery('agent_action.outcomes', (db, p: { turn: Key }) =>
  db
    .selectFrom('agent_action as action')
    .select(['action.line', 'action.outcome', 'action.inverse'])
    .select(sql<string | null>`iif(json_valid(action.command), action.command ->> '$.verb', null)`.as('verb'))
    .select(sql<string | null>`substr(action.result, 1, ${sql.lit(BEGINNING)})`.as('result'))
    .where('action.turn_key', '=', p.turn)
    .where('action.outcome', 'is not', null)
    .orderBy('action.ordinal'),
);

export interface EndedTurn {
  readonly turnId: TurnId;
  readonly isUndone: boolean;
  /** It is undone, except where others had built on it or changed it since. */
  readonly hasRest: boolean;
  /** The message that it answers. */
  readonly parentId: PositionId;
  /** Its last message; null if there was none. */
  readonly saidId: NodeId | null;
  /** Actions that were carried out or refused, in order. */
  readonly actions: readonly EndedAction[];
}

export interface EndedAction {
  /** As written. */
  readonly line: string;
  /** Null if it is no command. */
  readonly verb: string | null;
  readonly outcome: string;
  /** The beginning of its result. */
  readonly result: string;
  /** Null if it wrote nothing. */
  readonly inverse: JsonValue;
}

/** The turns of a conversation that have ended, oldest first. @throws {AspenError} NOT_FOUND; CORRUPT */
export function listTurnOutcomes(reader: Reader, treeId: TreeId): readonly EndedTurn[] {
  const turns = reader.all(endedIn, { tree: getTreeKey(reader, treeId) });
  const rests = listTurnsWithRest(reader);
  return turns.map((turn) => ({
    turnId: turn.id as TurnId,
    isUndone: turn.undone_at !== null,
    hasRest: rests.has(turn.id as TurnId),
    parentId: positionOpenedBy(turn.parent as NodeId),
    saidId: (reader.first(lastSaid, { turn: turn.key })?.id ?? null) as NodeId | null,
    actions: reader.all(actionsOf, { turn: turn.key }).map(({ line, verb, outcome, result, inverse }) => ({
      line,
      verb,
      outcome: outcome ?? '',
      result: result ?? '',
      inverse: inverse === null ? null : parseColumn<JsonValue>(inverse, 'inverse'),
    })),
  }));
}
