import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Draft } from '../../../../src/core/buffer/draft.ts';
import { applyDraftOps, type DraftOp } from '../../../../src/core/buffer/pending-edit.ts';
import { planCommit } from '../../../../src/core/buffer/plan-commit.ts';
import { routeChange } from '../../../../src/core/buffer/route-change.ts';
import { listSegments, type Segments, segmentsOf } from '../../../../src/core/buffer/segments.ts';
import type { SegmentId } from '../../../../src/core/ids.ts';
import { concatSpans, type Spans, sliceSpans, wholeSpans } from '../../../../src/core/text/span.ts';
import { familyOf } from '../../../../src/core/tree/family.ts';
import { getNode } from '../../../../src/core/tree/new-node.ts';
import { resolvePath } from '../../../../src/core/tree/path.ts';
import { textOf } from '../../../../src/core/tree/tree-node.ts';
import { anyContent, anySteps, applySteps } from '../../../helpers/random-tree.ts';
import {
  applyTextChanges,
  makeWorkingBuffer,
  spliceOfPart,
  type TextChange,
  toBufferChange,
} from '../../../helpers/segments.ts';
import { author, emptyTree, said, type TreeWorld, typed } from '../../../helpers/tree.ts';
import { spansOnPath } from '../../../helpers/tree-snapshots.ts';

const H = author('h');

/** A transaction of a few changes, whose offsets are thousandths of the text's length. */
const anyTransaction = fc.array(
  fc.record({ at: fc.nat(1000), deleted: fc.nat(4), insert: fc.constantFrom('', 'x', 'yz', '\n') }),
  { minLength: 1, maxLength: 3 },
);

/** The changes sorted and disjoint, as an editor reports them. */
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

/** The text on the writer's screen, with its draft. */
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

/** Changes the text as the writer would: routes the changes to segments and applies them to the draft. */
function edit(world: TreeWorld, screen: Screen, changes: readonly TextChange[]): Screen {
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
      splice: spliceOfPart(part, text, spans),
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

/** Steps without surrogate pairs: the random offsets here could fall inside a pair, which an editor's never do. */
const plainSteps = anySteps.map((steps) =>
  steps.map((step) => ({
    ...step,
    content: said(`h${JSON.stringify(textOf(step.content.content).replaceAll('🏰', 'o'))}`),
  })),
);

describe('a committed draft', () => {
  test('has exactly the text that was typed, with its authors, after any changes', () => {
    fc.assert(
      fc.property(plainSteps, fc.array(anyTransaction, { maxLength: 6 }), (steps, transactions) => {
        const world = emptyTree();
        applySteps(world, steps);
        let screen = openScreen(world);
        for (const transaction of transactions)
          screen = edit(world, screen, changesIn(screen.text.length, transaction));
        expect(listSegments(screen.segments).reduce((sum, { length }) => sum + length, 0)).toBe(
          screen.text.length,
        );
        const { change, parts } = planCommit(world.tree, world.path, screen.draft, H, world.idsAndClock, {
          discardBlank: false,
        });
        world.apply(change);
        expect(world.text()).toBe(screen.text);
        expect(spansOnPath(world)).toEqual(screen.spans);
        // Each part is on the path, at the position the window expects.
        const shown = new Set(resolvePath(world.tree, world.path).map(({ id }) => id));
        for (const { nodeId, positionId } of parts) {
          expect(shown.has(nodeId)).toBe(true);
          expect(world.tree.findNode(nodeId)?.positionId).toBe(positionId);
        }
        expect(parts).toHaveLength(screen.draft.edits.length + (screen.draft.buffer.text === '' ? 0 : 1));
      }),
    );
  });

  test('gives every new node an origin that the same commit selects', () => {
    fc.assert(
      fc.property(anySteps, fc.array(anyContent, { maxLength: 8 }), anyContent, (steps, texts, last) => {
        const world = emptyTree();
        const { tree, path } = world;
        applySteps(world, steps);
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

  test('writes nothing when committed again', () => {
    fc.assert(
      fc.property(plainSteps, fc.array(anyTransaction, { maxLength: 4 }), (steps, transactions) => {
        const world = emptyTree();
        applySteps(world, steps);
        let screen = openScreen(world);
        for (const transaction of transactions)
          screen = edit(world, screen, changesIn(screen.text.length, transaction));
        const { draft } = screen;
        // An edit of a text with forks also depends on what the other members of its family show, which undo takes
        // back too (`laws/forks.test.ts`).
        fc.pre(
          draft.edits.every(
            ({ nodeId }) => familyOf(world.tree, getNode(world.tree, nodeId).positionId) === null,
          ),
        );
        const options = { discardBlank: false };
        const { change, parts } = planCommit(world.tree, world.path, draft, H, world.idsAndClock, options);
        world.apply(change);
        const written = world.print();
        const path = world.printPath();

        // After undo, the buffer remembers the node it became.
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
