import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkTables } from '../../../../src/main/grove/checking/opening-check.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { openGrove, temporaryFolder } from '../../../helpers/grove.ts';

/** SQLite’s own check of an open file, one table at a time while the writer is idle. */

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const MEGABYTE = 1024 * 1024;
const MIDDLING = 20 * MEGABYTE;

/** A grove with a few nodes; one page of the index `broken` is overwritten, as by a bad disk. */
async function writeGrove(broken?: string): Promise<string> {
  const desk = new HandlersDesk();
  for (let at = 0; at < 5; at++) await desk.commit([desk.typed(`Sentence ${at}. `)]);
  await desk.close();
  const path = join(temporaryFolder(), 'story.aspen');
  copyFileSync(desk.path, path);
  if (broken === undefined) return path;
  const database = new Database(path, { readonly: true });
  const page = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(broken);
  const size = Number(database.pragma('page_size', { simple: true }));
  database.close();
  const bytes = readFileSync(path);
  bytes.fill(0, Number(page) * size - 8, Number(page) * size);
  writeFileSync(path, bytes);
  return path;
}

/** The check's report within two minutes. */
function check(path: string, { bytes = MIDDLING, quiet = 60_000 } = {}): readonly string[] {
  const store = openGrove(path);
  const reports: string[] = [];
  const stop = checkTables({
    reader: store,
    bytes,
    idleFor: () => quiet,
    onDamage: () => reports.push('damage'),
    onError: (error) => reports.push(String(error)),
  });
  vi.advanceTimersByTime(120_000);
  stop();
  store.close();
  return reports;
}

test('damage in an index is found while the writer is idle, and reported once', async () => {
  vi.useRealTimers();
  const path = await writeGrove('node_position');
  vi.useFakeTimers();
  expect(check(path)).toEqual(['damage']);
});

test('a sound file produces no report', async () => {
  vi.useRealTimers();
  const path = await writeGrove();
  vi.useFakeTimers();
  expect(check(path)).toEqual([]);
});

test('nothing is checked while the writer is active or if it would take long', async () => {
  vi.useRealTimers();
  const path = await writeGrove('node_position');
  vi.useFakeTimers();
  expect(check(path, { quiet: 5_000 })).toEqual([]);
  expect(check(path, { bytes: 100 * MEGABYTE })).toEqual([]);
});
