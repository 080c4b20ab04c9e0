import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Draft } from '../../../src/core/buffer/draft.ts';
import {
  applyDraftOps,
  type DraftOp,
  draftDigest,
  isEmptyDraft,
} from '../../../src/core/buffer/pending-edit.ts';
import { routeChange } from '../../../src/core/buffer/route-change.ts';
import { findLocation, listSegments, type Segments } from '../../../src/core/buffer/segments.ts';
import type { NodeId, PositionId } from '../../../src/core/ids.ts';
import { type SpannedText, sliceSpans, wholeSpans } from '../../../src/core/text/span.ts';
import { applyChange } from '../../../src/core/text/splice.ts';
import { MODEL, WRITER } from '../../helpers/arbitrary-text.ts';
import {
  anyBuffer,
  applyTextChanges,
  type NotedBuffer,
  spliceOfPart,
  textOfBuffer,
  toBufferChange,
} from '../../helpers/segments.ts';

const ONE = 'n1' as NodeId;
const TWO = 'n2' as NodeId;
const by = (agent: typeof WRITER, text: string): SpannedText => ({
  text,
  spans: wholeSpans(agent, text.length),
});
const committed = new Map([
  [ONE, by(MODEL, 'there was a castle')],
  [TWO, by(MODEL, ' on a hill.')],
]);
const baseOf = (id: NodeId) => committed.get(id);
const placeOf = (id: NodeId) => [...committed.keys()].indexOf(id);
const EMPTY: Draft = { head: 'p2' as PositionId, buffer: by(WRITER, ''), edits: [] };

function typed(nodeId: NodeId | null, from: number, to: number, insert: string): DraftOp {
  return { nodeId, splice: { from, to, ...spanned(insert) } };
}
function spanned(insert: string) {
  return { insert, spans: wholeSpans(WRITER, insert.length) };
}

describe('a draft', () => {
  test('opens a pending edit with the committed text and its authors', () => {
    const draft = applyDraftOps(EMPTY, [typed(ONE, 12, 18, 'tower')], baseOf, placeOf);
    expect(draft.edits).toEqual([
      {
        nodeId: ONE,
        text: 'there was a tower',
        spans: [
          { agent: MODEL, length: 12 },
          { agent: WRITER, length: 5 },
        ],
        changes: [{ from: 12, to: 18, insert: 'tower' }],
      },
    ]);
  });

  test('opens a pending edit with a whole text, whatever the committed text is', () => {
    const whole = by(WRITER, 'there stood a tower');
    const unreadable = () => {
      throw new Error('no file can be read');
    };
    const draft = applyDraftOps(EMPTY, [{ nodeId: ONE, whole }], unreadable, placeOf);
    expect(draft.edits).toEqual([{ nodeId: ONE, ...whole }]);
    const elsewhere = { nodeId: 'n9' as NodeId, whole };
    expect(() => applyDraftOps(EMPTY, [elsewhere], baseOf, () => undefined)).toThrow(/not on the path/);
  });

  test('keeps its edits in path order, whichever was opened first', () => {
    const draft = applyDraftOps(EMPTY, [typed(TWO, 0, 1, ''), typed(ONE, 0, 0, 'X')], baseOf, placeOf);
    expect(draft.edits.map(({ nodeId }) => nodeId)).toEqual([ONE, TWO]);
  });

  test('applies several steps to one text, each to the result of the one before', () => {
    const draft = applyDraftOps(EMPTY, [typed(null, 0, 0, 'cat'), typed(null, 1, 3, 'ow')], baseOf, placeOf);
    expect(draft.buffer).toEqual(by(WRITER, 'cow'));
  });

  test('accepts a whole text, for a node or for the working buffer', () => {
    const draft = applyDraftOps(
      EMPTY,
      [
        { nodeId: ONE, whole: by(WRITER, 'new') },
        { nodeId: null, whole: by(MODEL, 'end') },
      ],
      baseOf,
      placeOf,
    );
    expect(draft.edits).toEqual([{ nodeId: ONE, ...by(WRITER, 'new') }]);
    expect(draft.buffer).toEqual(by(MODEL, 'end'));
    expect(isEmptyDraft(draft)).toBe(false);
    expect(isEmptyDraft(EMPTY)).toBe(true);
  });

  test.each<[string, DraftOp]>([
    ['a range is not in the text', typed(null, 5, 9, '')],
    ['a node is not on the path', typed('n9' as NodeId, 0, 0, 'X')],
    ['a whole text has spans of another length', { nodeId: ONE, whole: { text: 'ab', spans: [] } }],
  ])('rejects the whole list when %s', (_why, op) => {
    const draft = applyDraftOps(EMPTY, [typed(null, 0, 0, 'cat')], baseOf, placeOf);
    const before = structuredClone(draft);
    expect(() => applyDraftOps(draft, [typed(null, 0, 1, 'b'), op], baseOf, placeOf)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    );
    expect(draft).toEqual(before);
  });

  test('in main matches the editor after any transactions: texts, authors and digest', () => {
    fc.assert(
      fc.property(
        anyBuffer,
        fc.infiniteStream(fc.nat()),
        fc.integer({ min: 1, max: 6 }),
        (buffer, nats, steps) => {
          const editor = makeEditor(buffer);
          let draft: Draft = { head: EMPTY.head, buffer: editor.buffer(), edits: editor.edits() };
          for (let i = 0; i < steps; i++) {
            const length = editor.length();
            const a = (nats.next().value ?? 0) % (length + 1);
            const b = (nats.next().value ?? 0) % (length + 1);
            const ops = editor.type(
              Math.min(a, b),
              i % 2 ? Math.min(a, b) : Math.max(a, b),
              'xyz'.slice(0, a % 4),
            );
            draft = applyDraftOps(draft, ops, editor.baseOf, editor.placeOf);
            const shown = { head: EMPTY.head, buffer: editor.buffer(), edits: editor.edits() };
            const edits = draft.edits.map(({ changes: _, ...edit }) => edit);
            expect({ ...draft, edits }).toEqual(shown);
            for (const { nodeId, text, changes } of draft.edits) {
              if (changes === undefined) continue;
              expect(applyChange(editor.baseOf(nodeId)?.text ?? '', changes)).toBe(text);
            }
            expect(draftDigest(draft)).toBe(draftDigest(shown));
          }
        },
      ),
    );
  });
});

