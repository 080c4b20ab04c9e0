import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openWindowDesk } from '../window-desk.ts';

/** The words that a permission card is about, in the real editor of a window. */

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const TEXT = 'It rained all night. Nobody came.';

async function open() {
  const window = await openWindowDesk(TEXT);
  const { session, settle } = window;
  await session.findTree()?.commit();
  await settle();
  window.type(' At last, a boat.');
  await settle();
  const { desk, first: treeId } = window;
  const [nodeId, positionId] = [await desk.nodeAt(0), await desk.positionAt(0)];
  const place = { treeId, nodeId, positionId, words: null };
  const shown = () => Array.from(document.querySelectorAll('.highlight'), (mark) => mark.textContent);
  return { ...window, place, shown };
}

it('are marked while they are pointed at, and neither caret nor view moves', async () => {
  const { session, place, shown, manuscript } = await open();
  const before = manuscript().cursor();
  const takeAway = session.turns.pointOut({ ...place, from: 3, to: 9 });
  expect(shown()).toEqual(['rained']);
  const takeNextAway = session.turns.pointOut({ ...place, nodeId: null, from: 10, to: 16 });
  expect(shown()).toEqual(['a boat']);
  session.turns.pointOut({ ...place, from: 3, to: 3 });
  expect(shown()).toEqual([]);
  expect(document.querySelector('.passage-place')).not.toBeNull();
  takeNextAway();
  expect(document.querySelector('.passage-place')).toBeNull();
  expect(shown()).toEqual([]);
  takeAway();
  expect(manuscript().cursor()).toEqual(before);
});

it('move with the text around them, and are no step of undo', async () => {
  const { session, place, shown, type, undo, text } = await open();
  session.turns.pointOut({ ...place, from: 3, to: 9 });
  type('Listen. ', 0);
  expect(shown()).toEqual(['rained']);
  undo();
  expect(text()).toBe(`${TEXT} At last, a boat.`);
  expect(shown()).toEqual(['rained']);
});

it('are not marked where the path does not show their text', async () => {
  const { desk, session, place, shown, second } = await open();
  const { rootPositionId } = await desk.call('path.read', { treeId: second });
  session.turns.pointOut({ ...place, treeId: second, from: 3, to: 9 });
  session.turns.pointOut({ ...place, positionId: rootPositionId, from: 3, to: 9 });
  expect(shown()).toEqual([]);
});
