import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { hasSameIds } from '../../../../src/main/store/tables/grove-state.ts';
import { openGrove, plantGrove, temporaryFolder } from '../../../helpers/grove.ts';

/** More than two batches of ids. */
const COUNT = 12_001;

const numbered = (n: number) => `01KDXA${String(n).padStart(20, '0')}`;

const insertResponses = `
  WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${COUNT})
  INSERT INTO raw_api_response (id, provider, request, compression, body_sha256, requested_at, responded_at,
    latency_ms, created_at)
  SELECT printf('01KDXA%020d', n), 'none', '{}', 'none', '', 0, 0, 0, 0 FROM number`;

test('a copy has the same ids, and any changed, missing or extra id is detected', () => {
  const { store } = plantGrove();
  const { path } = store;
  store.close();
  const database = new Database(path);
  database.exec(insertResponses);
  database.close();
  const grove = openGrove(path);
  const folder = temporaryFolder();
  const isSameAfter = (name: string, change: string) => {
    const copyPath = join(folder, `${name}.aspen`);
    grove.copyTo(copyPath);
    const copied = new Database(copyPath);
    copied.exec(change);
    copied.close();
    const copy = openGrove(copyPath, { readonly: true });
    const found = [hasSameIds(grove, copy), hasSameIds(copy, grove)];
    copy.close();
    return found;
  };
  expect(isSameAfter('same', '')).toEqual([true, true]);
  for (const n of [1, 4_999, 5_000, 5_001, 10_000, COUNT]) {
    const of = `WHERE id = '${numbered(n)}'`;
    const another = `UPDATE raw_api_response SET id = id || 'X' ${of}`;
    expect(isSameAfter(`other-${n}`, another), `${n} is another`).toEqual([false, false]);
    const missing = `DELETE FROM raw_api_response ${of}`;
    expect(isSameAfter(`missing-${n}`, missing), `${n} is missing`).toEqual([false, false]);
  }
  expect(isSameAfter('empty', "UPDATE agent SET id = '' WHERE key = 1")).toEqual([false, false]);
});
