-- permissions is an object, {"loom_write": "ask"}, with the values allow, ask and never; what it does not name has its
-- default. No version wrote anything but an empty list so far. loom_aware repeats whether the agent is loom-aware.

UPDATE agent SET permissions = '{}', loom_aware = 0 WHERE json_valid(permissions) AND json_type(permissions) = 'array';

-- The same without a CHECK of kind, which the program checks instead: later versions have more kinds.
CREATE TABLE new_log (
  seq INTEGER PRIMARY KEY,
  hash TEXT NOT NULL,
  parent_hash TEXT,
  agent_key INTEGER NOT NULL REFERENCES agent (key),
  kind TEXT NOT NULL,
  entry TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
INSERT INTO new_log SELECT seq, hash, parent_hash, agent_key, kind, entry, created_at FROM log;
DROP TABLE log;
ALTER TABLE new_log RENAME TO log;

-- The tree that a response was requested in, and the agent that requested it: no node need name it. Null where
-- nothing says so.
ALTER TABLE raw_api_response ADD COLUMN loom_tree_key INTEGER REFERENCES loom_tree (key);
ALTER TABLE raw_api_response ADD COLUMN agent_key INTEGER REFERENCES agent (key);

UPDATE raw_api_response SET loom_tree_key = asked.loom_tree_key, agent_key = asked.author_agent_key
FROM (
  SELECT raw_api_response_key, min(key), loom_tree_key, author_agent_key
  FROM node WHERE raw_api_response_key IS NOT NULL GROUP BY raw_api_response_key
) AS asked
WHERE asked.raw_api_response_key = raw_api_response.key;

CREATE INDEX raw_api_response_tree ON raw_api_response (loom_tree_key);

-- All that a loom-aware agent did for one message, which is at parent_position_key. used is JSON, what it used of its
-- caps.
CREATE TABLE agent_turn (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  loom_tree_key INTEGER NOT NULL REFERENCES loom_tree (key),
  agent_key INTEGER NOT NULL REFERENCES agent (key),
  parent_position_key INTEGER NOT NULL REFERENCES node (key),
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'stopped', 'capped', 'failed')),
  used TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  undone_at INTEGER
) STRICT;

CREATE INDEX agent_turn_tree ON agent_turn (loom_tree_key, id);
CREATE INDEX agent_turn_parent ON agent_turn (parent_position_key);
CREATE INDEX agent_turn_running ON agent_turn (key) WHERE state = 'running';

-- The calls of a turn to its model. The response is null if none came, the node if the answer had no text of its own.
CREATE TABLE agent_call (
  turn_key INTEGER NOT NULL REFERENCES agent_turn (key),
  ordinal INTEGER NOT NULL,
  raw_api_response_key INTEGER REFERENCES raw_api_response (key),
  node_key INTEGER REFERENCES node (key),
  PRIMARY KEY (turn_key, ordinal)
) STRICT, WITHOUT ROWID;

CREATE INDEX agent_call_response ON agent_call (raw_api_response_key);
CREATE INDEX agent_call_node ON agent_call (node_key);

-- The commands of a turn. from_offset and to_offset are where the line is in the text of the call's answer, in UTF-16
-- code units; command is JSON, null for a line that is no command; loom_tree_key is the tree that it acted on;
-- inverse is JSON, what undoes it; log_seq is the row of the log that names what it wrote.
CREATE TABLE agent_action (
  key INTEGER PRIMARY KEY,
  turn_key INTEGER NOT NULL REFERENCES agent_turn (key),
  ordinal INTEGER NOT NULL,
  call_ordinal INTEGER NOT NULL,
  from_offset INTEGER NOT NULL,
  to_offset INTEGER NOT NULL,
  line TEXT NOT NULL,
  command TEXT,
  loom_tree_key INTEGER REFERENCES loom_tree (key),
  approval TEXT,
  outcome TEXT,
  result TEXT,
  inverse TEXT,
  log_seq INTEGER,
  started_at INTEGER NOT NULL,
  took_ms INTEGER,
  UNIQUE (turn_key, ordinal)
) STRICT;

CREATE INDEX agent_action_tree ON agent_action (loom_tree_key);
