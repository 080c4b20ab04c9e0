import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Draft } from '../../../src/core/buffer/draft.ts';
import { applyDraftOps, type DraftOp, spliceOfPart } from '../../../src/core/buffer/pending-edit.ts';
import { planCommit } from '../../../src/core/buffer/plan-commit.ts';
import { routeChange } from '../../../src/core/buffer/route-change.ts';
import { listSegments, type Segments, segmentsOf } from '../../../src/core/buffer/segments.ts';
import type { SegmentId } from '../../../src/core/ids.ts';
import { concatSpans, type Spans, sliceSpans, wholeSpans } from '../../../src/core/text/span.ts';
import type { TreeMode } from '../../../src/core/tree/loom-tree.ts';
import { metadataAt, prune, restore } from '../../../src/core/tree/metadata.ts';
import { isAnnotation } from '../../../src/core/tree/new-node.ts';
import { continueFrom, revise } from '../../../src/core/tree/operations.ts';
import { goToChild, isHidden, resolvePath, selectSibling } from '../../../src/core/tree/path.ts';
import { textOf } from '../../../src/core/tree/tree-node.ts';
import {
  anyContent,
  anyStep,
  anySteps,
  OTHERS,
  pickNode,
  planStep,
  takeSteps,
  visiblePositions,
} from '../../helpers/random-tree.ts';
import {
  applyTextChanges,
  makeWorkingBuffer,
  type TextChange,
  toBufferChange,
} from '../../helpers/segments.ts';
import { author, emptyTree, said, type TreeWorld, typed } from '../../helpers/tree.ts';

/** Everything a tree holds, node by node, but the metadata. */
function contentsOf({ tree }: TreeWorld): ReadonlyMap<string, unknown> {
  return new Map(
    [...tree.nodes()].map(({ bookmarked: _, bookmarkLabel: __, pruned: ___, excluded: ____, ...node }) => [
      node.id,
      { node, edge: tree.findEdgeInto(node.id) },
    ]),
  );
}

/** Metadata of every node. */
function marksOf({ tree }: TreeWorld): ReadonlyMap<string, unknown> {
  return new Map(
    [...tree.nodes()].map(({ id, bookmarked, bookmarkLabel, pruned, excluded }) => [
      id,
      { bookmarked, bookmarkLabel, pruned, excluded },
    ]),
  );
}

/** How the positions hang together. */
function shapeOf({ tree }: TreeWorld): ReadonlyMap<string, { parent: unknown; children: readonly string[] }> {
  return new Map(
    [...new Set([...tree.nodes()].map(({ positionId }) => positionId))].map((position) => [
      position,
      { parent: tree.parentOf(position), children: tree.childrenOf(position) },
    ]),
  );
}

function spansOnPath({ tree, path }: TreeWorld): Spans {
  return concatSpans(...resolvePath(tree, path).map(({ id }) => tree.getContent(id).spans));
}

const H = author('h');

const anyMode = fc.constantFrom<TreeMode>('buffer', 'dialogue');

