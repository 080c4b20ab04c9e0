import { describe, expect, test } from 'vitest';
import type { LocalId, NodeId, PositionId } from '../../../src/core/ids.ts';
import {
  checkTree,
  type EdgeToCheck,
  type NodeToCheck,
  type Violation,
} from '../../../src/core/tree/check-tree.ts';
import type { TreeMode } from '../../../src/core/tree/loom-tree.ts';

/** A node as the check reads it; each test changes the field it is about. */
function node(id: string, changes: Partial<Record<keyof NodeToCheck, unknown>> = {}): NodeToCheck {
  return {
    id: id as NodeId,
    localId: id as LocalId,
    positionId: id as PositionId,
    editedFrom: null,
    pruned: false,
    textLength: id === 'R' ? 0 : 3,
    splitAt: null,
    offered: false,
    authorType: 'human',
    spansLength: id === 'R' ? 0 : 3,
    ...changes,
  } as NodeToCheck;
}

function edge(source: string, target: string, changes: Partial<EdgeToCheck> & { origin?: string } = {}) {
  const { origin = source, ...rest } = changes;
  return {
    targetId: target as NodeId,
    type: 'continuation',
    sources: [{ role: 'primary', positionId: source as PositionId, originId: origin as NodeId }],
    ...rest,
  } satisfies EdgeToCheck;
}

function check(
  nodes: readonly NodeToCheck[],
  edges: readonly EdgeToCheck[],
  mode: TreeMode = 'buffer',
): readonly (readonly [Violation['invariant'], string])[] {
  const found = checkTree({ rootPositionId: 'R' as PositionId, mode }, nodes, edges);
  return found.map(({ invariant, reason }) => [invariant, reason]);
}

const NODES = [
  node('R'),
  node('a'),
  node("a'", { positionId: 'a', editedFrom: 'a' }),
  node('b'),
  node('c', { editedFrom: 'b' }),
  node('note'),
];
const EDGES = [
  edge('R', 'a'),
  edge('R', "a'"),
  edge('a', 'b', { origin: "a'" }),
  edge('a', 'c'),
  edge('b', 'note', { type: 'annotation' }),
];
const without = (id: string) => NODES.filter((known) => known.id !== id);
const withoutEdge = (id: string) => EDGES.filter(({ targetId }) => targetId !== id);

test('a valid tree has no violations, whatever its order', () => {
  expect(check(NODES, EDGES)).toEqual([]);
  expect(check(NODES.toReversed(), EDGES.toReversed())).toEqual([]);
});

const broken: readonly (readonly [
  what: string,
  nodes: readonly NodeToCheck[],
  edges: readonly EdgeToCheck[],
  expected: readonly (readonly [number, string])[],
])[] = [
  ['no root', without('R').filter(({ id }) => id === 'x'), [], [[1, 'the tree has no root position R']]],
  ['a root with text', [node('R', { textLength: 1, spansLength: 1 })], [], [[1, 'the root has text']]],
  ['a pruned root', [node('R', { pruned: true })], [], [[1, 'the root is pruned']]],
  [
    'a root that continues something',
    [node('R'), node('a')],
    [edge('R', 'a'), edge('a', 'R')],
    [[1, 'the root has an incoming edge']],
  ],
  [
    'another version of the root',
    [node('R'), node("R'", { positionId: 'R', editedFrom: 'R' })],
    [],
    [
      [1, "node R' is another version of the root"],
      [2, "node R' has 0 incoming edges"],
    ],
  ],
  [
    'a node without an edge',
    [...NODES, node('d')],
    EDGES,
    [
      [2, 'node d has 0 incoming edges'],
      [4, 'node d does not lead to the root'],
    ],
  ],
  ['a node with two edges', NODES, [...EDGES, edge('a', 'b')], [[2, 'node b has 2 incoming edges']]],
  [
    'an edge to nowhere',
    NODES,
    [...EDGES, edge('a', 'x')],
    [[2, 'an edge leads to node x, which is not in the tree']],
  ],
  [
    'an edge from nowhere',
    NODES,
    [...withoutEdge('c'), edge('x', 'c')],
    [
      [2, 'node c continues x, which is not a position'],
      [3, 'node c is not a sibling of the node it is edited from'],
      [4, 'node c does not lead to the root'],
    ],
  ],
  [
    'an edge from a version instead of its position',
    [node('R'), ...NODES.slice(1, 3), node('d')],
    [...EDGES.slice(0, 2), edge("a'", 'd')],
    [[2, "node d continues a', which is not a position"]],
  ],
  [
    'an origin at another position',
    NODES,
    [...withoutEdge('b'), edge('a', 'b', { origin: 'R' })],
    [[2, 'the origin of node b, R, is not a version at a']],
  ],
  [
    'an edge without a primary source',
    [node('R'), node('a')],
    [edge('R', 'a', { sources: [{ role: 'context', nodeId: 'x' as NodeId }] })],
    [
      [2, 'node a names the source x, which is not in the tree'],
      [2, 'the edge into node a has 0 primary sources'],
      [4, 'node a does not lead to the root'],
    ],
  ],
  [
    'versions with different sources',
    NODES,
    [...withoutEdge("a'"), edge('c', "a'")],
    [[2, "node a' has a different source position than the other versions at its position"]],
  ],
  [
    'a continuation of an annotation',
    [...NODES, node('d')],
    [...EDGES, edge('note', 'd')],
    [[2, 'node d follows the annotation note']],
  ],
  [
    'a version of another kind than its position',
    NODES,
    [...withoutEdge("a'"), edge('R', "a'", { type: 'annotation' })],
    [[2, "node a' is an annotation and its position is not, or vice versa"]],
  ],
  [
    'a version that says it is a split, and an offer that stands for its position',
    NODES.map((known) =>
      known.id === "a'" ? { ...known, splitAt: 2 } : known.id === 'b' ? { ...known, offered: true } : known,
    ),
    EDGES,
    [
      [3, "node a' is not a split, but says that it divides a node"],
      [3, 'node b is offered, but is the first at its position'],
    ],
  ],
  [
    'an edit of a missing node',
    [node('R'), node('a', { editedFrom: 'x' })],
    [edge('R', 'a')],
    [[3, 'node a is edited from a node that is not in the tree']],
  ],
  [
    'a version at a missing position',
    [node('R'), node('a'), node("a'", { positionId: 'x', editedFrom: 'a' })],
    EDGES.slice(0, 2),
    [
      [3, "node a' is at a position that is not in the tree"],
      [4, "node a' does not lead to the root"],
    ],
  ],
  [
    'a version that is not edited from a node',
    [node('R'), node('a'), node("a'", { positionId: 'a' })],
    EDGES.slice(0, 2),
    [[3, "node a' is a version at a position but was not edited from a node there"]],
  ],
  [
    'an edit that is not a sibling of the node it was edited from',
    NODES,
    [...withoutEdge('c'), edge('R', 'c')],
    [[3, 'node c is not a sibling of the node it is edited from']],
  ],
  [
    'a cycle',
    [node('R'), node('a'), node('b')],
    [edge('b', 'a'), edge('a', 'b')],
    [
      [4, 'node a leads into a cycle'],
      [4, 'node b does not lead to the root'],
    ],
  ],
  [
    'a duplicate local id',
    [node('R'), node('a', { localId: 'R' })],
    [edge('R', 'a')],
    [[5, 'node a shares its local id R with another node']],
  ],
  [
    'a duplicate node',
    [node('R'), node('a'), node('a')],
    [edge('R', 'a')],
    [[5, 'there are two nodes with the id a']],
  ],
  [
    'spans that do not fit',
    [node('R'), node('a', { spansLength: 2 })],
    [edge('R', 'a')],
    [[6, 'the spans of node a add up to 2, but its text has length 3']],
  ],
];

