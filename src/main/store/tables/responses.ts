import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { sha256 } from '#sha256';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, ResponseId, Sha256, TreeId } from '../../../core/ids.ts';
import { canonicalJson, type JsonValue } from '../../../core/provenance/canonical-json.ts';
import { isoTime } from '../../../core/provenance/iso-time.ts';
import type { UsageRow } from '../../../core/provenance/token-usage.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { parseColumn } from './json-column.ts';
import { findAgentKey, findTreeKey, getAgentKey, getTreeKey } from './keys.ts';
import type { Key, RawApiResponseTable } from './schema.ts';
import { tablesWhere } from './table-list.ts';
import { insertRow } from './write-row.ts';

/** The record of one provider response (`generation.md`, *Records*), without its bytes. */
export interface RawApiResponse {
  readonly id: ResponseId;
  readonly provider: string;
  /** The provider's own id; null when it gave none. */
  readonly requestId: string | null;
  /** The model that the response names; null when it names none. */
  readonly modelIdentifier: string | null;
  /** Parameters of the request, never the key; the prompt as its hash, node ids and extra pieces. */
  readonly request: JsonValue;
  /** SHA-256 of the body as kept: as received, without secrets. */
  readonly bodySha256: Sha256;
  readonly requestedAt: number;
  readonly respondedAt: number;
  readonly latencyMs: number;
  readonly tokenUsage: JsonValue;
  /** Ranges of secrets removed from the body before it was stored: offsets and lengths in bytes. */
  readonly redacted: readonly (readonly [from: number, length: number])[];
  /** The body was compressed in transit and is stored decompressed. */
  readonly decoded: boolean;
  readonly createdAt: number;
}

