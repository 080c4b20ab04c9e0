import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { NodeId, PositionId } from '../../../src/core/ids.ts';
import type { NoteDraft } from '../../../src/ipc/wire/node.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';

/** Notes that are not saved are kept on this computer, tree by tree. */

function draft(text: string): NoteDraft {
  const on = '01J00000000000000000000001' as NodeId;
  const phrase = { nodeId: on, start: 4, length: 5, text: 'heron' };
  return { on, positionId: '01J00000000000000000000002' as PositionId, phrase, note: null, text };
}

/** Another grove, with the same settings. */
function openOther({ settingsFolder }: HandlersDesk, path: string): HandlersDesk {
  return new HandlersDesk(path, 500, undefined, undefined, undefined, false, settingsFolder);
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

test('a grove that is saved as another goes on with its unsaved notes, and leaves the original its own', async () => {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  await desk.call('note.keepDrafts', { treeId, drafts: [draft('Which?')] });
  desk.newFile = join(temporaryFolder(), 'Copy.aspen');
  await desk.call('copy.saveAs', {});
  const copy = openOther(desk, desk.newFile);
  expect(await copy.call('note.drafts', { treeId })).toEqual([draft('Which?')]);
  await copy.call('note.keepDrafts', { treeId, drafts: [draft('Where?')] });
  expect(await copy.call('note.drafts', { treeId })).toEqual([draft('Where?')]);
  expect(await desk.call('note.drafts', { treeId })).toEqual([draft('Which?')]);
});

test('those left longest ago go where there is no room, which is said', async () => {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  const { id: other } = await desk.call('tree.create', { title: 'Another' });
  const long = draft('x'.repeat(700_000));
  expect(await desk.call('note.keepDrafts', { treeId: other, drafts: [long, draft('When?')] })).toEqual({
    dropped: 0,
  });
  expect(await desk.call('note.keepDrafts', { treeId, drafts: [long, long] })).toEqual({ dropped: 1 });
  expect(await desk.call('note.drafts', { treeId: other })).toEqual([draft('When?')]);
});
