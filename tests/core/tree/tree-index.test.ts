import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NodeId } from '../../../src/core/ids.ts';
import { annotate } from '../../../src/core/tree/annotate.ts';
import {
  buildTreeIndex,
  headersOf,
  INDEX_FLAGS,
  type TreeHeaders,
} from '../../../src/core/tree/tree-index.ts';
import { author, said, treeOf } from '../../helpers/tree.ts';

const TREE = `
1 h"One"
1' m"Eins" version of 1
  2 m"Two" pruned
    3 m"Three" bookmarked
  2b h"Deux" excluded
1b h"Another"`;

describe('the index of a tree', () => {
  const world = treeOf(TREE);
  world.apply(annotate(world.tree, world.id('2'), said('h"Why?"'), author('h'), world.idsAndClock), 'why');
  const headers = headersOf(world.tree);
  const index = buildTreeIndex(headers);
  const labels = (nodes: Iterable<number>) =>
    [...nodes].map((node) => world.labelOf(headers.ids[node] ?? ('' as NodeId)));
  const at = (label: string) => index.indexOf(world.id(label));

  test('knows children, versions and annotations of a position, in their order', () => {
    expect(labels([index.root])).toEqual(['R']);
    expect(labels(index.childrenOf(at('R')))).toEqual(['1', '1b']);
    expect(labels(index.childrenOf(at('1')))).toEqual(['2', '2b']);
    expect(labels(index.versionsOf(at('1')))).toEqual(['1', "1'"]);
    expect(labels(index.annotationsOf(at('2')))).toEqual(['why']);
    expect(labels(index.childrenOf(at('1b')))).toEqual([]);
  });

  test('knows the depth of a position, and that later versions and annotations are not positions', () => {
    const depths = ['R', '1', '2', '3', '1b', "1'", 'why'].map((label) => index.depths[at(label)]);
    expect(depths).toEqual([0, 1, 2, 3, 1, -1, -1]);
  });

  test('lists positions in reading order', () => {
    expect(labels(index.inReadingOrder())).toEqual(['R', '1', '2', '3', '2b', '1b']);
  });

  test('keeps flags, and finds nodes by id', () => {
    const { pruned, excluded, bookmarked, annotation, model } = INDEX_FLAGS;
    const flags = ['2', '2b', '3', 'why', '1'].map((label) => headers.flags[at(label)]);
    expect(flags).toEqual([pruned + model, excluded, bookmarked + model, annotation, 0]);
    expect(index.indexOf('missing' as NodeId)).toBe(-1);
  });
});

test('a tree without nodes has an empty index', () => {
  const headers: TreeHeaders = {
    count: 0,
    ids: [],
    positions: new Int32Array(),
    parents: new Int32Array(),
    flags: new Uint8Array(),
  };
  const index = buildTreeIndex(headers);
  expect(index.root).toBe(-1);
  expect(index.inReadingOrder()).toHaveLength(0);
});

/** Headers of a tree in which node n is a child of `parentOf(n)`, with ids as long as real ones. */
function shaped(count: number, parentOf: (node: number) => number): TreeHeaders {
  return {
    count,
    ids: Array.from({ length: count }, (_, node) => String(node).padStart(26, '0') as NodeId),
    positions: Int32Array.from({ length: count }, (_, node) => node),
    parents: Int32Array.from({ length: count }, (_, node) => (node === 0 ? -1 : parentOf(node))),
    flags: new Uint8Array(count),
  };
}

test('depth, order and children are consistent in any tree', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 60 }), (choices) => {
      const headers = shaped(choices.length + 1, (node) => (choices[node - 1] ?? 0) % node);
      const index = buildTreeIndex(headers);
      const order = [...index.inReadingOrder()];
      expect(order.toSorted((a, b) => a - b)).toEqual(headers.ids.map((_, node) => node));
      for (const node of order) {
        const parent = headers.parents[node] ?? -1;
        expect(index.depths[node]).toBe(parent < 0 ? 0 : (index.depths[parent] ?? 0) + 1);
        if (parent >= 0) {
          expect(index.childrenOf(parent)).toContain(node);
          expect(order.indexOf(parent)).toBeLessThan(order.indexOf(node));
        }
      }
    }),
  );
});

describe('a tree of 200,000 nodes', () => {
  const COUNT = 200_000;
  const shapes = {
    'one path': (node: number) => node - 1,
    'all under the root': () => 0,
    'ten children each': (node: number) => Math.floor((node - 1) / 10),
  };

  test.each(Object.entries(shapes))('of %s is indexed', (_, parentOf) => {
    const index = buildTreeIndex(shaped(COUNT, parentOf));
    expect(index.inReadingOrder()).toHaveLength(COUNT);
    expect(index.depths.indexOf(-1)).toBe(-1);
    expect(index.indexOf(String(COUNT - 1).padStart(26, '0') as NodeId)).toBe(COUNT - 1);
  });
});
