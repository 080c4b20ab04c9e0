/** A writer switches trees while writing, and while requests are slow or fail. */
import { expect, it, vi } from 'vitest';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { openWindowDesk } from '../window-desk.ts';

turnClockByHand();

it('text typed before another tree opens reaches main before that tree is shown', async () => {
  const writing = await openWindowDesk('Snow');
  const { session, first, second, settle } = writing;
  const release = writing.hold('path.read', second);
  const switching = session.showTree(second);
  await settle();
  writing.type(' fell.');
  release();
  await switching;
  // Not a moment later: the window may be closed now.
  expect(writing.shown()).toBe(second);
  expect(await writing.held(first)).toBe('Snow fell.');

  await session.showTree(first);
  expect(writing.text()).toBe('Snow fell.');
  writing.undo();
  writing.type('!');
  await settle();
  expect(await writing.held(first)).toBe(writing.text());
});

it('when a tree cannot be read, the current one stays and keeps working', async () => {
  const writing = await openWindowDesk('Snow');
  const { session, first, second, settle } = writing;
  const endRefusal = writing.refuse('path.read', 'IO_ERROR');
  const switching = session.showTree(second);
  await settle();
  await switching;
  expect(session.notices.banners.get()).toMatchObject([{ code: 'IO_ERROR' }]);
  expect(writing.shown()).toBe(first);
  writing.undo();
  expect(writing.text()).toBe('');
  writing.type('Rain');
  await session.findTree()?.commit();
  await settle();
  expect(session.findTree()?.path.length).toBe(1);

  endRefusal();
  for (const treeId of [first, second]) {
    const again = session.showTree(treeId);
    await settle();
    await again;
    expect(writing.shown()).toBe(treeId);
  }
  expect(await writing.held(first)).toBe('Rain');
});

it('switching back before the other tree opens stays in this tree and loses nothing', async () => {
  const writing = await openWindowDesk('Snow');
  const { session, desk, first, second, settle } = writing;
  const release = writing.hold('path.read', second);
  const switching = session.showTree(second);
  await settle();
  writing.type(' fell.');
  const back = session.showTree(first);
  await settle();
  await back;
  release();
  await settle();
  await switching;
  expect([writing.shown(), desk.treeId]).toEqual([first, first]);
  expect(writing.text()).toBe('Snow fell.');
  expect(await writing.held(first)).toBe('Snow fell.');
  writing.undo();
  expect(writing.text()).toBe('Snow');
  writing.undo();
  expect(writing.text()).toBe('');
});

it('Back before the other tree opens goes back, and Forward goes to it again', async () => {
  const writing = await openWindowDesk('Snow');
  const { session, first, second, settle } = writing;
  const release = writing.hold('path.read', second);
  const switching = session.showTree(second);
  await settle();
  const back = session.navigationHistory.go(-1);
  await settle();
  release();
  await settle();
  await Promise.all([switching, back]);
  expect(writing.shown()).toBe(first);
  const forward = session.navigationHistory.go(1);
  await settle();
  await forward;
  expect(writing.shown()).toBe(second);
});

it('Back and Forward work even if main sends a grove update meanwhile', async () => {
  const writing = await openWindowDesk('Snow');
  const { session, desk, first, second, settle } = writing;
  const switching = session.showTree(second);
  await settle();
  await switching;
  const release = writing.hold('path.read', first);
  const back = session.navigationHistory.go(-1);
  await settle();
  const releaseAgain = writing.hold('path.read', first);
  writing.emit('grove.changed', desk.grove.snapshot());
  await settle();
  release();
  await settle();
  releaseAgain();
  await settle();
  await back;
  expect(writing.shown()).toBe(first);
  const forward = session.navigationHistory.go(1);
  await settle();
  await forward;
  expect(writing.shown()).toBe(second);
});

