import { describe, expect, test, vi } from 'vitest';
import type { AgentId, LocalId, NodeId, PositionId, ResponseId, TreeId } from '../../../../src/core/ids.ts';
import { NO_PATH_CHANGE, type TreeChange } from '../../../../src/core/tree/tree-change.ts';
import type { WholeNode } from '../../../../src/core/tree/tree-node.ts';
import { findEdgeInto } from '../../../../src/main/store/tables/edges.ts';
import { findNode, getNode, getNodeContent, getWholeNode } from '../../../../src/main/store/tables/nodes.ts';
import { writeChange } from '../../../../src/main/store/tables/write-change.ts';
import { listChildren } from '../../../../src/main/store/tree/children.ts';
import { loadPath, readOrdinals } from '../../../../src/main/store/tree/path-loading.ts';
import {
  dumpGrove,
  edgeInto,
  newNode,
  type PlantedGrove,
  plantGrove,
  plantTree,
  rowsGained,
} from '../../../helpers/grove.ts';
import { refusal } from '../../../helpers/refusal.ts';

// Real files and real processes, on busy machines.
vi.setConfig({ testTimeout: 60_000 });

describe('a node', () => {
  test('is read as written', () => {
    const { store, root, model, human, ...grove } = plantGrove();
    const node = grove.continue(root, 'Once upon a time, 🏰', {
      authorId: model,
      authorType: 'model',
      finishReason: 'stop',
      seam: { promptTrimmed: 1, answerTrimmed: 0 },
      choiceIndex: 2,
      spans: [
        { agent: model, length: 5 },
        { agent: human, length: 10, inferred: true },
        { agent: model, length: 5 },
      ],
      bookmarked: true,
      bookmarkLabel: 'here',
      summary: 'A beginning.',
    });
    expect(getWholeNode(store, node.id)).toEqual(node);
    expect(getNode(store, node.id)).not.toHaveProperty('content');
    expect(findEdgeInto(store, node.id)).toMatchObject({
      targetId: node.id,
      type: 'continuation',
      sources: [{ role: 'primary', positionId: root, originId: root }],
    });
  });

  test.each([
    ['nothing', ''],
    ['a NUL', 'a\0b'],
    ['separators of JavaScript and a byte order mark', '\u2028\u2029\uFEFF'],
    ['combining and astral characters', 'e\u0301 👩‍👩‍👧 🏰'],
    ['quotes and SQL', `'; DROP TABLE node; -- "`],
    ['a noncharacter', '\uFFFF\u0001'],
    ['5 MB', 'Once upon a time. '.repeat(300_000)],
  ])('keeps a text of %s, character for character', (_, text) => {
    const { store, root, ...grove } = plantGrove();
    const node = grove.continue(root, text);
    expect(getNodeContent(store, node.id).content).toEqual({ type: 'text', text });
  });

  test.each([
    { type: 'image', ref: 'sha256:00', mimeType: 'image/png', width: 3, height: 2, altText: 'a castle' },
    { type: 'audio', ref: 'sha256:01', mimeType: 'audio/ogg', durationMs: 1200 },
    {
      type: 'mixed',
      blocks: [
        { type: 'text', text: 'look:' },
        { type: 'image', ref: 'sha256:00', mimeType: 'image/png', width: 3, height: 2 },
      ],
    },
  ] as const)('keeps content of type $type', (content) => {
    const { store, root, ...grove } = plantGrove();
    const node = grove.continue(root, '', { content, contentType: content.type });
    expect(getWholeNode(store, node.id)).toEqual(node);
  });

  test('may have context and instruction sources as well, each a single node', () => {
    const grove = plantGrove();
    const { store, root, idsAndClock } = grove;
    const context = grove.continue(root, 'a note');
    const instruction = grove.revise(context, 'another');
    const node = newNode(idsAndClock, { treeId: grove.tree.id, authorId: grove.model, text: 'so' });
    const edge = edgeInto(idsAndClock, node, root);
    const sources = [
      { role: 'context', nodeId: context.id },
      ...edge.sources,
      { role: 'instruction', nodeId: instruction.id },
    ] as const;
    grove.write({ nodes: [node], edges: [{ ...edge, sources }] });
    expect(findEdgeInto(store, node.id)).toEqual({ ...edge, sources });
  });

  test('that is missing is NOT_FOUND, or undefined from a find function', () => {
    const { store, idsAndClock } = plantGrove();
    const none = idsAndClock.newId() as NodeId;
    expect(findNode(store, none)).toBeUndefined();
    expect(refusal(() => getNode(store, none))).toMatchObject({ code: 'NOT_FOUND' });
    expect(refusal(() => getWholeNode(store, none))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('what a change writes', () => {
  test('a continuation: one node, one edge, one source, one log row', () => {
    const { store, root, ...grove } = plantGrove();
    const before = dumpGrove(store);
    grove.continue(root, 'Once');
    expect(rowsGained(before, dumpGrove(store))).toEqual({
      node: 1,
      edge: 1,
      edge_source: 1,
      log: 1,
      position_choice: 1,
    });
  });

  test('a version in the middle of a path: one node and one edge, whatever its subtree', () => {
    const { store, root, ...grove } = plantGrove();
    const nodes = grove.chain(root, ['a', 'b', 'c', 'd', 'e', 'f']);
    const before = dumpGrove(store);
    if (nodes[2]) grove.revise(nodes[2], 'changed');
    expect(rowsGained(before, dumpGrove(store))).toEqual({ node: 1, edge: 1, edge_source: 1, log: 1 });
  });

  test('metadata: every version of the position', () => {
    const { store, root, ...grove } = plantGrove();
    const node = grove.continue(root, 'a');
    const version = grove.revise(node, 'b');
    const metadata = { bookmarked: true, bookmarkLabel: 'the turn', pruned: true, excluded: true };
    grove.write({ metadata: [{ position: node.positionId, metadata }] }, 'metadata');
    expect(getNode(store, node.id)).toMatchObject(metadata);
    expect(getNode(store, version.id)).toMatchObject(metadata);
  });

  test('a switch: the path and no log row', () => {
    const { store, root, ...grove } = plantGrove();
    const node = grove.continue(root, 'a');
    const version = grove.revise(node, 'b');
    const before = dumpGrove(store);
    const selected = [{ position: node.positionId, version: node.id }];
    grove.write({ path: { head: root, selected, lastChild: [] } });
    const after = dumpGrove(store);
    expect(rowsGained(before, after)).toEqual({});
    expect({ ...after, cursor: [], position_choice: [] }).toEqual({
      ...before,
      cursor: [],
      position_choice: [],
    });
    expect(version.id).not.toBe(node.id);
  });
});

describe('a change is refused, and nothing is written,', () => {
  const cases: readonly (readonly [
    string,
    string,
    (grove: PlantedGrove, node: WholeNode) => Partial<TreeChange>,
  ])[] = [
    [
      'if spans do not add up',
      'INVALID_ARGUMENT',
      (grove, node) => ({ nodes: [{ ...node, spans: [{ agent: grove.human, length: 1 }] }] }),
    ],
    [
      'if a text is not well-formed Unicode',
      'INVALID_ARGUMENT',
      (_, node) => ({ nodes: [{ ...node, content: { type: 'text', text: 'x\uD83C' } }] }),
    ],
    [
      'if content does not match its type',
      'INVALID_ARGUMENT',
      (_, node) => ({ nodes: [{ ...node, contentType: 'image' }] }),
    ],
    [
      'if a node belongs to another tree',
      'INVALID_ARGUMENT',
      (grove, node) => ({ nodes: [{ ...node, treeId: grove.idsAndClock.newId() as TreeId }] }),
    ],
    [
      'if its author is missing',
      'NOT_FOUND',
      (grove, node) => ({ nodes: [{ ...node, authorId: grove.idsAndClock.newId() as AgentId }] }),
    ],
    [
      'if a span names a missing agent',
      'NOT_FOUND',
      (grove, node) => ({
        nodes: [{ ...node, spans: [{ agent: grove.idsAndClock.newId() as AgentId, length: 2 }] }],
      }),
    ],
    [
      'if its position is missing',
      'NOT_FOUND',
      (grove, node) => ({ nodes: [{ ...node, positionId: grove.idsAndClock.newId() as PositionId }] }),
    ],
    [
      'if it is edited from a missing node',
      'NOT_FOUND',
      (grove, node) => ({ nodes: [{ ...node, editedFrom: grove.idsAndClock.newId() as NodeId }] }),
    ],
    [
      'if its response is missing',
      'NOT_FOUND',
      (grove, node) => ({ nodes: [{ ...node, responseId: grove.idsAndClock.newId() as ResponseId }] }),
    ],
    [
      'if an edge has no primary source',
      'INVALID_ARGUMENT',
      (grove, node) => ({
        nodes: [node],
        edges: [{ ...edgeInto(grove.idsAndClock, node, grove.root), sources: [] }],
      }),
    ],
    [
      'if an edge has an origin at another position',
      'INVALID_ARGUMENT',
      (grove, node) => ({
        nodes: [node],
        edges: [edgeInto(grove.idsAndClock, node, grove.root, { origin: node.id })],
      }),
    ],
    [
      'if metadata is for a missing position',
      'NOT_FOUND',
      (grove) => ({
        metadata: [
          {
            position: grove.idsAndClock.newId() as PositionId,
            metadata: { bookmarked: true, bookmarkLabel: null, pruned: false, excluded: false },
          },
        ],
      }),
    ],
    [
      'if the head is missing',
      'NOT_FOUND',
      (grove, node) => ({
        nodes: [node],
        path: { ...NO_PATH_CHANGE, head: grove.idsAndClock.newId() as PositionId },
      }),
    ],
    [
      'if a selected version is not at its position',
      'NOT_FOUND',
      (grove, node) => ({
        nodes: [node],
        path: { ...NO_PATH_CHANGE, selected: [{ position: grove.root, version: node.id }] },
      }),
    ],
    [
      'if a remembered child is missing',
      'NOT_FOUND',
      (grove) => ({
        path: {
          ...NO_PATH_CHANGE,
          lastChild: [{ position: grove.root, child: grove.idsAndClock.newId() as PositionId }],
        },
      }),
    ],
  ];

  test.each(cases)('%s', (_, code, changed) => {
    const grove = plantGrove();
    const node = newNode(grove.idsAndClock, { treeId: grove.tree.id, authorId: grove.human, text: 'so' });
    const before = dumpGrove(grove.store);
    expect(refusal(() => grove.write(changed(grove, node)))).toMatchObject({ code });
    expect(dumpGrove(grove.store)).toEqual(before);
    // The store still works.
    grove.continue(grove.root, 'Once');
  });

  test('if a local id is taken, which is a bug of ours and not a refusal', () => {
    const grove = plantGrove();
    const node = grove.continue(grove.root, 'a');
    const before = dumpGrove(grove.store);
    expect(() => grove.continue(grove.root, 'b', { localId: node.localId as LocalId })).toThrow(/UNIQUE/);
    expect(dumpGrove(grove.store)).toEqual(before);
  });
});

describe('a path', () => {
  test('runs from the root to the head, with the selected versions', () => {
    const grove = plantGrove();
    const { store, tree, human, root } = grove;
    const [first, second, third] = grove.chain(root, ['Once ', 'there was a castle ', 'on a hill.']);
    if (!first || !second || !third) throw new Error('a chain of three');
    const tower = grove.revise(second, 'there was a tower ');
    const ids = () => loadPath(store, tree.id, human).map(({ node }) => node.id);
    expect(ids()).toEqual([root, first.id, tower.id, third.id]);
    const selected = [{ position: second.positionId, version: second.id }];
    grove.write({ path: { selected, lastChild: [] } });
    expect(ids()).toEqual([root, first.id, second.id, third.id]);
    expect(loadPath(store, tree.id, human).at(2)?.node).toEqual(second);
  });

  test('shows the newest version if none is selected, marked as unrecorded', () => {
    const grove = plantGrove();
    const { store, tree, human, model, root } = grove;
    const node = grove.continue(root, 'a');
    const version = grove.revise(node, 'b', { follow: false });
    expect(loadPath(store, tree.id, human).at(-1)).toMatchObject({ node: { id: node.id }, recorded: true });
    expect(loadPath(store, tree.id, model, node.positionId).at(-1)).toMatchObject({
      node: { id: version.id },
      recorded: false,
    });
  });

  test('of an agent that was never there is only the root', () => {
    const { store, tree, model, root } = plantGrove();
    expect(loadPath(store, tree.id, model).map(({ node }) => node.id)).toEqual([root]);
  });

  test('counts unpruned siblings, and versions; annotations are not siblings', () => {
    const grove = plantGrove();
    const { store, root } = grove;
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((text) => grove.continue(root, text));
    if (!a || !b || !c || !d) throw new Error('four siblings');
    grove.continue(root, 'note', { edgeType: 'annotation', follow: false });
    const c2 = grove.revise(c, 'cc');
    const c3 = grove.revise(c, 'ccc');
    const metadata = { bookmarked: false, bookmarkLabel: null, pruned: true, excluded: false };
    grove.write({ metadata: [{ position: b.positionId, metadata }] }, 'metadata');
    const rootNode = getNode(store, root as string as NodeId);
    expect(readOrdinals(store, [c2, a, rootNode, d, b, c3])).toEqual([
      { sibling: { index: 2, count: 3 }, version: { index: 2, count: 3 } },
      { sibling: { index: 1, count: 3 }, version: { index: 1, count: 1 } },
      { sibling: { index: 1, count: 1 }, version: { index: 1, count: 1 } },
      { sibling: { index: 3, count: 3 }, version: { index: 1, count: 1 } },
      // A pruned position is counted among all siblings.
      { sibling: { index: 2, count: 4 }, version: { index: 1, count: 1 } },
      { sibling: { index: 2, count: 3 }, version: { index: 3, count: 3 } },
    ]);
    expect(readOrdinals(store, [])).toEqual([]);
  });

  test('does not enter another tree', () => {
    const grove = plantGrove();
    const { store, idsAndClock, human } = grove;
    const node = grove.continue(grove.root, 'a');
    const other = store.transact((tx) => plantTree(tx, idsAndClock, human));
    expect(loadPath(store, other.id, human)).toHaveLength(1);
    expect(refusal(() => loadPath(store, other.id, human, node.positionId))).toMatchObject({
      code: 'NOT_FOUND',
    });
    const strange = newNode(idsAndClock, { treeId: other.id, authorId: human, text: 'x' });
    const change: TreeChange = {
      nodes: [strange],
      edges: [edgeInto(idsAndClock, strange, grove.root)],
      metadata: [],
      path: NO_PATH_CHANGE,
    };
    const write = () =>
      store.transact((tx) => {
        writeChange(tx, other.id, human, change, 'commit');
      });
    expect(refusal(write)).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the continuations of a position', () => {
  test('are listed in the order of their requests, each with the version shown and an excerpt', () => {
    const grove = plantGrove();
    const { store, tree, human, root } = grove;
    const first = grove.continue(root, 'a🏰b');
    const second = grove.continue(root, 'Another beginning.');
    const revised = grove.revise(first, 'a🏰c', { follow: false });
    expect(listChildren(store, tree.id, human, root, 2)).toMatchObject([
      { node: { id: first.id }, versionCount: 2, excerpt: 'a', length: 4 },
      { node: { id: second.id }, versionCount: 1, excerpt: 'An', length: 18 },
    ]);
    expect(listChildren(store, tree.id, grove.model, root, 3)).toMatchObject([
      { node: { id: revised.id }, excerpt: 'a🏰' },
      { node: { id: second.id } },
    ]);
    expect(listChildren(store, tree.id, human, second.positionId, 10)).toEqual([]);
  });

  test('may be a thousand, and five hundred versions are counted', () => {
    const grove = plantGrove();
    const { store, tree, human, root } = grove;
    const children = Array.from({ length: 1000 }, (_, at) =>
      newNode(grove.idsAndClock, { treeId: tree.id, authorId: human, text: `child ${at}` }),
    );
    const [first] = children;
    if (!first) throw new Error('a first');
    const versions = Array.from({ length: 499 }, (_, at) => ({
      ...newNode(grove.idsAndClock, {
        treeId: tree.id,
        authorId: human,
        text: `v${at}`,
        editedFrom: first.id,
      }),
      positionId: first.positionId,
    }));
    const nodes = [...children, ...versions];
    grove.write({ nodes, edges: nodes.map((node) => edgeInto(grove.idsAndClock, node, root)) });
    const listed = listChildren(store, tree.id, human, root, 20);
    expect(listed).toHaveLength(1000);
    expect(listed[0]).toMatchObject({ node: { id: versions.at(-1)?.id }, versionCount: 500 });
    expect(readOrdinals(store, [first])).toEqual([
      { sibling: { index: 1, count: 1000 }, version: { index: 1, count: 500 } },
    ]);
  });
});
