import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NodeId } from '../../../src/core/ids.ts';
import type { Places } from '../../../src/core/proposals/places.ts';
import { makeSnapshotParts, SnapshotParts } from '../../../src/core/proposals/snapshot-parts.ts';
import type { Change } from '../../../src/core/text/splice.ts';
import { changeIn } from '../../helpers/arbitrary-text.ts';

const A = 'A' as NodeId;
const B = 'B' as NodeId;
const C = 'C' as NodeId;

const typed = (at: number, insert: string): Change => [{ from: at, to: at, insert }];

describe('a range of a snapshot', () => {
  const makeParts = () =>
    makeSnapshotParts([
      { nodeId: A, length: 5 },
      { nodeId: B, length: 5 },
      { nodeId: null, length: 3 },
    ]);

  test('is where it was', () => {
    const parts = makeParts();
    expect(parts.placesIn(1, 4)).toEqual([{ nodeId: A, from: 1, to: 4 }]);
    expect(parts.placesIn(5, 10)).toEqual([{ nodeId: B, from: 0, to: 5 }]);
    expect(parts.placesIn(3, 12)).toEqual([
      { nodeId: A, from: 3, to: 5 },
      { nodeId: B, from: 0, to: 5 },
      { nodeId: null, from: 0, to: 2 },
    ]);
  });

  test('that is empty is in both nodes that meet there', () => {
    expect(makeParts().placesIn(5, 5)).toEqual([
      { nodeId: A, from: 5, to: 5 },
      { nodeId: B, from: 0, to: 0 },
    ]);
  });

  test('has moved by what was written before it, and holds what was written in it', () => {
    const parts = makeParts();
    parts.record(A, typed(0, 'xx'));
    parts.record(A, typed(7, 'yy'));
    expect(parts.placesIn(1, 3)).toEqual([{ nodeId: A, from: 3, to: 5 }]);
    expect(parts.placesIn(3, 7)).toEqual([
      { nodeId: A, from: 5, to: 9 },
      { nodeId: B, from: 0, to: 2 },
    ]);
    parts.record(C, typed(0, 'other'));
    expect(parts.placesIn(5, 6)).toEqual([{ nodeId: B, from: 0, to: 1 }]);
  });

  test('of an excerpt is found in whole nodes', () => {
    const nodes = [
      { nodeId: A, length: 5 },
      { nodeId: B, length: 5 },
      { nodeId: C, length: 5 },
    ];
    const parts = makeSnapshotParts(nodes, { from: 7, to: 13 });
    expect(parts.placesIn(0, 6)).toEqual([
      { nodeId: B, from: 2, to: 5 },
      { nodeId: C, from: 0, to: 3 },
    ]);
    parts.record(B, typed(0, 'xx'));
    expect(parts.placesIn(0, 1)).toEqual([{ nodeId: B, from: 4, to: 5 }]);
    expect(makeSnapshotParts(nodes, { from: 5, to: 10 }).placesIn(0, 0)).toEqual([
      { nodeId: A, from: 5, to: 5 },
      { nodeId: B, from: 0, to: 0 },
    ]);
  });

  test('is found where a commit put it', () => {
    const parts = makeParts();
    parts.record(null, typed(3, 'more'));
    parts.rename(null, [
      { nodeId: C, length: 2 },
      { nodeId: null, length: 5 },
    ]);
    expect(parts.placesIn(11, 13)).toEqual([
      { nodeId: C, from: 1, to: 2 },
      { nodeId: null, from: 0, to: 1 },
    ]);
  });

  test('is found in the buffer that an excerpt began after, once undo has put a node before it', () => {
    const parts = makeSnapshotParts(
      [
        { nodeId: A, length: 5 },
        { nodeId: B, length: 5 },
        { nodeId: null, length: 3 },
      ],
      { from: 11, to: 13 },
    );
    parts.rename(B, [{ nodeId: null, length: 5 }]);
    expect(parts.placesIn(0, 2)).toEqual([{ nodeId: null, from: 6, to: 8 }]);
  });
});

/** A character of the path with a name of its own, so that copies can be told apart. */
interface Letter {
  /** Its offset in the snapshot; null if it was written later. */
  readonly was: number | null;
}

/** A path of nodes as letters: what the parts are compared with. */
class Model {
  nodes: { id: NodeId | null; letters: Letter[] }[];
  #next = 0;

  constructor(lengths: readonly number[], bufferLength: number) {
    let was = 0;
    const letters = (length: number) => Array.from({ length }, () => ({ was: was++ }));
    this.nodes = lengths.map((length) => ({ id: this.newId(), letters: letters(length) }));
    if (bufferLength > 0) this.nodes.push({ id: null, letters: letters(bufferLength) });
  }

  newId(): NodeId {
    return `N${this.#next++}` as NodeId;
  }

  apply(index: number, change: Change): void {
    const node = this.nodes[index];
    for (const { from, to, insert } of change.toReversed()) {
      node?.letters.splice(from, to - from, ...Array.from(insert, () => ({ was: null })));
    }
  }

