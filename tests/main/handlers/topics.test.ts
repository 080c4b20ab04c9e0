/** Conversations about a manuscript (`agents.md`, *Where it talks*): they go wherever it goes. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TreeId } from '../../../src/core/ids.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { readGrove } from '../../helpers/grove-facts.ts';

/** A manuscript, which is shown, with two conversations of one message each, and another manuscript. */
async function deskWithConversations() {
  const desk = new HandlersDesk();
  const story = desk.treeId;
  await desk.commit([desk.typed('Once upon a time. ')]);
  const { id: other } = await desk.call('tree.create', { title: 'Other' });
  const first = await talkAbout(desk, story, 'Who lives in it?');
  const second = await talkAbout(desk, story, 'Is it too long?');
  await desk.call('tree.show', { treeId: story });
  return { desk, story, other, first, second };
}

/** Begins a conversation about a tree with a message. */
async function talkAbout(desk: HandlersDesk, topicTreeId: TreeId, message: string): Promise<TreeId> {
  const { id: treeId } = await desk.call('tree.create', { title: null, mode: 'dialogue', topicTreeId });
  await desk.commit([desk.typed(message)], treeId);
  return treeId;
}

/** Titles of the trees, those in the archive in parentheses. */
const titles = async (desk: HandlersDesk) =>
  (await desk.call('tree.list', {})).map(({ title, archivedAt }) =>
    archivedAt === null ? title : `(${title})`,
  );

const topics = async (desk: HandlersDesk) =>
  (await desk.call('tree.list', {})).map(({ topicTreeId }) => topicTreeId);

const textOf = async (desk: HandlersDesk, treeId: TreeId) =>
  (await desk.call('path.read', { treeId })).segments.text;

async function expectSound(desk: HandlersDesk) {
  const verdict = await desk.call('grove.verify', {});
  expect(verdict).toMatchObject({ nodes: { invalid: 0 }, violations: [], log: [], records: [] });
}

test('a conversation about a manuscript is not shown, and is titled by its first words', async () => {
  const { desk, story, first, second } = await deskWithConversations();
  const { id: third } = await desk.call('tree.create', {
    title: null,
    mode: 'dialogue',
    topicTreeId: story,
  });
  expect((await desk.call('grove.current', {}))?.openTreeId).toBe(story);
  expect(await titles(desk)).toEqual([
    'Once upon a time',
    'Other',
    'Who lives in it?',
    'Is it too long?',
    'Untitled conversation',
  ]);
  expect(await topics(desk)).toEqual([null, null, story, story, story]);
  expect([first, second, third]).toEqual((await desk.call('tree.list', {})).slice(2).map(({ id }) => id));
  await expectSound(desk);
});

