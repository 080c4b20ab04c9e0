import { expect, test } from 'vitest';
import type { DraftOp } from '../../../../src/core/buffer/pending-edit.ts';
import {
  type AgentId,
  idAt,
  type NodeId,
  type PositionId,
  type RequestId,
} from '../../../../src/core/ids.ts';
import type { SaveState } from '../../../../src/ipc/wire/grove.ts';
import type { PathReply, PathSegments } from '../../../../src/ipc/wire/path.ts';
import { ChangeFeed } from '../../../../src/main/grove/change-feed.ts';
import { TreeSession } from '../../../../src/main/grove/writing/tree-session.ts';
import { TreeTransactions } from '../../../../src/main/grove/writing/tree-transactions.ts';
import { findDraft } from '../../../../src/main/store/tables/drafts.ts';
import { findCursor, writePath } from '../../../../src/main/store/tables/path-state.ts';
import { loadPath } from '../../../../src/main/store/tree/path-loading.ts';
import { type PlantedGrove, plantGrove } from '../../../helpers/grove.ts';
import { draftJournal } from '../../../helpers/journal.ts';

/** A tree session on a real file, with the actions of a writer. */
function openSession(grove: PlantedGrove = plantGrove()) {
  const states: SaveState[] = [];
  const make = () =>
    new TreeSession({
      store: grove.store,
      treeId: grove.tree.id,
      author: { id: grove.human, type: 'human' },
      transactions: new TreeTransactions(grove.store, new ChangeFeed()),
      idsAndClock: grove.idsAndClock,
      journal: draftJournal({ treeId: grove.tree.id, agentId: grove.human }),
      onSaveState: (state) => states.push(state),
    });
  let session = make();
  const path = () => session.readPath();
  const intent = (ops: readonly DraftOp[] = []) => ({ pathVersion: path().pathVersion, ops });
  return {
    grove,
    states,
    get session() {
      return session;
    },
    path,
    intent,
    /** The window's text: the path with its pending edits, then the working buffer. */
    shown: () => {
      const { segments, edits, buffer } = path();
      const pending = new Map(edits.map((edit) => [edit.nodeId, edit.text]));
      return (
        textsOf(segments)
          .map((text, index) => pending.get(nodeAt(segments, index)) ?? text)
          .join('') + buffer.text
      );
    },
    typed: (text: string, at = path().buffer.text.length): DraftOp => insertion(null, at, text, grove.human),
    commit: (ops: readonly DraftOp[] = []): PathReply =>
      session.commit(intent(ops), grove.idsAndClock.newId() as RequestId),
    count: (table: 'node' | 'edge' | 'log') => grove.store.all(countRows[table], {})[0]?.count,
    /** As if the program was closed and reopened. */
    reopen: () => {
      session.close();
      session = make();
    },
  };
}

const insertion = (nodeId: NodeId | null, at: number, insert: string, agent: AgentId): DraftOp => ({
  nodeId,
  splice: { from: at, to: at, insert, spans: [{ agent, length: insert.length }] },
});
const textsOf = ({ text, lengths }: PathSegments) => {
  const ends = [...lengths].map((_, index) =>
    lengths.slice(0, index + 1).reduce((sum, length) => sum + length, 0),
  );
  return ends.map((end, index) => text.slice(end - (lengths[index] ?? 0), end));
};
const nodeAt = ({ nodeIds }: PathSegments, index: number) => idAt(nodeIds, index) as NodeId;
const positionAt = ({ positionIds }: PathSegments, index: number) => idAt(positionIds, index) as PositionId;
const counting = (table: 'node' | 'edge' | 'log') => ({
  name: `test.count.${table}`,
  sql: () => `select count(*) as count from ${table}`,
  bind: () => [],
  row: { count: 0 },
});
const countRows = { node: counting('node'), edge: counting('edge'), log: counting('log') };

test('typed text is kept, reported as safe in the journal, and shown after reopening', async () => {
  const writer = openSession();
  await writer.session.saveDraft(writer.intent([writer.typed('Snow fell.')]), null);
  expect(writer.states.at(-1)).toEqual({ state: 'safe' });
  writer.reopen();
  expect(writer.shown()).toBe('Snow fell.');
  expect(writer.path().segments.count).toBe(0);
});

test('a commit turns the working buffer into a node, once however often it is repeated', () => {
  const writer = openSession();
  const request = writer.grove.idsAndClock.newId() as RequestId;
  const intent = writer.intent([writer.typed('Snow fell.')]);
  const reply = writer.session.commit(intent, request);
  expect(reply).toMatchObject({ keptBefore: 1, committed: [{ was: null, authorId: writer.grove.human }] });
  const rows = writer.count('node');
  expect(writer.session.commit(intent, request)).toEqual(reply);
  expect(writer.count('node')).toBe(rows);
  expect(writer.shown()).toBe('Snow fell.');
});