describe('after any steps', () => {
  test('nothing changes that a step did not name: no node, no hash, no edge, no mark', () => {
    fc.assert(
      fc.property(anyMode, anySteps, (mode, steps) => {
        const world = emptyTree(mode);
        for (const step of steps) {
          const change = planStep(world, step);
          if (change === null) continue;
          const before = { contents: contentsOf(world), marks: marksOf(world), shape: shapeOf(world) };
          world.apply(change);
          const after = { contents: contentsOf(world), marks: marksOf(world), shape: shapeOf(world) };
          const added = new Set<string>(change.nodes.map(({ id }) => id));
          const marked = new Set<string>(change.metadata.map(({ position }) => position));
          expect(after.contents.size).toBe(before.contents.size + added.size);
          for (const [id, was] of before.contents) expect(after.contents.get(id)).toEqual(was);
          for (const [id, was] of before.marks) {
            const position = world.tree.findNode(id as never)?.positionId ?? '';
            if (!marked.has(position)) expect(after.marks.get(id)).toEqual(was);
          }
          for (const [position, was] of before.shape) {
            const now = after.shape.get(position);
            expect(now?.parent).toBe(was.parent);
            expect(now?.children.filter((child) => !added.has(child))).toEqual(was.children);
          }
        }
      }),
    );
  });

  test('the path leads from the root to its head, shows what is recorded, and is never hidden', () => {
    fc.assert(
      fc.property(anyMode, anySteps, (mode, steps) => {
        const world = emptyTree(mode);
        const { tree, path } = world;
        for (const step of steps) {
          takeSteps(world, [step]);
          const nodes = resolvePath(tree, path);
          expect(nodes[0]?.positionId).toBe(world.root);
          expect(nodes.at(-1)?.positionId).toBe(path.head);
          expect(isHidden(tree, path.head)).toBe(false);
          nodes.forEach(({ id, positionId }, index) => {
            expect(path.selectedAt(positionId)).toBe(id);
            const next = nodes[index + 1]?.positionId;
            if (next === undefined) return;
            expect(tree.parentOf(next)).toBe(positionId);
            expect(path.lastChildAt(positionId)).toBe(next);
          });
        }
      }),
    );
  });

  test('what others do never changes the text that the writer sees', () => {
    fc.assert(
      fc.property(anySteps, fc.array(anyStep(...OTHERS)), (steps, theirs) => {
        const world = emptyTree();
        takeSteps(world, steps);
        const before = { text: world.text(), spans: spansOnPath(world), path: world.printPath() };
        takeSteps(world, theirs);
        expect({ text: world.text(), spans: spansOnPath(world), path: world.printPath() }).toEqual(before);
      }),
    );
  });

  test('a new version is one node and one edge, whatever hangs below', () => {
    fc.assert(
      fc.property(anySteps, fc.nat(1000), anyContent, (steps, target, content) => {
        const world = emptyTree();
        takeSteps(world, steps);
        const { id, positionId } = pickNode(world, target);
        fc.pre(positionId !== world.root && !isAnnotation(world.tree, positionId));
        const before = shapeOf(world);
        const change = revise(world.tree, world.path, id, content, H, world.idsAndClock);
        expect(change.nodes.length).toBeLessThanOrEqual(1);
        expect(change.edges.length).toBe(change.nodes.length);
        expect(change.path.head).toBeUndefined();
        // It begins with the metadata of its position.
        for (const node of change.nodes) expect(node).toMatchObject(metadataAt(world.tree, positionId));
        world.apply(change);
        expect(shapeOf(world)).toEqual(before);
        // The same once more finds it there.
        const again = revise(world.tree, world.path, id, content, H, world.idsAndClock);
        expect(again.nodes).toEqual([]);
        expect(again.path.selected).toEqual(change.path.selected);
      }),
    );
  });

  test('pruning hides a position with all below it and nothing else, and restoring brings back just that', () => {
    fc.assert(
      fc.property(anySteps, fc.nat(1000), (steps, target) => {
        const world = emptyTree();
        takeSteps(world, steps);
        const { positionId, pruned } = pickNode(world, target);
        fc.pre(positionId !== world.root && !pruned);
        const { tree, path } = world;
        const before = { print: world.print(), visible: visiblePositions(world), head: path.head };
        const below = (position: string | null): boolean => {
          for (let at = position; at !== null; at = tree.parentOf(at as never))
            if (at === positionId) return true;
          return false;
        };
        world.apply(prune(tree, path, positionId));
        const hidden = [...before.visible].filter((position) => !visiblePositions(world).has(position));
        expect(hidden).toEqual([...before.visible].filter(below));
        expect(path.head).toBe(below(before.head) ? tree.parentOf(positionId) : before.head);
        world.apply(restore(tree, positionId));
        expect(visiblePositions(world)).toEqual(before.visible);
        expect(world.print()).toBe(before.print);
      }),
    );
  });

  test('in a dialogue no position has a second version', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const world = emptyTree('dialogue');
        takeSteps(world, steps);
        for (const { positionId } of world.tree.nodes())
          expect(world.tree.versionsAt(positionId)).toHaveLength(1);
      }),
    );
  });
});

/** One transaction: a few changes against the text, given as fractions of its length. */
const anyTransaction = fc.array(
  fc.record({ at: fc.nat(1000), deleted: fc.nat(4), insert: fc.constantFrom('', 'x', 'yz', '\n') }),
  { minLength: 1, maxLength: 3 },
);

