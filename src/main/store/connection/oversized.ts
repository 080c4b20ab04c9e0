import { sql } from 'kysely';
import { defineQuery, NONE, type Reader } from './query.ts';

/**
 * Larger values in one column are not a person's writing: the file is rejected before they are read. Bytes.
 */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;
const MAX_BODY_BYTES = 512 * 1024 * 1024;

// SQLite takes `octet_length` of a column from the row's header and does not read the value.
const largest = defineQuery(
  'oversized.largest',
  () => sql<{ what: string; bytes: number | null; most: number }>`
    select 'a text' as what, max(octet_length(text)) as bytes, ${sql.lit(MAX_TEXT_BYTES)} as most from node
    union all select 'a node’s content', max(octet_length(content)), ${sql.lit(MAX_TEXT_BYTES)} from node
    union all select 'who wrote a node', max(octet_length(authorship)), ${sql.lit(MAX_TEXT_BYTES)} from node
    union all select 'a draft', max(octet_length(buffer) + octet_length(edits)), ${sql.lit(MAX_TEXT_BYTES)} from draft
    union all select 'a row of the log', max(octet_length(entry)), ${sql.lit(MAX_TEXT_BYTES)} from log
    union all select 'a request', max(octet_length(request)), ${sql.lit(MAX_TEXT_BYTES)} from raw_api_response
    union all select 'an answer', max(octet_length(response_body)), ${sql.lit(MAX_BODY_BYTES)} from raw_api_response
    union all select 'an agent', max(octet_length(configuration)), ${sql.lit(MAX_TEXT_BYTES)} from agent
    union all select 'a tree’s settings', max(octet_length(settings)), ${sql.lit(MAX_TEXT_BYTES)} from loom_tree`,
);

/** Describes each column that holds a larger value than the program ever writes; empty when there is none. */
export function findOversized(reader: Reader): readonly string[] {
  return reader
    .all(largest, NONE)
    .filter(({ bytes, most }) => bytes !== null && bytes > most)
    .map(({ what, bytes }) => `${what} has ${((bytes ?? 0) / 1024 / 1024).toFixed(0)} MB`);
}
