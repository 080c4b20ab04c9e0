import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findChangedRecords } from '../../../../src/main/grove/checking/find-changed-records.ts';
import { mergeGrove } from '../../../../src/main/grove/copies/merge-grove.ts';
import { moveTree } from '../../../../src/main/grove/copies/move-tree.ts';
import { countContents, deleteTree } from '../../../../src/main/store/copies/delete-tree.ts';
import { removePrivateData } from '../../../../src/main/store/copies/share-copy.ts';
import { getGrove } from '../../../../src/main/store/tables/grove.ts';
import {
  findProposal,
  insertProposal,
  listProposals,
} from '../../../../src/main/store/tables/proposals/proposals.ts';
import { findResponse, getResponseOwners } from '../../../../src/main/store/tables/responses.ts';
import { getTree, updateTree } from '../../../../src/main/store/tables/trees.ts';
import { writeTurn } from '../../../helpers/agent-turns.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import {
  countingIdsAndClock,
  openGrove,
  plantGrove,
  plantTree,
  temporaryFolder,
} from '../../../helpers/grove.ts';
import { newProposal, newSuggestion, writeProposal } from '../../../helpers/proposals.ts';

/** The fate of proposals where a grove or a tree is copied, shared, merged, moved or deleted (`storage.md`). */

function plant() {
  const grove = plantGrove();
  const { store, tree, root, model, human, idsAndClock } = grove;
  const [first] = grove.chain(root, ['Once there was a castle.']);
  if (!first) throw new Error('a chain');
  const suggestions = [newSuggestion(first.id, 17, { state: 'accepted', nodeId: first.id, decidedAt: 3 })];
  const more = { askedBy: human, suggestions };
  const proposal = writeProposal(store, idsAndClock, { treeId: tree.id, agentId: model }, more);
  return { ...grove, first, proposal };
}

test('a tree takes its proposals along to another grove, with their answers', async () => {
  const { store, tree, human, proposal, idsAndClock } = plant();
  // The last tree of a grove stays.
  store.transact((tx) => plantTree(tx, idsAndClock, human));
  const there = plantGrove({ idsAndClock: countingIdsAndClock(200_000) });
  const ends = { flush: () => undefined, warn: () => undefined, deleteTree: () => undefined };
  await moveTree({
    treeId: tree.id,
    from: { ...ends, store, writerId: human, idsAndClock },
    to: { ...ends, store: there.store, writerId: there.human, idsAndClock: there.idsAndClock },
    onProgress: () => undefined,
    pause: async () => undefined,
  });
  expect(listProposals(there.store, tree.id, 5)).toEqual([{ ...proposal, message: null }]);
});

test('a merge takes no proposals, and leaves those that are here', async () => {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  await desk.commit([desk.typed('Once there was a castle.')]);
  const agentId = desk.grove.snapshot().agents.find(({ type }) => type === 'model')?.id;
  await desk.close();
  const idsAndClock = countingIdsAndClock(400_000);
  const store = openGrove(desk.path, { idsAndClock });
  const path = join(temporaryFolder(), 'copy.aspen');
  store.copyTo(path);
  const by = getGrove(store).ownerId;
  if (by === null || agentId === undefined) throw new Error('the grove has no owner or no model');
  const own = writeProposal(store, idsAndClock, { treeId, agentId });
  const theirs = countingIdsAndClock(500_000);
  const copy = openGrove(path, { idsAndClock: theirs });
  writeProposal(copy, theirs, { treeId, agentId });
  mergeGrove({ store, from: copy, by, idsAndClock });
  expect(listProposals(store, treeId, 5)).toEqual([{ ...own, message: null }]);
});

test('a shared copy has no proposals and not the answers that only they refer to', () => {
  for (const traces of [true, false]) {
    const { store, tree, root, model, proposal, idsAndClock } = plant();
    const turn = writeTurn(store, { idsAndClock, treeId: tree.id, agentId: model, parentId: root });
    const ofTurn = newProposal(
      idsAndClock,
      { treeId: tree.id, agentId: model },
      { responseId: turn.responseId },
    );
    store.transact((tx) => insertProposal(tx, ofTurn));
    store.transact((tx) => removePrivateData(tx, { answers: true, traces }));
    expect(listProposals(store, tree.id, 5)).toEqual([]);
    expect(findResponse(store, proposal.responseId)).toBeUndefined();
    expect(findResponse(store, turn.responseId) !== undefined).toBe(traces);
    expect([...findChangedRecords(store)]).toEqual([]);
  }
});

test('deleting a tree deletes its proposals; an answer that a proposal elsewhere needs stays and belongs there', () => {
  const { store, tree, human, model, proposal, idsAndClock } = plant();
  const other = store.transact((tx) => plantTree(tx, idsAndClock, human));
  const { responseId: shared } = writeProposal(store, idsAndClock, { treeId: tree.id, agentId: model });
  const elsewhere = newProposal(idsAndClock, { treeId: other.id, agentId: model }, { responseId: shared });
  store.transact((tx) => insertProposal(tx, elsewhere));
  expect(countContents(store, tree.id).answers).toBe(1);
  store.transact((tx) => {
    updateTree(tx, human, { ...getTree(tx, tree.id), archivedAt: 1 });
    expect(deleteTree(tx, human, tree.id).answers).toBe(1);
  });
  expect(findProposal(store, proposal.id)).toBeUndefined();
  expect(findResponse(store, proposal.responseId)).toBeUndefined();
  expect(findProposal(store, elsewhere.id)).toEqual({ ...elsewhere, message: null });
  expect(getResponseOwners(store, shared).treeId).toBe(other.id);
});