/** The changes in order and apart, as an editor gives them. */
function changesIn(length: number, transaction: readonly { at: number; deleted: number; insert: string }[]) {
  const changes: TextChange[] = [];
  let reached = 0;
  for (const { at, deleted, insert } of transaction.toSorted((a, b) => a.at - b.at)) {
    const from = Math.max(reached, Math.round((at * length) / 1000));
    if (from > length || (changes.length > 0 && from === reached)) continue;
    const to = Math.min(length, from + deleted);
    changes.push({ from, to, insert });
    reached = to;
  }
  return changes;
}

/** What the writer has on the screen: the path's text and the draft that goes with it. */
interface Screen {
  readonly segments: Segments;
  readonly text: string;
  readonly spans: Spans;
  readonly draft: Draft;
}

function openScreen(world: TreeWorld): Screen {
  const nodes = resolvePath(world.tree, world.path).slice(1);
  const list = nodes.map(({ id, positionId }, index) => ({
    segmentId: index as SegmentId,
    nodeId: id,
    positionId,
    length: textOf(world.tree.getContent(id).content).length,
    pending: false,
    openAtEnd: false,
  }));
  return {
    segments: segmentsOf([...list, makeWorkingBuffer(nodes.length, 0)]),
    text: world.text(),
    spans: spansOnPath(world),
    draft: { head: world.path.head, buffer: typed(''), edits: [] },
  };
}

/** The writer changes the text: the change is routed to segments and told to the draft, as the program does. */
function type(world: TreeWorld, screen: Screen, changes: readonly TextChange[]): Screen {
  const { segments, parts } = routeChange(screen.segments, changes.map(toBufferChange));
  const text = applyTextChanges(screen.text, changes);
  const spans = changes.reduceRight(
    (before, { from, to, insert }) =>
      concatSpans(
        sliceSpans(before, 0, from),
        wholeSpans(H.id, insert.length),
        sliceSpans(
          before,
          to,
          before.reduce((sum, { length }) => sum + length, 0),
        ),
      ),
    screen.spans,
  );
  const nodes = resolvePath(world.tree, world.path).slice(1);
  const ops = parts.map(
    (part): DraftOp => ({
      nodeId: nodes[part.segmentId]?.id ?? null,
      splice: spliceOfPart(
        part,
        (from, to) => text.slice(from, to),
        (from, to) => sliceSpans(spans, from, to),
      ),
    }),
  );
  const draft = applyDraftOps(
    screen.draft,
    ops,
    (id) => {
      const { content, spans: own } = world.tree.getContent(id);
      return { text: textOf(content), spans: own };
    },
    (id) => nodes.findIndex((node) => node.id === id),
  );
  return { segments, text, spans, draft };
}

/** Nothing that the text was typed into is a person's trouble: pairs may be parted, so only plain letters are typed in. */
const plainSteps = anySteps.map((steps) =>
  steps.map((step) => ({
    ...step,
    content: said(`h${JSON.stringify(textOf(step.content.content).replaceAll('🏰', 'o'))}`),
  })),
);

