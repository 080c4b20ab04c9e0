/** The log's chain (`storage.md`, *The log*): it shows what parent hashes cannot, that a leaf is missing. */
import type { AgentId, Sha256 } from '../ids.ts';
import type { Spans } from '../text/span.ts';
import { canonicalJson, type JsonValue } from './canonical-json.ts';
import { isoTime } from './iso-time.ts';

/** What the hash of a log row covers. */
export interface HashedLogRow {
  /** 1, 2, 3 … without gaps. */
  readonly seq: number;
  /** Of the row before; null at 1. */
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

/** Where the grove says its log ends; 0 and null where it has none. */
export interface LogEnd {
  readonly seq: number;
  readonly hash: Sha256 | null;
}

/** The row at which the log does not hold, and why, in words. */
export interface LogFault {
  readonly seq: number;
  readonly reason: string;
}

/** Lower-case hexadecimal SHA-256 over the canonical JSON of a row and of the hash before it. */
export function logHash(row: HashedLogRow, sha256: (text: string) => Sha256): Sha256 {
  return logHashOf(row, canonicalJson(row.entry), sha256);
}

/** The same, of a row whose entry is canonical JSON already. */
export function logHashOf(
  row: Omit<HashedLogRow, 'entry'>,
  entry: string,
  sha256: (text: string) => Sha256,
): Sha256 {
  const { seq, parentHash, createdAt, agentId, kind } = row;
  const before = canonicalJson(['aspen-log-1', seq, parentHash, isoTime(createdAt), agentId, kind]);
  return sha256(`${before.slice(0, -1)},${entry}]`);
}

/** SHA-256 of a node's spans with agent ids, as the log keeps it. */
export function spansHash(spans: Spans, sha256: (text: string) => Sha256): Sha256 {
  return sha256(
    canonicalJson(
      spans.map(({ agent, length, inferred }) => (inferred ? [agent, length, 1] : [agent, length])),
    ),
  );
}

/**
 * Checks numbers, chain and hashes of a whole log, and where it ends. Rows are taken one at a time, so that a log of any
 * length can be streamed.
 * @param rows in the order of their numbers, from the first
 * @returns the first fault; undefined where the log holds
 */
export function verifyLog(
  rows: Iterable<LogRecord>,
  end: LogEnd,
  sha256: (text: string) => Sha256,
): LogFault | undefined {
  let parentHash: Sha256 | null = null;
  let seq = 0;
  for (const row of rows) {
    if (row.seq !== seq + 1) return { seq: seq + 1, reason: 'the row is missing' };
    seq = row.seq;
    if (row.parentHash !== parentHash)
      return { seq, reason: 'its parent hash is not that of the row before' };
    if (logHash(row, sha256) !== row.hash) return { seq, reason: 'its hash is not that of what it says' };
    parentHash = row.hash;
  }
  if (end.seq !== seq) return { seq, reason: `the grove says that the log ends at ${end.seq}` };
  if (end.hash !== parentHash)
    return { seq, reason: 'the grove says that the log ends with another hash than the row’s' };
  return undefined;
}