test('the draft that a commit writes to the tree is no longer in the file', () => {
  const writer = openSession();
  const { grove, session } = writer;
  void session.saveDraft(writer.intent([writer.typed('Snow fell.')]), null);
  session.flush();
  expect(findDraft(grove.store, grove.tree.id, grove.human)?.buffer.text).toBe('Snow fell.');
  writer.commit();
  expect(findDraft(grove.store, grove.tree.id, grove.human)).toBeUndefined();
  writer.reopen();
  expect(writer.shown()).toBe('Snow fell.');
});

test('an edit of committed text becomes a version: one node, one edge, and the text after it is kept', () => {
  const writer = openSession();
  writer.commit([writer.typed('One. ')]);
  writer.commit([writer.typed('Two. ')]);
  writer.commit([writer.typed('Three. ')]);
  const before = { node: writer.count('node') ?? 0, edge: writer.count('edge') ?? 0 };
  const first = nodeAt(writer.path().segments, 0);
  const reply = writer.commit([insertion(first, 3, ' more', writer.grove.human)]);
  expect(writer.shown()).toBe('One more. Two. Three. ');
  expect([writer.count('node'), writer.count('edge')]).toEqual([before.node + 1, before.edge + 1]);
  expect(reply).toMatchObject({
    keptBefore: 3,
    tail: { count: 0 },
    headers: [{ versionIndex: 2, versionCount: 2 }],
  });
});

test('an intent against another path is refused and changes nothing', () => {
  const writer = openSession();
  const stale = writer.intent([writer.typed('Lost?')]);
  writer.commit([writer.typed('Snow.')]);
  const log = writer.count('log');
  expect(() => writer.session.commit(stale, writer.grove.idsAndClock.newId() as RequestId)).toThrow(
    /CONFLICT/,
  );
  expect(() => writer.session.saveDraft(stale, null)).toThrow(/CONFLICT/);
  expect(writer.count('log')).toBe(log);
  expect(writer.shown()).toBe('Snow.');
});

test('switching siblings commits the draft first and returns only the differences', () => {
  const writer = openSession();
  writer.commit([writer.typed('Root. ')]);
  const parent = positionAt(writer.path().segments, 0);
  const one = writer.grove.continue(parent, 'One.', { follow: false });
  const two = writer.grove.continue(parent, 'Two.', { follow: false });
  writer.reopen();
  writer.session.moves.moveHead(writer.intent(), one.positionId);
  expect(writer.shown()).toBe('Root. One.');

  const reply = writer.session.moves.selectSibling(
    writer.intent([writer.typed(' And more.')]),
    one.positionId,
    undefined,
    { step: 1 },
  );
  expect(writer.shown()).toBe('Root. Two.');
  expect(reply).toMatchObject({
    keptBefore: 1,
    committed: [{ was: null }],
    tail: { count: 1, text: 'Two.' },
  });
  expect([...reply.tail.siblingIndexes, ...reply.tail.siblingCounts]).toEqual([2, 2]);

  writer.session.moves.selectSibling(writer.intent(), two.positionId, undefined, { step: 1 });
  expect(writer.shown()).toBe('Root. One. And more.');
});

test('a blank working buffer is discarded by a switch and kept by a commit', () => {
  const writer = openSession();
  writer.commit([writer.typed('Root. ')]);
  const parent = positionAt(writer.path().segments, 0);
  const one = writer.grove.continue(parent, 'One.', { follow: false });
  writer.grove.continue(parent, 'Two.', { follow: false });
  writer.reopen();
  writer.session.moves.moveHead(writer.intent(), one.positionId);
  const rows = writer.count('node');
  writer.session.moves.selectSibling(writer.intent([writer.typed(' \n ')]), one.positionId, undefined, {
    step: 1,
  });
  expect(writer.count('node')).toBe(rows);
  writer.commit([writer.typed(' \n ')]);
  expect(writer.shown()).toBe('Root. Two. \n ');
});

test('after moving to the parent, the last visited child is one step ahead', () => {
  const writer = openSession();
  writer.commit([writer.typed('Root. ')]);
  const parent = positionAt(writer.path().segments, 0);
  const one = writer.grove.continue(parent, 'One.', { follow: false });
  writer.grove.continue(parent, 'Two.', { follow: false });
  writer.reopen();
  writer.session.moves.moveHead(writer.intent(), one.positionId);
  writer.session.moves.moveHead(writer.intent(), parent);
  expect(writer.shown()).toBe('Root. ');
  writer.session.moves.goToChild(writer.intent());
  expect(writer.shown()).toBe('Root. One.');
  const reply = writer.session.moves.goToChild(writer.intent());
  expect(reply).toMatchObject({ keptBefore: 2, tail: { count: 0 } });
});

