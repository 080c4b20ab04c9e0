-- The time line of a tree (`layers.md`): what an agent's path showed, as differences between states. In a dimension,
-- chain is 0 for the agent's own layers, -1 for those rebuilt from the log of an older program, and one more for each that a
-- merge brought in; seq grows (a rebuilt one is negative). hash, the words added and removed, and author_key, who wrote
-- most of what was added, are null until they were counted while the writer was idle; a draft and an open run of moves never
-- have a hash. versions_in and versions_out are JSON: ascending keys of nodes that are not the first at their position, each
-- minus the one before. draft is JSON, null where nothing was uncommitted; ops is JSON where it does not follow from the states.
CREATE TABLE layer (
  key INTEGER PRIMARY KEY,
  loom_tree_key INTEGER NOT NULL REFERENCES loom_tree (key),
  agent_key INTEGER NOT NULL REFERENCES agent (key),
  dimension TEXT NOT NULL CHECK (dimension IN ('versions', 'executions', 'levels')),
  chain INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  hash TEXT,
  why TEXT NOT NULL,
  log_seq INTEGER,
  head_position_key INTEGER REFERENCES node (key),
  versions_in TEXT NOT NULL,
  versions_out TEXT NOT NULL,
  draft TEXT,
  ops TEXT,
  added INTEGER,
  removed INTEGER,
  author_key INTEGER REFERENCES agent (key),
  label TEXT,
  created_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX layer_chain ON layer (loom_tree_key, agent_key, dimension, chain, seq);
CREATE INDEX layer_uncounted ON layer (loom_tree_key, agent_key, dimension, chain, seq) WHERE added IS NULL;
CREATE INDEX layer_labelled ON layer (loom_tree_key, agent_key, dimension, chain, seq) WHERE label IS NOT NULL;

-- The whole state after a layer; versions, draft and tokens as in layer, from nothing.
CREATE TABLE layer_snapshot (
  layer_key INTEGER PRIMARY KEY REFERENCES layer (key),
  head_position_key INTEGER REFERENCES node (key),
  versions TEXT NOT NULL,
  draft TEXT,
  tokens TEXT
) STRICT;

-- A run of a prompt fence: its layer is of the dimension executions. The hashes are SHA-256 in hexadecimal; authorship is
-- as in node. fence_node_key is the version that had the fence.
CREATE TABLE execution (
  layer_key INTEGER PRIMARY KEY REFERENCES layer (key),
  coordinate TEXT NOT NULL,
  fence_node_key INTEGER REFERENCES node (key),
  template_hash TEXT NOT NULL,
  input_hash TEXT NOT NULL,
  step INTEGER NOT NULL,
  output_hash TEXT NOT NULL,
  output TEXT NOT NULL,
  authorship TEXT,
  agent_key INTEGER NOT NULL REFERENCES agent (key),
  raw_api_response_key INTEGER REFERENCES raw_api_response (key),
  created_at INTEGER NOT NULL
) STRICT;

-- At any time, a template and an input have one output for a step.
CREATE INDEX execution_pair ON execution (template_hash, input_hash, step);
