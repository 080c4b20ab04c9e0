-- The format of an .aspen file. People read it with the sqlite3 shell and other programs: it changes only
-- with another migration, and this file is never edited once shipped.
--
-- Times are integers, milliseconds since 1970 UTC, and are data, never order; ids are ULIDs as text; booleans
-- are 0 and 1. Every entity has an integer primary key "key" and an "id"; a column that ends in _key refers
-- to a key. There are no triggers and no views.

PRAGMA application_id = 0x4173706E;

-- One row. log_seq and log_hash are the head of the log.
CREATE TABLE grove (
  key INTEGER PRIMARY KEY CHECK (key = 1),
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  owner_agent_key INTEGER REFERENCES agent (key) DEFERRABLE INITIALLY DEFERRED,
  log_seq INTEGER NOT NULL DEFAULT 0,
  log_hash TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE agent (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('human', 'model')),
  model_ref TEXT,
  configuration TEXT NOT NULL,
  permissions TEXT NOT NULL,
  loom_aware INTEGER NOT NULL CHECK (loom_aware IN (0, 1)),
  color TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  archived_at INTEGER
) STRICT;

CREATE TABLE loom_tree (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  description TEXT,
  summary TEXT,
  root_node_key INTEGER NOT NULL REFERENCES node (key) DEFERRABLE INITIALLY DEFERRED,
  mode TEXT NOT NULL CHECK (mode IN ('buffer', 'dialogue')),
  system_context TEXT,
  settings TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  archived_at INTEGER
) STRICT;

-- One row a response; several nodes may name it. response_body is null in a copy shared without responses.
CREATE TABLE raw_api_response (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  provider TEXT NOT NULL,
  request_id TEXT,
  model_identifier TEXT,
  request TEXT NOT NULL,
  response_body BLOB,
  response_headers BLOB,
  compression TEXT NOT NULL CHECK (compression IN ('none', 'gzip')),
  body_sha256 TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  responded_at INTEGER NOT NULL,
  latency_ms INTEGER NOT NULL,
  token_usage TEXT,
  created_at INTEGER NOT NULL
) STRICT;

-- position_key is the key of the first node at the position. authorship is [[agent_key, length], …] in UTF-16
-- code units, null when all of the text is its author's; a third element 1 marks a run as inferred. content is
-- JSON, null for a text node; text is null for any other. text is last, so that the rest is read without it.
CREATE TABLE node (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  local_id TEXT NOT NULL,
  loom_tree_key INTEGER NOT NULL REFERENCES loom_tree (key),
  position_key INTEGER NOT NULL REFERENCES node (key),
  edited_from_key INTEGER REFERENCES node (key),
  author_agent_key INTEGER NOT NULL REFERENCES agent (key),
  author_type TEXT NOT NULL CHECK (author_type IN ('human', 'model')),
  content_type TEXT NOT NULL CHECK (content_type IN ('text', 'image', 'audio', 'mixed')),
  content_hash TEXT NOT NULL,
  raw_api_response_key INTEGER REFERENCES raw_api_response (key),
  choice_index INTEGER,
  seam TEXT,
  finish_reason TEXT CHECK (finish_reason IN ('stop', 'length', 'content_filter', 'stopped', 'interrupted')),
  created_at INTEGER NOT NULL,
  bookmarked INTEGER NOT NULL DEFAULT 0 CHECK (bookmarked IN (0, 1)),
  bookmark_label TEXT,
  pruned INTEGER NOT NULL DEFAULT 0 CHECK (pruned IN (0, 1)),
  excluded INTEGER NOT NULL DEFAULT 0 CHECK (excluded IN (0, 1)),
  summary TEXT,
  authorship TEXT,
  content TEXT,
  text TEXT,
  UNIQUE (loom_tree_key, local_id)
) STRICT;

