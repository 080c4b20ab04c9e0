import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TreeId } from '../../../src/core/ids.ts';
import { commitDraft } from '../../../src/renderer/session/tree/tree-intents.ts';
import { LittleMain, WRITER } from './little-main.ts';
import { openOutbox } from './open-outbox.ts';
import { openWritingDesk } from './writing-desk.ts';

/** Typing that main refuses for good is kept, and the window is clean again. */

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

function open() {
  const main = new LittleMain();
  const rain = main.add(main.rootId, 'Rain. ', WRITER);
  const snow = main.add(main.rootId, 'Snow. ', WRITER);
  main.moveAway(rain);
  const outbox = openOutbox(main);
  const isClean = () => expect(outbox.draft.status.get()).toEqual({ unsent: false, error: null });
  return { main, rain, snow, isClean, ...outbox };
}

it('an edit of a node that another program deleted is handed over once, and typing goes on', async () => {
  const { main, rain, snow, replace, type, settle, text, isClean, bugs } = open();
  replace(0, 4, 'Hail');
  main.moveAway(snow);
  main.remove(rain);
  type('It melted.');
  await settle();
  expect(main.kept).toEqual(['Hail. ']);
  expect([text(), main.show()]).toEqual(['Snow. It melted.', 'Snow. |It melted.']);
  isClean();
  type(' Soon.');
  await settle();
  expect(main.show()).toBe('Snow. |It melted. Soon.');
  expect([main.kept.length, bugs]).toEqual([1, []]);
});

it('what cannot be handed over stays in the window until it can', async () => {
  const { main, rain, snow, replace, settle, draft, isClean } = open();
  replace(0, 4, 'Hail');
  main.moveAway(snow);
  main.remove(rain);
  main.refuseAll('draft.keep', 'DISK_FULL');
  await settle();
  expect(draft.status.get().unsent).toBe(true);
  main.recover();
  await settle();
  expect(main.kept).toEqual(['Hail. ']);
  isClean();
});

it('the whole draft of a tree that is gone is handed over, also if an intent finds out', async () => {
  const { main, replace, type, submit, settle, isClean } = open();
  main.loseTree();
  replace(0, 4, 'Hail');
  type('It fell.');
  expect(await submit(commitDraft)).toMatchObject({ outcome: 'failed', error: { code: 'NOT_FOUND' } });
  await settle();
  expect(main.kept).toEqual(['Hail. ', 'It fell.']);
  isClean();
});

it('text typed into a tree while it is deleted is a branch of another tree', async () => {
  const { desk, tree, type, settle } = await openWritingDesk(['Rain. ']);
  const { treeId } = desk;
  await desk.call('tree.create', { title: 'Another' });
  type('It fell.');
  await desk.call('tree.delete', { treeId, title: 'Rain' });
  await settle();
  expect(tree.draft.status.get()).toEqual({ unsent: false, error: null });
  const [other] = await desk.call('tree.list', {});
  const found = await desk.call('position.bookmarks', { treeId: other?.id ?? ('' as TreeId) });
  expect(found).toMatchObject([{ label: 'Recovered draft', excerpt: 'It fell.' }]);
  const { notices } = desk.grove.snapshot();
  expect(notices.map(({ sentence }) => sentence)).toEqual([expect.stringContaining('Recovered draft')]);
});
