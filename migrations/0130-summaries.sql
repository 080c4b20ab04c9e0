-- A summary that a model made (`agents.md`, *Data*): of a node, or of a whole tree where node_key is null. Its text is in
-- node.summary or loom_tree.summary; a summary there without a row here is the writer's. basis_sha256 is the SHA-256 of
-- the prompt that it was made of.
CREATE TABLE summary (
  key INTEGER PRIMARY KEY,
  loom_tree_key INTEGER NOT NULL REFERENCES loom_tree (key),
  node_key INTEGER UNIQUE REFERENCES node (key),
  basis_sha256 TEXT NOT NULL,
  raw_api_response_key INTEGER REFERENCES raw_api_response (key),
  agent_key INTEGER NOT NULL REFERENCES agent (key),
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX summary_of_nodes ON summary (loom_tree_key);
CREATE UNIQUE INDEX summary_of_tree ON summary (loom_tree_key) WHERE node_key IS NULL;
CREATE INDEX summary_response ON summary (raw_api_response_key);