test.each(['content_filter', 'interrupted'] as const)(
  'a text that ended with %s reaches the page only if the writer chooses it',
  (finishReason) => {
    const writer = openSession();
    writer.commit([writer.typed('Root. ')]);
    const parent = positionAt(writer.path().segments, 0);
    const one = writer.grove.continue(parent, 'One.', { follow: false });
    writer.grove.continue(one.positionId, ' And so', { follow: false, finishReason });
    const two = writer.grove.continue(parent, 'Two', { follow: false, finishReason });
    writer.reopen();
    expect(() => writer.session.moves.arrive(writer.intent(), two.positionId)).toThrow(/INVALID_ARGUMENT/);
    expect(writer.shown()).toBe('Root. ');
    writer.session.moves.moveHead(writer.intent(), two.positionId);
    expect(writer.shown()).toBe('Root. Two');
    writer.session.moves.selectSibling(writer.intent(), two.positionId, undefined, { step: -1 });
    expect(writer.shown()).toBe('Root. One.');
    writer.session.moves.goToChild(writer.intent());
    expect(writer.shown()).toBe('Root. One. And so');
  },
);

test('a continuation becomes the head only while its parent is the head and nothing is typed', async () => {
  const writer = openSession();
  writer.commit([writer.typed('Root. ')]);
  const parent = positionAt(writer.path().segments, 0);
  const one = writer.grove.continue(parent, 'One.', { follow: false });
  await writer.session.saveDraft(writer.intent([writer.typed('typing')]), null);
  expect(() => writer.session.moves.arrive(writer.intent(), one.positionId)).toThrow(/CONFLICT/);
  expect(writer.shown()).toBe('Root. typing');
  await writer.session.saveDraft(
    writer.intent([{ nodeId: null, splice: { from: 0, to: 6, insert: '', spans: [] } }]),
    null,
  );
  writer.session.moves.arrive(writer.intent(), one.positionId);
  expect(writer.shown()).toBe('Root. One.');
});

test('a new version by another author is counted, but not shown', () => {
  const writer = openSession();
  writer.commit([writer.typed('Mine.')]);
  const [step] = loadPath(writer.grove.store, writer.grove.tree.id, writer.grove.human).slice(1);
  if (step === undefined) expect.unreachable();
  writer.grove.revise(step.node, 'Theirs.', {
    authorId: writer.grove.model,
    authorType: 'model',
    follow: false,
  });
  writer.reopen();
  expect(writer.shown()).toBe('Mine.');
  const { versionIndexes, versionCounts } = writer.path().segments;
  expect([...versionIndexes, ...versionCounts]).toEqual([1, 2]);
});

test('pruning moves the head of every path through the position to its parent', () => {
  const writer = openSession();
  writer.commit([writer.typed('One.')]);
  writer.commit([writer.typed(' Two.')]);
  const { store, tree, model } = writer.grove;
  const [first, second] = [positionAt(writer.path().segments, 0), positionAt(writer.path().segments, 1)];
  store.transact((file) => writePath(file, tree.id, model, { head: second, selected: [], lastChild: [] }));
  writer.session.prune(writer.intent(), second);
  expect(writer.shown()).toBe('One.');
  expect(findCursor(store, tree.id, model)?.head).toBe(first);
});

test('pruning nested positions together moves the heads to the parent of the topmost', () => {
  const writer = openSession();
  for (const text of ['One.', ' Two.', ' Three.']) writer.commit([writer.typed(text)]);
  const { store, tree, model } = writer.grove;
  const { segments } = writer.path();
  const first = positionAt(segments, 0);
  const second = positionAt(segments, 1);
  const third = positionAt(segments, 2);
  writer.session.moves.moveHead(writer.intent(), first);
  for (const together of [
    [second, third],
    [third, second],
  ]) {
    store.transact((file) => writePath(file, tree.id, model, { head: third, selected: [], lastChild: [] }));
    const prune = (pruned: boolean) =>
      writer.session.setPruned(
        writer.intent(),
        together.map((positionId) => ({ positionId, pruned })),
      );
    prune(true);
    expect(findCursor(store, tree.id, model)?.head).toBe(first);
    prune(false);
  }
});

test('typing moves the stored caret after the typed text, for a page that ends before it saves the caret', () => {
  const writer = openSession();
  writer.commit([writer.typed('Snow fell.')]);
  writer.session.draftState.moveCursor({ anchor: 3, head: 5, scroll: 1 });
  void writer.session.saveDraft(writer.intent([writer.typed(' And ice.')]), null);
  expect(writer.path().cursor).toEqual({ anchor: 19, head: 19, scroll: 1 });
  const edit = insertion(nodeAt(writer.path().segments, 0), 0, 'Much ', writer.grove.human);
  void writer.session.saveDraft(writer.intent([edit]), null);
  expect(writer.path().cursor).toEqual({ anchor: 5, head: 5, scroll: 1 });
  writer.session.draftState.moveCursor({ anchor: 7, head: 7, scroll: 0 });
  expect(writer.path().cursor).toEqual({ anchor: 7, head: 7, scroll: 0 });
});

test('the caret is restored after reopening', () => {
  const writer = openSession();
  writer.commit([writer.typed('Snow fell.')]);
  writer.session.draftState.moveCursor({ anchor: 3, head: 5, scroll: 1 });
  writer.reopen();
  expect(writer.path().cursor).toEqual({ anchor: 3, head: 5, scroll: 1 });
});
