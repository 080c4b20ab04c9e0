import { sql } from 'kysely';
import { defineQuery, NONE, type Reader } from './query.ts';

/** More than this in one column is nobody's writing: it is refused before it is read. Bytes. */
const MOST_TEXT = 64 * 1024 * 1024;
const MOST_BODY = 512 * 1024 * 1024;

// `octet_length` of a column is known from the row's header: nothing of what is measured is read.
const largest = defineQuery(
  'oversized.largest',
  () => sql<{ what: string; bytes: number | null; most: number }>`
    select 'a text' as what, max(octet_length(text)) as bytes, ${sql.lit(MOST_TEXT)} as most from node
    union all select 'a node’s content', max(octet_length(content)), ${sql.lit(MOST_TEXT)} from node
    union all select 'who wrote a node', max(octet_length(authorship)), ${sql.lit(MOST_TEXT)} from node
    union all select 'a draft', max(octet_length(buffer) + octet_length(edits)), ${sql.lit(MOST_TEXT)} from draft
    union all select 'a row of the log', max(octet_length(entry)), ${sql.lit(MOST_TEXT)} from log
    union all select 'a request', max(octet_length(request)), ${sql.lit(MOST_TEXT)} from raw_api_response
    union all select 'an answer', max(octet_length(response_body)), ${sql.lit(MOST_BODY)} from raw_api_response
    union all select 'an agent', max(octet_length(configuration)), ${sql.lit(MOST_TEXT)} from agent
    union all select 'a tree’s settings', max(octet_length(settings)), ${sql.lit(MOST_TEXT)} from loom_tree`,
);

/** What is larger than anything that was ever written here, in words; empty where all is well. */
export function findOversized(reader: Reader): readonly string[] {
  return reader
    .all(largest, NONE)
    .filter(({ bytes, most }) => bytes !== null && bytes > most)
    .map(({ what, bytes }) => `${what} has ${((bytes ?? 0) / 1024 / 1024).toFixed(0)} MB`);
}
