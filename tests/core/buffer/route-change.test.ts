import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { locateInsertion, routeChange } from '../../../src/core/buffer/route-change.ts';
import { listSegments, type Segment } from '../../../src/core/buffer/segments.ts';
import type { SegmentId } from '../../../src/core/ids.ts';
import { rangesIn } from '../../helpers/arbitrary-text.ts';
import {
  anyBuffer,
  applyTextChanges,
  type NotedBuffer,
  printBuffer,
  readBuffer,
  type TextChange,
  textOfBuffer,
  toBufferChange,
  typeInto,
} from '../../helpers/segments.ts';

/** Prints the buffer after each change, each in its own transaction. */
function edited(notation: string, ...changes: readonly (readonly [number, number, string])[]): string {
  let buffer = readBuffer(notation);
  for (const [from, to, insert] of changes) buffer = typeInto(buffer, { from, to, insert });
  return printBuffer(buffer);
}

describe('a deletion', () => {
  test('inside a segment belongs to that segment', () => {
    expect(edited('[one][two]', [1, 2, ''])).toBe('[oe*][two]');
  });

  test('across several segments is split: each loses its part', () => {
    expect(edited('[one][two][three]four', [2, 12, ''])).toBe('[on*>][*>][*>]our');
  });

  test('leaves an empty segment between two affected ones unchanged', () => {
    expect(edited('[one][][two]', [2, 4, ''])).toBe('[on*>][][wo*]');
  });

  test('that ends where a segment begins leaves that segment alone', () => {
    expect(edited('[one][two]', [1, 3, ''])).toBe('[o*>][two]');
  });

  test('of everything keeps every segment in place', () => {
    expect(edited('[one][two]three', [0, 11, ''])).toBe('[*>][*>]');
  });
});

describe('an insertion', () => {
  test('that replaces text goes to the segment of the first deleted character', () => {
    expect(edited('[one][two][three]', [4, 8, 'X'])).toBe('[one][tX*>][ree*]');
    expect(edited('[one][two]', [3, 4, 'X'])).toBe('[one][Xwo*]');
    expect(edited('[one]two', [2, 5, 'X'])).toBe('[onX*>]o');
  });

  test('strictly inside a segment goes there', () => {
    expect(edited('[one][two]', [1, 1, 'X'])).toBe('[oXne*][two]');
    expect(edited('[one]two', [4, 4, 'X'])).toBe('[one]tXwo');
  });

  test('between two segments goes to the one that ends there', () => {
    expect(edited('[one][two]', [3, 3, 'X'])).toBe('[oneX*][two]');
    expect(edited('[one][][two]', [3, 3, 'X'])).toBe('[oneX*][][two]');
  });

  test('at the end of a hidden split goes to what follows, unless the split is open at its end', () => {
    expect(edited('[one|][two]', [3, 3, 'X'])).toBe('[one|][Xtwo*]');
    expect(edited('[one|][][two]', [3, 3, 'X'])).toBe('[one|][X*][two]');
    expect(edited('[one|]', [3, 3, 'X'])).toBe('[one|]X');
    expect(edited('[one|][two]', [2, 2, 'X'], [4, 4, 'Y'])).toBe('[onXe*|][Ytwo*]');
    expect(edited('[one|][two]', [2, 3, ''], [2, 2, 'X'])).toBe('[onX*>|][two]');
  });

  test('goes to the first segment there that a pending edit has emptied', () => {
    expect(edited('[one][*][*][two]', [3, 3, 'X'])).toBe('[one][X*][*][two]');
    expect(edited('[one][][*][two]', [3, 3, 'X'])).toBe('[one][][X*][two]');
    expect(edited('[one][*]two', [3, 3, 'X'])).toBe('[one][X*]two');
  });

  test('between the last committed node and the working buffer goes to the buffer', () => {
    expect(edited('[one]', [3, 3, 'X'])).toBe('[one]X');
    expect(edited('[one]two', [3, 3, 'X'])).toBe('[one]Xtwo');
    expect(edited('[one*]two', [3, 3, 'X'])).toBe('[one*]Xtwo');
    expect(edited('[one][]', [3, 3, 'X'])).toBe('[one][]X');
  });

  test('goes to the last committed node if that is open at its end', () => {
    expect(edited('[one]', [2, 3, ''], [2, 2, 'X'], [3, 3, 'Y'])).toBe('[onXY*>]');
    expect(edited('[one]two', [2, 4, ''], [2, 2, 'X'])).toBe('[onX*>]wo');
  });

  test('does not go to a node that is open at its end but is not the last', () => {
    expect(edited('[one][two]', [2, 3, ''], [5, 5, 'X'])).toBe('[on*>][two]X');
  });

  test('at offset 0 goes to the first segment after the root', () => {
    expect(edited('[one]two', [0, 0, 'X'])).toBe('[Xone*]two');
    expect(edited('[][*]two', [0, 0, 'X'])).toBe('[X*][*]two');
  });

  test('in a tree with only a root goes to the working buffer', () => {
    expect(edited('', [0, 0, 'X'])).toBe('X');
    expect(edited('one', [0, 0, 'X'], [4, 4, 'Y'])).toBe('XoneY');
  });

  test('after everything was deleted goes to the first segment', () => {
    expect(edited('[one][two]three', [0, 11, ''], [0, 0, 'X'], [1, 1, 'Y'])).toBe('[X*>][Y*>]');
  });

  test('that is empty and deletes nothing changes nothing', () => {
    expect(edited('[one]two', [1, 1, ''])).toBe('[one]two');
  });
});

