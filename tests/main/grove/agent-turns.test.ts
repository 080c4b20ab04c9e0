import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { firstNodeAt, type NodeId } from '../../../src/core/ids.ts';
import { findChangedRecords } from '../../../src/main/grove/checking/find-changed-records.ts';
import { mergeGrove } from '../../../src/main/grove/copies/merge-grove.ts';
import { prepareDuplicate } from '../../../src/main/grove/writing/tree-commands.ts';
import type { Store } from '../../../src/main/store/connection/store.ts';
import { countContents, deleteTree } from '../../../src/main/store/copies/delete-tree.ts';
import { writeDuplicate } from '../../../src/main/store/copies/duplicate-tree.ts';
import { removePrivateData } from '../../../src/main/store/copies/share-copy.ts';
import { listTurns } from '../../../src/main/store/tables/agent-turns.ts';
import { getGrove } from '../../../src/main/store/tables/grove.ts';
import { readLog } from '../../../src/main/store/tables/log.ts';
import {
  findResponse,
  findResponseBytes,
  getResponseOwners,
  listUsage,
} from '../../../src/main/store/tables/responses.ts';
import { getTree, updateTree } from '../../../src/main/store/tables/trees.ts';
import { writeTurn } from '../../helpers/agent-turns.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import {
  countingIdsAndClock,
  openGrove,
  plantGrove,
  plantTree,
  temporaryFolder,
} from '../../helpers/grove.ts';

/** A closed grove with one text by the writer. */
async function writeQuestion() {
  const desk = new HandlersDesk();
  const { path, treeId } = desk;
  await desk.commit([desk.typed('What now?')]);
  const parentId = await desk.positionAt(0);
  const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
  if (model === undefined) throw new Error('no model');
  await desk.close();
  return { path, treeId, parentId, agentId: model.id };
}

const changed = (store: Store) => [...findChangedRecords(store)];

test('a response that no node names counts as used, and goes with its tree; a turn elsewhere stays', () => {
  const grove = plantGrove();
  const { store, tree, root, human, model, idsAndClock } = grove;
  const other = store.transact((tx) => plantTree(tx, idsAndClock, human));
  const ofTree = writeTurn(store, { idsAndClock, treeId: tree.id, agentId: model, parentId: root });
  const elsewhere = writeTurn(store, {
    idsAndClock,
    treeId: other.id,
    agentId: model,
    parentId: other.rootPositionId,
    actedOn: tree.id,
  });
  const usage = (treeId: string) => ({ treeId, agentId: model, requests: 1, promptTokens: 100 });
  expect(listUsage(store)).toMatchObject([usage(tree.id), usage(other.id)]);
  expect(countContents(store, tree.id).answers).toBe(1);
  store.transact((tx) => {
    updateTree(tx, human, { ...getTree(tx, tree.id), archivedAt: 1 });
    expect(deleteTree(tx, human, tree.id).answers).toBe(1);
  });
  expect(listUsage(store)).toMatchObject([usage(other.id)]);
  expect(findResponse(store, ofTree.responseId)).toBeUndefined();
  const [turn] = listTurns(store, other.id);
  expect(turn).toMatchObject({ id: elsewhere.id, actions: [{ treeId: null }, { treeId: null }] });
  expect(changed(store)).toEqual([]);
});

test('a response that a duplicate shares belongs to it when the original is deleted', () => {
  const { store, tree, root, human, model, idsAndClock, ...grove } = plantGrove();
  const { responseId } = writeTurn(store, { idsAndClock, treeId: tree.id, agentId: model, parentId: root });
  grove.continue(root, 'It rained.', { authorId: model, authorType: 'model', responseId, choiceIndex: 0 });
  const steps = prepareDuplicate(store, tree.id, idsAndClock);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const duplicate = step.value;
  store.transact((tx) => writeDuplicate(tx, duplicate, human));
  store.transact((tx) => {
    updateTree(tx, human, { ...getTree(tx, tree.id), archivedAt: 1 });
    expect(deleteTree(tx, human, tree.id).answers).toBe(0);
  });
  expect(getResponseOwners(store, responseId)).toEqual({ treeId: duplicate.as.id, agentId: model });
  expect(listUsage(store)).toMatchObject([{ treeId: duplicate.as.id, requests: 1 }]);
});

