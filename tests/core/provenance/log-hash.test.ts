import { describe, expect, test } from 'vitest';
import { sha256 } from '#sha256';
import type { AgentId, Sha256 } from '../../../src/core/ids.ts';
import { type LogRecord, logHash, spansHash, verifyLog } from '../../../src/core/provenance/log-hash.ts';

const AGENT = '01HQ3K4N7Y8M2P5R6T9W0X1Z2A' as AgentId;

/** A log of `length` rows, each linked to the previous one. */
function logOf(length: number): LogRecord[] {
  const rows: LogRecord[] = [];
  for (let seq = 1; seq <= length; seq += 1) {
    const row = {
      seq,
      parentHash: rows.at(-1)?.hash ?? null,
      createdAt: Date.UTC(2026, 0, 2, 3, 4, seq),
      agentId: AGENT,
      kind: 'commit',
      entry: { nodes: [`${seq}`] },
    };
    rows.push({ ...row, hash: logHash(row) });
  }
  return rows;
}

function faultOf(rows: readonly LogRecord[], end = { seq: rows.length, hash: rows.at(-1)?.hash ?? null }) {
  return verifyLog(rows, end);
}

/** A changed row with its hash recomputed, as a forger would. */
function forged(row: LogRecord, change: Partial<LogRecord>): LogRecord {
  const other = { ...row, ...change };
  return { ...other, hash: logHash(other) };
}

describe('a log', () => {
  test('hashes the JSON specified in storage.md', () => {
    const [first] = logOf(1);
    expect(first?.hash).toBe(
      sha256(`["aspen-log-1",1,null,"2026-01-02T03:04:01.000Z","${AGENT}","commit",{"nodes":["1"]}]`),
    );
  });

  test('is valid when each row follows the previous one and the grove names the last', () => {
    expect(faultOf(logOf(5))).toBeUndefined();
    expect(faultOf([])).toBeUndefined();
  });

  test.each<[string, (rows: readonly LogRecord[]) => readonly LogRecord[], number, RegExp]>([
    ['a row is missing', (rows) => rows.toSpliced(2, 1), 3, /missing/],
    ['the first row is missing', (rows) => rows.slice(1), 1, /missing/],
    ['two rows are swapped', (rows) => [rows[1], rows[0]].flatMap((row) => row ?? []), 1, /missing/],
    [
      'the entry of a row differs',
      (rows) => rows.map((row) => (row.seq === 3 ? { ...row, entry: {} } : row)),
      3,
      /its content/,
    ],
    [
      'the kind of a row differs',
      (rows) => rows.map((row) => (row.seq === 3 ? { ...row, kind: 'merge' } : row)),
      3,
      /its content/,
    ],
    [
      'a row was forged',
      (rows) => rows.map((row) => (row.seq === 3 ? forged(row, { entry: {} }) : row)),
      4,
      /parent hash/,
    ],
    [
      'a row was forged to follow another',
      (rows) => rows.map((row) => (row.seq === 3 ? forged(row, { parentHash: null }) : row)),
      3,
      /parent hash/,
    ],
  ])('is invalid when %s', (_, change, seq, reason) => {
    const rows = logOf(5);
    const fault = faultOf(change(rows), { seq: 5, hash: rows.at(-1)?.hash ?? null });
    expect(fault?.seq).toBe(seq);
    expect(fault?.reason).toMatch(reason);
  });

  test('is invalid when it ends too early, too late or with another row', () => {
    const rows = logOf(5);
    const end = { seq: 5, hash: rows.at(-1)?.hash ?? null };
    expect(faultOf(rows.slice(0, 4), end)).toEqual({ seq: 4, reason: expect.stringContaining('ends at 5') });
    expect(faultOf([...logOf(6)], end)).toEqual({ seq: 6, reason: expect.stringContaining('ends at 5') });
    const last = rows.at(-1);
    const others = last === undefined ? [] : [...rows.slice(0, 4), forged(last, { entry: {} })];
    expect(faultOf(others, end)).toEqual({ seq: 5, reason: expect.stringContaining('last hash') });
    expect(faultOf(rows, { seq: 5, hash: 'x' as Sha256 })?.seq).toBe(5);
  });

  test('is read one row at a time, up to the first fault', () => {
    let read = 0;
    function* rows(): Generator<LogRecord> {
      for (const row of logOf(5)) {
        read += 1;
        yield row.seq === 2 ? { ...row, entry: {} } : row;
      }
    }
    expect(verifyLog(rows(), { seq: 5, hash: null })?.seq).toBe(2);
    expect(read).toBe(2);
  });
});

test('spans are hashed with their agents, and inferred ones hash differently', () => {
  expect(spansHash([{ agent: AGENT, length: 3 }])).toBe(sha256(`[["${AGENT}",3]]`));
  expect(spansHash([{ agent: AGENT, length: 3, inferred: true }])).toBe(sha256(`[["${AGENT}",3,1]]`));
  expect(spansHash([])).toBe(sha256('[]'));
});
