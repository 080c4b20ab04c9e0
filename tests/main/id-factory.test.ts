import { expect, test } from 'vitest';
import { isUsableId } from '../../src/core/ids.ts';
import { createIdFactory } from '../../src/main/id-factory.ts';

test('ids made in one millisecond sort in order of creation', () => {
  const newId = createIdFactory({ now: () => 1_767_323_045_678 });
  const ids = Array.from({ length: 5_000 }, newId);
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

test('ids keep sorting after the clock goes back', () => {
  let time = 2_000_000_000_000;
  const newId = createIdFactory({ now: () => time });
  const before = newId();
  time -= 3_600_000;
  expect(newId() > before).toBe(true);
});

test.each(['7ZZZZZZZZY0000000000000000', '7ZZZZZZZZYZZZZZZZZZZZZZZZZ', '01KDXAZZZZZZZZZZZZZZZZZZZZ'])(
  'a factory seeded with the greatest id of a file, %s, makes greater ones, whatever the clock says',
  (after) => {
    const newId = createIdFactory({ now: () => 0, after });
    const ids = [after, newId(), newId(), newId()];
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(isUsableId(id) || id.startsWith('7ZZZZZZZZZ')).toBe(true);
  },
);

test.each(['x', '01kdxa00000000000000000000', '7ZZZZZZZZZ0000000000000000', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'])(
  'an id that no other can follow, %s, cannot seed a factory',
  (after) => {
    expect(() => createIdFactory({ now: () => 0, after })).toThrow(
      expect.objectContaining({ code: 'CORRUPT' }),
    );
  },
);

test('an id is a ULID of 26 characters that starts with the time', () => {
  const newId = createIdFactory({ now: () => 0 });
  expect(newId()).toMatch(/^0000000000[0-9A-HJKMNP-TV-Z]{16}$/);
});