/** The bytes as received, before anything parsed them. */
export interface ResponseBytes {
  readonly body: Uint8Array;
  /** An allowlist of the headers, as JSON. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A larger body is not unpacked: no response is that long, and a damaged file may claim any size. Bytes. */
const MAX_UNPACKED = 256 * 1024 * 1024;

type ResponseRow = Omit<RawApiResponseTable, 'key'>;
type PackedRow = Omit<ResponseRow, 'loom_tree_key' | 'agent_key'>;
type DigestedRow = Omit<PackedRow, 'response_body' | 'response_headers' | 'compression'>;

/** The tables whose rows refer to responses. */
export const RESPONSE_USERS = tablesWhere(({ values }) => 'raw_api_response_key' in values);

/** A condition on a row of `raw_api_response`: no row refers to it. */
export const isUnused = sql.join(
  RESPONSE_USERS.map(
    (table) => sql`not exists (
      select 1 from ${sql.table(table)} where ${sql.ref(`${table}.raw_api_response_key`)} = raw_api_response.key)`,
  ),
  sql` and `,
);

const insertResponse = insertRow('response.insert', 'raw_api_response', 'key');

const responseOf = defineQuery('response.find', (db, p: { id: string }) =>
  db
    .selectFrom('raw_api_response')
    .select([
      'id',
      'provider',
      'request_id',
      'model_identifier',
      'request',
      'body_sha256',
      'requested_at',
      'responded_at',
      'latency_ms',
      'token_usage',
      'created_at',
      'redacted',
      'decoded',
    ])
    .where('id', '=', p.id),
);

const bytesOf = defineQuery('response.bytes', (db, p: { id: string }) =>
  db
    .selectFrom('raw_api_response')
    .select(['compression', 'response_body', 'response_headers'])
    .where('id', '=', p.id),
);

const responseRow = defineQuery('response.row', (db, p: { id: string }) =>
  db.selectFrom('raw_api_response').selectAll().where('id', '=', p.id),
);

const ownersOf = defineQuery('response.owners', (db, p: { id: string }) =>
  db
    .selectFrom('raw_api_response as response')
    .leftJoin('loom_tree', 'loom_tree.key', 'response.loom_tree_key')
    .leftJoin('agent', 'agent.key', 'response.agent_key')
    .select(['loom_tree.id as treeId', 'agent.id as agentId'])
    .$castTo<ResponseOwners>()
    .where('response.id', '=', p.id),
);

const responsesIn = defineQuery('response.inTree', (db, p: { tree: Key }) =>
  db.selectFrom('raw_api_response').select('id').where('loom_tree_key', '=', p.tree).orderBy('id'),
);

const withoutNode = defineQuery('response.withoutNode', (db) =>
  db
    .selectFrom('raw_api_response')
    .select('id')
    .where('key', 'not in', (eb) =>
      eb.selectFrom('node').select('raw_api_response_key').where('raw_api_response_key', 'is not', null),
    )
    .orderBy('id'),
);

/** The bytes of a response to be written; compressing a long body takes time, and happens before. */
interface PackedBytes extends Pick<ResponseBytes, 'headers'> {
  readonly gzippedBody: Uint8Array;
}

/** A response as it is written. */
export interface PackedResponse {
  readonly row: PackedRow;
  /** The log's record of it. */
  readonly digest: Sha256;
}

/** Prepares a response to be written; its headers are compressed. */
export function packResponse(response: RawApiResponse, bytes: PackedBytes): PackedResponse {
  const headers = Buffer.from(JSON.stringify(bytes.headers));
  const row: PackedRow = {
    id: response.id,
    provider: response.provider,
    request_id: response.requestId,
    model_identifier: response.modelIdentifier,
    request: JSON.stringify(response.request),
    response_body: bytes.gzippedBody,
    response_headers: gzipSync(headers),
    compression: 'gzip',
    body_sha256: response.bodySha256,
    requested_at: response.requestedAt,
    responded_at: response.respondedAt,
    latency_ms: response.latencyMs,
    token_usage: response.tokenUsage === null ? null : JSON.stringify(response.tokenUsage),
    created_at: response.createdAt,
    redacted: response.redacted.length === 0 ? null : JSON.stringify(response.redacted),
    decoded: response.decoded ? 1 : 0,
  };
  return { row, digest: responseDigest(row) };
}

/** The agent that requested a response, and the tree; null where the file lacks them. */
interface ResponseOwners {
  readonly treeId: TreeId | null;
  readonly agentId: AgentId | null;
}

/**
 * Writes a response. Nodes and calls that it belongs to must be written after it, in the same transaction.
 * @throws {AspenError} NOT_FOUND
 */
export function addResponse(
  tx: FileTransaction,
  { row }: PackedResponse,
  { treeId, agentId }: { readonly treeId: TreeId; readonly agentId: AgentId },
): void {
  tx.run(insertResponse, {
    ...row,
    loom_tree_key: getTreeKey(tx, treeId),
    agent_key: getAgentKey(tx, agentId),
  });
}

/** The agent that requested a response. @throws {AspenError} NOT_FOUND */
export function getResponseOwners(reader: Reader, id: ResponseId): ResponseOwners {
  const row = reader.first(ownersOf, { id });
  if (row === undefined) throw new AspenError('NOT_FOUND', `no response ${id}`);
  return row;
}

/** The responses that were requested in a tree, whether or not a node names them. @throws {AspenError} NOT_FOUND */
export function listResponsesIn(reader: Reader, treeId: TreeId): readonly ResponseId[] {
  return reader.all(responsesIn, { tree: getTreeKey(reader, treeId) }).map(({ id }) => id as ResponseId);
}

/** The responses that no node names, by id: those of calls without text of their own. */
export function listResponsesWithoutNode(reader: Reader): readonly ResponseId[] {
  return reader.all(withoutNode, NONE).map(({ id }) => id as ResponseId);
}

/**
 * Covers a response's row without the parts that sharing a grove omits: the body, of which it covers the hash,
 * and the headers (`storage.md`). The text of JSON columns is covered as it is stored.
 */
function responseDigest(row: DigestedRow): Sha256 {
  return sha256(
    canonicalJson([
      'aspen-response-1',
      row.id,
      row.provider,
      row.request_id,
      row.model_identifier,
      row.request,
      row.body_sha256,
      isoTime(row.requested_at),
      isoTime(row.responded_at),
      row.latency_ms,
      row.token_usage,
      isoTime(row.created_at),
      row.redacted,
      row.decoded,
    ]),
  );
}

/** The digest of a response as it is stored now; null if there is none with this id. */
export function digestOfResponse(reader: Reader, id: ResponseId): Sha256 | null {
  const row = reader.first(responseOf, { id });
  return row === undefined ? null : responseDigest(row);
}

/** True if a shared copy has only model and parameters of a request (`storage.md`). @throws {AspenError} CORRUPT */
export function isRequestLeftOut(reader: Reader, id: ResponseId): boolean {
  const request = findResponse(reader, id)?.request;
  return typeof request === 'object' && request !== null && !Array.isArray(request) && 'leftOut' in request;
}

/** @throws {AspenError} CORRUPT when a stored column is not JSON */
export function findResponse(reader: Reader, id: ResponseId): RawApiResponse | undefined {
  const row = reader.first(responseOf, { id });
  if (row === undefined) return undefined;
  return {
    id: row.id as ResponseId,
    provider: row.provider,
    requestId: row.request_id,
    modelIdentifier: row.model_identifier,
    request: parseColumn<JsonValue>(row.request, 'request'),
    bodySha256: row.body_sha256 as Sha256,
    requestedAt: row.requested_at,
    respondedAt: row.responded_at,
    latencyMs: row.latency_ms,
    tokenUsage: row.token_usage === null ? null : parseColumn<JsonValue>(row.token_usage, 'token_usage'),
    redacted: row.redacted === null ? [] : parseColumn<RawApiResponse['redacted']>(row.redacted, 'redacted'),
    decoded: row.decoded === 1,
    createdAt: row.created_at,
  };
}

/**
 * The bytes of a response; undefined in a copy that was shared without them. @throws {AspenError} NOT_FOUND; CORRUPT
 */
export function findResponseBytes(reader: Reader, id: ResponseId): ResponseBytes | undefined {
  const row = reader.first(bytesOf, { id });
  if (row === undefined) throw new AspenError('NOT_FOUND', `no response ${id}`);
  if (row.response_body === null) return undefined;
  const unpack = row.compression === 'gzip' ? gunzip : (bytes: Uint8Array) => bytes;
  const headers = row.response_headers === null ? '{}' : Buffer.from(unpack(row.response_headers)).toString();
  return {
    body: unpack(row.response_body),
    headers: parseColumn<Readonly<Record<string, string>>>(headers, 'response_headers'),
  };
}

function gunzip(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED });
  } catch (error) {
    throw new AspenError('CORRUPT', 'the bytes of a response cannot be unpacked', { cause: error });
  }
}

