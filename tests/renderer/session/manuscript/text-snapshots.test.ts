/** A writer looks something up in another tree and comes back: undo continues where it left off. */
import { expect, it } from 'vitest';
import type { TreeId } from '../../../../src/core/ids.ts';
import { createTextSnapshots } from '../../../../src/renderer/session/window/tree-desks.ts';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { openWritingDesk, resumeWriting, type WritingDesk } from '../writing-desk.ts';

const tower = ['Once upon a time, ', { model: 'there was a castle' }, ' on a hill.'];
const TOWER = 'Once upon a time, |there was a castle| on a hill.|';

turnClockByHand();

async function text(writing: WritingDesk): Promise<string> {
  return (await writing.agree()).text;
}

async function undo(writing: WritingDesk): Promise<string> {
  writing.manuscript.undo();
  return text(writing);
}

/** Leaves the tree for another one and comes back; `meanwhile` is done from outside. */
async function awayAndBack(writing: WritingDesk, meanwhile?: () => Promise<unknown>): Promise<WritingDesk> {
  const texts = createTextSnapshots();
  await writing.leave(texts);
  await meanwhile?.();
  return resumeWriting(writing.desk, [], { keptTexts: texts });
}

it('undo reverts typing, a continuation and a version from before the visit, and redo repeats them', async () => {
  const writing = await openWritingDesk(tower);
  writing.type(' It was old.');
  await writing.buffer.commands.generate();
  const arrived = await text(writing);
  writing.type('tower', 28, 36);
  const edited = await text(writing);
  writing.select(5, 9);

  const back = await awayAndBack(writing);
  expect(await text(back)).toBe(edited);
  expect(back.shown().letters).toBe(writing.shown().letters);
  expect(back.view.state.selection.main).toMatchObject({ anchor: 5, head: 9 });
  expect(await undo(back)).toBe(arrived);
  expect(await undo(back)).toBe(`${TOWER} It was old.|`);

  const again = await awayAndBack(back);
  expect(await undo(again)).toBe(TOWER);
  again.manuscript.redo();
  again.manuscript.redo();
  again.manuscript.redo();
  expect(await text(again)).toBe(edited);
});

it('a pending edit is still pending, and undo reverts it', async () => {
  const writing = await openWritingDesk(tower);
  writing.type('tower', 28, 36);
  const edited = await text(writing);
  const back = await awayAndBack(writing);
  expect(back.manuscript.summary().pendingCount).toBe(1);
  expect(await text(back)).toBe(edited);
  expect(await undo(back)).toBe(TOWER);
  expect(back.manuscript.summary().pendingCount).toBe(0);
});

it('typing after coming back is a separate undo step', async () => {
  const writing = await openWritingDesk([]);
  writing.type('Snow');
  const back = await awayAndBack(writing);
  back.type('fall');
  expect(await undo(back)).toBe('Snow');
  expect(await undo(back)).toBe('');
});

it('a path changed from outside starts fresh, and undo leaves it alone', async () => {
  const writing = await openWritingDesk(tower);
  writing.type(' It was old.');
  await writing.tree.commit();
  const { desk } = writing;
  const shown = await text(writing);
  const back = await awayAndBack(writing, () => desk.commit([desk.typed(' Nobody went there.')]));
  const now = await text(back);
  expect(now).not.toBe(shown);
  expect(await undo(back)).toBe(now);
});

it('a draft that has changed starts fresh', async () => {
  const writing = await openWritingDesk(tower);
  writing.type(' It was');
  await text(writing);
  const { desk } = writing;
  const back = await awayAndBack(writing, async () => {
    const { pathVersion } = await desk.call('path.read', { treeId: desk.treeId });
    await desk.call('draft.save', {
      treeId: desk.treeId,
      pathVersion,
      ops: [desk.typed(' not')],
      digest: null,
    });
  });
  const now = await text(back);
  expect(await undo(back)).toBe(now);
});

it('undo in this tree still counts words written in another tree meanwhile', async () => {
  const writing = await openWritingDesk([]);
  writing.type('Snow fell.');
  const texts = createTextSnapshots();
  await writing.leave(texts);
  const back = await resumeWriting(writing.desk, [], { keptTexts: texts, sessionWords: 12 });
  expect(back.manuscript.summary().sessionWords).toBe(12);
  await undo(back);
  expect(back.manuscript.summary().sessionWords).toBe(10);
});

it('besides the shown tree, the three most recently left are kept', async () => {
  const writing = await openWritingDesk(tower);
  const { desk } = writing;
  const texts = createTextSnapshots();
  await writing.leave(texts);
  const snapshot = await desk.call('path.read', { treeId: desk.treeId });
  const kept = texts.take(snapshot);
  expect(kept).not.toBeNull();
  const trees = ['a', 'b', 'c', 'd'].map((id) => id as TreeId);
  for (const treeId of trees) texts.save(treeId, kept);
  expect(trees.map((treeId) => texts.take({ ...snapshot, treeId }) !== null)).toEqual([
    false,
    true,
    true,
    true,
  ]);
});
