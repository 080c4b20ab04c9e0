import type { Database } from 'better-sqlite3';
import type { IdsAndClock } from '../../../src/core/tree/new-node.ts';
import type { Key } from '../../../src/main/store/tables/schema.ts';

/** A node to write with prepared statements: after `parent`, or as another version at `position`. */
export interface RawNode {
  readonly text: string;
  readonly parent: Key;
  readonly origin: Key;
  /** Its position and the version it was edited from; null if it opens a position. */
  readonly version: { readonly position: Key; readonly editedFrom: Key } | null;
}

/** The text of a log entry for one node, as long as the program's. */
const ENTRY_OF_ONE =
  '{"nodes":[{"contentHash":"","editedFrom":null,"id":"01KDXM00000000000000000000","position":"01KDXM00000000000000000000","spans":""}]}'.padEnd(
    480,
  );
const HASH = '0123456789abcdef'.repeat(4);

/**
 * Writes what a commit writes, row for row, with statements prepared once and nothing computed or checked: the lower
 * bound for the cost of a commit.
 * @returns a function that writes nodes in one transaction and returns their keys
 */
export function prepareRawCommit(
  database: Database,
  idsAndClock: IdsAndClock,
): (nodes: readonly RawNode[]) => readonly Key[] {
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  const head = database.prepare('select log_seq, log_hash from grove');
  const nextKey = database.prepare('select max(key) + 1 from node').pluck();
  const insertNode = database.prepare(
    `insert into node (key, id, local_id, loom_tree_key, position_key, edited_from_key, author_agent_key, author_type,
       content_type, content_hash, created_at, text)
     values (?, ?, ?, 1, ?, ?, 1, 'human', 'text', ?, ?, ?)`,
  );
  const insertText = database.prepare('insert into node_text (rowid, text) values (?, ?)');
  const insertEdge = database.prepare(
    `insert into edge (id, loom_tree_key, target_node_key, edge_type, created_at) values (?, 1, ?, 'continuation', ?)`,
  );
  const insertSource = database.prepare(
    `insert into edge_source (edge_key, ordinal, role, position_key, origin_node_key) values (?, 0, 'primary', ?, ?)`,
  );
  const select = database.prepare(
    `insert into position_choice (loom_tree_key, agent_key, position_key, version_node_key, seen_at)
     values (1, 1, ?, ?, ?)
     on conflict do update set version_node_key = excluded.version_node_key, seen_at = excluded.seen_at`,
  );
  const visit = database.prepare(
    `insert into position_choice (loom_tree_key, agent_key, position_key, last_child_position_key)
     values (1, 1, ?, ?)
     on conflict do update set last_child_position_key = excluded.last_child_position_key`,
  );
  const moveHead = database.prepare(
    `insert into cursor (loom_tree_key, agent_key, head_position_key, updated_at) values (1, 1, ?, ?)
     on conflict do update set head_position_key = excluded.head_position_key, updated_at = excluded.updated_at`,
  );
  const insertLog = database.prepare(
    `insert into log (seq, hash, parent_hash, agent_key, kind, entry, created_at) values (?, ?, ?, 1, 'commit', ?, ?)`,
  );
  const moveLog = database.prepare('update grove set log_seq = ?, log_hash = ?, updated_at = ?');
  const deleteDraft = database.prepare('delete from draft where loom_tree_key = 1 and agent_key = 1');

  return (nodes) => {
    begin.run();
    const { log_seq, log_hash } = head.get() as { log_seq: number; log_hash: string };
    const now = idsAndClock.now();
    const first = Number(nextKey.get());
    const keys = nodes.map(({ text, parent, origin, version }, at) => {
      const key = first + at;
      const id = idsAndClock.newId();
      const position = version?.position ?? key;
      insertNode.run(key, id, id.slice(-8), position, version?.editedFrom ?? null, HASH, now, text);
      insertText.run(key, text);
      const edge = insertEdge.run(idsAndClock.newId(), key, now).lastInsertRowid;
      insertSource.run(edge, parent, origin);
      select.run(position, key, now);
      if (version === null) {
        visit.run(parent, key);
        moveHead.run(key, now);
      }
      return key;
    });
    insertLog.run(log_seq + 1, HASH, log_hash, ENTRY_OF_ONE.repeat(nodes.length), now);
    moveLog.run(log_seq + 1, HASH, now);
    deleteDraft.run();
    commit.run();
    return keys;
  };
}
