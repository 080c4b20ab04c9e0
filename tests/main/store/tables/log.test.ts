import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { sha256 } from '#sha256';
import type { NodeId } from '../../../../src/core/ids.ts';
import { addAgent, getAgent, updateAgent } from '../../../../src/main/store/tables/agents.ts';
import { deleteDraft, saveDraft } from '../../../../src/main/store/tables/drafts.ts';
import { findLogFault, readLog } from '../../../../src/main/store/tables/log.ts';
import { saveCaret } from '../../../../src/main/store/tables/path-state.ts';
import { beginSession } from '../../../../src/main/store/tables/sessions.ts';
import { getTree, updateTree } from '../../../../src/main/store/tables/trees.ts';
import { agentOf, openGrove, plantGrove, plantTree } from '../../../helpers/grove.ts';

describe('the log', () => {
  test('has one row for each write to the tree, chained from the first to the head', () => {
    const grove = plantGrove();
    const { store, root, human, idsAndClock } = grove;
    const node = grove.continue(root, 'a');
    grove.revise(node, 'b');
    const metadata = { bookmarked: true, bookmarkLabel: null, pruned: false, excluded: false };
    grove.write({ metadata: [{ position: node.positionId, metadata }] }, 'metadata');
    store.transact((tx) => {
      plantTree(tx, idsAndClock, human);
    });
    store.transact((tx) => updateTree(tx, human, { ...getTree(tx, grove.tree.id), title: 'Titled' }));
    store.transact((tx) => updateAgent(tx, { ...getAgent(tx, human), name: 'Renamed' }, human));
    const rows = readLog(store, 0, 100);
    expect(rows.map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'agent'],
      [2, 'agent'],
      [3, 'tree-create'],
      [4, 'commit'],
      [5, 'commit'],
      [6, 'metadata'],
      [7, 'tree-create'],
      [8, 'tree-update'],
      [9, 'agent'],
    ]);
    expect(rows.map(({ parentHash }) => parentHash)).toEqual([
      null,
      ...rows.slice(0, -1).map(({ hash }) => hash),
    ]);
    expect(store.head).toEqual({ seq: 9, hash: rows.at(-1)?.hash });
    expect(findLogFault(store)).toBeUndefined();
    expect(readLog(store, 7, 1).map(({ seq }) => seq)).toEqual([8]);
  });

  test('ignores what is not in the tree: paths, carets, drafts, sessions', () => {
    const { store, tree, human, root, idsAndClock } = plantGrove();
    const { head } = store;
    store.transact((tx) => {
      saveCaret(tx, tree.id, human, { anchor: 1, head: 1, scroll: 0 });
      saveDraft(tx, tree.id, human, { head: root, buffer: { text: '', spans: [] }, edits: [] });
      deleteDraft(tx, tree.id, human);
      beginSession(tx, { id: idsAndClock.newId(), host: 'here', appVersion: '0' });
    });
    expect(store.head).toEqual(head);
  });

  test('describes each write, and its hash covers exactly that', () => {
    const grove = plantGrove();
    const { store, root, human, model, tree } = grove;
    const before = store.head.hash;
    const spans = [
      { agent: human, length: 1 },
      { agent: model, length: 1, inferred: true as const },
    ];
    const node = grove.continue(root, 'ab', { spans });
    const [row] = readLog(store, 3, 1);
    expect(row?.entry).toEqual({
      tree: tree.id,
      nodes: [
        {
          id: node.id,
          contentHash: node.contentHash,
          position: node.positionId,
          editedFrom: null,
          spans: sha256(`[["${human}",1],["${model}",1,1]]`),
        },
      ],
      head: node.positionId,
      selected: [{ position: node.positionId, version: node.id }],
    });
    // Written by hand: keys sorted, no white space, the time as in the content hash.
    const entry =
      `{"head":"${node.id}","nodes":[{"contentHash":"${node.contentHash}","editedFrom":null,"id":"${node.id}",` +
      `"position":"${node.id}","spans":"${sha256(`[["${human}",1],["${model}",1,1]]`)}"}],` +
      `"selected":[{"position":"${node.id}","version":"${node.id}"}],"tree":"${tree.id}"}`;
    const time = new Date(row?.createdAt ?? 0).toISOString();
    expect(row?.hash).toBe(sha256(`["aspen-log-1",4,"${before}","${time}","${human}","commit",${entry}]`));
  });

  test.each([
    [
      'a changed row',
      "UPDATE log SET entry = replace(entry, 'commit', 'other'), kind = 'merge' WHERE seq = 4",
      4,
    ],
    ['a changed entry', `UPDATE log SET entry = '{}' WHERE seq = 4`, 4],
    ['a changed time', 'UPDATE log SET created_at = created_at + 1 WHERE seq = 4', 4],
    ['a changed author', 'UPDATE log SET agent_key = 2 WHERE seq = 4', 4],
    ['a deleted row', 'DELETE FROM log WHERE seq = 4', 4],
    ['a deleted first row', 'DELETE FROM log WHERE seq = 1', 1],
    ['a deleted last row', 'DELETE FROM log WHERE seq = 5', 4],
    ['a broken chain', "UPDATE log SET parent_hash = 'x' WHERE seq = 5", 5],
    ['a changed head', "UPDATE grove SET log_hash = 'x'", 5],
  ])('detects %s', (_, edit, seq) => {
    const grove = plantGrove();
    grove.continue(grove.root, 'a');
    grove.continue(grove.root, 'b');
    grove.store.close();
    const database = new Database(grove.store.path);
    database.exec(edit);
    database.close();
    expect(findLogFault(openGrove(grove.store.path))).toMatchObject({ seq });
  });

  test('refuses a row by a missing agent', () => {
    const { store, idsAndClock } = plantGrove();
    const stranger = agentOf(idsAndClock, 'human', 'Stranger');
    const other = agentOf(idsAndClock, 'human', 'Other');
    expect(() => store.transact((tx) => addAgent(tx, other, stranger.id))).toThrow(/NOT_FOUND/);
    expect(findLogFault(store)).toBeUndefined();
  });
});

test('a removed node is detectable: the log names it', () => {
  const grove = plantGrove();
  const node = grove.continue(grove.root, 'a');
  const named = readLog(grove.store, 0, 100).flatMap(
    ({ entry }) => entry.nodes?.map(({ id }): NodeId => id) ?? [],
  );
  expect(named).toContain(node.id);
});
