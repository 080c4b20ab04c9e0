import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AspenError } from '../../../../src/core/errors.ts';
import { type NodeId, type PositionId, positionOpenedBy } from '../../../../src/core/ids.ts';
import { branchEdit, continueFrom, revise } from '../../../../src/core/tree/operations.ts';
import {
  deepestFrom,
  moveHead,
  positionsTo,
  resolvePath,
  selectSibling,
} from '../../../../src/core/tree/path.ts';
import { DEFAULT_METADATA } from '../../../../src/core/tree/position-metadata.ts';
import { NO_PATH_CHANGE, type TreeChange } from '../../../../src/core/tree/tree-change.ts';
import type { WholeNode } from '../../../../src/core/tree/tree-node.ts';
import type { Reader } from '../../../../src/main/store/connection/query.ts';
import { writeChange } from '../../../../src/main/store/tables/write-change.ts';
import { loadPath } from '../../../../src/main/store/tree/path-loading.ts';
import { sqlTree, sqlViews } from '../../../../src/main/store/tree/sql-tree.ts';
import { edgeInto, newNode, type PlantedGrove, plantGrove, spansOf } from '../../../helpers/grove.ts';

function textNode(text: string, grove: PlantedGrove) {
  return { content: { type: 'text', text }, spans: spansOf(text, grove.human) } as const;
}

describe('a tree in the file', () => {
  test('lists versions oldest first, children by position id, and the source of each position', () => {
    const grove = plantGrove();
    const first = grove.continue(grove.root, 'a');
    const second = grove.continue(grove.root, 'b');
    const revised = grove.revise(first, 'c');
    const view = sqlTree(grove.store, grove.tree.id);
    expect(view.tree).toEqual(grove.tree);
    expect(view.childrenOf(grove.root)).toEqual([first.positionId, second.positionId]);
    expect(view.versionsAt(first.positionId).map(({ id }) => id)).toEqual([first.id, revised.id]);
    expect(view.parentOf(first.positionId)).toBe(grove.root);
    expect(view.parentOf(grove.root)).toBeNull();
    expect(view.findEdgeInto(revised.id)?.sources).toEqual([
      { role: 'primary', positionId: grove.root, originId: grove.root },
    ]);
    expect(view.findEdgeInto(grove.root as string as NodeId)).toBeUndefined();
    expect(view.hasLocalId(first.localId)).toBe(true);
    expect(view.getContent(revised.id)).toEqual({ content: revised.content, spans: revised.spans });
  });

  test('returns nothing for missing nodes or nodes of other trees', () => {
    const grove = plantGrove();
    const node = grove.continue(grove.root, 'a');
    const revised = grove.revise(node, 'b');
    const none = grove.idsAndClock.newId() as NodeId;
    const view = sqlTree(grove.store, grove.tree.id);
    expect(view.findNode(none)).toBeUndefined();
    expect(view.versionsAt(positionOpenedBy(none))).toEqual([]);
    expect(view.childrenOf(positionOpenedBy(none))).toEqual([]);
    // The id of a later version is not a position.
    expect(view.versionsAt(positionOpenedBy(revised.id))).toEqual([]);
    expect(() => view.getContent(none)).toThrow(/NOT_FOUND/);
  });

  test('has no source and no children for an annotation', () => {
    const grove = plantGrove();
    const node = grove.continue(grove.root, 'a');
    const note = grove.continue(node.positionId, 'well said', { edgeType: 'annotation', follow: false });
    const view = sqlTree(grove.store, grove.tree.id);
    expect(view.childrenOf(node.positionId)).toEqual([]);
    expect(view.parentOf(note.positionId)).toBeNull();
    expect(view.findEdgeInto(note.id)?.type).toBe('annotation');
  });

  test('finds an equal version by text and spans', () => {
    const grove = plantGrove();
    const { human, model } = grove;
    const node = grove.continue(grove.root, 'once');
    const mixed = grove.revise(node, 'once', {
      spans: [
        { agent: human, length: 2 },
        { agent: model, length: 2 },
      ],
    });
    const inferred = grove.revise(node, 'once', { spans: [{ agent: human, length: 4, inferred: true }] });
    const empty = grove.revise(node, '');
    const byModel = grove.revise(node, 'once', { authorId: human, spans: [{ agent: model, length: 4 }] });
    const view = sqlTree(grove.store, grove.tree.id);
    const findEqual = (text: string, spans: WholeNode['spans']) =>
      view.findEqualVersion(node.positionId, text, spans)?.id;
    expect(findEqual('once', node.spans)).toBe(node.id);
    expect(findEqual('once', mixed.spans)).toBe(mixed.id);
    expect(findEqual('once', inferred.spans)).toBe(inferred.id);
    expect(findEqual('once', byModel.spans)).toBe(byModel.id);
    expect(findEqual('', [])).toBe(empty.id);
    expect(findEqual('Once', node.spans)).toBeUndefined();
    expect(findEqual('once ', [{ agent: human, length: 5 }])).toBeUndefined();
    expect(
      findEqual('once', [{ agent: grove.idsAndClock.newId() as typeof human, length: 4 }]),
    ).toBeUndefined();
  });

  test('finds an equal sibling among the branches of a node', () => {
    const grove = plantGrove();
    const node = grove.continue(grove.root, 'Once upon a time');
    const version = grove.revise(node, 'Once');
    const split = grove.branch(node, 'Once upon');
    const view = sqlTree(grove.store, grove.tree.id);
    expect(view.listEqualSiblings(node.id, 'Once upon', split.spans).map(({ id }) => id)).toEqual([split.id]);
    // A version is at the node’s own position, not beside it.
    expect(view.listEqualSiblings(node.id, 'Once', version.spans)).toEqual([]);
    expect(view.listEqualSiblings(version.id, 'Once upon', split.spans)).toEqual([]);
  });
});