  /** Divides a node, or gives it a new name. */
  commit(index: number, cuts: readonly number[]): readonly { nodeId: NodeId; length: number }[] {
    const node = this.nodes[index];
    if (node === undefined) return [];
    const ends = [...cuts, node.letters.length];
    const made = ends.map((end, piece) => ({
      id: this.newId(),
      letters: node.letters.slice(ends[piece - 1] ?? 0, end),
    }));
    this.nodes.splice(index, 1, ...made);
    return made.map(({ id, letters }) => ({ nodeId: id, length: letters.length }));
  }

  /** The offsets in the snapshot of what is left at the places, in order; `later` for what was written since. */
  read(places: Places): readonly (number | 'later')[] {
    return places.flatMap(({ nodeId, from, to }) => {
      const node = this.nodes.find(({ id }) => id === nodeId);
      expect(node).toBeDefined();
      expect(0 <= from && from <= to && to <= (node?.letters.length ?? -1)).toBe(true);
      return (node?.letters.slice(from, to) ?? []).map(({ was }) => was ?? 'later');
    });
  }

  left(from: number, to: number): readonly number[] {
    return this.nodes
      .flatMap(({ letters }) => letters.map(({ was }) => was ?? -1))
      .filter((was) => from <= was && was < to);
  }
}

type Step =
  | { readonly kind: 'write'; readonly at: number; readonly seed: Change }
  | { readonly kind: 'commit'; readonly at: number; readonly cuts: readonly number[] }
  | { readonly kind: 'go on'; readonly insert: string }
  | { readonly kind: 'undo' }
  | { readonly kind: 'hand over' };

const LONGEST = 12;
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('write' as const), at: fc.nat(9), seed: changeIn(LONGEST) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('commit' as const),
      at: fc.nat(9),
      cuts: fc.array(fc.nat(LONGEST), { maxLength: 2 }),
    }),
  },
  fc.record({ kind: fc.constant('go on' as const), insert: fc.string({ minLength: 1, maxLength: 3 }) }),
  fc.constant({ kind: 'undo' as const }),
  fc.constant({ kind: 'hand over' as const }),
);

/** Two offsets in order, neither before `start` nor after `end`. */
function rangeWithin([one, other]: readonly [number, number], start: number, end: number): [number, number] {
  const offsets = [one, other].map((offset) => start + (offset % (end - start + 1)));
  return [Math.min(...offsets), Math.max(...offsets)];
}

/** The part of a change that fits a text. */
function within(change: Change, length: number): Change {
  return change.filter(({ to }) => to <= length);
}

function take(step: Step, model: Model, parts: SnapshotParts): SnapshotParts {
  if (step.kind === 'hand over') return new SnapshotParts(structuredClone(parts.list));
  if (step.kind === 'undo') {
    // The last node becomes the working buffer again, with what was in it.
    const buffer = model.nodes.at(-1)?.id === null ? model.nodes.pop() : undefined;
    const last = model.nodes.at(-1);
    if (last === undefined) {
      if (buffer !== undefined) model.nodes.push(buffer);
      return parts;
    }
    parts.rename(last.id, [{ nodeId: null, length: last.letters.length }]);
    last.id = null;
    last.letters.push(...(buffer?.letters ?? []));
    return parts;
  }
  if (step.kind === 'go on') {
    // Typed after the last node, or after what is in the buffer.
    if (model.nodes.at(-1)?.id !== null) model.nodes.push({ id: null, letters: [] });
    const buffer = model.nodes.at(-1)?.letters ?? [];
    parts.record(null, typed(buffer.length, step.insert));
    model.apply(model.nodes.length - 1, typed(buffer.length, step.insert));
    return parts;
  }
  const index = step.at % model.nodes.length;
  const node = model.nodes[index];
  if (node === undefined) return parts;
  if (step.kind === 'write') {
    const change = within(step.seed, node.letters.length);
    parts.record(node.id, change);
    model.apply(index, change);
  } else {
    const cuts = step.cuts.filter((cut) => cut <= node.letters.length).toSorted((a, b) => a - b);
    const { id } = node;
    parts.rename(id, model.commit(index, cuts));
  }
  return parts;
}

describe('whatever is written, committed and undone', () => {
  test('a range of the snapshot is where its letters are', () => {
    const anyLengths = fc.array(fc.nat(8), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        anyLengths,
        fc.nat(6),
        fc.array(anyStep, { maxLength: 20 }),
        fc.tuple(fc.nat(40), fc.nat(40)),
        fc.tuple(fc.nat(40), fc.nat(40)),
        (lengths, bufferLength, steps, edges, range) => {
          const model = new Model(lengths, bufferLength);
          const nodes = model.nodes.map(({ id, letters }) => ({ nodeId: id, length: letters.length }));
          const total = nodes.reduce((sum, { length }) => sum + length, 0);
          const [start, end] = rangeWithin(edges, 0, total);
          const [from, to] = rangeWithin(range, start, end);
          let parts = makeSnapshotParts(nodes, { from: start, to: end });
          for (const step of steps) parts = take(step, model, parts);
          const found = model.read(parts.placesIn(from - start, to - start));
          const kept = found.filter((was) => was !== 'later');
          expect(kept).toEqual(model.left(from, to));
          // What was written at its edges is outside, if the letters at the edges are still there.
          if (kept.includes(from)) expect(found[0]).toBe(from);
          if (kept.includes(to - 1)) expect(found.at(-1)).toBe(to - 1);
          if (kept.length === 0 && from === to) expect(found).toEqual([]);
        },
      ),
    );
  });
});
