-- A link from one text to another that stands in neither of them (`agents.md`, *Data*). It applies to the positions of its
-- nodes; a document is named by its root. loom_tree_key is the tree of source_node_key. section is a heading of a document.
-- removed_at is set while the turn that made it is undone.
CREATE TABLE link (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  loom_tree_key INTEGER NOT NULL REFERENCES loom_tree (key),
  source_node_key INTEGER NOT NULL REFERENCES node (key),
  target_node_key INTEGER NOT NULL REFERENCES node (key),
  section TEXT,
  note TEXT,
  agent_key INTEGER NOT NULL REFERENCES agent (key),
  created_at INTEGER NOT NULL,
  removed_at INTEGER
) STRICT;

CREATE INDEX link_tree ON link (loom_tree_key, id);
CREATE INDEX link_source ON link (source_node_key);
CREATE INDEX link_target ON link (target_node_key);
