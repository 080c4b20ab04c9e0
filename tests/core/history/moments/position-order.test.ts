import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PositionOrder } from '../../../../src/core/history/moments/position-order.ts';
import type { PositionId } from '../../../../src/core/ids.ts';

/** The parent of each position after the root, which is 0, by its number. */
const someTree = fc
  .array(fc.nat(), { maxLength: 20 })
  .map((parents) => parents.map((parent, index) => parent % (index + 1)));

const id = (position: number) => `${position}` as PositionId;

/** The positions from one up to the root. */
function climb(parents: readonly number[], from: number): readonly number[] {
  return from === 0 ? [0] : [from, ...climb(parents, parents[from - 1] ?? 0)];
}

test('the order of positions says what is on a path, and where two paths part', () => {
  fc.assert(
    fc.property(someTree, fc.nat(), fc.nat(), (parents, first, second) => {
      const [one, other] = [first % (parents.length + 1), second % (parents.length + 1)];
      const listed = parents.map((parent, index) => ({ position: id(index + 1), parent: id(parent) }));
      const order = new PositionOrder(id(0), listed.toReversed());
      const path = climb(parents, one);
      for (let position = 0; position <= parents.length; position += 1)
        expect(order.isOnPath(id(position), id(one))).toBe(path.includes(position));
      const shared = new Set(climb(parents, other));
      const own = path.filter((position) => !shared.has(position)).toReversed();
      expect(order.after(id(other), id(one), 30)).toEqual(own.map(id));
      expect(order.after(id(other), id(one), own.length)).toEqual(own.map(id));
      if (own.length > 0) expect(order.after(id(other), id(one), own.length - 1)).toBeNull();
    }),
  );
});

test('positions that nothing joins to the root are on no path', () => {
  const order = new PositionOrder(id(0), [
    { position: id(1), parent: id(2) },
    { position: id(2), parent: id(1) },
  ]);
  expect(order.isOnPath(id(1), id(2))).toBe(false);
  expect(order.after(id(0), id(1), 10)).toBeNull();
});
