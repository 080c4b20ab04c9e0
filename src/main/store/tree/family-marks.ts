import { sql } from 'kysely';
import type { PositionId, TreeId } from '../../../core/ids.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { findNoted } from '../tables/marks/annotations.ts';
import { findHidingBases, type HidingBase, hasSplits, readBookmarksOnSplits } from './hidden-splits.ts';

/** Up to this many positions, their splits are read instead of all those of the grove that have notes. */
const FEW = 512;

const hasNote = (position: ReturnType<typeof sql>) => sql`exists (
  select 1
  from edge_source as source
  cross join edge on edge.key = source.edge_key and edge.edge_type = 'annotation'
  cross join node as note on note.key = edge.target_node_key and note.pruned = 0
  where source.position_key = ${position} and source.role = 'primary'
)`;

const notedFamilies = defineQuery(
  'splits.notedFamilies',
  (_, p: { bases: string }) => sql<{ at: number }>`
    with recursive climb (at, key) as (
      select wanted.key, base.key
      from json_each(${p.bases}) as wanted cross join node as base on base.id = wanted.value
      union
      select climb.at, split.key
      from climb
      cross join node as divided on divided.position_key = climb.key
      cross join node as split indexed by node_split
        on split.edited_from_key = divided.key and split.split_at is not null
      -- from the index by position: the rows of nodes are large and far apart
      cross join node as part on part.position_key = split.key and +part.key = part.position_key and part.pruned = 0
    )
    select distinct climb.at as at from climb where ${hasNote(sql`climb.key`)}`,
);

const notedSplits = defineQuery('splits.noted', () => {
  return sql<{ id: string }>`
    select split.id from node as split indexed by node_split
    where split.split_at is not null and split.edited_from_key >= 0 and split.pruned = 0
      and ${hasNote(sql`split.key`)}`;
});

/** Marks of positions besides those in their own rows (`domain.md`, *Forks*). */
export interface PositionMarks {
  /** Positions that have a note, or show those of a text that they divide or that divides them. */
  readonly noted: ReadonlySet<PositionId>;
  /** Positions that show the bookmark of another that divides the same text. */
  readonly bookmarked: ReadonlySet<PositionId>;
  /** The hidden splits among them, with their bases. */
  readonly splits: ReadonlyMap<PositionId, HidingBase>;
}

/**
 * The marks of positions: what is on any part of a divided text is shown on all of it.
 * @param known of some positions that are no splits, whether they are noted, which is then not read again
 * @throws {AspenError} NOT_FOUND if there is no such tree
 */
export function readMarks(
  reader: Reader,
  treeId: TreeId,
  positions: readonly PositionId[],
  known: ReadonlyMap<PositionId, boolean> = NONE_KNOWN,
): PositionMarks {
  const others = positions.filter((position) => !known.has(position));
  const splits = findHidingBases(reader, treeId, others);
  if (!hasSplits(reader)) return { noted: findNoted(reader, positions), bookmarked: NO_POSITIONS, splits };
  const baseOf = (position: PositionId) => splits.get(position)?.positionId ?? position;
  const bases = [...new Set(positions.map(baseOf))];
  const unknown = bases.filter((base) => !known.has(base));
  const found = unknown.length === 0 ? NO_POSITIONS : findNotedFamilies(reader, treeId, unknown);
  const isNoted = (base: PositionId) => known.get(base) ?? found.has(base);
  const { labels } = readBookmarksOnSplits(reader, treeId);
  const marked = new Set(labels.keys());
  for (const { positionId, bookmarked } of splits.values()) if (bookmarked) marked.add(positionId);
  return {
    noted: new Set(positions.filter((position) => isNoted(baseOf(position)))),
    bookmarked: new Set(positions.filter((position) => marked.has(baseOf(position)))),
    splits,
  };
}

/** The bases that have a note which is not removed, or whose unpruned splits have one. */
function findNotedFamilies(
  reader: Reader,
  treeId: TreeId,
  bases: readonly PositionId[],
): ReadonlySet<PositionId> {
  if (bases.length <= FEW) {
    const rows = reader.all(notedFamilies, { bases: JSON.stringify(bases) });
    return new Set(rows.flatMap(({ at }) => bases[at] ?? []));
  }
  const splits = reader.all(notedSplits, NONE).map(({ id }) => id as PositionId);
  const hiding = findHidingBases(reader, treeId, splits);
  return new Set([...findNoted(reader, bases), ...[...hiding.values()].map(({ positionId }) => positionId)]);
}

const NO_POSITIONS: ReadonlySet<PositionId> = new Set();
const NONE_KNOWN: ReadonlyMap<PositionId, boolean> = new Map();
