import { ChangeSet } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NodeId } from '../../../src/core/ids.ts';
import { followEvents, type MovedPiece } from '../../../src/core/proposals/place-events.ts';
import { mapOffset, mapPlaces, type Places } from '../../../src/core/proposals/places.ts';
import { applyChange } from '../../../src/core/text/splice.ts';
import { changeIn } from '../../helpers/arbitrary-text.ts';

const A = 'A' as NodeId;
const B = 'B' as NodeId;
const C = 'C' as NodeId;

/** The place between the brackets, after the change; several are of nodes A and B. */
function mapped(marked: string, ...splices: readonly [number, number, string][]): string {
  const from = marked.indexOf('[');
  const to = marked.indexOf(']') - 1;
  const change = splices.map(([start, end, insert]) => ({ from: start, to: end, insert }));
  const [place] = mapPlaces([{ nodeId: A, from, to }], A, change);
  const text = applyChange(marked.replace('[', '').replace(']', ''), change);
  if (place === undefined) return '';
  return `${text.slice(0, place.from)}[${text.slice(place.from, place.to)}]${text.slice(place.to)}`;
}

describe('a place', () => {
  test('leaves out what is inserted at its edges', () => {
    expect(mapped('ab[cd]ef', [2, 2, 'xx'])).toBe('abxx[cd]ef');
    expect(mapped('ab[cd]ef', [4, 4, 'xx'])).toBe('ab[cd]xxef');
    expect(mapped('ab[cd]ef', [3, 3, 'xx'])).toBe('ab[cxxd]ef');
    expect(mapped('ab[cd]ef', [0, 2, 'xx'], [4, 6, 'yy'])).toBe('xx[cd]yy');
  });

  test('that is empty stays before what is inserted there', () => {
    expect(mapped('ab[]cd', [2, 2, 'xx'])).toBe('ab[]xxcd');
    expect(mapped('ab[]cd', [1, 3, 'xx'])).toBe('a[]xxd');
  });

  test('becomes empty when its text is deleted', () => {
    expect(mapped('ab[cd]ef', [2, 4, ''])).toBe('ab[]ef');
    expect(mapped('ab[cd]ef', [1, 5, ''])).toBe('a[]f');
    expect(mapped('ab[cd]ef', [1, 5, 'xx'])).toBe('a[]xxf');
    expect(mapped('ab[cd]ef', [3, 5, 'xx'])).toBe('ab[c]xxf');
  });

  test('is not touched by other nodes', () => {
    const places: Places = [{ nodeId: A, from: 1, to: 2 }];
    expect(mapPlaces(places, B, [{ from: 0, to: 0, insert: 'x' }])).toBe(places);
    expect(mapPlaces(places, null, [{ from: 0, to: 0, insert: 'x' }])).toBe(places);
  });

  test('is mapped as by the editor', () => {
    const length = 12;
    fc.assert(
      fc.property(changeIn(length), fc.nat(length), (change, offset) => {
        const set = ChangeSet.of(
          change.map((splice) => ({ ...splice })),
          length,
        );
        expect(mapOffset(offset, change, 'before')).toBe(set.mapPos(offset, -1));
        expect(mapOffset(offset, change, 'after')).toBe(set.mapPos(offset, 1));
      }),
    );
  });
});

/** Places after text of one node has moved. */
function movedPlaces(places: Places, nodeId: NodeId | null, ...pieces: MovedPiece[]): Places {
  return followEvents(places, [{ kind: 'moved', texts: [{ nodeId, pieces }] }]);
}

describe('text that moves to other nodes', () => {
  test('takes along what is in it', () => {
    expect(movedPlaces([{ nodeId: A, from: 1, to: 3 }], A, { from: 0, to: 5, nodeId: B, at: 0 })).toEqual([
      { nodeId: B, from: 1, to: 3 },
    ]);
    expect(movedPlaces([{ nodeId: A, from: 1, to: 3 }], A, { from: 0, to: 5, nodeId: B, at: 7 })).toEqual([
      { nodeId: B, from: 8, to: 10 },
    ]);
  });

  test('divides a place that two nodes have a part of', () => {
    const pieces = [
      { from: 0, to: 4, nodeId: A, at: 0 },
      { from: 4, to: 8, nodeId: B, at: 0 },
    ];
    expect(movedPlaces([{ nodeId: null, from: 2, to: 6 }], null, ...pieces)).toEqual([
      { nodeId: A, from: 2, to: 4 },
      { nodeId: B, from: 0, to: 2 },
    ]);
    expect(movedPlaces([{ nodeId: null, from: 4, to: 6 }], null, ...pieces)).toEqual([
      { nodeId: B, from: 0, to: 2 },
    ]);
  });

  test('joins what was in two nodes', () => {
    const places: Places = [
      { nodeId: A, from: 1, to: 3 },
      { nodeId: B, from: 0, to: 2 },
    ];
    const texts = [
      { nodeId: A, pieces: [{ from: 0, to: 3, nodeId: C, at: 0 }] },
      { nodeId: B, pieces: [{ from: 0, to: 4, nodeId: C, at: 3 }] },
    ];
    expect(followEvents(places, [{ kind: 'moved', texts }])).toEqual([{ nodeId: C, from: 1, to: 5 }]);
  });

  test('leaves behind what no node has any more', () => {
    expect(movedPlaces([{ nodeId: A, from: 2, to: 6 }], A, { from: 0, to: 4, nodeId: B, at: 0 })).toEqual([
      { nodeId: B, from: 2, to: 4 },
      { nodeId: A, from: 4, to: 6 },
    ]);
  });

  test('exchanged between two nodes is moved once', () => {
    const texts = [
      { nodeId: A, pieces: [{ from: 0, to: 4, nodeId: B, at: 0 }] },
      { nodeId: B, pieces: [{ from: 0, to: 4, nodeId: A, at: 0 }] },
    ];
    expect(followEvents([{ nodeId: A, from: 1, to: 2 }], [{ kind: 'moved', texts }])).toEqual([
      { nodeId: B, from: 1, to: 2 },
    ]);
  });
});
