import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type GroveShape, makeGrove, SMALL_SHAPE } from '../../scripts/make-grove.ts';
import { textOf } from '../../src/core/tree/tree-node.ts';
import { listTrees } from '../../src/main/store/tables/trees.ts';
import { loadPath } from '../../src/main/store/tree/path-loading.ts';
import { sqlTree } from '../../src/main/store/tree/sql-tree.ts';
import { eachStoredNode } from '../../src/main/store/tree/whole-trees.ts';
import { examine } from '../helpers/examine.ts';
import { digestOf, dumpGrove, openGrove, temporaryFolder } from '../helpers/grove.ts';
import { readGrove } from '../helpers/grove-facts.ts';
import { refusal } from '../helpers/refusal.ts';

function made(shape: Partial<GroveShape> = {}, seed?: number) {
  const path = join(temporaryFolder(), 'made.aspen');
  return makeGrove(path, { ...SMALL_SHAPE, ...shape }, seed === undefined ? {} : { seed });
}

describe('a grove made from a seed', () => {
  test('is identical each time, row by row, and different for another seed', () => {
    const shape = { nodes: 300 };
    const [first, second, third] = [made(shape, 7), made(shape, 7), made(shape, 8)];
    expect({ ...second, path: '' }).toEqual({ ...first, path: '' });
    const rows = [first, second, third].map(({ path }) => dumpGrove(openGrove(path, { readonly: true })));
    expect(rows[1]).toEqual(rows[0]);
    expect(rows[2]?.node).not.toEqual(rows[0]?.node);
  });

  test('passes all checks of the doctor and independent SQL', () => {
    const { path } = made();
    expect(examine(path).findings.filter(({ holds }) => !holds)).toEqual([]);
    const facts = readGrove(path);
    expect(facts).toMatchObject({ verified: 1_001, logIsWhole: true, integrity: 'ok' });
    expect(facts.counts).toMatchObject({ nodes: 1_001, edges: 1_000, sources: 1_000, cursors: 1, drafts: 0 });
  });

  test('has the given shape', () => {
    const grove = made({ nodes: 1_000, path: 100, siblings: 20, versions: 10, branch: 50, longest: 5_000 });
    const store = openGrove(grove.path, { readonly: true });
    const tree = sqlTree(store, grove.treeId);
    const path = loadPath(store, grove.treeId, grove.writer);
    expect(path).toHaveLength(101);
    expect(path.at(-1)?.node.positionId).toBe(grove.head);
    expect(new Set(path.map(({ node }) => node.authorType))).toEqual(new Set(['human', 'model']));

    if (grove.siblingsOf === null || grove.versionsAt === null || grove.branchHead === null)
      throw new Error('a special place is missing');
    expect(tree.childrenOf(grove.siblingsOf)).toHaveLength(20);
    expect(tree.versionsAt(grove.versionsAt)).toHaveLength(10);
    let depth = 0;
    const onPath = new Set(path.map(({ node }) => node.positionId));
    for (let at = grove.branchHead; !onPath.has(at); depth += 1) {
      const parent = tree.parentOf(at);
      if (parent === null) break;
      if (depth > 0) expect(tree.childrenOf(at)).toHaveLength(1);
      at = parent;
    }
    expect(depth).toBe(50);

    const nodes = [...eachStoredNode(store, grove.treeId)].map(({ node }) => node);
    const lengths = nodes.map(({ content }) => textOf(content).length);
    const longest = nodes.find(({ id }) => id === grove.longest);
    expect(longest && textOf(longest.content).length).toBe(Math.max(...lengths));
    const usual = lengths.filter((length) => length < 5_000);
    const mean = usual.reduce((sum, length) => sum + length, 0) / usual.length;
    expect(mean).toBeGreaterThan(240);
    expect(mean).toBeLessThan(360);
    expect(nodes.some(({ spans }) => new Set(spans.map(({ agent }) => agent)).size > 1)).toBe(true);
  });

  test('spreads the rows of a path when the tree is larger', () => {
    const grove = made({ nodes: 1_000, path: 50, siblings: 0, versions: 0, branch: 0, longest: 0 });
    const store = openGrove(grove.path, { readonly: true });
    const order = [...eachStoredNode(store, grove.treeId)].map(({ node }) => node.positionId);
    const places = loadPath(store, grove.treeId, grove.writer).map(({ node }) =>
      order.indexOf(node.positionId),
    );
    const gaps = places.slice(1).map((place, at) => place - (places[at] ?? 0));
    expect(gaps.filter((gap) => gap > 1).length).toBeGreaterThan(40);
  });

  test('can be just a path', () => {
    const grove = made({ nodes: 40, path: 40, siblings: 0, versions: 0, branch: 0, longest: 0 });
    expect(grove).toMatchObject({ siblingsOf: null, versionsAt: null, branchHead: null, longest: null });
    const store = openGrove(grove.path, { readonly: true });
    expect(loadPath(store, grove.treeId, grove.writer)).toHaveLength(41);
  });
});

test('a grove has a tree in each mode that is asked for, and passes all checks', () => {
  const path = join(temporaryFolder(), 'made.aspen');
  const grove = makeGrove(
    path,
    { ...SMALL_SHAPE, nodes: 300 },
    { modes: ['dialogue', 'buffer', 'document'] },
  );
  expect(examine(path).findings.filter(({ holds }) => !holds)).toEqual([]);
  const store = openGrove(path, { readonly: true });
  const trees = listTrees(store);
  expect(trees.map(({ mode, kind }) => [mode, kind])).toEqual([
    ['dialogue', 'story'],
    ['buffer', 'story'],
    ['buffer', 'document'],
  ]);
  expect(trees[0]?.id).toBe(grove.treeId);
  for (const { id } of trees) expect(loadPath(store, id, grove.writer)).toHaveLength(SMALL_SHAPE.path + 1);
});

test('an impossible shape is rejected, and no file is created', () => {
  const path = join(temporaryFolder(), 'made.aspen');
  expect(() => makeGrove(path, { ...SMALL_SHAPE, nodes: 120 })).toThrow('120 nodes are 58 too few');
  expect(refusal(() => openGrove(path))).toMatchObject({ code: 'NOT_FOUND' });
});

test('an existing grove is not changed', () => {
  const { path } = made({ nodes: 200 });
  const before = digestOf(path);
  expect(refusal(() => makeGrove(path, SMALL_SHAPE))).toMatchObject({ code: 'INVALID_ARGUMENT' });
  expect(digestOf(path)).toBe(before);
});
