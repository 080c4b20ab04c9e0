import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { defineQuery, eachPage, type SqlValue } from '../../../../src/main/store/connection/query.ts';
import { createGrove } from '../../../helpers/grove.ts';
import { refusal } from '../../../helpers/refusal.ts';

const echo = defineQuery(
  'test.echo',
  (_, p: { value: SqlValue }) => sql<{ value: SqlValue; type: string }>`
    select ${p.value} as value, typeof(${p.value}) as type`,
);

const plain = (value: SqlValue | undefined) => (value instanceof Uint8Array ? [...value] : value);

test('bound values are returned unchanged', () => {
  const store = createGrove();
  const given: readonly (readonly [SqlValue, string])[] = [
    ['12', 'text'],
    ['-0.50', 'text'],
    ['', 'text'],
    ['été 🏰', 'text'],
    [12.5, 'real'],
    [null, 'null'],
    [new Uint8Array([0, 255]), 'blob'],
  ];
  for (const [value, type] of given) {
    const row = store.first(echo, { value });
    expect(row?.type).toBe(type);
    expect(plain(row?.value)).toEqual(plain(value));
  }
});

test('no parameter stands alone, since SQLite could then prepare the statement at every run', () => {
  const header = defineQuery('test.header', (db, p: { id: string }) =>
    db.selectFrom('node').select('key').where('id', '=', p.id).where('pruned', '=', 0).limit(1),
  );
  expect(header.sql().match(/\+\?/g)).toHaveLength(3);
  expect(header.sql()).not.toMatch(/(?<!\+)\?/);
});

test('pages of rows end where the keys of a damaged file come again', () => {
  const rows = eachPage<number, number>(
    0,
    2,
    (after) => (after === 2 ? [3, 1] : [1, 2]),
    (row) => row,
  );
  expect(rows.next().value).toEqual([1, 2]);
  expect(refusal(() => rows.next())).toMatchObject({ code: 'CORRUPT' });
});
