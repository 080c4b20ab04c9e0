/** A window that shows two trees of a grove: each keeps its draft and its undo, and commands go to the focused one. */
import { expect, it, vi } from 'vitest';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { openWindow, openWindowDesk, type WindowDesk } from '../window-desk.ts';

/** Timers that tests do not replace. */
const setRealTimeout = globalThis.setTimeout;
const realTime = (milliseconds: number) =>
  new Promise<void>((resolve) => void setRealTimeout(resolve, milliseconds));

turnClockByHand();

/** A window with `Snow` in its tree, and the other tree, empty, beside it. */
async function openTwo(): Promise<WindowDesk> {
  const writing = await openWindowDesk('Snow');
  void writing.session.showCompanion(writing.second);
  await writing.settle();
  return writing;
}

/** Main's state of the two trees. */
async function bothHeld({ held, first, second }: WindowDesk): Promise<readonly string[]> {
  return [await held(first), await held(second)];
}

it('writing and undoing in one leaves the other as it is, also when the page dies', async () => {
  const writing = await openTwo();
  const { first, second, session, type, texts, undo, settle, focus } = writing;
  const bothShown = () => [first, second].map((treeId) => texts().get(treeId));
  focus(second);
  type('Rain');
  focus(first);
  type(' fell.');
  focus(second);
  type(' came.');
  await settle();
  expect(await bothHeld(writing)).toEqual(['Snow fell.', 'Rain came.']);

  // Text typed in one between two pieces of text typed in the other is no part of its undo.
  undo();
  expect(bothShown()).toEqual(['Snow fell.', '']);
  focus(first);
  undo();
  expect(bothShown()).toEqual(['Snow', '']);
  undo();
  expect(bothShown()).toEqual(['', '']);
  focus(second);
  session.findTree()?.redo();
  await settle();
  expect(bothShown()).toEqual(['', 'Rain came.']);
  expect(await bothHeld(writing)).toEqual(['', 'Rain came.']);

  focus(first);
  type('Hail.');
  focus(second);
  type(' It stayed.');
  await vi.advanceTimersByTimeAsync(500);
  writing.vanish();
  const again = await openWindow(writing.desk, first, second);
  expect(again.text()).toBe('Hail.');
  void again.session.showCompanion(second);
  await again.settle();
  expect(again.texts()).toEqual(
    new Map([
      [first, 'Hail.'],
      [second, 'Rain came. It stayed.'],
    ]),
  );
});

it('a tree appears beside another one although the grove changes while it is read', async () => {
  const writing = await openWindowDesk('Snow');
  const { desk, session, second, texts, settle } = writing;
  void session.showCompanion(second);
  // At whichever step of the reading.
  for (let step = 0; step < 8; step += 1) {
    await Promise.resolve();
    void desk.call('tree.update', { treeId: second, title: `Renamed ${step}` });
  }
  await settle();
  expect(texts().has(second)).toBe(true);
  const scene = session.scene.get();
  expect(scene.kind === 'grove' && scene.grove.trees.map(({ title }) => title)).toContain('Renamed 7');
});

it('a reply that arrives while its tree is being left has not been seen', async () => {
  const { session, first, second, texts, settle } = await openTwo();
  session.unseen.onArrived(second);
  expect(session.preferences.get().unseenReplies).toEqual({});
  void session.showCompanion(null);
  for (let step = 0; step < 4; step += 1) await Promise.resolve();
  expect(texts().has(second)).toBe(true);
  session.unseen.onArrived(second);
  session.unseen.onArrived(first);
  await settle();
  expect(session.preferences.get().unseenReplies).toEqual({ [second]: 1 });
});

it('commands go to the tree that has the keyboard, and what main sends to the one it is about', async () => {
  const writing = await openTwo();
  const { desk, first, second, session, type, texts, settle, focus } = writing;
  focus(second);
  type('Rain. ');
  void session.findTree()?.commit();
  await settle();
  const lengthOf = async (treeId: typeof first) => (await desk.call('path.read', { treeId })).segments.count;
  expect([await lengthOf(first), await lengthOf(second)]).toEqual([0, 1]);
  const active = session.findDesk();
  if (active?.mode === 'buffer') void active.commands.generate();
  focus(first);
  // Answers are hashed and compressed outside the event loop, in real time.
  for (let turn = 0; turn < 200 && (await lengthOf(second)) < 2; turn += 1) {
    await realTime(5);
    await settle();
  }
  expect([await lengthOf(first), await lengthOf(second)]).toEqual([0, 2]);
  expect(texts().get(first)).toBe('Snow');
  expect(texts().get(second)?.length).toBeGreaterThan('Rain. '.length);
});

it('a tree that leaves the screen keeps its draft and its undo, and commits nothing', async () => {
  const writing = await openTwo();
  const { first, second, session, type, text, texts, undo, settle, focus } = writing;
  focus(second);
  type('Rain');
  void session.showCompanion(null);
  await settle();
  expect([...texts().keys()]).toEqual([first]);
  expect(await bothHeld(writing)).toEqual(['Snow', 'Rain']);
  void session.showCompanion(second);
  await settle();
  focus(second);
  undo();
  expect(text()).toBe('');
  session.findTree()?.redo();

  // No tree is on the screen twice: the companion becomes the tree of the window.
  type(' came');
  void session.showTree(second);
  await settle();
  expect([...texts()]).toEqual([[second, 'Rain came']]);
  undo();
  undo();
  expect(text()).toBe('');
});

it('a companion leaves the screen when its tree is archived', async () => {
  const writing = await openTwo();
  const { desk, first, second, type, text, texts, settle, focus } = writing;
  focus(second);
  type('Rain');
  await settle();
  await desk.call('tree.update', { treeId: second, archived: true });
  await settle();
  expect([...texts().keys()]).toEqual([first]);
  expect(text()).toBe('Snow');
  expect(await bothHeld(writing)).toEqual(['Snow', 'Rain']);
});
