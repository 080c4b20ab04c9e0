import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { compareFiles } from '../../../../src/main/grove/copies/compare-files.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { openGrove, temporaryFolder } from '../../../helpers/grove.ts';

/** Compares two files of a grove: what only one of them has. */

/** Two texts and a note, in two files that diverge. */
async function fork() {
  const first = new HandlersDesk();
  await first.commit([first.typed('It rained. ')]);
  await first.commit([first.typed('It snowed. ')]);
  const { treeId } = first;
  await first.call('node.annotate', { treeId, nodeId: await first.nodeAt(0), text: 'Where?' });
  await first.close();
  const path = join(temporaryFolder(), 'copy.aspen');
  copyFileSync(first.path, path);
  return { one: new HandlersDesk(first.path, 1_000), other: new HandlersDesk(path, 2_000), treeId };
}

async function compare(one: HandlersDesk, other: HandlersDesk) {
  await one.close();
  await other.close();
  const [here, there] = [one, other].map(({ path }) => openGrove(path, { readonly: true }));
  if (here === undefined || there === undefined) throw new Error('a file is missing');
  return compareFiles(here, there, []);
}

const nothing = { own: 0, notes: 0, bookmarks: 0, tags: 0, pruned: 0, summaries: 0 };

test('files with the same contents have nothing of their own', async () => {
  const { one, other } = await fork();
  const { here, there } = await compare(one, other);
  expect(here).toMatchObject({ ...nothing, texts: 2 });
  expect(there).toMatchObject({ ...nothing, texts: 2 });
});

test('a note counts as a note, not as a text', async () => {
  const { one, other, treeId } = await fork();
  await other.call('node.annotate', { treeId, nodeId: await other.nodeAt(1), text: 'When?' });
  const { here, there } = await compare(one, other);
  expect(here).toMatchObject({ ...nothing, texts: 2 });
  expect(there).toMatchObject({ ...nothing, texts: 2, notes: 1, beginnings: [] });
});

test('a bookmark counts if the other file lacks it or labels it differently', async () => {
  const { one, other, treeId } = await fork();
  const mark = async (desk: HandlersDesk, index: number, label: string | null) => {
    const positionId = await desk.positionAt(index);
    await desk.call('position.bookmark', {
      ...(await desk.intent()),
      treeId,
      positionId,
      bookmarked: true,
      label,
    });
  };
  await mark(one, 0, 'Rain');
  await mark(other, 0, 'The rain');
  await mark(other, 1, null);
  const { here, there } = await compare(one, other);
  expect(here).toMatchObject({ ...nothing, bookmarks: 1 });
  expect(there).toMatchObject({ ...nothing, bookmarks: 2 });
});

test('a tag counts if the other file does not have it on the same text, by any id', async () => {
  const { one, other, treeId } = await fork();
  for (const desk of [one, other]) {
    const positionId = await desk.positionAt(0);
    for (const name of ['Rain', 'arc/winter']) await desk.call('tag.assign', { treeId, positionId, name });
  }
  await one.call('tag.assign', { treeId, positionId: await one.positionAt(1), name: 'Snow' });
  const { tagId } = await other.call('tag.assign', {
    treeId,
    positionId: await other.positionAt(1),
    name: 'rain',
  });
  await other.call('tag.update', { tagId, properties: { name: 'Drizzle' } });
  const { here, there } = await compare(one, other);
  expect(here).toMatchObject({ ...nothing, tags: 2 });
  expect(there).toMatchObject({ ...nothing, tags: 2 });
});

test('a pruned position counts if the other file shows it, and not if the other file lacks it', async () => {
  const { one, other, treeId } = await fork();
  await one.call('position.prune', { ...(await one.intent()), treeId, positionId: await one.positionAt(1) });
  await other.commit([other.typed('It froze. ')]);
  await other.call('position.prune', {
    ...(await other.intent()),
    treeId,
    positionId: await other.positionAt(2),
  });
  const { here, there } = await compare(one, other);
  expect(here).toMatchObject({ ...nothing, pruned: 1 });
  expect(there).toMatchObject({ ...nothing, own: 1, pruned: 0 });
});

test('summaries of texts and trees count', async () => {
  const { one, other } = await fork();
  await other.close();
  // The program does not write summaries yet; other programs may.
  const database = new Database(other.path);
  database.exec("UPDATE loom_tree SET summary = 'Weather'");
  database.exec("UPDATE node SET summary = 'Rain' WHERE text = 'It rained. '");
  database.close();
  const { here, there } = await compare(one, other);
  expect(here).toMatchObject(nothing);
  expect(there).toMatchObject({ ...nothing, summaries: 2 });
});
