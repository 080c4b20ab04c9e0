import Database, { type Database as Connection } from 'better-sqlite3';
import { applySettings } from '../../../src/main/store/connection/connection-settings.ts';
import { connectRaw } from './scratch-grove.ts';

/**
 * Copies rows of a grove's node table to a separate file, adjacent and in the given order, to measure what reading them
 * would cost if nothing else were in the tree.
 */
export function copyAdjacent(grove: string, ids: readonly string[], file: string): Connection {
  const source = connectRaw(grove, { readonly: true });
  const target = new Database(file);
  applySettings(target, false);
  const table = source.prepare("select sql from sqlite_schema where name = 'node'").pluck().get();
  target.pragma('foreign_keys = OFF');
  target.exec(String(table));
  const read = source.prepare('select * from node where id = ?').raw();
  const columns = read.columns().map(() => '?');
  const write = target.prepare(`insert into node values (${columns.join(', ')})`);
  target.transaction(() => {
    for (const [at, id] of ids.entries()) {
      const [, ...rest] = read.get(id) as readonly unknown[];
      write.run(at + 1, ...rest);
    }
  })();
  source.close();
  return target;
}
