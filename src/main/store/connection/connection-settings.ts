import type { Database } from 'better-sqlite3';
import { assert } from '../../../core/assert.ts';
import { readPragma } from './migrate.ts';

/** Time that a statement waits for another program's lock. */
export const BUSY_MILLISECONDS = 250;

/**
 * The settings of `storage.md`, *Connection*: the value to write and the value to expect back. TRUNCATE with
 * EXTRA lost nothing in simulated power cuts; SQLite's own defaults and WAL did.
 */
const SETTINGS: readonly (readonly [name: string, value: string, readBack: unknown])[] = [
  ['synchronous', 'EXTRA', 3],
  ['locking_mode', 'NORMAL', 'normal'],
  ['fullfsync', 'ON', 1],
  ['foreign_keys', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  ['cell_size_check', 'ON', 1],
  ['mmap_size', '0', 0],
  ['temp_store', 'MEMORY', 2],
  ['busy_timeout', String(BUSY_MILLISECONDS), BUSY_MILLISECONDS],
  // At most 128 MB: a path of 10,000 nodes out of a million, each with versions, occupies nearly as many pages.
  ['cache_size', '-131072', -131072],
];

/** Applies every setting and reads it back. @throws {BugError} when one did not take effect */
export function applySettings(database: Database, readonly: boolean): void {
  for (const [name, value, expected] of SETTINGS) {
    // A database in memory has no file to map, and does not know the setting.
    if (database.memory && name === 'mmap_size') continue;
    database.pragma(`${name} = ${value}`);
    const found = readPragma(database, name);
    assert(found === expected, `the setting ${name} is ${String(found)} instead of ${value}`);
  }
  if (readonly) return;
  const mode = database.pragma('journal_mode = TRUNCATE', { simple: true });
  assert(mode === 'truncate', `the journal mode is ${String(mode)} instead of TRUNCATE`);
}

/** Adds `node_word` to this connection, not to the file: the words of the search index, in their order. */
export function addWordList(database: Database): void {
  database.exec('CREATE VIRTUAL TABLE temp.node_word USING fts5vocab (main, node_text, instance)');
}
