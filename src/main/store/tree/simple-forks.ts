import { sql } from 'kysely';
import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { getAgentKey, getTreeKey } from '../tables/keys.ts';
import type { Bit, Key } from '../tables/schema.ts';

/** A position with the one before it. */
interface PositionWithParent {
  readonly positionId: PositionId;
  readonly parentId: PositionId;
}

/** The numbers of a position where every text around it is as it was divided. */
export interface SimpleForkCounts {
  /** 1-based number among what continues the text before it, and the number of items there. */
  readonly index: number;
  readonly count: number;
  /** For each fork inside its text, in text order: the oldest split there, the place, and the number of items. */
  readonly places: readonly { readonly split: PositionId; readonly place: number; readonly count: number }[];
  /** It is noted (`PositionMarks`); undefined where a split is pruned. */
  readonly hasNote: boolean | undefined;
}

/** A position of a family, in one row for each version of each position that it is the source of, or in one. */
interface FamilyRow {
  /** Index of the wanted text whose family this is. */
  readonly at: number;
  readonly key: Key;
  /** The row of the family that it divides; null for the wanted text. */
  readonly divides: Key | null;
  readonly splitAt: number | null;
  /** Its id if it divides another. */
  readonly split: PositionId | null;
  readonly isPruned: Bit;
  /** It has a second version. */
  readonly isRevised: Bit;
  /** Type of the edge to what follows; null if nothing does. */
  readonly edge: 'continuation' | 'annotation' | null;
  readonly isNextFirst: Bit | null;
  readonly isNextPruned: Bit | null;
  readonly isNextSplit: Bit;
  /** It is no newer than the position to be numbered. */
  readonly isNextUpTo: Bit | null;
}

// One statement reads all of it, from indexes: rows of nodes are large and far apart, and finding an entry takes most
// of the time, so each is sought once. Strings are slow to pass. The union ends a cycle in a damaged file.
const familiesOf = defineQuery(
  'forks.families',
  (_, p: { texts: string }) => sql<FamilyRow>`
    with recursive family (at, up_to, key, divides) as (
      select wanted.key, wanted.value ->> 1, node.key, null
      from json_each(${p.texts}) as wanted cross join node on node.id = wanted.value ->> 0
      union
      select family.at, null, split.key, family.key
      from family
      cross join node as split indexed by node_split
        on split.edited_from_key = family.key and split.split_at is not null
    )
    select family.at, family.key, family.divides,
      part.split_at as splitAt,
      iif(family.divides is null, null, part.id) as split,
      part.pruned as isPruned,
      exists (
        select 1 from node as version where version.position_key = family.key and version.key <> family.key
      ) as isRevised,
      edge.edge_type as edge,
      next.key = next.position_key as isNextFirst,
      next.pruned as isNextPruned,
      next.split_at is not null as isNextSplit,
      next.id <= family.up_to as isNextUpTo
    from family
    cross join node as part on part.position_key = family.key and +part.key = part.position_key
    left join edge_source as source on source.position_key = family.key and source.role = 'primary'
    left join edge on edge.key = source.edge_key
    left join node as next on next.position_key = edge.target_node_key`,
);

/**
 * Counts what follows positions and the forks inside them (`domain.md`, *Forks*), in one statement, where no text
 * around them was changed since it was divided and nothing beside a split is pruned: then the places are those of
 * the splits. Undefined where the rules of core must decide.
 */
export function countSimpleForks(
  reader: Reader,
  positions: readonly PositionWithParent[],
): readonly (SimpleForkCounts | undefined)[] {
  // First the text before each position, with what to number there. Most positions are before another themselves.
  const texts: [PositionId, PositionId | null][] = positions.map(({ positionId, parentId }) => [
    parentId,
    positionId,
  ]);
  const indexes = new Map(texts.map(([id], index) => [id, index]));
  const own = positions.map(({ positionId }) => {
    const index = indexes.get(positionId) ?? texts.push([positionId, null]) - 1;
    indexes.set(positionId, index);
    return index;
  });
  const families = texts.map((): Family => new Map());
  for (const row of reader.all(familiesOf, { texts: JSON.stringify(texts) })) {
    const family = families[row.at];
    const part = family?.get(row.key) ?? newPart(row);
    family?.set(row.key, part);
    if (row.edge === 'annotation') addNote(part, row);
    if (row.edge === 'continuation') addContinuation(part, row);
  }
  const summaries = families.map(summarise);
  return positions.map((_, index) => {
    const before = summaries[index];
    const text = summaries[own[index] ?? -1];
    if (before === undefined || text === undefined) return undefined;
    const { list } = before;
    if (list.count === 0 || isMixed(list)) return undefined;
    return { index: list.upTo, count: list.unpruned, places: text.places, hasNote: text.hasNote };
  });
}

