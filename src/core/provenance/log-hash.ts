import { sha256 } from '#sha256';
/** The hash chain of the log (`storage.md`, *The log*). It detects a missing leaf, which parent hashes cannot. */
import type { AgentId, Sha256 } from '../ids.ts';
import type { Spans } from '../text/span.ts';
import { canonicalJson, type JsonValue } from './canonical-json.ts';
import { isoTime } from './iso-time.ts';

/** Kinds of transaction (`storage.md`, *The log*). */
export const LOG_KINDS = [
  'tree-create',
  'tree-update',
  'commit',
  'generate',
  'split',
  'branch-edit',
  'annotate',
  'metadata',
  'agent',
  'import',
  'merge',
  'turn',
  'turn-undo',
  'link',
  'summary',
] as const;
export type LogKind = (typeof LOG_KINDS)[number];

const KNOWN_KINDS: ReadonlySet<string> = new Set(LOG_KINDS);

/** The input of the hash of a log row. */
export interface HashedLogRow {
  /** 1, 2, 3 … without gaps. */
  readonly seq: number;
  /** Hash of the previous row; null at 1. */
  readonly parentHash: Sha256 | null;
  readonly createdAt: number;
  readonly agentId: AgentId;
  readonly kind: string;
  readonly entry: JsonValue;
}

/** A log row as it is stored. */
export interface LogRecord extends HashedLogRow {
  readonly hash: Sha256;
}

/** The end of the log as recorded in the grove; 0 and null if there is no log. */
export interface LogEnd {
  readonly seq: number;
  readonly hash: Sha256 | null;
}

/** The row at which the log is invalid, and a description of the reason. */
export interface LogFault {
  readonly seq: number;
  readonly reason: string;
}

/**
 * The hash of a log row: lower-case hexadecimal SHA-256 over the canonical JSON of the row, including the
 * hash of the previous row.
 */
export function logHash(row: HashedLogRow): Sha256 {
  return logHashOf(row, canonicalJson(row.entry));
}

/** `logHash` for a row whose entry is already canonical JSON. */
export function logHashOf(row: Omit<HashedLogRow, 'entry'>, entry: string): Sha256 {
  const { seq, parentHash, createdAt, agentId, kind } = row;
  const before = canonicalJson(['aspen-log-1', seq, parentHash, isoTime(createdAt), agentId, kind]);
  return sha256(`${before.slice(0, -1)},${entry}]`);
}

/** SHA-256 of a node's spans with agent ids, as recorded in the log. */
export function spansHash(spans: Spans): Sha256 {
  return sha256(
    canonicalJson(
      spans.map(({ agent, length, inferred }) => (inferred ? [agent, length, 1] : [agent, length])),
    ),
  );
}

/**
 * Verifies the numbers, the chain and the hashes of a whole log, and its end. Reads one row at a time, so a
 * log of any length can be streamed.
 * @param rows in the order of their numbers, from the first
 * @returns the first fault; undefined if the log is valid
 */
export function verifyLog(rows: Iterable<LogRecord>, end: LogEnd): LogFault | undefined {
  let parentHash: Sha256 | null = null;
  let seq = 0;
  for (const row of rows) {
    if (row.seq !== seq + 1) return { seq: seq + 1, reason: 'the row is missing' };
    seq = row.seq;
    if (row.parentHash !== parentHash)
      return { seq, reason: 'its parent hash does not match the previous row' };
    if (logHash(row) !== row.hash) return { seq, reason: 'its hash does not match its content' };
    if (!KNOWN_KINDS.has(row.kind)) return { seq, reason: 'its kind is unknown' };
    parentHash = row.hash;
  }
  if (end.seq !== seq) return { seq, reason: `the grove records that the log ends at ${end.seq}` };
  if (end.hash !== parentHash)
    return { seq, reason: 'the last hash recorded in the grove does not match this row' };
  return undefined;
}
