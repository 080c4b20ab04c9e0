import { expect, test } from 'vitest';
import { firstNodeAt, idAt, type NodeId, type RequestId } from '../../../../src/core/ids.ts';
import type { TreeMode } from '../../../../src/core/tree/loom-tree.ts';
import type { Author } from '../../../../src/core/tree/new-node.ts';
import { ChangeFeed } from '../../../../src/main/grove/change-feed.ts';
import { insertTree } from '../../../../src/main/grove/writing/tree-commands.ts';
import type { TreeSession } from '../../../../src/main/grove/writing/tree-session.ts';
import { TreeSessions } from '../../../../src/main/grove/writing/tree-sessions.ts';
import { TreeTransactions } from '../../../../src/main/grove/writing/tree-transactions.ts';
import { sqlTree } from '../../../../src/main/store/tree/sql-tree.ts';
import { plantGrove } from '../../../helpers/grove.ts';
import { draftJournal } from '../../../helpers/journal.ts';

/** The sessions of a person and a model in one tree. */
function openSessions(mode: TreeMode = 'buffer') {
  const { store, human, model, idsAndClock } = plantGrove();
  const tree = store.transact((tx) => insertTree(tx, 'A tree', human, idsAndClock, { mode }));
  const root = tree.rootPositionId;
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
    commit: (session: TreeSession, text: string) => {
      const { pathVersion, ops } = intent(session, text);
      return session.commit({ pathVersion, ops: text === '' ? [] : ops }, idsAndClock.newId() as RequestId);
    },
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

test('an agent that prunes a message loses nothing of the writer’s draft in a conversation', async () => {
  const { sessions, treeId, author, tree, root, intent, commit } = openSessions('dialogue');
  const person = sessions.get(treeId);
  commit(person, 'Who are you?');
  commit(person, 'Answer!');
  const [asked] = tree().childrenOf(root);
  const { pathVersion, segments } = person.readPath();
  const nodeId = idAt(segments.nodeIds, 1) as NodeId;
  const spans = [{ agent: person.agentId, length: 8 }];
  const edit = { nodeId, splice: { from: 0, to: 0, insert: 'Please, ', spans } };
  const typing = intent(person, 'And now?');
  await person.saveDraft({ pathVersion, ops: [...typing.ops, edit] }, null);
  if (asked === undefined) expect.unreachable();
  const model = sessions.get(treeId, author);
  const here = (session: TreeSession) => ({ pathVersion: session.readPath().pathVersion, ops: [] });
  model.prune(here(model), asked);
  sessions.onPathsMoved(treeId, [person.agentId]);

  // Typing that the window sends for the path that it still shows is refused, and then fits the one that is there now.
  const late = { ...edit, splice: { ...edit.splice, from: 8, to: 8 } };
  expect(() => person.saveDraft({ pathVersion, ops: [late] }, null)).toThrow(
    expect.objectContaining({ code: 'CONFLICT' }),
  );
  const waiting = [{ nodeId, positionId: nodeId as string, text: 'Please, Answer!' }];
  expect(person.readPath()).toMatchObject({
    segments: { count: 0 },
    buffer: { text: 'And now?' },
    edits: [],
    waitingEdits: waiting,
  });
  await person.saveDraft({ pathVersion: person.readPath().pathVersion, ops: [late] }, null);
  commit(person, '');
  expect(person.readPath()).toMatchObject({
    segments: { text: 'And now?' },
    waitingEdits: [{ nodeId, text: 'Please, Please, Answer!' }],
  });
  sessions.flush();

  // While nobody is here, the head goes as well: what is sent follows the path’s.
  const next = intent(person, 'Later.');
  await person.saveDraft(next, null);
  sessions.flush();
  sessions.discard(treeId);
  const head = tree().childrenOf(root).at(-1);
  if (head === undefined) expect.unreachable();
  const other = sessions.get(treeId, author);
  other.moves.goTo(here(other), firstNodeAt(head));
  other.prune(here(other), head);
  const again = sessions.get(treeId);
  commit(again, '');
  expect(again.readPath().segments.text).toBe('Later.');
});