it('text that main refuses while leaving its tree is resent, and is there on coming back', async () => {
  const writing = await openWindowDesk('Snow');
  const { session, first, second, settle } = writing;
  const endRefusal = writing.refuse('draft.save', 'IO_ERROR');
  writing.type(' fell.');
  const switching = session.showTree(second);
  await settle();
  await switching;
  expect(writing.shown()).toBe(second);
  expect(session.notices.banners.get()).toMatchObject([{ code: 'IO_ERROR' }]);
  expect(await writing.held(first)).toBe('Snow');

  // Showing the tree now would lose the text.
  const early = session.showTree(first);
  await settle();
  await early;
  expect(writing.shown()).toBe(second);

  endRefusal();
  const back = session.showTree(first);
  await settle();
  await back;
  expect(writing.text()).toBe('Snow fell.');
  expect(await writing.held(first)).toBe('Snow fell.');
  writing.type('!');
  await settle();
  expect(await writing.held(first)).toBe('Snow fell.!');
});

it('refused text reaches main even if the writer does not come back', async () => {
  const writing = await openWindowDesk('Snow');
  const { session, first, second, settle } = writing;
  writing.refuse('draft.save', 'IO_ERROR', 3);
  writing.type(' fell.');
  const switching = session.showTree(second);
  await settle();
  await switching;
  expect(writing.shown()).toBe(second);
  await settle();
  expect(await writing.held(first)).toBe('Snow fell.');
});

it('a closing window resends text refused in a tree it left, and reports whether any is unsent', async () => {
  const writing = await openWindowDesk('Snow');
  const { session, desk, first, second, settle } = writing;
  const endRefusal = writing.refuse('draft.save', 'IO_ERROR');
  writing.type(' fell.');
  const switching = session.showTree(second);
  await settle();
  await switching;
  const pageFlushed = () =>
    desk.events.filter(({ name }) => name === 'handed over').map(({ value }) => value);
  writing.emit('window.closing', {});
  await vi.waitFor(() => expect(pageFlushed()).toEqual([{ isUnsent: true }]));
  endRefusal();
  writing.emit('window.closing', {});
  await vi.waitFor(() => expect(pageFlushed()).toEqual([{ isUnsent: true }, { isUnsent: false }]));
  expect(await writing.held(first)).toBe('Snow fell.');
});

it('a draft that main replaced is shown in the same editor, where the caret and undo stay', async () => {
  const writing = await openWindowDesk('Snow');
  const { desk, first, settle, manuscript } = writing;
  const editor = manuscript();
  editor.moveCaretInto(0, 2);
  const { pathVersion } = await desk.call('path.read', { treeId: first });
  const ops = [desk.typed(' or rain', { offset: 4 })];
  await desk.call('draft.save', { treeId: first, pathVersion, ops, digest: null });
  writing.emit('draft.replaced', { treeId: null });
  writing.emit('grove.changed', desk.grove.snapshot());
  await settle();
  expect(writing.text()).toBe('Snow or rain');
  expect(manuscript()).toBe(editor);
  expect(editor.caretInSegment().offset).toBe(2);
  writing.type(' fell.');
  await settle();
  expect(await writing.held(first)).toBe('Snow or rain fell.');
  // Main's insertion there is no step of the writer's.
  writing.undo();
  writing.undo();
  await settle();
  expect(await writing.held(first)).toBe(' or rain');
});

it('reading an outline stops when the writer leaves its tree', async () => {
  const writing = await openWindowDesk('Snow');
  const { session, second, settle } = writing;
  const release = writing.hold('tree.positions');
  session.findTree()?.outline.reader.setShown(true);
  const switching = session.showTree(second);
  await settle();
  await switching;
  release();
  await settle();
  expect(writing.asked.filter((name) => name === 'tree.positions')).toHaveLength(1);
  expect(writing.asked).not.toContain('tree.changes');
});

it('an outline left behind keeps its rows and ignores late replies', async () => {
  const writing = await openWindowDesk('Snow');
  const { session, first, second, settle } = writing;
  const count = () => session.findTree()?.outline.view.get().table.count;
  const release = writing.hold('tree.positions');
  session.findTree()?.outline.reader.setShown(true);
  await settle();
  for (const treeId of [second, first]) {
    const switching = session.showTree(treeId);
    await settle();
    await switching;
  }
  expect(count()).toBe(0);
  release();
  await settle();
  expect(count()).toBe(0);
  session.findTree()?.outline.reader.setShown(true);
  await settle();
  expect(count()).toBe(1);
});
