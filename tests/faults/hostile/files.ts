/** A malicious grove: the SQL that made it from a valid one, with all of SQLite's checks off. */
export interface HostileFile {
  readonly name: string;
  readonly sql: string;
}

const MEGABYTE = 1024 * 1024;

export const HOSTILE_FILES: readonly HostileFile[] = [
  {
    name: 'a trigger that rewrites text',
    sql: "CREATE TRIGGER rewrite AFTER INSERT ON session BEGIN UPDATE node SET text = 'altered'; END",
  },
  {
    name: 'a view without end in the place of a table',
    sql: `ALTER TABLE position_choice RENAME TO hidden;
      CREATE VIEW position_choice AS
        WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more)
        SELECT n AS loom_tree_key, n AS agent_key, n AS position_key, n AS version_node_key,
          n AS last_child_position_key, n AS seen_at FROM more`,
  },
  { name: 'a table more than there should be', sql: 'CREATE TABLE more (x)' },
  {
    name: 'a column that computes text',
    sql: "ALTER TABLE node ADD COLUMN extra TEXT GENERATED ALWAYS AS (text || 'x')",
  },
  {
    name: 'an id that is none',
    sql: "UPDATE node SET id = '../../etc/passwd' WHERE key = (SELECT max(key) FROM node)",
  },
  {
    name: 'an id of a megabyte',
    sql: `UPDATE node SET id = replace(hex(zeroblob(${MEGABYTE})), '0', 'x') WHERE key = (SELECT max(key) FROM node)`,
  },
  {
    name: 'an id that no other can follow',
    sql: "UPDATE node SET id = '7ZZZZZZZZZZZZZZZZZZZZZZZZZ' WHERE key = (SELECT max(key) FROM node)",
  },
  {
    name: 'an id that leads to another folder',
    sql: "UPDATE grove SET id = '../../../../tmp/elsewhere'",
  },
  {
    name: 'two nodes of one id',
    sql: `PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'id TEXT NOT NULL UNIQUE', 'id TEXT NOT NULL') WHERE name = 'node'`,
  },
  {
    name: 'a path that bites its tail',
    sql: 'UPDATE edge_source SET position_key = (SELECT max(position_key) FROM node)',
  },
  {
    name: 'a position that is its own child',
    sql: 'UPDATE edge_source SET position_key = (SELECT target_node_key FROM edge WHERE key = edge_key)',
  },
  {
    name: 'a version edited from itself',
    sql: 'UPDATE node SET edited_from_key = key WHERE key = (SELECT max(key) FROM node)',
  },
  {
    name: 'a tree whose root is not there',
    sql: 'UPDATE loom_tree SET root_node_key = 999999999',
  },
  {
    name: 'a text of 200 MB',
    sql: `UPDATE node SET text = replace(hex(zeroblob(${100 * MEGABYTE})), '0', 'x') WHERE key = (SELECT max(key) FROM node)`,
  },
  {
    name: 'a title of 20 MB',
    sql: `UPDATE loom_tree SET title = replace(hex(zeroblob(${10 * MEGABYTE})), '0', 'x')`,
  },
  {
    name: 'names of 5 MB',
    sql: `UPDATE grove SET name = replace(hex(zeroblob(${2.5 * MEGABYTE})), '0', 'x');
      UPDATE agent SET name = (SELECT name FROM grove), color = (SELECT name FROM grove)`,
  },
  {
    name: 'a draft of 23 million characters',
    sql: `INSERT INTO draft (loom_tree_key, agent_key, head_position_key, buffer, edits, updated_at)
          SELECT t.key, a.key, t.root_node_key,
        json_object('text', replace(hex(zeroblob(11500000)), '0', 'x'), 'authorship', null), '[]', 1
      FROM loom_tree t, agent a WHERE a.type = 'human'`,
  },
  {
    name: 'authorship nested a million deep',
    sql: `UPDATE node SET authorship = replace(hex(zeroblob(500000)), '00', '[') WHERE key = (SELECT max(key) FROM node)`,
  },
  {
    name: 'authorship longer than the text',
    sql: "UPDATE node SET authorship = '[[1, 9007199254740991]]'",
  },
  {
    name: 'settings nested a million deep',
    sql: `UPDATE loom_tree SET settings = replace(hex(zeroblob(500000)), '00', '[') || replace(hex(zeroblob(500000)), '00', ']')`,
  },
  {
    name: 'a configuration nested a hundred thousand deep',
    sql: `UPDATE agent SET configuration = replace(hex(zeroblob(50000)), '00', '{"a":') || '1' || replace(hex(zeroblob(50000)), '00', '}')`,
  },
  { name: 'settings that are no object', sql: 'UPDATE loom_tree SET settings = \'[[[["x"]]]]\'' },
  {
    name: 'settings that reach for the prototype',
    sql: `UPDATE loom_tree SET settings = '{"__proto__": {"readOnly": true}, "constructor": {"prototype": {"x": 1}}}'`,
  },
  { name: 'a log that counts from a million', sql: 'UPDATE grove SET log_seq = 1000000' },
  { name: 'a log without its middle', sql: 'DELETE FROM log WHERE seq = 2' },
  {
    name: 'another grove before it',
    sql: "PRAGMA ignore_check_constraints = ON; INSERT INTO grove SELECT 0, '01KDXA00000000000000000009', name, owner_agent_key, log_seq, log_hash, created_at, updated_at FROM grove",
  },
  {
    name: 'a grove’s name of 100 MB',
    sql: `UPDATE grove SET name = replace(hex(zeroblob(${50 * MEGABYTE})), '0', 'x')`,
  },
  {
    name: 'two groves in one',
    sql: "PRAGMA ignore_check_constraints = ON; INSERT INTO grove SELECT 2, 'x', name, owner_agent_key, log_seq, log_hash, created_at, updated_at FROM grove",
  },
  { name: 'a newer version', sql: 'PRAGMA user_version = 999990' },
  { name: 'a version that never was', sql: 'PRAGMA user_version = 11' },
  { name: 'another program’s file', sql: 'PRAGMA application_id = 1' },
  { name: 'nothing in it', sql: 'DELETE FROM log; DELETE FROM grove' },
  {
    name: 'a draft that is no JSON',
    sql: `INSERT INTO draft SELECT t.key, a.key, n.position_key, '{"text":', '[]', 1, NULL
      FROM loom_tree t, agent a, node n WHERE a.type = 'human' LIMIT 1`,
  },
  {
    name: 'a caret beyond the end of everything',
    sql: 'UPDATE cursor SET caret_anchor = 9007199254740991, caret_head = -5, scroll = 9223372036854775807',
  },
];