test('only a conversation has a topic, and only an unarchived manuscript is one', async () => {
  const { desk, story, first } = await deskWithConversations();
  const create = (topicTreeId: TreeId, mode: 'buffer' | 'dialogue') =>
    desk.call('tree.create', { title: null, mode, topicTreeId });
  await expect(create(story, 'buffer')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await expect(create(first, 'dialogue')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await expect(create('01KDXA000000000000000000ZZ' as TreeId, 'dialogue')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await desk.call('tree.update', { treeId: story, archived: true });
  await expect(create(story, 'dialogue')).rejects.toThrow('Bring back “Once upon a time” first');
});

test('conversations are archived and restored with their topic, but for those archived by themselves', async () => {
  const { desk, story, first } = await deskWithConversations();
  await desk.call('tree.update', { treeId: first, archived: true });
  await desk.call('tree.update', { treeId: story, archived: true });
  expect(await titles(desk)).toEqual([
    '(Once upon a time)',
    'Other',
    '(Who lives in it?)',
    '(Is it too long?)',
  ]);
  await expect(desk.call('tree.update', { treeId: first, archived: false })).rejects.toThrow('about it');
  await desk.call('tree.update', { treeId: story, archived: false });
  expect(await titles(desk)).toEqual(['Once upon a time', 'Other', '(Who lives in it?)', 'Is it too long?']);
  await desk.call('tree.update', { treeId: first, archived: false });
  expect(await titles(desk)).toEqual(['Once upon a time', 'Other', 'Who lives in it?', 'Is it too long?']);
  await expectSound(desk);
});

test('a grove never opens with a conversation about a tree, and one is not the last tree left', async () => {
  const { desk, story, other, second } = await deskWithConversations();
  await desk.call('tree.update', { treeId: other, archived: true });
  await expect(desk.call('tree.update', { treeId: story, archived: true })).rejects.toThrow('last tree');
  await expect(desk.call('tree.delete', { treeId: story, title: 'Once upon a time' })).rejects.toThrow(
    'last tree',
  );
  // At full width, a conversation is the tree of the window.
  await desk.call('tree.show', { treeId: second });
  await desk.commit([desk.typed('And too old?')]);
  expect((await desk.call('grove.current', {}))?.openTreeId).toBe(second);
  await desk.close();
  const again = new HandlersDesk(desk.path, 5_000, desk.journal, desk.backups);
  expect((await again.call('grove.current', {}))?.openTreeId).toBe(story);
  // It needs no other tree: it can be archived and deleted.
  await again.call('tree.delete', { treeId: second, title: 'Is it too long?' });
  await expectSound(again);
});

test('deleting a manuscript for good deletes the conversations about it', async () => {
  const { desk, story, other, second } = await deskWithConversations();
  await desk.call('draft.save', {
    ...(await desk.intent([desk.typed('Not sent')], second)),
    digest: null,
  });
  const contents = await desk.call('tree.contents', { treeId: story });
  expect(contents).toEqual({ conversations: 2, nodes: 3, notes: 0, answers: 0 });
  expect(await desk.call('tree.delete', { treeId: story, title: 'Once upon a time' })).toEqual(contents);
  expect((await desk.call('tree.list', {})).map(({ id }) => id)).toEqual([other]);
  const found = await desk.call('search.find', { text: 'lives', treeId: null, ranked: false, limit: 10 });
  expect(found.hits).toEqual([]);
  await expectSound(desk);
  await desk.close();
  expect(readGrove(desk.path)).toMatchObject({ integrity: 'ok', logIsWhole: true, draftText: null });
});

test('a manuscript moves to another grove with the conversations about it, and a conversation not alone', async () => {
  const { desk, story, first, second } = await deskWithConversations();
  await desk.call('tree.update', { treeId: first, archived: true });
  const path = join(temporaryFolder(), 'there.aspen');
  const there = await desk.registry.open(path, true);
  desk.chosenFile = path;
  await expect(desk.call('tree.move', { treeId: second })).rejects.toThrow('moves with it');
  expect(await desk.call('tree.move', { treeId: story })).toMatchObject({ nodes: 3 });
  expect(await titles(desk)).toEqual([
    '(Once upon a time)',
    'Other',
    '(Who lives in it?)',
    '(Is it too long?)',
  ]);
  const moved = there.trees.list().filter(({ title }) => title !== 'Untitled story');
  expect(moved.map(({ id, topicTreeId, archivedAt }) => [id, topicTreeId, archivedAt !== null])).toEqual([
    [story, null, false],
    [first, story, true],
    [second, story, false],
  ]);
  expect(there.treeSession(second).readPath().segments.text).toBe('Is it too long?');
  await expectSound(desk);
  await there.close();
  const opened = new HandlersDesk(path, 50_000);
  await expectSound(opened);
});

test('a duplicate of a manuscript has no conversations, and that of a conversation is about the same', async () => {
  const { desk, story, first } = await deskWithConversations();
  const copy = await desk.call('tree.duplicate', { treeId: story });
  const again = await desk.call('tree.duplicate', { treeId: first });
  expect([copy?.topicTreeId, again?.topicTreeId]).toEqual([null, story]);
  expect(await topics(desk)).toEqual([null, null, story, story, null, story]);
});

test('merging brings conversations with their topic, archived if that is archived here', async () => {
  const { desk, story } = await deskWithConversations();
  await desk.close();
  const path = join(temporaryFolder(), 'story (conflicted copy).aspen');
  copyFileSync(desk.path, path);
  const theirs = new HandlersDesk(path, 20_000);
  const about = await talkAbout(theirs, story, 'Only there.');
  const { id: only } = await theirs.call('tree.create', { title: 'Only there' });
  const aboutOnly = await talkAbout(theirs, only, 'About it.');
  await theirs.close();
  const ours = new HandlersDesk(desk.path, 10_000, desk.journal, desk.backups);
  ours.chosenFile = path;
  await ours.call('tree.update', { treeId: story, archived: true });
  expect(await ours.call('copy.merge', {})).toBe('done');
  const merged = (await ours.call('tree.list', {})).slice(4);
  expect(merged.map(({ id, topicTreeId, archivedAt }) => [id, topicTreeId, archivedAt !== null])).toEqual([
    [about, story, true],
    [only, null, false],
    [aboutOnly, only, false],
  ]);
  await ours.call('tree.update', { treeId: story, archived: false });
  expect((await ours.call('tree.list', {})).every(({ archivedAt }) => archivedAt === null)).toBe(true);
  expect(await textOf(ours, about)).toBe('Only there.');
  await expectSound(ours);
});