describe('a draft that is committed', () => {
  test('reads as what was typed, by whom it was typed, for any changes of the text', () => {
    fc.assert(
      fc.property(plainSteps, fc.array(anyTransaction, { maxLength: 6 }), (steps, transactions) => {
        const world = emptyTree();
        takeSteps(world, steps);
        let screen = openScreen(world);
        for (const transaction of transactions)
          screen = type(world, screen, changesIn(screen.text.length, transaction));
        expect(listSegments(screen.segments).reduce((sum, { length }) => sum + length, 0)).toBe(
          screen.text.length,
        );
        const { change, parts } = planCommit(world.tree, world.path, screen.draft, H, world.idsAndClock, {
          discardBlank: false,
        });
        world.apply(change);
        expect(world.text()).toBe(screen.text);
        expect(spansOnPath(world)).toEqual(screen.spans);
        // Each part is now on the path, where the window puts it.
        const shown = new Set(resolvePath(world.tree, world.path).map(({ id }) => id));
        for (const { nodeId, positionId } of parts) {
          expect(shown.has(nodeId)).toBe(true);
          expect(world.tree.findNode(nodeId)?.positionId).toBe(positionId);
        }
        expect(parts).toHaveLength(screen.draft.edits.length + (screen.draft.buffer.text === '' ? 0 : 1));
      }),
    );
  });

  test('has every new node after the version that the same commit shows above it', () => {
    fc.assert(
      fc.property(anySteps, fc.array(anyContent, { maxLength: 8 }), anyContent, (steps, texts, last) => {
        const world = emptyTree();
        const { tree, path } = world;
        takeSteps(world, steps);
        const nodes = resolvePath(tree, path).slice(1);
        const edits = nodes.slice(0, texts.length).map(({ id }, at) => {
          const { content, spans } = texts[at] ?? said('');
          return { nodeId: id, text: textOf(content), spans };
        });
        const buffer = { text: textOf(last.content), spans: last.spans };
        const draft: Draft = { head: path.head, buffer, edits };
        const { change } = planCommit(tree, path, draft, H, world.idsAndClock, { discardBlank: false });
        world.apply(change);
        const shown = new Set(resolvePath(tree, path).map(({ id }) => id));
        for (const { sources } of change.edges) {
          const [source] = sources;
          expect(sources).toHaveLength(1);
          expect(source?.role === 'primary' && shown.has(source.originId)).toBe(true);
        }
      }),
    );
  });

  test('writes nothing the second time', () => {
    fc.assert(
      fc.property(plainSteps, fc.array(anyTransaction, { maxLength: 4 }), (steps, transactions) => {
        const world = emptyTree();
        takeSteps(world, steps);
        let screen = openScreen(world);
        for (const transaction of transactions)
          screen = type(world, screen, changesIn(screen.text.length, transaction));
        const { draft } = screen;
        const options = { discardBlank: false };
        const { change, parts } = planCommit(world.tree, world.path, draft, H, world.idsAndClock, options);
        world.apply(change);
        const written = world.print();
        const path = world.printPath();

        // As after undo: the buffer knows the node that it became.
        const became = parts.find(({ was }) => was === null)?.nodeId;
        const again: Draft = {
          ...draft,
          buffer: became === undefined ? draft.buffer : { ...draft.buffer, wasNode: became },
        };
        const second = planCommit(world.tree, world.path, again, H, world.idsAndClock, options);
        expect(second.change.nodes).toEqual([]);
        world.apply(second.change);
        expect(world.print()).toBe(written);
        expect(world.printPath()).toBe(path);
      }),
    );
  });
});

describe('a tree of any size', () => {
  test('continues 10,000 deep, and is edited, pruned and restored at the top', () => {
    const world = emptyTree();
    const { tree, path, idsAndClock } = world;
    for (let depth = 0; depth < 10_000; depth += 1) {
      const change = continueFrom(tree, path, path.head, said('h"x"'), H, idsAndClock);
      tree.add(change);
      path.add(change.path);
    }
    const [, first] = resolvePath(tree, path);
    expect(world.text()).toBe('x'.repeat(10_000));
    expect(first).toBeDefined();
    if (first === undefined) return;
    world.apply(revise(tree, path, first.id, said('h"y"'), H, idsAndClock));
    expect(world.text()).toBe(`y${'x'.repeat(9_999)}`);
    const { head } = path;
    world.apply(prune(tree, path, first.positionId));
    expect(world.text()).toBe('');
    world.apply(restore(tree, first.positionId));
    path.add(goToChild(tree, path));
    expect(path.head).toBe(first.positionId);
    path.add(selectSibling(tree, path, first.positionId));
    expect(path.head).toBe(head);
  });

  test('has a position with 1,000 siblings, which stand in the order they were asked for', () => {
    const world = emptyTree();
    const { tree, path, idsAndClock, root } = world;
    for (let count = 0; count < 1_000; count += 1) {
      const change = continueFrom(tree, path, root, said(`h"${count}"`), H, idsAndClock);
      tree.add(change);
      path.add(change.path);
    }
    const children = tree.childrenOf(root);
    expect(children).toHaveLength(1_000);
    expect(children.map((child) => textOf(tree.getContent(child as never).content))).toEqual(
      Array.from({ length: 1_000 }, (_, count) => `${count}`),
    );
    expect(world.text()).toBe('999');
    const last = children.at(-1);
    if (last === undefined) return;
    world.apply(prune(tree, path, last));
    expect(world.text()).toBe('');
    expect(children).toHaveLength(1_000);
  });
});