/** The renderer's work, with one text and one list of authors: model text, typed into by the writer. */
function makeEditor(buffer: NotedBuffer) {
  let segments: Segments = buffer.segments;
  let text = textOfBuffer(buffer);
  let spans = wholeSpans(MODEL, text.length);
  const stretch = (start: number, length: number): SpannedText => ({
    text: text.slice(start, start + length),
    spans: sliceSpans(spans, start, start + length),
  });
  const placed = () =>
    listSegments(segments).map(
      (segment) => findLocation(segments, segment.segmentId) ?? expect.fail('no place'),
    );
  const base = new Map(
    placed().map(({ segment, start }) => [segment.nodeId, stretch(start, segment.length)] as const),
  );
  const order = placed().map(({ segment }) => segment.nodeId);
  return {
    length: () => text.length,
    baseOf: (nodeId: NodeId) => base.get(nodeId),
    placeOf: (nodeId: NodeId) => order.indexOf(nodeId),
    buffer: () =>
      stretch(text.length - (placed().at(-1)?.segment.length ?? 0), placed().at(-1)?.segment.length ?? 0),
    edits: () =>
      placed().flatMap(({ segment, start }) =>
        segment.pending && segment.nodeId
          ? [{ nodeId: segment.nodeId, ...stretch(start, segment.length) }]
          : [],
      ),
    type(from: number, to: number, insert: string): readonly DraftOp[] {
      const change = { from, to, insert };
      const routed = routeChange(segments, [toBufferChange(change)]);
      segments = routed.segments;
      text = applyTextChanges(text, [change]);
      spans = [
        ...sliceSpans(spans, 0, from),
        ...wholeSpans(WRITER, insert.length),
        ...sliceSpans(spans, to, text.length - insert.length + (to - from)),
      ];
      return routed.parts.map((part) => ({
        nodeId: findLocation(segments, part.segmentId)?.segment.nodeId ?? null,
        splice: spliceOfPart(part, text, spans),
      }));
    },
  };
}

describe('the digest of a draft', () => {
  const draft: Draft = {
    head: 'p2' as PositionId,
    buffer: by(WRITER, 'end'),
    edits: [{ nodeId: ONE, ...by(MODEL, 'edit') }],
  };

  test('is the same however the runs of its spans are divided', () => {
    const cut = [
      { agent: WRITER, length: 1 },
      { agent: WRITER, length: 2 },
    ];
    expect(draftDigest({ ...draft, buffer: { text: 'end', spans: cut } })).toBe(draftDigest(draft));
    expect(draftDigest(draft)).toMatch(/^[0-9a-f]{16}$/);
  });

  test.each<[string, Draft]>([
    ['a character', { ...draft, buffer: by(WRITER, 'enc') }],
    ['an author', { ...draft, buffer: by(MODEL, 'end') }],
    ['the head', { ...draft, head: 'p1' as PositionId }],
    ['the node of an edit', { ...draft, edits: [{ nodeId: TWO, ...by(MODEL, 'edit') }] }],
    ['a missing edit', { ...draft, edits: [] }],
    [
      'a mark of inference',
      { ...draft, buffer: { text: 'end', spans: [{ agent: WRITER, length: 3, inferred: true }] } },
    ],
  ])('distinguishes %s', (_what, other) => {
    expect(draftDigest(other)).not.toBe(draftDigest(draft));
  });
});
