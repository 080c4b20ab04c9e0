import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNavigationHistory } from '../../../src/renderer/session/window/navigation-history.ts';
import { nowhereToGo } from '../../../src/ui-text/page/moves.ts';
import { openWritingDesk } from './writing-desk.ts';

/** Back and forward, in the session and in the file. */

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** Three branches after `One. `, each visited in turn, with the writer at the last. */
async function open() {
  const opened = await openWritingDesk(['One. ']);
  const { tree, notices, type, settle, select, view } = opened;
  const places = createNavigationHistory({
    notices,
    findTree: () => tree,
    hasTree: () => true,
    showTree: async () => {},
    untilShown: async () => {},
  });
  const leave = () => {
    const place = tree.navigation.findPlace();
    if (place !== null) places.record(place);
  };
  await settle();
  for (const words of ['Snow. ', 'Hail. ', 'Rain. ']) {
    select(2);
    await tree.navigation.endPathHere();
    type(words);
    await tree.commit();
    await settle();
    select(view.state.doc.length - 3);
    if (words !== 'Rain. ') leave();
  }
  return {
    ...opened,
    places,
    text: () => view.state.doc.toString(),
    caret: () => view.state.selection.main.head,
  };
}

it('back and forward restore the path and the caret', async () => {
  const { places, text, caret, notices, settle } = await open();
  for (const [direction, words] of [
    [-1, 'Hail. '],
    [-1, 'Snow. '],
    [1, 'Hail. '],
    [1, 'Rain. '],
  ] as const) {
    await places.go(direction);
    await settle();
    expect(text()).toBe(`One. ${words}`);
    expect(caret()).toBe(`One. ${words}`.length - 3);
  }
  await places.go(1);
  await settle();
  expect(text()).toBe('One. Rain. ');
  expect(notices.banners.get().map(({ sentence }) => sentence)).toEqual([nowhereToGo(1, false)]);
});

it('going elsewhere clears the forward history', async () => {
  const { tree, places, text, notices, settle } = await open();
  await places.go(-1);
  await settle();
  const place = tree.navigation.findPlace();
  if (place !== null) places.record(place);
  await places.go(1);
  await settle();
  expect(text()).toBe('One. Hail. ');
  expect(notices.banners.get().map(({ sentence }) => sentence)).toEqual([nowhereToGo(1, false)]);
});

it('a pruned place is skipped, and only that is announced', async () => {
  const { tree, places, text, notices, settle } = await open();
  await places.go(-1);
  await settle();
  await tree.pruning.pruneCurrent();
  await settle();
  // At `One. `: forward is `Rain. `, back is `Snow. `, and `Hail. `, where the writer was, is in the history again.
  await places.go(1);
  await settle();
  expect(text()).toBe('One. Rain. ');
  await places.go(-1);
  await settle();
  await places.go(-1);
  await settle();
  expect(text()).toBe('One. Snow. ');
  expect(notices.banners.get()).toEqual([]);
});

it('uncommitted text is still there when the writer comes back', async () => {
  const { places, text, type, settle } = await open();
  type('And wind.');
  await places.go(-1);
  await settle();
  expect(text()).toBe('One. Hail. ');
  await places.go(1);
  await settle();
  expect(text()).toBe('One. Rain. And wind.');
});

it('without a place to go to, it says so and does not move', async () => {
  const { places, text, notices, settle } = await open();
  await places.go(1);
  await settle();
  expect(text()).toBe('One. Rain. ');
  expect(notices.banners.get().map(({ sentence }) => sentence)).toEqual(['Nothing to go forward to.']);
});