CREATE INDEX node_position ON node (position_key);
CREATE INDEX node_edited_from ON node (edited_from_key);
CREATE INDEX node_tree_created ON node (loom_tree_key, created_at);
CREATE INDEX node_author ON node (author_agent_key);
CREATE INDEX node_bookmarked ON node (loom_tree_key) WHERE bookmarked = 1;
CREATE INDEX node_pruned ON node (loom_tree_key) WHERE pruned = 1;

CREATE TABLE edge (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  loom_tree_key INTEGER NOT NULL REFERENCES loom_tree (key),
  target_node_key INTEGER NOT NULL UNIQUE REFERENCES node (key),
  edge_type TEXT NOT NULL CHECK (edge_type IN ('continuation', 'annotation')),
  created_at INTEGER NOT NULL
) STRICT;

-- The primary source is a position, and origin_node_key the version its author had in front of them; for the
-- other roles origin_node_key is the node, and position_key its position.
CREATE TABLE edge_source (
  edge_key INTEGER NOT NULL REFERENCES edge (key),
  ordinal INTEGER NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('primary', 'context', 'instruction')),
  position_key INTEGER NOT NULL REFERENCES node (key),
  origin_node_key INTEGER NOT NULL REFERENCES node (key),
  PRIMARY KEY (edge_key, ordinal)
) STRICT, WITHOUT ROWID;

CREATE INDEX edge_source_position ON edge_source (position_key, role);

-- seq is 1, 2, 3 … without gaps; hash covers the row and parent_hash, which is null at 1.
CREATE TABLE log (
  seq INTEGER PRIMARY KEY,
  hash TEXT NOT NULL,
  parent_hash TEXT,
  agent_key INTEGER NOT NULL REFERENCES agent (key),
  kind TEXT NOT NULL CHECK (kind IN (
    'tree-create', 'tree-update', 'commit', 'generate', 'split', 'branch-edit', 'annotate', 'metadata',
    'agent', 'import', 'merge'
  )),
  entry TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- Where each agent is in each tree; the caret and the scroll position are offsets in the path's text, UTF-16.
CREATE TABLE cursor (
  loom_tree_key INTEGER NOT NULL REFERENCES loom_tree (key),
  agent_key INTEGER NOT NULL REFERENCES agent (key),
  head_position_key INTEGER NOT NULL REFERENCES node (key),
  caret_anchor INTEGER NOT NULL DEFAULT 0,
  caret_head INTEGER NOT NULL DEFAULT 0,
  scroll INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (loom_tree_key, agent_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE position_choice (
  loom_tree_key INTEGER NOT NULL REFERENCES loom_tree (key),
  agent_key INTEGER NOT NULL REFERENCES agent (key),
  position_key INTEGER NOT NULL REFERENCES node (key),
  version_node_key INTEGER REFERENCES node (key),
  last_child_position_key INTEGER REFERENCES node (key),
  seen_at INTEGER,
  PRIMARY KEY (loom_tree_key, agent_key, position_key)
) STRICT, WITHOUT ROWID;

-- buffer is {text, authorship}, edits [{node_id, text, authorship}, …]; authorship as in node, null when all
-- of the text is the draft's agent's.
CREATE TABLE draft (
  loom_tree_key INTEGER NOT NULL REFERENCES loom_tree (key),
  agent_key INTEGER NOT NULL REFERENCES agent (key),
  head_position_key INTEGER NOT NULL REFERENCES node (key),
  buffer TEXT NOT NULL,
  edits TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (loom_tree_key, agent_key)
) STRICT;

-- The last ten.
CREATE TABLE session (
  id TEXT NOT NULL PRIMARY KEY,
  host TEXT NOT NULL,
  app_version TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  closed_at INTEGER
) STRICT;

-- A row for every node, of null text too: FTS5's integrity check demands it.
CREATE VIRTUAL TABLE node_text USING fts5 (
  text,
  content = 'node',
  content_rowid = 'key',
  tokenize = 'unicode61 remove_diacritics 2',
  prefix = '2 3'
);
