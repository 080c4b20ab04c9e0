import { hash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import Database, { type Database as Connection } from 'better-sqlite3';
import type { AgentId, Sha256 } from '../../src/core/ids.ts';
import { contentHash } from '../../src/core/provenance/content-hash.ts';
import type { Content } from '../../src/core/tree/tree-node.ts';

/** The contents of a grove's file, read with SQL independently of the program. */
export interface GroveFacts {
  readonly counts: {
    readonly nodes: number;
    readonly edges: number;
    readonly sources: number;
    /** Nodes that are not the first at their position. */
    readonly versions: number;
    readonly responses: number;
    readonly drafts: number;
    readonly cursors: number;
  };
  /** Sessions that were not closed. */
  readonly unclosedSessions: number;
  /** Number of nodes with a valid content hash, with responses hashed from their stored bytes. */
  readonly verified: number;
  /** The log's numbers have no gap, each row names its parent, and the grove names the last row. */
  readonly logIsWhole: boolean;
  readonly integrity: string;
  /** Text of the working buffer in the one draft; null if everything is committed. */
  readonly draftText: string | null;
  readonly finishReasons: readonly string[];
  /** For each response, the ids of the nodes in its prompt. */
  readonly promptNodes: readonly (readonly string[])[];
}

/** Reads a grove in one short read, possibly while the program has it open in another process. */
export function readGrove(path: string): GroveFacts {
  const database = new Database(path, { readonly: true, fileMustExist: true, timeout: 2_000 });
  try {
    return database.transaction(() => factsOf(database))();
  } finally {
    database.close();
  }
}

function factsOf(database: Connection): GroveFacts {
  const count = (table: string, where = '1') => {
    const row = database
      .prepare<[], { count: number }>(`select count(*) as count from ${table} where ${where}`)
      .get();
    return row?.count ?? 0;
  };
  const draft = database.prepare<[], { buffer: string }>('select buffer from draft').get();
  const buffer = draft === undefined ? null : (JSON.parse(draft.buffer) as { text: string });
  const finished = database
    .prepare<[], { finish_reason: string }>(
      'select finish_reason from node where finish_reason is not null order by id',
    )
    .all();
  return {
    counts: {
      nodes: count('node'),
      edges: count('edge'),
      sources: count('edge_source'),
      versions: count('node', 'key <> position_key'),
      responses: count('raw_api_response'),
      drafts: count('draft'),
      cursors: count('cursor'),
    },
    unclosedSessions: count('session', 'closed_at is null'),
    verified: countVerified(database),
    logIsWhole: isLogWhole(database),
    integrity: String(database.pragma('integrity_check', { simple: true })),
    draftText: buffer?.text ?? null,
    finishReasons: finished.map(({ finish_reason }) => finish_reason),
    promptNodes: database
      .prepare<[], { request: string }>('select request from raw_api_response order by id')
      .all()
      .map(({ request }) => nodesIn(JSON.parse(request))),
  };
}

interface HashedRow {
  readonly id: string;
  readonly content_hash: string;
  readonly content: string | null;
  readonly text: string | null;
  readonly created_at: number;
  readonly author: string;
  readonly response_body: Buffer | null;
  readonly compression: string | null;
  readonly parents: string;
}

function countVerified(database: Connection): number {
  const rows = database
    .prepare<[], HashedRow>(
      `select node.id, node.content_hash, node.content, node.text, node.created_at, agent.id as author,
              response.response_body, response.compression,
              (select json_group_array(origin.content_hash)
               from edge join edge_source as source on source.edge_key = edge.key
               join node as origin on origin.key = source.origin_node_key
               where edge.target_node_key = node.key) as parents
       from node join agent on agent.key = node.author_agent_key
       left join raw_api_response as response on response.key = node.raw_api_response_key`,
    )
    .all();
  return rows.filter((row) => hashOf(row) === row.content_hash).length;
}

function hashOf(row: HashedRow): string {
  const content = row.content === null ? { type: 'text', text: row.text ?? '' } : JSON.parse(row.content);
  const body =
    row.response_body === null || row.compression !== 'gzip'
      ? row.response_body
      : gunzipSync(row.response_body);
  return contentHash({
    content: content as Content,
    parentHashes: JSON.parse(row.parents) as Sha256[],
    createdAt: row.created_at,
    authorId: row.author as AgentId,
    responseHash: body === null ? null : (hash('sha256', body, 'hex') as Sha256),
  });
}

function isLogWhole(database: Connection): boolean {
  const rows = database
    .prepare<[], { seq: number; hash: string; parent_hash: string | null }>(
      'select seq, hash, parent_hash from log order by seq',
    )
    .all();
  const head = database
    .prepare<[], { log_seq: number; log_hash: string | null }>('select log_seq, log_hash from grove')
    .get();
  const chained = rows.every(
    (row, index) => row.seq === index + 1 && row.parent_hash === (rows[index - 1]?.hash ?? null),
  );
  return chained && head?.log_seq === rows.length && head.log_hash === (rows.at(-1)?.hash ?? null);
}

function nodesIn(request: {
  readonly prompt?: { readonly pieces?: readonly { readonly node?: string }[] };
}): string[] {
  return (request.prompt?.pieces ?? []).flatMap(({ node }) => (node === undefined ? [] : [node]));
}