/** The expected answers of the views, computed by brute force. */
function reference(grove: PlantedGrove, nodes: readonly WholeNode[], changes: readonly TreeChange[]) {
  const parents = new Map<PositionId, PositionId>();
  for (const edge of changes.flatMap(({ edges }) => edges)) {
    const primary = edge.sources.find(({ role }) => role === 'primary');
    const target = nodes.find(({ id }) => id === edge.targetId);
    if (primary?.role === 'primary' && target && edge.type === 'continuation') {
      parents.set(target.positionId, primary.positionId);
    }
  }
  return {
    positions: [...new Set([grove.root, ...nodes.map(({ positionId }) => positionId)])].sort(),
    parentOf: (position: PositionId) => parents.get(position) ?? null,
    childrenOf: (position: PositionId) =>
      [...parents]
        .filter(([, parent]) => parent === position)
        .map(([child]) => child)
        .sort(),
    versionsAt: (position: PositionId) =>
      nodes
        .filter(({ positionId }) => positionId === position)
        .map(({ id }) => id)
        .sort(),
  };
}

const STEPS = ['continue', 'revise', 'branch', 'switch', 'prune'] as const;

/** The change of one step; undefined if the operation refuses it, such as below a pruned position. */
function planStep(
  grove: PlantedGrove,
  reader: Reader,
  kind: (typeof STEPS)[number],
  at: number,
  target: WholeNode | undefined,
): TreeChange | undefined {
  const { tree, human, idsAndClock } = grove;
  const author = { id: human, type: 'human' } as const;
  const views = sqlViews(reader, tree.id, human);
  const position = target?.positionId ?? grove.root;
  const nothing = { nodes: [], edges: [], metadata: [], path: NO_PATH_CHANGE };
  try {
    if (kind === 'continue' || target === undefined) {
      return continueFrom(views.tree, views.path, position, textNode(`${at}`, grove), author, idsAndClock);
    }
    switch (kind) {
      case 'revise':
        return revise(views.tree, views.path, target.id, textNode(`${at % 3}`, grove), author, idsAndClock);
      case 'branch':
        return branchEdit(
          views.tree,
          views.path,
          target.id,
          textNode(`${at % 3}`, grove),
          author,
          idsAndClock,
        );
      case 'switch':
        return { ...nothing, path: selectSibling(views.tree, views.path, position) };
      case 'prune':
        return {
          ...nothing,
          metadata: [{ position, metadata: { ...DEFAULT_METADATA, pruned: at % 2 === 0 } }],
        };
    }
  } catch (error) {
    if (error instanceof AspenError && error.code === 'INVALID_ARGUMENT') return undefined;
    throw error;
  }
}

test('the views match the file, whatever was read before', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat()), {
        minLength: 5,
        maxLength: 40,
      }),
      fc.infiniteStream(fc.nat()),
      (steps, choices) => {
        const grove = plantGrove();
        const { store, tree, human } = grove;
        const nodes: WholeNode[] = [];
        const changes: TreeChange[] = [];
        // In one transaction, so that no case waits for the disk; the views see its writes.
        store.transact((tx) => {
          for (const [kind, at] of steps) {
            const change = planStep(grove, tx, kind, at, nodes[at % (nodes.length || 1)]);
            if (change === undefined) continue;
            writeChange(tx, tree.id, human, change, 'commit');
            nodes.push(...change.nodes);
            changes.push(change);
          }
        });

        const expected = reference(grove, nodes, changes);
        const views = sqlViews(store, tree.id, human);
        for (let query = 0; query < 30; query += 1) {
          const position = expected.positions[choices.next().value % expected.positions.length] ?? grove.root;
          switch (choices.next().value % 4) {
            case 0:
              expect(views.tree.parentOf(position)).toBe(expected.parentOf(position));
              break;
            case 1:
              expect(views.tree.childrenOf(position)).toEqual(expected.childrenOf(position));
              break;
            case 2:
              if (position !== grove.root) {
                expect(views.tree.versionsAt(position).map(({ id }) => id)).toEqual(
                  expected.versionsAt(position),
                );
              }
              break;
            default: {
              // A new view has no cache.
              const fresh = sqlViews(store, tree.id, human).path;
              expect(views.path.selectedAt(position)).toBe(fresh.selectedAt(position));
              expect(views.path.lastChildAt(position)).toBe(fresh.lastChildAt(position));
            }
          }
        }
        const path = resolvePath(views.tree, views.path);
        expect(loadPath(store, tree.id, human).map(({ node }) => node.id)).toEqual(path.map(({ id }) => id));
        store.close();
      },
    ),
    { numRuns: Math.min(60, fc.readConfigureGlobal().numRuns ?? 60) },
  );
}, 60_000);

