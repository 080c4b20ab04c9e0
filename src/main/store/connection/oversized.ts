import { sql } from 'kysely';
import { defineQuery, NONE, type Reader } from './query.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/**
 * The largest values that one column may hold, in bytes: more than `core/text/limits.ts` lets in, and than
 * earlier versions did. Larger ones are not a person's writing.
 */
const NAME = 64 * KILOBYTE;
const REMARK = 16 * MEGABYTE;
const TEXT = 64 * MEGABYTE;
/** All uncommitted text of a tree, where each code unit may take six bytes, with its authorship. */
const DRAFT = 192 * MEGABYTE;
const BODY = 512 * MEGABYTE;

type Limits = Readonly<Record<string, readonly [what: string, bytes: number]>>;

/** What a value of each column is called, and the largest that is read, by table. Ids have a fixed length. */
export const COLUMN_LIMITS: Readonly<Record<string, Limits>> = {
  grove: { name: ['the grove’s name', NAME], log_hash: ['a hash', NAME] },
  session: { host: ['the name of a computer', NAME], app_version: ['a version', NAME] },
  agent: {
    name: ['an agent’s name', NAME],
    model_ref: ['an agent’s model', NAME],
    configuration: ['an agent’s configuration', REMARK],
    permissions: ['an agent’s permissions', NAME],
    color: ['an agent’s colour', NAME],
  },
  loom_tree: {
    title: ['a tree’s title', NAME],
    description: ['a tree’s description', REMARK],
    summary: ['a tree’s summary', REMARK],
    system_context: ['a tree’s system context', REMARK],
    settings: ['a tree’s settings', REMARK],
  },
  node: {
    local_id: ['a local id', NAME],
    content_hash: ['a hash', NAME],
    seam: ['a seam', NAME],
    bookmark_label: ['a bookmark', NAME],
    summary: ['a text’s summary', REMARK],
    authorship: ['who wrote a text', TEXT],
    content: ['a node’s content', TEXT],
    text: ['a text', TEXT],
  },
  draft: { buffer: ['a draft', DRAFT], edits: ['a draft’s edits', DRAFT] },
  log: { hash: ['a hash', NAME], parent_hash: ['a hash', NAME], entry: ['a row of the log', TEXT] },
  raw_api_response: {
    provider: ['a provider', NAME],
    request_id: ['a request’s id', NAME],
    model_identifier: ['a model', NAME],
    body_sha256: ['a hash', NAME],
    token_usage: ['a token usage', REMARK],
    redacted: ['what was taken out of a response', TEXT],
    response_headers: ['the headers of a response', REMARK],
    request: ['a request', TEXT],
    response_body: ['a response', BODY],
  },
};

// SQLite takes `octet_length` of a column from the row's header and does not read the value.
const queries = Object.entries(COLUMN_LIMITS).map(([table, limits]) => {
  const columns = Object.keys(limits);
  const largest = columns.map((name) => sql`max(octet_length(${sql.ref(name)})) as ${sql.ref(name)}`);
  const query = defineQuery(
    `oversized.${table}`,
    () => sql<Readonly<Record<string, number | null>>>`select ${sql.join(largest)} from ${sql.table(table)}`,
  );
  return { query, limits };
});

/** Describes each column that holds a larger value than the program ever writes; empty when there is none. */
export function findOversized(reader: Reader): readonly string[] {
  return queries.flatMap(({ query, limits }) => {
    const found = reader.first(query, NONE) ?? {};
    return Object.entries(limits).flatMap(([column, [what, most]]) => {
      const bytes = found[column] ?? 0;
      return bytes > most ? [`${what} has ${Math.ceil(bytes / MEGABYTE)} MB`] : [];
    });
  });
}
