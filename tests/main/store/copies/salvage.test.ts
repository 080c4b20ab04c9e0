import { readFileSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openForSalvage } from '../../../../src/main/store/connection/open-file.ts';
import { salvageRows } from '../../../../src/main/store/copies/salvage.ts';
import { createGrove, MIGRATIONS } from '../../../helpers/grove.ts';

/** Recovering rows of a damaged file (`storage.md`, *Opening*, step 5). */

const ROWS = 70_000;

/** A closed grove with this many agents, one after another. */
function groveWithAgents(): string {
  const store = createGrove();
  store.close();
  const database = new Database(store.path);
  database.exec(`
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${ROWS})
    INSERT INTO agent (key, id, name, type, configuration, permissions, loom_aware, created_at, updated_at)
    SELECT n, printf('7%025d', n), 'A', 'human', '{}', '[]', 0, 0, 0 FROM number`);
  database.close();
  return store.path;
}

/** Overwrites the leaves of a table or an index, except those that `keeps` names by their index. */
function breakLeaves(path: string, name: string, keeps: (leaf: number, count: number) => boolean): void {
  const database = new Database(path, { readonly: true });
  const leaves = database
    .prepare<[string], number>("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path")
    .pluck()
    .all(name);
  const size = Number(database.pragma('page_size', { simple: true }));
  database.close();
  const bytes = readFileSync(path);
  for (const [leaf, page] of leaves.entries())
    if (!keeps(leaf, leaves.length)) bytes.fill(0xff, (page - 1) * size, page * size);
  writeFileSync(path, bytes);
}

function salvageAgents(path: string) {
  const target = createGrove();
  target.close();
  const options = { migrations: MIGRATIONS, now: () => 0 };
  const { from, into } = openForSalvage(path, target.path, options);
  const tables = into.transaction(() => salvageRows(from, into))();
  const agents = tables.find(({ table }) => table === 'agent');
  const found = into.prepare<[], number>('SELECT count(*) FROM agent').pluck().get();
  from.close();
  into.close();
  return { found, ...agents };
}

const isAtAnEnd = (leaf: number, count: number) => leaf === 0 || leaf === count - 1;
const isReadable = (leaf: number, count: number) =>
  isAtAnEnd(leaf, count) || leaf === Math.floor(count * 0.9);

test('every lost row of a long gap is counted, and rows far inside it are found', () => {
  const path = groveWithAgents();
  breakLeaves(path, 'agent', isAtAnEnd);
  const { rows: atTheEnds = 0, lost } = salvageAgents(path);
  expect(lost).toBe(ROWS - atTheEnds);

  const other = groveWithAgents();
  breakLeaves(other, 'agent', isReadable);
  const { rows = 0, lost: fewer, found } = salvageAgents(other);
  expect(rows).toBeGreaterThan(atTheEnds);
  expect(found).toBe(rows);
  expect(fewer).toBe(ROWS - rows);
});

test('if no index can be read either, the whole gap counts as lost', () => {
  const path = groveWithAgents();
  breakLeaves(path, 'agent', isReadable);
  breakLeaves(path, 'sqlite_autoindex_agent_1', isAtAnEnd);
  const { rows = 0, lost } = salvageAgents(path);
  expect(rows).toBeGreaterThan(0);
  expect(lost).toBe(ROWS - rows);

  // Keys beyond the last row cannot be read either, but do not count.
  const other = groveWithAgents();
  breakLeaves(other, 'agent', (leaf, count) => leaf < count - 1);
  breakLeaves(other, 'sqlite_autoindex_agent_1', isAtAnEnd);
  const { rows: most = 0, lost: few = 0 } = salvageAgents(other);
  expect(most).toBeGreaterThan(0);
  expect(few).toBeGreaterThan(0);
  expect(few).toBeLessThanOrEqual(ROWS - most);
});

test('if the last rows cannot be read, the lost ones are counted all the same', () => {
  const path = groveWithAgents();
  breakLeaves(path, 'agent', (leaf) => leaf < 10);
  const { rows = 0, lost } = salvageAgents(path);
  expect(rows).toBeGreaterThan(0);
  expect(lost).toBe(ROWS - rows);
});