/** The parts of one text, by key: itself and the splits that divide it or one another. */
type Family = Map<Key, Part>;

interface Part {
  readonly row: FamilyRow;
  /** Its continuations. */
  readonly list: Continuations;
  hasNote: boolean;
}

interface Continuations {
  count: number;
  /** Number of continuations that are neither pruned nor splits, and of those no newer than the one to be numbered. */
  unpruned: number;
  upTo: number;
  hasSplit: boolean;
  /** One is pruned or has a second version. */
  hasChanged: boolean;
}

function newPart(row: FamilyRow): Part {
  const list = { count: 0, unpruned: 0, upTo: 0, hasSplit: false, hasChanged: false };
  return { row, list, hasNote: false };
}

function addNote(part: Part, { isNextFirst, isNextPruned }: FamilyRow): void {
  part.hasNote ||= isNextFirst === 1 && isNextPruned === 0;
}

function addContinuation({ list }: Part, row: FamilyRow): void {
  const { isNextFirst, isNextPruned, isNextSplit, isNextUpTo } = row;
  list.hasChanged ||= isNextFirst === 0 || isNextPruned === 1;
  if (isNextFirst !== 1) return;
  list.count += 1;
  list.hasSplit ||= isNextSplit === 1;
  if (isNextPruned === 1 || isNextSplit === 1) return;
  list.unpruned += 1;
  if (isNextUpTo === 1) list.upTo += 1;
}

/** True if one is pruned or has a second version: a split among them may be shown, or be at another place. */
function isMixed({ hasSplit, hasChanged }: Continuations): boolean {
  return hasSplit && hasChanged;
}

interface Summary {
  readonly list: Continuations;
  readonly places: SimpleForkCounts['places'];
  readonly hasNote: boolean | undefined;
}

/** The forks of a family; undefined if something in it has changed, or can be shown because of a pruning. */
function summarise(family: Family): Summary | undefined {
  const parts = [...family.values()];
  const base = parts.find(({ row }) => row.divides === null);
  if (base === undefined || base.row.isPruned === 1 || base.row.splitAt !== null) return undefined;
  if (parts.some((part) => part.row.isRevised === 1 || (part !== base && isMixed(part.list))))
    return undefined;
  const places = new Map<number, { split: PositionId; place: number; count: number }>();
  for (const { row, list } of parts) {
    const { splitAt: place, split } = row;
    if (split === null || place === null || row.isPruned === 1) continue;
    const before = places.get(place);
    const oldest = before === undefined || split < before.split ? split : before.split;
    // The text itself reads on there.
    places.set(place, { split: oldest, place, count: (before?.count ?? 1) + list.unpruned });
  }
  return {
    list: base.list,
    places: [...places.values()]
      .filter(({ count }) => count > 1)
      .sort((one, other) => one.place - other.place),
    hasNote: parts.some(({ row }) => row.isPruned === 1) ? undefined : parts.some(({ hasNote }) => hasNote),
  };
}

const restsOf = defineQuery(
  'rests.list',
  (_, p: { tree: Key; agent: Key }) => sql<{ id: string; parent_id: string }>`
    select rest.id, parent.id as parent_id
    from position_choice as choice indexed by position_choice_rest
    cross join node as rest on rest.key = choice.position_key and rest.pruned = 0
    cross join edge on edge.target_node_key = rest.key and edge.edge_type = 'continuation'
    cross join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
    cross join node as parent on parent.key = source.position_key
    where choice.loom_tree_key = ${p.tree} and choice.agent_key = ${p.agent} and choice.rest is not null
    order by rest.id desc`,
);

/**
 * The text that stays in sight after each position where an agent's path was ended in the middle of the text
 * (`restAfter`), except after hidden splits. @throws {AspenError} NOT_FOUND if there is no such tree or agent
 */
export function readRests(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
): ReadonlyMap<PositionId, PositionId> {
  const whose = { tree: getTreeKey(reader, treeId), agent: getAgentKey(reader, agentId) };
  // The oldest comes last, and is the one that counts.
  return new Map(
    reader.all(restsOf, whose).map((row) => [row.parent_id as PositionId, row.id as PositionId]),
  );
}
