import { sql } from 'kysely';
import { AspenError } from '../../../core/errors.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import type { PositionMetadata } from '../../../core/tree/position-metadata.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { metadataColumns, metadataOfRow } from '../tables/metadata-columns.ts';
import type { MetadataColumns } from '../tables/schema.ts';

/** A node with the metadata in its own row, which should be that of its position. */
export interface NodeMetadata extends PositionMetadata {
  readonly id: NodeId;
  readonly positionId: PositionId;
}

type MetadataRow = Readonly<MetadataColumns> & Pick<NodeMetadata, 'id' | 'positionId'>;

const columns = sql`node.id, first.id as positionId, ${metadataColumns}`;

const markedNodes = defineQuery(
  'metadata.marked',
  () => sql<MetadataRow>`
    select ${columns} from node cross join node as first on first.key = node.position_key
    where node.bookmarked or node.bookmark_label is not null or node.pruned or node.excluded
    order by node.key`,
);

const nodesAt = defineQuery(
  'metadata.at',
  (_, p: { positions: string }) => sql<MetadataRow>`
    select ${columns} from json_each(${p.positions}) as wanted
    cross join node as first on first.id = wanted.value
    cross join node on node.position_key = first.key
    order by wanted.key, node.key`,
);

// Without columns after the text, which is long.
const metadataOf = defineQuery(
  'metadata.of',
  (_, p: { ids: string }) => sql<MetadataColumns & { at: number }>`
    select wanted.key as at, ${metadataColumns}
    from json_each(${p.ids}) as wanted cross join node on node.id = wanted.value`,
);

/** Every node whose metadata is not the default, in the order in which they were written. */
export function listMarkedNodes(reader: Reader): readonly NodeMetadata[] {
  return reader.all(markedNodes, NONE).map(toMetadata);
}

/** Every node at the positions that exist, in the order of the positions. */
export function listMetadataAt(reader: Reader, positions: readonly string[]): readonly NodeMetadata[] {
  return reader.all(nodesAt, { positions: JSON.stringify(positions) }).map(toMetadata);
}

/** The metadata of nodes, in the given order. @throws {AspenError} NOT_FOUND */
export function getMetadata(reader: Reader, ids: readonly NodeId[]): readonly PositionMetadata[] {
  const found = new Map(reader.all(metadataOf, { ids: JSON.stringify(ids) }).map((row) => [row.at, row]));
  return ids.map((id, at) => {
    const row = found.get(at);
    if (row === undefined) throw new AspenError('NOT_FOUND', `no node ${id}`);
    return metadataOfRow(row);
  });
}

function toMetadata(row: MetadataRow): NodeMetadata {
  return { id: row.id, positionId: row.positionId, ...metadataOfRow(row) };
}
