import { hash, randomBytes } from 'node:crypto';
import type Database from 'better-sqlite3';

const MEGABYTE = 1_000_000;

/** Adds up to 90 answers of a megabyte each, which no node came from, so that the grove takes a while to copy. */
export function addAnswers(database: Database.Database, count: number): void {
  const insert = database.prepare(
    `INSERT INTO raw_api_response (id, provider, request, response_body, compression, body_sha256, requested_at,
      responded_at, latency_ms, created_at) VALUES (?, 'none', '{}', ?, 'none', ?, 0, 0, 0, 0)`,
  );
  for (let index = 10; index < 10 + count; index += 1) {
    const body = randomBytes(MEGABYTE);
    insert.run(`01KDXA000000000000000000${index}`, body, hash('sha256', body, 'hex'));
  }
}
