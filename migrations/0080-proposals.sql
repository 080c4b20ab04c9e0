-- What an agent would change in a manuscript: one answer to one snapshot of the text. answer is what it sent;
-- document_version, SHA-256 in hexadecimal, names the snapshot; asked_by_key is who asked for it, null if the agent
-- proposed it in a turn; reason is JSON, {"reason":…,"hunk":…}, null unless it is refused; latency_ms is from the request
-- to the proposal.
CREATE TABLE proposal (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  loom_tree_key INTEGER NOT NULL REFERENCES loom_tree (key),
  agent_key INTEGER NOT NULL REFERENCES agent (key),
  asked_by_key INTEGER REFERENCES agent (key),
  action TEXT NOT NULL CHECK (action IN ('insert', 'replace', 'patch')),
  document_version TEXT NOT NULL,
  instruction TEXT,
  rationale TEXT,
  answer TEXT NOT NULL,
  raw_api_response_key INTEGER REFERENCES raw_api_response (key),
  state TEXT NOT NULL CHECK (state IN ('open', 'closed', 'refused')),
  reason TEXT,
  latency_ms INTEGER,
  created_at INTEGER NOT NULL,
  closed_at INTEGER
) STRICT;

CREATE INDEX proposal_tree ON proposal (loom_tree_key, id);
CREATE INDEX proposal_open ON proposal (loom_tree_key, id) WHERE state = 'open';
CREATE INDEX proposal_response ON proposal (raw_api_response_key);

-- One replacement of a proposal. places is JSON, [[node id or null, from, to], …] in UTF-16 code units: the texts that it
-- replaces, or that its text has become, where null is the draft's working buffer. before and after are the rest of the
-- sentences that it changes. node_key is the version whose commit included it.
CREATE TABLE suggestion (
  proposal_key INTEGER NOT NULL REFERENCES proposal (key),
  ordinal INTEGER NOT NULL,
  hunk INTEGER NOT NULL,
  places TEXT NOT NULL,
  removed TEXT NOT NULL,
  inserted TEXT NOT NULL,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  unsure INTEGER NOT NULL CHECK (unsure IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'rejected', 'done')),
  node_key INTEGER REFERENCES node (key),
  decided_at INTEGER,
  PRIMARY KEY (proposal_key, ordinal)
) STRICT;

CREATE INDEX suggestion_node ON suggestion (node_key);
-- Those whose place is kept.
CREATE INDEX suggestion_placed ON suggestion (proposal_key, ordinal)
  WHERE state = 'open' OR (state = 'accepted' AND node_key IS NULL);
