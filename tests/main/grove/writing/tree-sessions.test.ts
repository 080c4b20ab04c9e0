import { expect, test } from 'vitest';
import type { RequestId } from '../../../../src/core/ids.ts';
import type { Author } from '../../../../src/core/tree/new-node.ts';
import { ChangeFeed } from '../../../../src/main/grove/change-feed.ts';
import type { TreeSession } from '../../../../src/main/grove/writing/tree-session.ts';
import { TreeSessions } from '../../../../src/main/grove/writing/tree-sessions.ts';
import { TreeTransactions } from '../../../../src/main/grove/writing/tree-transactions.ts';
import { sqlTree } from '../../../../src/main/store/tree/sql-tree.ts';
import { plantGrove } from '../../../helpers/grove.ts';
import { draftJournal } from '../../../helpers/journal.ts';

/** The sessions of a person and a model in one tree. */
function openSessions() {
  const { store, tree, root, human, model, idsAndClock } = plantGrove();
  const sessions = new TreeSessions({
    store,
    author: { id: human, type: 'human' },
    transactions: new TreeTransactions(store, new ChangeFeed()),
    idsAndClock,
    journalOf: (treeId, agentId) => draftJournal({ treeId, agentId }),
    onSaveState: () => undefined,
    onText: () => undefined,
  });
  const intent = (session: TreeSession, text: string) => ({
    pathVersion: session.readPath().pathVersion,
    ops: [
      {
        nodeId: null,
        splice: { from: 0, to: 0, insert: text, spans: [{ agent: session.agentId, length: text.length }] },
      },
    ],
  });
  return {
    sessions,
    treeId: tree.id,
    author: { id: model, type: 'model' } satisfies Author,
    tree: () => sqlTree(store, tree.id),
    root,
    intent,
    commit: (session: TreeSession, text: string) =>
      session.commit(intent(session, text), idsAndClock.newId() as RequestId),
  };
}

test('each agent in a tree has a path and a draft of its own, and writes under its own name', async () => {
  const { sessions, treeId, author, tree, root, intent, commit } = openSessions();
  const person = sessions.get(treeId);
  const model = sessions.get(treeId, author);
  expect(sessions.get(treeId, author)).toBe(model);
  await person.saveDraft(intent(person, 'Mine. '), null);
  const before = person.readPath();
  commit(model, 'Theirs. ');
  expect(person.readPath()).toEqual(before);
  expect(before.buffer.text).toBe('Mine. ');
  const [theirs] = tree().childrenOf(root);
  expect(theirs && tree().versionsAt(theirs)).toMatchObject([{ authorId: author.id, authorType: 'model' }]);
  expect(model.readPath().segments.text).toBe('Theirs. ');
  // Only people have drafts, and a draft must not become another's.
  expect(sessions.drafts.map(({ draft }) => draft.buffer.text)).toEqual(['Mine. ']);
});

test('a position that one agent prunes is left by the paths of all', () => {
  const { sessions, treeId, author, tree, root, commit } = openSessions();
  const [person, model] = [sessions.get(treeId), sessions.get(treeId, author)];
  commit(model, 'Theirs. ');
  const [theirs] = tree().childrenOf(root);
  if (theirs === undefined) expect.unreachable();
  const pathVersion = person.readPath().pathVersion;
  person.setPruned({ pathVersion, ops: [] }, [{ positionId: theirs, pruned: true }]);
  sessions.discard(treeId);
  expect(sessions.get(treeId, author).readPath().segments.count).toBe(0);
});
