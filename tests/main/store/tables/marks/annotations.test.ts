import { expect, test } from 'vitest';
import type { PositionId } from '../../../../../src/core/ids.ts';
import { findNoted, listAnnotations } from '../../../../../src/main/store/tables/marks/annotations.ts';
import { plantGrove } from '../../../../helpers/grove.ts';

function withNotes() {
  const grove = plantGrove();
  const a = grove.continue(grove.root, 'a');
  const b = grove.continue(a.positionId, 'b');
  const c = grove.continue(b.positionId, 'c');
  const note = (on: PositionId, text: string, more = {}) =>
    grove.continue(on, text, { edgeType: 'annotation', follow: false, ...more });
  return { ...grove, a, b, c, note };
}

test('positions with notes are found among many, except those whose notes are all removed', () => {
  const { store, root, a, b, c, note } = withNotes();
  const all = [root, a.positionId, b.positionId, c.positionId];
  expect([...findNoted(store, all)]).toEqual([]);
  note(a.positionId, 'Why?');
  note(a.positionId, 'How?');
  note(b.positionId, 'Removed.', { pruned: true });
  note(root, 'Of the whole tree.');
  expect([...findNoted(store, all)]).toEqual([root, a.positionId]);
  expect([...findNoted(store, [c.positionId, a.positionId])]).toEqual([a.positionId]);
  expect([...findNoted(store, [])]).toEqual([]);
});

test('a continuation is not a note', () => {
  const { store, a, b } = withNotes();
  expect(findNoted(store, [a.positionId, b.positionId]).size).toBe(0);
});

test('notes of a position are listed oldest first, including removed ones, each with its origin', () => {
  const { store, tree, a, note } = withNotes();
  const first = note(a.positionId, 'Why?');
  const second = note(a.positionId, 'Removed.', { pruned: true });
  const listed = listAnnotations(store, tree.id, a.positionId);
  expect(
    listed.map(({ node, originId, versionCount }) => [node.id, node.pruned, originId, versionCount]),
  ).toEqual([
    [first.id, false, a.id, 1],
    [second.id, true, a.id, 1],
  ]);
});
