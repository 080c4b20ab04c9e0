import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { parseColumn } from '../../../../src/main/store/tables/json-column.ts';

test('bytes in the place of JSON, which one changed bit makes of a text, are reported as damage', () => {
  const database = new Database(':memory:');
  const bytes = database.prepare('SELECT CAST(\'{"memory":"The lake."}\' AS BLOB)').pluck().get();
  database.close();
  expect(() => parseColumn(bytes, 'loom_tree.settings')).toThrow(
    expect.objectContaining({ code: 'CORRUPT', detail: 'loom_tree.settings is not text' }),
  );
});