test('a path 10,000 deep can be climbed, descended and selected without hitting a stack or statement limit', () => {
  const grove = plantGrove();
  const { store, tree, human, root, idsAndClock } = grove;
  const deep = grove.chain(
    root,
    Array.from({ length: 10_000 }, (_, at) => `Sentence ${at}. `),
  );
  const last = deep.at(-1);
  const beside = grove.continue(root, 'Another beginning.');
  if (last === undefined || deep[0] === undefined) throw new Error('a deep chain');

  const views = sqlViews(store, tree.id, human);
  expect(positionsTo(views.tree, last.positionId)).toHaveLength(10_001);
  expect(deepestFrom(views.tree, views.path, deep[0].positionId)).toBe(last.positionId);
  const change = selectSibling(views.tree, views.path, deep[0].positionId);
  expect(change).toEqual({
    head: last.positionId,
    selected: [],
    lastChild: [{ position: root, child: deep[0].positionId }],
  });
  grove.write({ path: change });
  const path = loadPath(store, tree.id, human);
  expect(path).toHaveLength(10_001);
  expect(path.at(-1)?.node.id).toBe(last.id);
  expect(
    moveHead(sqlViews(store, tree.id, human).tree, sqlViews(store, tree.id, human).path, beside.positionId)
      .head,
  ).toBe(beside.positionId);
  // A version in the middle changes one node and nothing below it.
  const middle = deep[5000];
  if (middle === undefined) throw new Error('a middle');
  const version: WholeNode = {
    ...newNode(idsAndClock, { treeId: tree.id, authorId: human, text: 'changed', editedFrom: middle.id }),
    positionId: middle.positionId,
  };
  grove.write({
    nodes: [version],
    edges: [edgeInto(idsAndClock, version, deep[4999]?.positionId ?? root)],
    path: { selected: [{ position: version.positionId, version: version.id }], lastChild: [] },
  });
  const after = loadPath(store, tree.id, human);
  const differs = after.filter(({ node }, at) => node.id !== path[at]?.node.id);
  expect(differs.map(({ node }) => node.id)).toEqual([version.id]);
}, 60_000);

/** A reader that counts statements and rows. */
function counting(reader: Reader) {
  const counts = { statements: 0, rows: 0 };
  const counted: Reader = {
    all: (query, parameters) => {
      const rows = reader.all(query, parameters);
      counts.statements += 1;
      counts.rows += rows.length;
      return rows;
    },
    first: (query, parameters) => {
      counts.statements += 1;
      counts.rows += 1;
      return reader.first(query, parameters);
    },
    columns: (query, parameters) => reader.columns(query, parameters),
  };
  return { counts, counted };
}

test('following a long path takes few statements; random access reads little of it', () => {
  const grove = plantGrove();
  const { store, tree, human, root } = grove;
  const chain = grove.chain(
    root,
    Array.from({ length: 2_000 }, (_, at) => `Sentence ${at}. `),
  );
  const head = chain.at(-1)?.positionId ?? root;

  const walk = counting(store);
  const walked = sqlViews(walk.counted, tree.id, human);
  expect(
    resolvePath(walked.tree, walked.path)
      .map(({ id }) => id)
      .slice(1),
  ).toEqual(chain.map(({ id }) => id));
  expect(positionsTo(walked.tree, head)).toHaveLength(2_001);
  expect(walk.counts.statements).toBeLessThan(250);

  const here = counting(store);
  const there = sqlViews(here.counted, tree.id, human);
  for (let at = 100; at < 2_000; at += 100) {
    const { positionId, id } = chain[at] ?? { positionId: root, id: undefined };
    const source = there.tree.parentOf(positionId);
    expect(source).toBe(chain[at - 1]?.positionId);
    expect(there.tree.versionsAt(positionId).map((version) => version.id)).toEqual([id]);
    expect(there.path.selectedAt(positionId)).toBe(id);
    expect(source === null ? undefined : there.path.selectedAt(source)).toBe(chain[at - 1]?.id);
  }
  expect(here.counts.rows).toBeLessThan(250);
}, 60_000);
