import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { MIGRATIONS } from './grove.ts';

/** The statements that made the table of anchors before version 180. */
const FIRST_ANCHORS = readFileSync(join(MIGRATIONS, '0100-anchors.sql'), 'utf8');

/** The statement that made the log before version 70. */
const FIRST_LOG =
  /^CREATE TABLE log [\s\S]*?;$/m.exec(
    readFileSync(join(MIGRATIONS, '0010-grove-trees-nodes.sql'), 'utf8'),
  )?.[0] ?? '';

/**
 * Steps from each version of the format to the one before. Rows are written by today's program, and data unknown to an
 * older version are removed.
 */
const UNDO: readonly (readonly [version: number, before: number, sql: string])[] = [
  [
    180,
    170,
    `CREATE TEMP TABLE kept AS SELECT * FROM anchor WHERE kind <> 'target';
     DROP TABLE anchor;
     ${FIRST_ANCHORS}
     INSERT INTO anchor SELECT key, id, loom_tree_key, kind, position_key, node_key, start, length, note_node_key, label, quote
     FROM temp.kept;
     DROP TABLE temp.kept;`,
  ],
  [170, 160, 'ALTER TABLE link DROP COLUMN quote;'],
  [160, 150, 'DROP TABLE node_link; DROP TABLE tree_name;'],
  [150, 140, 'DROP TABLE tag_assignment; DROP TABLE tag;'],
  [140, 130, 'DROP INDEX position_choice_rest; ALTER TABLE position_choice DROP COLUMN rest;'],
  [130, 120, 'DROP TABLE summary;'],
  [120, 110, 'DROP TABLE link;'],
  [110, 100, 'ALTER TABLE loom_tree DROP COLUMN kind;'],
  [100, 90, 'DROP TABLE anchor;'],
  [90, 80, 'DROP TABLE execution; DROP TABLE layer_snapshot; DROP TABLE layer;'],
  [80, 70, 'DROP TABLE suggestion; DROP TABLE proposal;'],
  [
    70,
    60,
    `UPDATE agent SET permissions = '[]', loom_aware = 0;
     CREATE TEMP TABLE kept AS SELECT * FROM log;
     DROP TABLE log;
     ${FIRST_LOG}
     INSERT INTO log SELECT * FROM temp.kept;
     DROP TABLE temp.kept;
     DROP TABLE agent_action;
     DROP TABLE agent_call;
     DROP TABLE agent_turn;
     DROP INDEX raw_api_response_tree;
     ALTER TABLE raw_api_response DROP COLUMN loom_tree_key;
     ALTER TABLE raw_api_response DROP COLUMN agent_key;`,
  ],
  [60, 50, 'DROP INDEX loom_tree_topic; ALTER TABLE loom_tree DROP COLUMN topic_tree_key;'],
  [
    50,
    40,
    `DROP INDEX node_split;
     DROP INDEX node_position;
     ALTER TABLE node DROP COLUMN split_at;
     ALTER TABLE node DROP COLUMN offered;
     ALTER TABLE position_choice DROP COLUMN left_at;
     CREATE INDEX node_position ON node (position_key, id, pruned);`,
  ],
  [40, 30, 'ALTER TABLE draft DROP COLUMN digest;'],
  [
    30,
    20,
    'ALTER TABLE raw_api_response DROP COLUMN redacted; ALTER TABLE raw_api_response DROP COLUMN decoded;',
  ],
  [20, 10, 'DROP INDEX node_position; CREATE INDEX node_position ON node (position_key);'],
];

/** Turns a closed grove of the newest version into one of an older version, then runs more SQL on it. */
export function makeOlder(path: string, version: number, sql = ''): void {
  const database = new Database(path);
  try {
    for (const [from, before, undo] of UNDO) {
      if (database.pragma('user_version', { simple: true }) !== from || from <= version) continue;
      database.exec(`BEGIN; ${undo} PRAGMA user_version = ${before}; COMMIT;`);
    }
    database.exec(sql);
  } finally {
    database.close();
  }
}