describe('a transaction with several changes', () => {
  test('is mapped change by change, with offsets into the text before it', () => {
    const buffer = typeInto(
      readBuffer('[one][two]three'),
      { from: 1, to: 1, insert: 'XX' },
      { from: 2, to: 4, insert: '' },
      { from: 8, to: 11, insert: 'Y' },
    );
    expect(printBuffer(buffer)).toBe('[oXXn*>][wo*]thY');
  });

  test('that replaces two adjacent words leaves each in its own segment', () => {
    const buffer = typeInto(
      readBuffer('[one][two]'),
      { from: 0, to: 3, insert: 'X' },
      { from: 3, to: 6, insert: 'Y' },
    );
    expect(printBuffer(buffer)).toBe('[X*>][Y*>]');
  });

  test('reports the position of each insertion in the new text', () => {
    const { segments } = readBuffer('[one][two]three');
    const { parts } = routeChange(segments, [
      { fromA: 0, toA: 1, insertLength: 2 },
      { fromA: 2, toA: 7, insertLength: 3 },
    ]);
    expect(parts).toEqual([
      { segmentId: 0, from: 0, to: 1, insertFrom: 0, insertTo: 2 },
      { segmentId: 0, from: 3, to: 4, insertFrom: 3, insertTo: 6 },
      { segmentId: 1, from: 0, to: 3, insertFrom: 6, insertTo: 6 },
      { segmentId: 2, from: 0, to: 1, insertFrom: 6, insertTo: 6 },
    ]);
  });

  test('out of order or outside the text is a bug', () => {
    const { segments } = readBuffer('[one]two');
    const change = (fromA: number, toA: number) => ({ fromA, toA, insertLength: 0 });
    expect(() => routeChange(segments, [change(3, 4), change(1, 2)])).toThrow('after 4');
    expect(() => routeChange(segments, [change(3, 7)])).toThrow('in 6');
    expect(() => routeChange(segments, [change(3, 2)])).toThrow('change 3 to 2');
  });
});

/** Which segment contains each character; all characters of an `anyBuffer` are different. */
function owners({ texts }: NotedBuffer): ReadonlyMap<string, SegmentId> {
  return new Map([...texts].flatMap(([id, text]) => [...text].map((character) => [character, id] as const)));
}

/** Rules 1 and 2 as worded in `domain.md`, for one change, by scanning the whole list. */
function insertedInto(list: readonly Segment[], from: number, to: number): SegmentId | undefined {
  let start = 0;
  const placed = list.map((segment) => {
    const place = { segment, start, end: start + segment.length };
    start = place.end;
    return place;
  });
  const id = (place: (typeof placed)[number] | undefined) => place?.segment.segmentId;
  if (to > from) return id(placed.find((place) => place.start <= from && from < place.end));
  if (from === 0) return id(placed[0]);
  const inside = placed.find((place) => place.start < from && from < place.end);
  if (inside) return id(inside);
  const emptied = placed.find(
    ({ segment, start }) => start === from && segment.length === 0 && segment.pending,
  );
  if (emptied) return id(emptied);
  const buffer = placed.at(-1);
  const last = placed.at(-2);
  if (buffer?.start === from && last) return id(last.segment.openAtEnd ? last : buffer);
  return id(placed.find(({ end }) => end === from));
}

const letters = fc.string({ unit: fc.constantFrom('x', 'y'), maxLength: 3 });

function anyTransaction(length: number): fc.Arbitrary<readonly TextChange[]> {
  return rangesIn(length, 3).chain((ranges) =>
    fc.tuple(...ranges.map((range) => letters.map((insert) => ({ ...range, insert })))),
  );
}

