import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { NodeId, PositionId } from '../../../src/core/ids.ts';
import { OUTLINE_FLAGS } from '../../../src/core/outline/position-rows.ts';
import { POSITION_FLAGS } from '../../../src/core/tree/tree-node.ts';
import { HandlersDesk } from '../../helpers/desk.ts';

/** Search, bookmarks, notes, exclusion and Go to in a text that was divided, through the contract on a real file. */

/** A text, a branch from its middle, a branch from the middle of that beginning, and what follows the text. */
async function divided() {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  await desk.commit([desk.typed('A castle on a hill. ')]);
  await desk.commit([desk.typed('It rained. ')]);
  const base = await desk.positionAt(0);
  const splitAt = async (positionId: PositionId, offset: number) => {
    const nodeId = positionId as string as NodeId;
    await desk.call('node.split', { ...(await desk.intent()), nodeId, offset });
    return desk.positionAt(0);
  };
  const split = await splitAt(base, 9);
  await desk.commit([desk.typed('by the sea. ')]);
  const inner = await splitAt(split, 2);
  await desk.commit([desk.typed('house. ')]);
  const toBase = async () => {
    const intent = await desk.intent();
    await desk.call('path.moveHead', { ...intent, to: base });
  };
  const toSplit = async (to: PositionId) => desk.call('path.moveHead', { ...(await desk.intent()), to });
  const find = async (text: string, more: { readonly bookmarked?: boolean } = {}) =>
    (await desk.call('search.find', { text, treeId, ranked: false, limit: 2, ...more })).hits.map(
      ({ positionId, snippet }) => ({ positionId, snippet }),
    );
  const flagsAt = async (index: number) => (await desk.segments()).flags[index] ?? 0;
  return { desk, treeId, base, split, inner, toBase, toSplit, find, flagsAt };
}

test('search finds the beginning of a divided text once, and in its splits only what they do not share', async () => {
  const { desk, base, split, treeId, toSplit, find } = await divided();
  expect(await find('castle')).toEqual([{ positionId: base, snippet: 'A castle on a hill. ' }]);
  expect(await find('“')).toEqual([]);
  // An edit before the fork is made in the whole family, and is still one text.
  await toSplit(split);
  const nodeId = await desk.nodeAt(0);
  await desk.commit([desk.typed('white ', { nodeId, offset: 2 })]);
  expect(new Set((await find('white')).map(({ positionId }) => positionId))).toEqual(new Set([base]));
  const { hits, complete } = await desk.call('search.find', {
    text: 'white',
    treeId,
    ranked: true,
    limit: 1,
  });
  expect([hits.length, complete]).toEqual([1, true]);
  // Text at the end of the split is its own.
  await desk.commit([desk.typed('castle', { nodeId: await desk.nodeAt(0), offset: 15 })]);
  const found = await find('castle');
  expect(found.map(({ positionId }) => positionId)).toEqual([split, base]);
  expect(found[0]?.snippet).toBe('A white castle castle');
  expect(await find('hill')).toHaveLength(2);
});

test('a text whose base is pruned is found in its splits', async () => {
  const { desk, base, split, inner, find } = await divided();
  const positions = [{ positionId: base, pruned: true }];
  await desk.call('position.setPruned', { ...(await desk.intent()), positions });
  expect((await find('castle')).map(({ positionId }) => positionId)).toEqual([split, base]);
  expect(split).not.toBe(inner);
});

test('a divided text has one bookmark, shown and removed wherever it is read', async () => {
  const { desk, treeId, base, split, inner, toBase, find, flagsAt } = await divided();
  const bookmark = async (positionId: PositionId, bookmarked: boolean, label: string | null = null) =>
    desk.call('position.bookmark', { ...(await desk.intent()), positionId, bookmarked, label });
  const listed = async () =>
    (await desk.call('position.bookmarks', { treeId })).map(({ positionId, label }) => ({
      positionId,
      label,
    }));
  await bookmark(split, true, 'Here');
  expect(await desk.call('position.bookmarks', { treeId })).toMatchObject([{ splits: [split, inner] }]);
  expect(await listed()).toEqual([{ positionId: base, label: 'Here' }]);
  expect(await flagsAt(0)).toBe(POSITION_FLAGS.split + POSITION_FLAGS.bookmarked);
  expect(await find('castle', { bookmarked: true })).toHaveLength(1);
  const { positions } = await desk.call('tree.positions', { treeId, after: 0 });
  const marked = [...positions.flags].flatMap((flags, at) =>
    (flags & OUTLINE_FLAGS.bookmarked) === 0 ? [] : [positions.ids.slice(26 * at, 26 * at + 26)],
  );
  expect(marked).toEqual([base]);
  expect(await desk.call('tree.labels', { treeId, positionIds: [base] })).toMatchObject([
    { bookmarkLabel: 'Here' },
  ]);
  expect(await desk.call('position.nextBookmark', { treeId, from: split, direction: 1 })).toBe(base);

  await toBase();
  expect(await flagsAt(0)).toBe(POSITION_FLAGS.bookmarked);
  await bookmark(base, true, 'There');
  expect(await listed()).toEqual([{ positionId: base, label: 'There' }]);
  await bookmark(split, false);
  expect(await listed()).toEqual([]);
  expect(await flagsAt(0)).toBe(0);
});

