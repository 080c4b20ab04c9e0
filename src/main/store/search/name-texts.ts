import { sql } from 'kysely';
import { defineQuery, type Reader } from '../connection/query.ts';

/** Enough to distinguish a name from a slip. */
const MAX_TEXTS = 8;

const newestWith = defineQuery(
  'search.nameTexts',
  (_, p: { match: string; limit: number }) => sql<{ readonly text: string | null }>`
    select node.text from node_text cross join node on node.key = node_text.rowid
    where node_text match ${p.match} order by node_text.rowid desc limit ${p.limit}`,
);

/** The newest few texts of the grove that contain a word, in any case. */
export function readTextsWith(reader: Reader, word: string): readonly string[] {
  const match = `"${word.replaceAll('"', '""')}"`;
  return reader.all(newestWith, { match, limit: MAX_TEXTS }).map(({ text }) => text ?? '');
}