const bufferAndTransaction = anyBuffer.chain((buffer) =>
  anyTransaction(buffer.segments.length).map((changes) => ({ buffer, changes })),
);

describe('for any change', () => {
  test('the segments tile the new text, and each has the length of its text', () => {
    fc.assert(
      fc.property(bufferAndTransaction, ({ buffer, changes }) => {
        const next = typeInto(buffer, ...changes);
        expect(textOfBuffer(next)).toBe(applyTextChanges(textOfBuffer(buffer), changes));
        for (const { segmentId, length } of listSegments(next.segments)) {
          expect(next.texts.get(segmentId)?.length).toBe(length);
        }
        expect(next.segments.length).toBe(textOfBuffer(next).length);
      }),
    );
  });

  test('every character that no change touched stays in its segment, and no segment moves', () => {
    fc.assert(
      fc.property(bufferAndTransaction, ({ buffer, changes }) => {
        const next = typeInto(buffer, ...changes);
        const before = owners(buffer);
        for (const [character, owner] of owners(next)) {
          if (character > 'z') expect(owner).toBe(before.get(character));
        }
        const ids = (noted: NotedBuffer) => listSegments(noted.segments).map(({ segmentId }) => segmentId);
        expect(ids(next)).toEqual(ids(buffer));
      }),
    );
  });

  test('exactly the committed segments whose text changed become pending', () => {
    fc.assert(
      fc.property(bufferAndTransaction, ({ buffer, changes }) => {
        const { segments, parts } = routeChange(buffer.segments, changes.map(toBufferChange));
        const touched = new Set(parts.map(({ segmentId }) => segmentId));
        const old = listSegments(buffer.segments);
        for (const [i, segment] of listSegments(segments).entries()) {
          const isLast = i === old.length - 1;
          expect(segment.pending).toBe(!isLast && (old[i]?.pending || touched.has(segment.segmentId)));
          if (!touched.has(segment.segmentId)) expect(segment).toBe(old[i]);
        }
      }),
    );
  });

  test('a transaction does the same as its changes one by one', () => {
    fc.assert(
      fc.property(bufferAndTransaction, ({ buffer, changes }) => {
        let single = buffer;
        let shift = 0;
        for (const { from, to, insert } of changes) {
          single = typeInto(single, { from: from + shift, to: to + shift, insert });
          shift += insert.length - (to - from);
        }
        expect(printBuffer(typeInto(buffer, ...changes))).toBe(printBuffer(single));
      }),
    );
  });

  test('the inserted text is where the rules, read literally, put it', () => {
    const bufferAndChange = anyBuffer.chain((buffer) =>
      fc.tuple(fc.nat(buffer.segments.length), fc.nat(buffer.segments.length)).map(([a, b]) => ({
        buffer,
        from: Math.min(a, b),
        to: Math.max(a, b),
      })),
    );
    fc.assert(
      fc.property(bufferAndChange, fc.boolean(), ({ buffer, from, to }, asInsertion) => {
        const end = asInsertion ? from : to;
        const next = typeInto(buffer, { from, to: end, insert: 'x' });
        const expected = insertedInto(listSegments(buffer.segments), from, end);
        expect(owners(next).get('x')).toBe(expected);
        if (end === from) expect(locateInsertion(buffer.segments, from).segment.segmentId).toBe(expected);
      }),
    );
  });

  test('a segment is open at its end once its last character is deleted', () => {
    fc.assert(
      fc.property(bufferAndTransaction, ({ buffer, changes }) => {
        const next = typeInto(buffer, ...changes);
        const list = listSegments(buffer.segments);
        for (const [i, segment] of listSegments(next.segments).entries()) {
          const last = buffer.texts.get(segment.segmentId)?.at(-1);
          const lost = last !== undefined && !textOfBuffer(next).includes(last);
          const wasOpen = list[i]?.openAtEnd === true;
          if (i === list.length - 1) expect(segment.openAtEnd).toBe(false);
          else if (lost) expect(segment.openAtEnd).toBe(true);
          else if (!textOfBuffer(next).match(/[xy]/)) expect(segment.openAtEnd).toBe(wasOpen);
        }
      }),
    );
  });
});

test('a keystroke in a path of 10,000 nodes replaces only one chunk', () => {
  const { segments } = readBuffer(`${'[word ]'.repeat(10_000)}end`);
  const next = routeChange(segments, [{ fromA: 25_002, toA: 25_002, insertLength: 1 }]).segments;
  const changed = next.chunks.filter((chunk, i) => chunk !== segments.chunks[i]);
  expect(changed).toHaveLength(1);
  expect(next.length).toBe(segments.length + 1);
});
