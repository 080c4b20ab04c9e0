/** A writer who goes from one tree to another while they write, and while something is in the way. */
import { expect, it, vi } from 'vitest';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { openWindowDesk } from '../window-desk.ts';

turnClockByHand();

it('what is typed until another tree is there is with main before that is shown', async () => {
  const writing = await openWindowDesk('Snow');
  const { session, first, second, settle } = writing;
  const release = writing.hold('path.read', second);
  const going = session.showTree(second);
  await settle();
  writing.type(' fell.');
  release();
  await going;
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

it('a tree that cannot be read leaves the writer where they are, and everything works there', async () => {
  const writing = await openWindowDesk('Snow');
  const { session, first, second, settle } = writing;
  const mend = writing.refuse('path.read', 'IO_ERROR');
  const going = session.showTree(second);
  await settle();
  await going;
  expect(session.notices.banners.get()).toMatchObject([{ code: 'IO_ERROR' }]);
  expect(writing.shown()).toBe(first);
  writing.undo();
  expect(writing.text()).toBe('');
  writing.type('Rain');
  await session.findTree()?.commit();
  await settle();
  expect(session.findTree()?.path.length).toBe(1);

  mend();
  for (const treeId of [first, second]) {
    const again = session.showTree(treeId);
    await settle();
    await again;
    expect(writing.shown()).toBe(treeId);
  }
  expect(await writing.held(first)).toBe('Rain');
});

it('who goes back before the other tree is there stays, and loses nothing', async () => {
  const writing = await openWindowDesk('Snow');
  const { session, desk, first, second, settle } = writing;
  const release = writing.hold('path.read', second);
  const going = session.showTree(second);
  await settle();
  writing.type(' fell.');
  const back = session.showTree(first);
  await settle();
  await back;
  release();
  await settle();
  await going;
  expect([writing.shown(), desk.treeId]).toEqual([first, first]);
  expect(writing.text()).toBe('Snow fell.');
  expect(await writing.held(first)).toBe('Snow fell.');
  writing.undo();
  expect(writing.text()).toBe('');
});

it('Back, asked for before the other tree is there, leads back, and Forward to it again', async () => {
  const writing = await openWindowDesk('Snow');
  const { session, first, second, settle } = writing;
  const release = writing.hold('path.read', second);
  const going = session.showTree(second);
  await settle();
  const back = session.places.go(-1);
  await settle();
  release();
  await settle();
  await Promise.all([going, back]);
  expect(writing.shown()).toBe(first);
  const forward = session.places.go(1);
  await settle();
  await forward;
  expect(writing.shown()).toBe(second);
});

it('Back leads back, and Forward to where it was asked for, though main tells of the grove meanwhile', async () => {
  const writing = await openWindowDesk('Snow');
  const { session, desk, first, second, settle } = writing;
  const going = session.showTree(second);
  await settle();
  await going;
  const release = writing.hold('path.read', first);
  const back = session.places.go(-1);
  await settle();
  const releaseAgain = writing.hold('path.read', first);
  writing.tell('grove.changed', desk.grove.snapshot());
  await settle();
  release();
  await settle();
  releaseAgain();
  await settle();
  await back;
  expect(writing.shown()).toBe(first);
  const forward = session.places.go(1);
  await settle();
  await forward;
  expect(writing.shown()).toBe(second);
});

it('text that main refuses while its tree is left is sent again, and is there on coming back', async () => {
  const writing = await openWindowDesk('Snow');
  const { session, first, second, settle } = writing;
  const mend = writing.refuse('draft.save', 'IO_ERROR');
  writing.type(' fell.');
  const going = session.showTree(second);
  await settle();
  await going;
  expect(writing.shown()).toBe(second);
  expect(session.notices.banners.get()).toMatchObject([{ code: 'IO_ERROR' }]);
  expect(await writing.held(first)).toBe('Snow');

  // It would be missing.
  const tooSoon = session.showTree(first);
  await settle();
  await tooSoon;
  expect(writing.shown()).toBe(second);

  mend();
  const back = session.showTree(first);
  await settle();
  await back;
  expect(writing.text()).toBe('Snow fell.');
  expect(await writing.held(first)).toBe('Snow fell.');
  writing.type('!');
  await settle();
  expect(await writing.held(first)).toBe('Snow fell.!');
});

it('text that was refused goes to main without anybody coming back', async () => {
  const writing = await openWindowDesk('Snow');
  const { session, first, second, settle } = writing;
  writing.refuse('draft.save', 'IO_ERROR', 3);
  writing.type(' fell.');
  const going = session.showTree(second);
  await settle();
  await going;
  expect(writing.shown()).toBe(second);
  await settle();
  expect(await writing.held(first)).toBe('Snow fell.');
});

it('a window that closes sends once more what was refused in a tree that was left, and says where it is again', async () => {
  const writing = await openWindowDesk('Snow');
  const { session, desk, first, second, settle } = writing;
  const mend = writing.refuse('draft.save', 'IO_ERROR');
  writing.type(' fell.');
  const going = session.showTree(second);
  await settle();
  await going;
  const pageFlushed = () =>
    desk.events.filter(({ name }) => name === 'handed over').map(({ value }) => value);
  writing.tell('window.closing', {});
  await vi.waitFor(() => expect(pageFlushed()).toEqual([{ isUnsent: true }]));
  mend();
  writing.tell('window.closing', {});
  await vi.waitFor(() => expect(pageFlushed()).toEqual([{ isUnsent: true }, { isUnsent: false }]));
  expect(await writing.held(first)).toBe('Snow fell.');
});

it('a draft that main replaced is shown as main has it', async () => {
  const writing = await openWindowDesk('Snow');
  const { desk, first, settle } = writing;
  const { pathVersion } = await desk.call('path.read', { treeId: first });
  const ops = [desk.typed(' or rain', { offset: 4 })];
  await desk.call('draft.save', { treeId: first, pathVersion, ops, digest: null });
  writing.tell('draft.replaced', {});
  writing.tell('grove.changed', desk.grove.snapshot());
  await settle();
  expect(writing.text()).toBe('Snow or rain');
  writing.type(' fell.');
  await settle();
  expect(await writing.held(first)).toBe('Snow or rain fell.');
});

it('an outline whose tree is left while it is read is read no further', async () => {
  const writing = await openWindowDesk('Snow');
  const { session, second, settle } = writing;
  const release = writing.hold('tree.positions');
  session.findTree()?.outline.reading.show(true);
  const going = session.showTree(second);
  await settle();
  await going;
  release();
  await settle();
  expect(writing.asked.filter((name) => name === 'tree.positions')).toHaveLength(1);
  expect(writing.asked).not.toContain('tree.changes');
});

it('an outline that was left keeps what was read of it, whatever main answers later', async () => {
  const writing = await openWindowDesk('Snow');
  const { session, first, second, settle } = writing;
  const count = () => session.findTree()?.outline.view.get().table.count;
  session.findTree()?.outline.reading.show(true);
  await settle();
  const release = writing.hold('tree.changes');
  await session.findTree()?.commit();
  await settle();
  for (const treeId of [second, first]) {
    const going = session.showTree(treeId);
    await settle();
    await going;
  }
  expect(count()).toBe(1);
  release();
  await settle();
  expect(count()).toBe(1);
  session.findTree()?.outline.reading.show(true);
  await settle();
  expect(count()).toBe(2);
});