describe('it reports', () => {
  test.each(broken)('%s', (_, nodes, edges, expected) => {
    expect(check(nodes, edges)).toEqual(expected);
  });
});

test('in a dialogue it reports a version of a message that a model wrote or that is offered, but none of a note', () => {
  const changed = (changes: Partial<Record<string, Partial<NodeToCheck>>>) =>
    [...NODES, node("note'", { positionId: 'note', editedFrom: 'note', authorType: 'model' })].map(
      (known) => ({
        ...known,
        ...changes[known.id],
      }),
    );
  const edges = [...EDGES, edge('b', "note'", { type: 'annotation' })];
  const model = { "a'": { authorType: 'model', offered: true } } as const;
  expect(check(changed({}), edges, 'dialogue')).toEqual([]);
  expect(check(changed(model), edges)).toEqual([]);
  expect(check(changed(model), edges, 'dialogue')).toEqual([
    [3, "node a' is a version of a message, but by a model"],
    [3, "node a' is offered as a version of a message"],
  ]);
  expect(check(changed({ c: { splitAt: 2 } }), edges)).toEqual([]);
  expect(check(changed({ c: { splitAt: 2 } }), edges, 'dialogue')).toEqual([
    [3, 'node c is not a split, but says that it divides a node'],
  ]);
});

test('it stops at the given number of violations', () => {
  const orphans = Array.from({ length: 500 }, (_, at) => node(`n${at}`));
  const tree = { rootPositionId: 'R' as PositionId, mode: 'buffer' } as const;
  expect(checkTree(tree, [node('R'), ...orphans], [], 7)).toHaveLength(7);
});

describe('a tree of 200,000 nodes', () => {
  const COUNT = 200_000;
  const id = (at: number) => (at === 0 ? 'R' : `n${at}`);
  function* nodes() {
    for (let at = 0; at < COUNT; at += 1) yield node(id(at));
  }

  test('in one path is valid', () => {
    function* edges() {
      for (let at = 1; at < COUNT; at += 1) yield edge(id(at - 1), id(at));
    }
    expect(checkTree({ rootPositionId: 'R' as PositionId, mode: 'buffer' }, nodes(), edges())).toEqual([]);
  });

  test('in one cycle is not', () => {
    function* edges() {
      for (let at = 1; at < COUNT; at += 1) yield edge(id(at === 1 ? COUNT - 1 : at - 1), id(at));
    }
    const found = checkTree({ rootPositionId: 'R' as PositionId, mode: 'buffer' }, nodes(), edges(), 2);
    expect(found.map(({ reason }) => reason)).toEqual([
      'node n1 leads into a cycle',
      'node n2 does not lead to the root',
    ]);
  });
});
