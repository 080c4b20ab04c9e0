import { sql } from 'kysely';
import type { NodeId, PositionId, TreeId } from '../../../../core/ids.ts';
import type { WholeNode } from '../../../../core/tree/tree-node.ts';
import { defineQuery, type Reader } from '../../connection/query.ts';
import { findPositionKey, getTreeKey, readAgentKeys } from '../keys.ts';
import { selectWholeNodes, toNodeContent, toTreeNode } from '../node-rows.ts';
import type { Key } from '../schema.ts';

/** The current version of a note: always the newest, since no path selects another. */
export interface Annotation {
  readonly node: WholeNode;
  /** The version of the annotated position that the note's author saw when writing this version. */
  readonly originId: NodeId;
  readonly versionCount: number;
  /** The words of the text that it is on; null if it is on the whole of it. */
  readonly quote: string | null;
}

const annotationsOf = defineQuery('annotation.list', (db, p: { position: Key }) =>
  selectWholeNodes(db)
    .innerJoin('edge', 'edge.target_node_key', 'node.key')
    .innerJoin('edge_source', 'edge_source.edge_key', 'edge.key')
    .innerJoin('node as origin', 'origin.key', 'edge_source.origin_node_key')
    .leftJoin('anchor', (join) =>
      join
        .onRef('anchor.position_key', '=', 'edge_source.position_key')
        .onRef('anchor.note_node_key', '=', 'node.position_key'),
    )
    .select(['origin.id as origin_id', 'anchor.quote'])
    .where('edge_source.position_key', '=', p.position)
    .where('edge_source.role', '=', 'primary')
    .where('edge.edge_type', '=', 'annotation')
    .orderBy('node.id'),
);

/**
 * Notes on any version at a position, oldest first, including removed (pruned) ones; empty when there is no
 * such position.
 * @throws {AspenError} NOT_FOUND when there is no such tree; CORRUPT when a note's columns are invalid
 */
export function listAnnotations(reader: Reader, treeId: TreeId, position: PositionId): readonly Annotation[] {
  const key = findPositionKey(reader, getTreeKey(reader, treeId), position);
  if (key === undefined) return [];
  const agents = readAgentKeys(reader);
  const notes = new Map<PositionId, Annotation>();
  for (const row of reader.all(annotationsOf, { position: key })) {
    const node = { ...toTreeNode(row), ...toNodeContent(row, agents) };
    const versionCount = (notes.get(node.positionId)?.versionCount ?? 0) + 1;
    // A later version replaces the earlier one, and keeps its place in the order.
    notes.set(node.positionId, { node, originId: row.origin_id as NodeId, versionCount, quote: row.quote });
  }
  return [...notes.values()];
}

const notedPositions = defineQuery(
  'annotation.noted',
  (_, p: { positions: string }) => sql<{ at: number }>`
    select shown.key as at
    from json_each(${p.positions}) as shown
    where exists (
      select 1
      from node as position
      cross join edge_source as source on source.position_key = position.key and source.role = 'primary'
      cross join edge on edge.key = source.edge_key and edge.edge_type = 'annotation'
      cross join node as note on note.key = edge.target_node_key and note.pruned = 0
      where position.id = shown.value
    )`,
);

/** The positions that have a note which is not removed, in one statement. */
export function findNoted(reader: Reader, positions: readonly PositionId[]): ReadonlySet<PositionId> {
  const noted = new Set<PositionId>();
  for (const { at } of reader.all(notedPositions, { positions: JSON.stringify(positions) })) {
    const position = positions[at];
    if (position !== undefined) noted.add(position);
  }
  return noted;
}

/** A note that is on no phrase, with the beginning of its newest version. */
export interface NoteOnPosition {
  readonly positionId: PositionId;
  readonly noteId: PositionId;
  readonly text: string;
}

const notesOnTexts = defineQuery(
  'annotation.onTexts',
  (_, p: { positions: string; length: number }) => sql<NoteOnPosition>`
    select position.id as positionId, note.id as noteId, (
      select substr(version.text, 1, ${p.length}) from node as version
      where version.position_key = note.key order by version.id desc limit 1) as text
    from json_each(${p.positions}) as shown
    cross join node as position on position.id = shown.value
    cross join edge_source as source on source.position_key = position.key and source.role = 'primary'
    cross join edge on edge.key = source.edge_key and edge.edge_type = 'annotation'
    cross join node as note on note.key = edge.target_node_key and note.key = note.position_key and note.pruned = 0
    where not exists (
      select 1 from anchor
      where anchor.position_key = position.key and anchor.note_node_key = note.key)
    order by note.id`,
);

/**
 * The notes on positions that are neither removed nor on a phrase, oldest first, in one statement.
 * @param length characters read of each
 */
export function listNotesOnTexts(
  reader: Reader,
  positions: readonly PositionId[],
  length: number,
): readonly NoteOnPosition[] {
  return reader.all(notesOnTexts, { positions: JSON.stringify(positions), length });
}