/**
 * Copies a response from another grove byte for byte, unless this grove has it. Who asked for it has been copied
 * before, if it is to be known here.
 * @param tree the tree that it is copied with, if this grove does not have the one it was requested in
 * @returns whether it was written
 * @throws {AspenError} NOT_FOUND when the other grove does not have it
 */
export function copyResponse(from: Reader, tx: FileTransaction, id: ResponseId, tree: Key | null): boolean {
  if (findResponse(tx, id) !== undefined) return false;
  const row = from.first(responseRow, { id });
  if (row === undefined) throw new AspenError('NOT_FOUND', `no response ${id}`);
  const { treeId, agentId } = getResponseOwners(from, id);
  tx.run(insertResponse, {
    ...row,
    loom_tree_key: (treeId === null ? undefined : findTreeKey(tx, treeId)) ?? tree,
    agent_key: agentId === null ? null : (findAgentKey(tx, agentId) ?? null),
  });
  return true;
}

// Every response counts, also of a call from which no node came.
const usage = defineQuery(
  'usage.all',
  () => sql<Omit<UsageRow, 'isForSummaries'> & { readonly for_summaries: number }>`
    select
      strftime('%Y-%m-%d', response.requested_at / 1000, 'unixepoch', 'localtime') as day,
      loom_tree.id as treeId,
      agent.id as agentId,
      response.provider as provider,
      response.model_identifier as model,
      json_valid(response.request) and
        coalesce(response.request ->> '$.messages.list[0].pieces[0].kind', '') = 'summary' as for_summaries,
      count(*) as requests,
      coalesce(sum(iif(json_valid(token_usage), token_usage ->> '$.promptTokens', null)), 0) as promptTokens,
      coalesce(sum(iif(json_valid(token_usage), token_usage ->> '$.completionTokens', null)), 0) as completionTokens,
      coalesce(sum(iif(json_valid(token_usage), token_usage ->> '$.reasoningTokens', null)), 0) as reasoningTokens,
      sum(not coalesce(json_valid(token_usage), false)) as uncounted
    from raw_api_response as response
    join loom_tree on loom_tree.key = response.loom_tree_key
    join agent on agent.key = response.agent_key
    group by 1, 2, 3, 4, 5, 6
    order by 1 desc, 2, 3, 4, 5, 6`,
);

/**
 * The usage that the stored responses add up to, newest day first. The cost is proportional to the number of responses.
 */
export function listUsage(reader: Reader): readonly UsageRow[] {
  return reader.all(usage, NONE).map(({ for_summaries, ...row }) => ({
    ...row,
    ...(for_summaries === 1 ? { isForSummaries: true as const } : {}),
  }));
}
