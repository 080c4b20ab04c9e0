/** Text typed beside a tree that is left before main has saved it. */
import { expect, it } from 'vitest';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { openWindowDesk } from '../window-desk.ts';

turnClockByHand();

/** A window that left its first tree, in which main refused a summary and the tree's memory, both `Older`. */
async function open() {
  const writing = await openWindowDesk('Rain. ');
  const { desk, session, asked, first, second, settle, refuse } = writing;
  const tree = () => session.findTree() ?? expect.unreachable();
  void tree().commit();
  await settle();
  const nodeId = await desk.nodeAt(0);
  const accepts = [refuse('node.setSummary', 'DISK_FULL'), refuse('tree.update', 'DISK_FULL')];
  tree().node.summaries.change(nodeId, 'Older');
  tree().texts.change({ memory: 'Older' });
  await settle();
  void session.showTree(second);
  await settle();
  const saves = () => asked.filter((name) => name === 'node.setSummary' || name === 'tree.update').length;
  return {
    ...writing,
    nodeId,
    tree,
    /** Main refuses nothing any more. */
    accept: () => {
      for (const end of accepts) end();
    },
    /** Number of requests to save from now until all is settled. */
    savesFromNow: async () => {
      const before = saves();
      await settle();
      return saves() - before;
    },
    kept: async () => {
      const { trees, archivedTrees } = desk.grove.snapshot();
      const { settings } =
        [...trees, ...archivedTrees].find(({ id }) => id === first) ?? expect.unreachable();
      const { node } = await desk.call('node.read', { treeId: first, nodeId });
      return [node.summary, settings.memory];
    },
  };
}

it('is shown and saved when the writer comes back, and no older text replaces a newer one', async () => {
  const { session, first, nodeId, tree, settle, accept, kept } = await open();
  void session.showTree(first);
  await settle();
  expect(tree().node.summaries.typed.get().get(nodeId)).toBe('Older');
  expect(tree().texts.store.get().memory).toBe('Older');
  tree().node.summaries.change(nodeId, 'Newer');
  tree().texts.change({ memory: 'Newer' });
  accept();
  await settle();
  await settle();
  expect(await kept()).toEqual(['Newer', 'Newer']);
});

it('is saved in a tree that was archived meanwhile', async () => {
  const { desk, first, settle, accept, kept } = await open();
  await desk.call('tree.update', { treeId: first, archived: true });
  await settle();
  accept();
  await settle();
  expect(await kept()).toEqual(['Older', 'Older']);
});

it('is saved when the window closes', async () => {
  const { session, accept, kept } = await open();
  accept();
  await session.flushPage();
  expect(await kept()).toEqual(['Older', 'Older']);
});

it('is not sent again once its tree is deleted', async () => {
  const { desk, first, savesFromNow } = await open();
  expect(await savesFromNow()).toBeGreaterThan(0);
  await desk.call('tree.update', { treeId: first, archived: true });
  const { title } =
    desk.grove.snapshot().archivedTrees.find(({ id }) => id === first) ?? expect.unreachable();
  await desk.call('tree.delete', { treeId: first, title });
  expect(await savesFromNow()).toBe(0);
});

it('is not sent again once no grove is shown', async () => {
  const { emit, settle, savesFromNow } = await open();
  emit('grove.changed', null);
  await settle();
  expect(await savesFromNow()).toBe(0);
});