test('a merge brings turns with their responses once, and Verify finds what is changed in them', async () => {
  const { path, treeId, parentId, agentId } = await writeQuestion();
  const other = join(temporaryFolder(), 'copy.aspen');
  copyFileSync(path, other);
  const idsAndClock = countingIdsAndClock(400_000);
  const store = openGrove(path, { idsAndClock });
  const by = getGrove(store).ownerId;
  if (by === null) throw new Error('no owner');
  const theirs = countingIdsAndClock(500_000);
  const copy = openGrove(other, { idsAndClock: theirs });
  const node = { treeId, agentId, parentId, idsAndClock: theirs };
  const first = writeTurn(copy, node);
  const second = writeTurn(copy, { ...node, ends: false });
  for (let time = 0; time < 2; time += 1) mergeGrove({ store, from: copy, by, idsAndClock });
  const turns = listTurns(store, treeId);
  expect(turns.map(({ id, state }) => [id, state])).toEqual([
    [second.id, 'stopped'],
    [first.id, 'done'],
  ]);
  const [original] = listTurns(copy, treeId).filter(({ id }) => id === first.id);
  expect(turns[1]).toEqual({
    ...original,
    actions: original?.actions.map((one) => ({ ...one, logSeq: null })),
  });
  expect(changed(store)).toEqual([]);
  expect(readLog(store, 0, 100).filter(({ entry }) => entry.turns !== undefined)).toHaveLength(1);

  for (const [sql, fault] of [
    ["UPDATE agent_action SET line = '→ help' WHERE key = 1", 'what it did has changed'],
    ["UPDATE raw_api_response SET provider = 'x'", 'what it did has changed'],
    [
      "UPDATE raw_api_response SET response_body = x'00', response_headers = NULL, compression = 'none'",
      'is not the one that was received',
    ],
    [`DELETE FROM agent_turn WHERE id = '${first.id}'`, 'no longer exists'],
  ] as const) {
    const altered = join(temporaryFolder(), 'altered.aspen');
    store.copyTo(altered);
    const database = new Database(altered);
    database.pragma('foreign_keys = OFF');
    database.exec(sql);
    database.close();
    const reopened = openGrove(altered, { readonly: true });
    expect(changed(reopened)).toContainEqual(expect.stringContaining(fault));
    reopened.close();
  }
});

test('a shared copy has turns and the responses that only they name if it is to, and is as written', () => {
  const { store, tree, root, model, idsAndClock } = plantGrove();
  const { responseId } = writeTurn(store, { idsAndClock, treeId: tree.id, agentId: model, parentId: root });
  const turns = listTurns(store, tree.id);
  store.transact((tx) => removePrivateData(tx, { answers: false, traces: true }));
  expect(listTurns(store, tree.id)).toEqual(turns);
  expect(findResponseBytes(store, responseId)?.body ?? null).toBeNull();
  expect(changed(store)).toEqual([]);
  store.transact((tx) => removePrivateData(tx, { answers: true, traces: false }));
  expect(listTurns(store, tree.id)).toEqual([]);
  expect(findResponse(store, responseId)).toBeUndefined();
  expect(changed(store)).toEqual([]);
});

test('a turn that ran when the program ended was stopped', async () => {
  const { path, treeId, parentId, agentId } = await writeQuestion();
  const idsAndClock = countingIdsAndClock(500_000);
  const store = openGrove(path, { idsAndClock });
  const nodeId: NodeId = firstNodeAt(parentId);
  const { id } = writeTurn(store, { idsAndClock, treeId, agentId, parentId, nodeId, ends: false });
  expect(changed(store)).toEqual([]);
  store.close();
  const again = new HandlersDesk(path, 1_000_000);
  await again.grove.start(() => []);
  expect(await again.call('grove.verify', {})).toMatchObject({ records: [], log: [] });
  await again.close();
  const after = openGrove(path, { readonly: true });
  expect(listTurns(after, treeId)).toMatchObject([{ id, state: 'stopped', endedAt: expect.any(Number) }]);
  expect(readLog(after, 0, 100).at(-1)).toMatchObject({ kind: 'turn', agentId });
  after.close();
});
