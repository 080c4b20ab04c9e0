import { expect, test } from 'vitest';
import type { NodeId, PositionId } from '../../../src/core/ids.ts';
import type { NoteDraft } from '../../../src/ipc/wire/node.ts';
import { HandlersDesk } from '../../helpers/desk.ts';

/** Notes that are not saved are kept on this computer, tree by tree. */

function draft(text: string): NoteDraft {
  const on = '01J00000000000000000000001' as NodeId;
  const phrase = { nodeId: on, start: 4, length: 5, text: 'heron' };
  return { on, positionId: '01J00000000000000000000002' as PositionId, phrase, note: null, text };
}

test('unsaved notes are kept for each tree, until they are replaced by none', async () => {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  const { id: other } = await desk.call('tree.create', { title: 'Another' });
  await desk.call('note.keepDrafts', { treeId, drafts: [draft('Which?'), draft('Where?')] });
  await desk.call('note.keepDrafts', { treeId: other, drafts: [draft('When?')] });
  expect(await desk.call('note.drafts', { treeId })).toEqual([draft('Which?'), draft('Where?')]);
  expect(await desk.call('note.drafts', { treeId: other })).toEqual([draft('When?')]);
  await desk.call('note.keepDrafts', { treeId, drafts: [] });
  expect(await desk.call('note.drafts', { treeId })).toEqual([]);
});

test('a tree that is deleted for good takes its unsaved notes with it', async () => {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  const { id: other } = await desk.call('tree.create', { title: 'Another' });
  for (const id of [treeId, other])
    await desk.call('note.keepDrafts', { treeId: id, drafts: [draft('Which?')] });
  await desk.call('tree.show', { treeId });
  await desk.call('tree.delete', { treeId: other, title: 'Another' });
  expect(await desk.call('note.drafts', { treeId: other })).toEqual([]);
  expect(await desk.call('note.drafts', { treeId })).toEqual([draft('Which?')]);
});
