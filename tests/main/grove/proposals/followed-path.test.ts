import { expect, test } from 'vitest';
import type { NodeId } from '../../../../src/core/ids.ts';
import { followEvents } from '../../../../src/core/proposals/place-events.ts';
import { followRestored, type ShownPart } from '../../../../src/main/grove/places/path-places.ts';

const part = (id: string | null, text: string): ShownPart => ({ nodeId: id as NodeId | null, text });

/** Versions of one position begin with the same letter. */
const isSameText = (one: NodeId | null, other: NodeId | null) =>
  one !== null && other !== null && one[0] === other[0];

/** The place after undo put back another path. */
function restored(
  before: readonly ShownPart[],
  after: readonly ShownPart[],
  id: string,
  from: number,
  to: number,
) {
  const events = followRestored(before, after, isSameText, () => false);
  const places = [{ nodeId: id as NodeId, from, to }];
  return followEvents(places, events);
}

test('undoing a commit takes places back to the version before, with the typing undone', () => {
  const before = [part('a2', 'It rained hard all night.')];
  const after = [part('a1', 'It rained all night.')];
  expect(restored(before, after, 'a2', 19, 24)).toEqual([{ nodeId: 'a1', from: 14, to: 19 }]);
  expect(restored(before, after, 'a2', 3, 9)).toEqual([{ nodeId: 'a1', from: 3, to: 9 }]);
});

test('undoing a switch leaves places away with their nodes, however alike the texts end', () => {
  const before = [part('b1', 'She left. It was late.')];
  const after = [part('c1', 'He came back. It was late.')];
  expect(restored(before, after, 'b1', 10, 22)).toEqual([{ nodeId: 'b1', from: 10, to: 22 }]);
  expect(restored(before, after, 'b1', 22, 22)).toEqual([{ nodeId: 'b1', from: 22, to: 22 }]);
});

test('undoing a split puts the two parts together again', () => {
  const before = [part('s1', 'It rained. '), part('r1', 'It snowed.')];
  const after = [part('x1', 'It rained. It snowed.')];
  expect(restored(before, after, 'r1', 3, 9)).toEqual([{ nodeId: 'x1', from: 14, to: 20 }]);
});
