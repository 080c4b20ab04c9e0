/** The columns with the metadata of positions: what the store has to know of each property (`position-metadata.ts`). */
import { sql } from 'kysely';
import type { PositionMetadata } from '../../../core/tree/position-metadata.ts';
import { bit, type MetadataColumns } from './schema.ts';

export const METADATA_COLUMNS = [
  'bookmarked',
  'bookmark_label',
  'pruned',
  'excluded',
] as const satisfies readonly (keyof MetadataColumns)[];

/** The columns to write, and those of a `node` to read. */
export const metadataNames = sql.raw(METADATA_COLUMNS.join(', '));
export const metadataColumns = sql.raw(METADATA_COLUMNS.map((column) => `node.${column}`).join(', '));

/** The parameters of a statement that writes these columns. */
export function metadataParameters(parameters: MetadataColumns): MetadataColumns {
  return Object.fromEntries(
    METADATA_COLUMNS.map((column) => [column, parameters[column]]),
  ) as unknown as MetadataColumns;
}

export function metadataOfRow(row: Readonly<MetadataColumns>): PositionMetadata {
  return {
    bookmarked: row.bookmarked === 1,
    bookmarkLabel: row.bookmark_label,
    pruned: row.pruned === 1,
    excluded: row.excluded === 1,
  };
}

export function rowOfMetadata(metadata: PositionMetadata): MetadataColumns {
  return {
    bookmarked: bit(metadata.bookmarked),
    bookmark_label: metadata.bookmarkLabel,
    pruned: bit(metadata.pruned),
    excluded: bit(metadata.excluded),
  };
}
