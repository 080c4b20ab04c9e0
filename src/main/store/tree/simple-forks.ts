import { sql } from 'kysely';
import type { PositionId } from '../../../core/ids.ts';
import { defineQuery, type Reader } from '../connection/query.ts';

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
  /** For each fork inside its text, the oldest split there, the place, and the number of items. */
  readonly places: readonly { readonly split: PositionId; readonly place: number; readonly count: number }[];
}

// Rows of nodes are large and far apart: everything here is read from the index by position, which has what it takes.
const isRevised = (position: ReturnType<typeof sql>) => sql`exists (
  select 1 from node as version where version.position_key = ${position} and version.key <> ${position}
)`;

const childrenOf = (position: ReturnType<typeof sql>) => sql`
  from edge_source as source
  cross join edge on edge.key = source.edge_key and edge.edge_type = 'continuation'
  cross join node as child on child.position_key = edge.target_node_key and +child.key = child.position_key
  where source.position_key = ${position} and source.role = 'primary'`;

// Where one is pruned or has a second version, a split among them may be shown, or be at another place.
const isMixed = sql`(max(child.split_at is not null) and (max(child.pruned) or max(${isRevised(sql`child.key`)})))`;

// The splits of positions. What is not as it was made, or can be shown because something is pruned, is not simple.
const splitsOf = defineQuery(
  'forks.simple',
  (_, p: { wanted: string }) => sql<{
    at: number;
    split: string | null;
    place: number | null;
    children: number;
    isSimple: 0 | 1;
  }>`
    with recursive family (at, root, key) as (
      select wanted.key, node.key, node.key
      from json_each(${p.wanted}) as wanted cross join node on node.id = wanted.value
      union all
      select family.at, family.root, split.key
      from family
      cross join node as split indexed by node_split
        on split.edited_from_key = family.key and split.split_at is not null
    ),
    member as (
      select family.at, part.id, iif(family.key = family.root, null, part.split_at) as place, part.pruned,
        not ${isRevised(sql`family.key`)}
          and not (family.key = family.root and (part.split_at is not null or part.pruned)) as isSimple,
        iif(family.key = family.root, 0, (
          select iif(${isMixed}, -1, sum(child.pruned = 0 and child.split_at is null))
          ${childrenOf(sql`family.key`)})) as children
      from family
      cross join node as part on part.position_key = family.key and +part.key = part.position_key
    )
    select at, place, min(iif(pruned = 0, id, null)) as split,
      sum(iif(pruned = 0, coalesce(children, 0), 0)) as children,
      min(isSimple and coalesce(children, 0) >= 0) as isSimple
    from member
    group by at, place
    order by at, place`,
);

const siblingsOf = defineQuery(
  'forks.simpleSiblings',
  (_, p: { wanted: string }) => sql<{ at: number; index: number; count: number; isSimple: 0 | 1 }>`
    select wanted.key as at,
      sum(child.pruned = 0 and child.split_at is null and child.id <= wanted.value ->> 0) as "index",
      sum(child.pruned = 0 and child.split_at is null) as count,
      not ${isMixed} as isSimple
    from json_each(${p.wanted}) as wanted
    cross join node as parent on parent.id = wanted.value ->> 1
    cross join edge_source as source on source.position_key = parent.key and source.role = 'primary'
    cross join edge on edge.key = source.edge_key and edge.edge_type = 'continuation'
    cross join node as child on child.position_key = edge.target_node_key and +child.key = child.position_key
    group by wanted.key`,
);

/**
 * Counts what follows positions and the forks inside them (`domain.md`, *Forks*), in two statements, where no text
 * around them was changed since it was divided and nothing beside a split is pruned: then the places are those of
 * the splits. Undefined where the rules of core must decide.
 */
export function countSimpleForks(
  reader: Reader,
  positions: readonly PositionWithParent[],
): readonly (SimpleForkCounts | undefined)[] {
  const parents = [...new Set(positions.map(({ parentId }) => parentId))];
  const ids = [...new Set([...positions.map(({ positionId }) => positionId), ...parents])];
  const indexes = new Map(ids.map((id, index) => [id, index]));
  const isSimple = ids.map(() => true);
  const places = ids.map((): SimpleForkCounts['places'][number][] => []);
  for (const row of reader.all(splitsOf, { wanted: JSON.stringify(ids) })) {
    if (row.isSimple === 0) isSimple[row.at] = false;
    if (row.place === null || row.split === null || row.children === 0) continue;
    places[row.at]?.push({ split: row.split as PositionId, place: row.place, count: 1 + row.children });
  }
  const wanted = JSON.stringify(positions.map(({ positionId, parentId }) => [positionId, parentId]));
  const siblings = new Map(reader.all(siblingsOf, { wanted }).map((row) => [row.at, row]));
  const at = (id: PositionId) => indexes.get(id) ?? -1;
  return positions.map(({ positionId, parentId }, index) => {
    const row = siblings.get(index);
    const own = at(positionId);
    if (row === undefined || row.isSimple === 0 || isSimple[own] !== true || isSimple[at(parentId)] !== true)
      return undefined;
    return { index: row.index, count: row.count, places: places[own] ?? [] };
  });
}
