-- The names of a tree (`documents.md`, *Names*): every title that it had, and its aliases, each from `since` to `until`, which
-- is null while it has it. `name` is `shown` as names are compared, made by the program's function fold_name.
CREATE TABLE tree_name (
  loom_tree_key INTEGER NOT NULL REFERENCES loom_tree (key),
  kind TEXT NOT NULL CHECK (kind IN ('title', 'alias')),
  name TEXT NOT NULL,
  shown TEXT NOT NULL,
  since INTEGER NOT NULL,
  until INTEGER,
  PRIMARY KEY (loom_tree_key, kind, name, since)
) STRICT;

CREATE INDEX tree_name_name ON tree_name (name);

INSERT INTO tree_name (loom_tree_key, kind, name, shown, since, until)
SELECT key, 'title', fold_name(title), title, created_at, NULL FROM loom_tree;

-- The links in a node's text (`documents.md`, *Links*), of documents, notes and messages, in order: an index, which the
-- program's function text_link makes of the text. `name` is as names are compared: empty for the node's own tree, and ^ with
-- the local id of a root in place of a title. `start` and `length` are where the link is, in UTF-16 code units.
CREATE TABLE node_link (
  node_key INTEGER NOT NULL REFERENCES node (key),
  ordinal INTEGER NOT NULL,
  name TEXT NOT NULL,
  section TEXT,
  local_id TEXT,
  start INTEGER NOT NULL,
  length INTEGER NOT NULL,
  embed INTEGER NOT NULL,
  PRIMARY KEY (node_key, ordinal)
) STRICT, WITHOUT ROWID;

CREATE INDEX node_link_name ON node_link (name, node_key);
CREATE INDEX node_link_local_id ON node_link (local_id) WHERE local_id IS NOT NULL;

INSERT INTO node_link (node_key, ordinal, name, section, local_id, start, length, embed)
SELECT node.key, found.ordinal, found.name, found.section, found.local_id, found.start, found.length, found.embed
FROM node
CROSS JOIN loom_tree ON loom_tree.key = node.loom_tree_key
CROSS JOIN text_link(node.text) AS found
WHERE instr(node.text, '[[') > 0 AND (
  loom_tree.kind = 'document' OR loom_tree.mode = 'dialogue' OR EXISTS (
    SELECT 1 FROM edge WHERE edge.target_node_key = node.key AND edge.edge_type = 'annotation'));
