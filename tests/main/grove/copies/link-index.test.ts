import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { moveIntoPlace } from '../../../../src/main/backup/backup-folder.ts';
import { verifyAll } from '../../../../src/main/grove/checking/verify-all.ts';
import { mergeGrove } from '../../../../src/main/grove/copies/merge-grove.ts';
import { moveTree } from '../../../../src/main/grove/copies/move-tree.ts';
import { sharePath } from '../../../../src/main/grove/copies/share-grove.ts';
import { prepareDuplicate } from '../../../../src/main/grove/writing/tree-commands.ts';
import type { NewGrove } from '../../../../src/main/store/connection/open-file.ts';
import type { Store } from '../../../../src/main/store/connection/store.ts';
import { deleteTree } from '../../../../src/main/store/copies/delete-tree.ts';
import { writeDuplicate } from '../../../../src/main/store/copies/duplicate-tree.ts';
import { getGrove } from '../../../../src/main/store/tables/grove.ts';
import { findLinkFaults, rebuildLinkIndex } from '../../../../src/main/store/tables/node-links.ts';
import { getTree, updateTree } from '../../../../src/main/store/tables/trees.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { countingIdsAndClock, openGrove, plantGrove, temporaryFolder } from '../../../helpers/grove.ts';

/** The index of links is a fresh parse of every text (`documents.md`, *Links*). */

/** How many links the index has. */
function countLinks({ path }: Store): number {
  const database = new Database(path, { readonly: true });
  const count = database.prepare<[], number>('SELECT count(*) FROM node_link').pluck().get() ?? 0;
  database.close();
  return count;
}

/** A grove with a story, and a document with links in its texts, versions and notes; the document is on the screen. */
async function makeGrove() {
  const desk = new HandlersDesk();
  const { treeId: storyId } = desk;
  await desk.commit([desk.typed('In a story, [[Marie]] is text. ')]);
  await desk.call('node.annotate', {
    treeId: storyId,
    nodeId: await desk.nodeAt(0),
    text: 'As [[Marie]] says.',
  });
  const { id: treeId } = await desk.call('tree.create', { title: 'Marie', kind: 'document' });
  await desk.commit([desk.typed('# Marie\n\nAt ![[Ice#Past|the lake]], `[[no]]`. [[')]);
  await desk.commit([desk.typed('Ice]] [[#^a7x2c9]]')]);
  const earlier = join(temporaryFolder(), 'earlier.aspen');
  copyFileSync(desk.path, earlier);
  const nodeId = await desk.nodeAt(0);
  await desk.commit([desk.typed('[[Jan]] ', { nodeId, offset: 9 })]);
  await desk.call('node.annotate', {
    treeId,
    nodeId: await desk.nodeAt(0),
    text: '[[Low Water]] 😀',
  });
  await desk.close();
  const idsAndClock = countingIdsAndClock(50_000);
  const store = openGrove(desk.path, { idsAndClock });
  const writerId = getGrove(store).ownerId ?? expect.unreachable('a writer');
  return { store, idsAndClock, treeId, writerId, earlier };
}

test('the index of links is a fresh parse after edits, merges, shares, moves, duplicates and deletions', async () => {
  const { store, idsAndClock, treeId, writerId, earlier } = await makeGrove();
  const expectIndexed = (file: Store, count: number) => {
    expect(findLinkFaults(file)).toEqual([]);
    expect(countLinks(file)).toBe(count);
  };
  // The note on the story; Ice; Jan and Ice; the node after these; the note on the document.
  expectIndexed(store, 6);

  const target = join(temporaryFolder(), 'path.aspen');
  const open = (file: string, create?: NewGrove) =>
    openGrove(file, { idsAndClock, ...(create === undefined ? {} : { create }) });
  const quiet = { check: async () => [], verifyFile: async () => [], onProgress: () => undefined };
  await sharePath(
    { store, target, open, newId: idsAndClock.newId, moveIntoPlace, ...quiet },
    [treeId],
    writerId,
  );
  expectIndexed(openGrove(target), 3);

  const before = openGrove(earlier, { idsAndClock: countingIdsAndClock(60_000) });
  expectIndexed(before, 3);
  mergeGrove({ store: before, from: store, by: writerId, idsAndClock });
  expectIndexed(before, 6);
  expect(verifyAll(before).records).toEqual([]);

  const steps = prepareDuplicate(store, treeId, idsAndClock);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const duplicate = step.value;
  store.transact((tx) => writeDuplicate(tx, duplicate, writerId));
  expectIndexed(store, 11);

  const there = plantGrove({ idsAndClock: countingIdsAndClock(200_000) });
  const ends = { idsAndClock, flush: () => undefined, warn: () => undefined, deleteTree: () => undefined };
  await moveTree({
    treeId,
    from: { ...ends, store, writerId },
    to: { ...ends, store: there.store, writerId: there.human },
    onProgress: () => undefined,
    pause: async () => undefined,
  });
  expectIndexed(there.store, 5);

  store.transact((tx) => {
    updateTree(tx, writerId, { ...getTree(tx, duplicate.as.id), archivedAt: 1 });
    deleteTree(tx, writerId, duplicate.as.id);
  });
  expectIndexed(store, 6);
});

test('another index than the texts have is reported, and can be made again', async () => {
  const { store } = await makeGrove();
  store.close();
  const database = new Database(store.path);
  database.exec("UPDATE node_link SET name = 'anna' WHERE name = 'jan'");
  database.close();
  const opened = openGrove(store.path);
  expect(verifyAll(opened).records).toEqual([
    expect.stringMatching(/^node \w+: the index does not have the links of its text$/),
  ]);
  opened.transact((tx) => rebuildLinkIndex(tx));
  expect(verifyAll(opened).records).toEqual([]);
});