test('a note is on all of a divided text', async () => {
  const { desk, treeId, base, split, toBase, flagsAt } = await divided();
  const annotate = (on: PositionId, text: string) =>
    desk.call('node.annotate', { treeId, nodeId: on as string as NodeId, text });
  const notesAt = async (on: PositionId) =>
    (await desk.call('node.annotations', { treeId, nodeId: on as string as NodeId })).map(({ text }) => text);
  const { nodeId } = await annotate(split, 'Which castle?');
  expect(await flagsAt(0)).toBe(POSITION_FLAGS.split + POSITION_FLAGS.noted);
  await yieldToEventLoop();
  expect(desk.emitted('tree.changed').at(-1)?.changed).toContain(base);
  await annotate(base, 'Which hill?');
  expect(await notesAt(base)).toEqual(['Which castle?', 'Which hill?']);
  expect(await notesAt(split)).toEqual(['Which castle?', 'Which hill?']);
  await toBase();
  expect(await flagsAt(0)).toBe(POSITION_FLAGS.noted);
  await desk.call('node.keepNote', { treeId, nodeId, kept: false });
  expect(await flagsAt(0)).toBe(POSITION_FLAGS.noted);
  const positions = [{ positionId: split, pruned: true }];
  await desk.call('position.setPruned', { ...(await desk.intent()), positions });
  expect(await notesAt(base)).toEqual(['Which hill?']);
});

test('a text is excluded with its splits, also those made later, and included with them again', async () => {
  const { desk, treeId, base, inner, toBase, toSplit, flagsAt } = await divided();
  const exclude = async (positionId: PositionId, excluded: boolean) =>
    desk.call('position.exclude', { ...(await desk.intent()), positionId, excluded });
  await exclude(base, true);
  expect(await flagsAt(0)).toBe(POSITION_FLAGS.split + POSITION_FLAGS.excluded);
  await toBase();
  const nodeId = base as string as NodeId;
  await desk.call('node.split', { ...(await desk.intent()), nodeId, offset: 12 });
  expect(await flagsAt(0)).toBe(POSITION_FLAGS.split + POSITION_FLAGS.excluded);
  // Models' context agrees, and so does the log.
  const sent = () =>
    desk.grove
      .treeSession(treeId)
      .shown.contextNodes(null)
      .map(({ excluded }) => excluded);
  expect(sent()).toEqual([true]);
  expect(desk.grove.read.verify()).toMatchObject({ violations: [], log: [], records: [] });
  await toSplit(inner);
  await exclude(inner, false);
  for (const to of [base, inner]) {
    await toSplit(to);
    expect((await flagsAt(0)) & POSITION_FLAGS.excluded).toBe(0);
  }
  const { positions } = await desk.call('tree.positions', { treeId, after: 0 });
  expect([...positions.flags].filter((flags) => (flags & OUTLINE_FLAGS.excluded) !== 0)).toEqual([]);

  // A split takes what its base has, also if that was excluded alone, while it was pruned.
  const setPruned = async (pruned: boolean) =>
    desk.call('position.setPruned', { ...(await desk.intent()), positions: [{ positionId: base, pruned }] });
  await setPruned(true);
  await exclude(base, true);
  expect(sent()).toEqual([false]);
  await setPruned(false);
  expect(sent()).toEqual([true]);
  expect(await flagsAt(0)).toBe(POSITION_FLAGS.split + POSITION_FLAGS.excluded);
});

test('the id of a split leads to the text that it divides', async () => {
  const { desk, treeId, base, split } = await divided();
  const {
    node: { localId },
  } = await desk.call('node.read', { treeId, nodeId: split as string as NodeId });
  expect(await desk.call('position.find', { treeId, localId })).toMatchObject({ positionId: base });
});
