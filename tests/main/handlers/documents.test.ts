import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { HandlersDesk } from '../../helpers/desk.ts';
import { readGrove } from '../../helpers/grove-facts.ts';

/** Documents: trees of their own kind (`documents.md`). */

const titles = async (desk: HandlersDesk) =>
  (await desk.call('tree.list', {})).map(({ title, kind }) => [title, kind]);

test('a document is a tree that is shown, titled by its words, and numbered among documents', async () => {
  const desk = new HandlersDesk();
  await desk.call('tree.create', { title: null, kind: 'document' });
  const marie = await desk.call('tree.create', { title: null, kind: 'document' });
  expect(marie).toMatchObject({ title: 'Untitled document 2', mode: 'buffer', kind: 'document' });
  expect(desk.grove.snapshot().openTreeId).toBe(marie.id);
  await desk.commit([desk.typed('# Marie\n\nShe fears the lake.')]);
  expect(await titles(desk)).toEqual([
    ['Untitled story', 'story'],
    ['Untitled document', 'document'],
    ['Marie', 'document'],
  ]);
});

test('a document that begins with a text has it as the writer’s draft, and the words of its heading are selected', async () => {
  const desk = new HandlersDesk();
  const { id } = await desk.call('tree.create', {
    title: null,
    kind: 'document',
    isAside: true,
    text: '## New character\r\n\nWants:',
  });
  const { segments, buffer, cursor } = await desk.call('path.read', { treeId: id });
  expect(segments.count).toBe(0);
  expect(buffer.text).toBe('## New character\n\nWants:');
  expect(buffer.text.slice(cursor?.anchor, cursor?.head)).toBe('New character');
  await desk.call('draft.flush', { treeId: id });
  expect((await titles(desk)).at(-1)).toEqual(['New character', 'document']);
});

test('a grove opens with the tree that was in the middle, whatever was written beside it since', async () => {
  let desk = new HandlersDesk();
  const story = desk.treeId;
  let firstId = 0;
  const reopened = async () => {
    await desk.close();
    firstId += 1_000;
    desk = new HandlersDesk(desk.path, firstId);
    return desk.treeId;
  };
  const { id } = await desk.call('tree.create', {
    title: null,
    kind: 'document',
    isAside: true,
    text: '# Marie',
  });
  expect(await reopened()).toBe(story);
  const write = async () => {
    await desk.call('cursor.save', { treeId: id, cursor: { anchor: 1, head: 1, scroll: 0 } });
    await desk.call('draft.flush', { treeId: id });
  };
  await write();
  expect(await reopened()).toBe(story);
  await desk.call('tree.show', { treeId: id });
  await write();
  expect(await reopened()).toBe(id);
});

test('a copy of a document is one, and its file says so', async () => {
  const desk = new HandlersDesk();
  const { id } = await desk.call('tree.create', { title: 'Marie', kind: 'document' });
  await desk.call('tree.duplicate', { treeId: id });
  await desk.close();
  const database = new Database(desk.path, { readonly: true });
  const kinds = database.prepare('SELECT title, kind FROM loom_tree ORDER BY title').raw().all();
  database.close();
  expect(kinds).toEqual([
    ['Copy of Marie', 'document'],
    ['Marie', 'document'],
    ['Untitled story', 'story'],
  ]);
  expect(readGrove(desk.path)).toMatchObject({ integrity: 'ok', logIsWhole: true });
});

test('a conversation is no document', async () => {
  const desk = new HandlersDesk();
  const asked = { title: null, mode: 'dialogue', kind: 'document' } as const;
  await expect(desk.call('tree.create', asked)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

test('the last story stays while there are documents, and each of them can be archived', async () => {
  const desk = new HandlersDesk();
  const story = desk.treeId;
  const { id } = await desk.call('tree.create', { title: 'Marie', kind: 'document' });
  await expect(desk.call('tree.update', { treeId: story, archived: true })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
  await desk.call('tree.update', { treeId: id, archived: true });
  expect(desk.grove.snapshot().openTreeId).toBe(story);
  await desk.call('tree.delete', { treeId: id, title: 'Marie' });
  expect(await titles(desk)).toEqual([['Untitled story', 'story']]);
});
