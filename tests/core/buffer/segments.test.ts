import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findLocation,
  getLocation,
  getSegment,
  getWorkingBuffer,
  isWorkingBuffer,
  listSegments,
  locationHolding,
  locationReaching,
  locationsFrom,
  locationsTouching,
  replaceSegment,
  type Segment,
  type Segments,
  segmentsBetween,
  segmentsOf,
  spliceSegments,
} from '../../../src/core/buffer/segments.ts';
import type { SegmentId } from '../../../src/core/ids.ts';
import { makeSegment, makeWorkingBuffer, readBuffer } from '../../helpers/segments.ts';

/** Several chunks of segments, including empty ones. */
const anyList: fc.Arbitrary<readonly Segment[]> = fc
  .array(fc.nat(3), { maxLength: 400, size: 'max' })
  .map((lengths) => [
    ...lengths.map((length, i) => makeSegment(i, length)),
    makeWorkingBuffer(lengths.length, lengths.length % 4),
  ]);

function places(list: readonly Segment[]) {
  let start = 0;
  return list.map((segment, index) => {
    const place = { segment, index, start };
    start += segment.length;
    return place;
  });
}

function expectSame(segments: Segments, list: readonly Segment[]): void {
  expect(listSegments(segments)).toEqual(list);
  expect(segments.count).toBe(list.length);
  expect(segments.length).toBe(list.reduce((sum, { length }) => sum + length, 0));
  expect([...locationsFrom(segments, 0)]).toEqual(places(list));
}

describe('segments', () => {
  test('find by offset, index and id what a linear scan finds', () => {
    fc.assert(
      fc.property(anyList, fc.nat(), (list, seed) => {
        const segments = segmentsOf(list);
        const all = places(list);
        const offset = seed % (segments.length + 1);
        const index = seed % list.length;
        const holding = all.find(({ start, segment }) => start + segment.length > offset) ?? all.at(-1);
        expect(locationHolding(segments, offset)).toEqual(holding);
        const reaching = all.find(({ start, segment }) => start + segment.length >= offset);
        expect(locationReaching(segments, offset)).toEqual(reaching);
        expect(getLocation(segments, index)).toEqual(all[index]);
        expect(getSegment(segments, index)).toEqual(list[index]);
        expect(findLocation(segments, index as SegmentId)).toEqual(all[index]);
        expect(getWorkingBuffer(segments)).toEqual(all.at(-1));
        expect(isWorkingBuffer(segments, index)).toBe(index === list.length - 1);
        const to = offset + (seed % 7);
        expect([...locationsTouching(segments, offset, to)]).toEqual(
          all.filter(({ start, segment }) => start <= to && start + segment.length >= offset),
        );
        expect([...locationsFrom(segments, index)]).toEqual(all.slice(index));
        expect(segmentsBetween(segments, index, index + 100)).toEqual(list.slice(index, index + 100));
      }),
    );
  });

  test('stay correct through any sequence of splices', () => {
    const anySplices = fc.array(fc.record({ at: fc.nat(), remove: fc.nat(90), insert: fc.nat(90) }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(anyList, anySplices, (list, splices) => {
        let segments = segmentsOf(list);
        let expected = [...list];
        let number = 1000;
        for (const { at, remove, insert } of splices) {
          const from = at % expected.length;
          const to = Math.min(from + remove, expected.length - 1);
          const added = Array.from({ length: insert }, () => makeSegment(number++, number % 3));
          segments = spliceSegments(segments, from, Math.max(from, to), added);
          expected = expected.toSpliced(from, Math.max(from, to) - from, ...added);
        }
        expectSame(segments, expected);
        // Few small chunks remain; otherwise lookups would slow down after many splices.
        expect(segments.chunks.length).toBeLessThanOrEqual(Math.ceil(expected.length / 16) + 1);
      }),
    );
  });

  test('replaced one by one match replacement in a list, and the old segments are unchanged', () => {
    fc.assert(
      fc.property(anyList, fc.nat(), (list, seed) => {
        const segments = segmentsOf(list);
        const index = seed % list.length;
        const old = getSegment(segments, index);
        const replaced = replaceSegment(segments, index, { ...old, length: old.length + 5 });
        expectSame(replaced, list.with(index, { ...old, length: old.length + 5 }));
        expectSame(segments, list);
        expect(findLocation(replaced, old.segmentId)?.index).toBe(index);
      }),
    );
  });

  test('find a segment by its new id once it is replaced', () => {
    const { segments } = readBuffer('[one][two]three');
    expect(findLocation(segments, 1 as SegmentId)?.start).toBe(3);
    const replaced = replaceSegment(segments, 1, makeSegment(9, 4));
    expect(findLocation(replaced, 9 as SegmentId)).toMatchObject({ index: 1, start: 3 });
    expect(findLocation(replaced, 1 as SegmentId)).toBeUndefined();
  });

  test('always end in the working buffer', () => {
    expect(() => segmentsOf([])).toThrow('not a working buffer');
    expect(() => segmentsOf([makeSegment(0, 1)])).toThrow('not a working buffer');
    const { segments } = readBuffer('[one]two');
    expect(() => spliceSegments(segments, 1, 2, [])).toThrow('not a working buffer');
    expect(() => replaceSegment(segments, 1, makeSegment(3, 3))).toThrow('not a working buffer');
  });

  test('reject an offset or index out of range', () => {
    const { segments } = readBuffer('[one]two');
    expect(() => locationHolding(segments, 7)).toThrow('offset 7 of 6');
    expect(() => locationReaching(segments, -1)).toThrow('offset -1 of 6');
    expect(() => getSegment(segments, 2)).toThrow('no segment 2 of 2');
    expect(() => getLocation(segments, -1)).toThrow('no segment -1 of 2');
    expect(() => replaceSegment(segments, 5, makeSegment(5, 1))).toThrow('no segment 5 of 2');
    expect(() => spliceSegments(segments, 1, 3, [])).toThrow('segments 1 to 3 of 2');
  });
});
