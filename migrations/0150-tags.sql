-- A tag (`documents.md`, *Tags*): name as it is shown, folded as it is compared. One that was merged into another names it in
-- merged_into_key, and what it was put on counts as that one's; such a tag is archived, and no tag is ever deleted.
CREATE TABLE tag (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  folded TEXT NOT NULL UNIQUE,
  color TEXT,
  created_at INTEGER NOT NULL,
  archived_at INTEGER,
  merged_into_key INTEGER REFERENCES tag (key)
) STRICT;

-- The positions that a tag is on: of a passage, of a note, or the root, which stands for its tree.
CREATE TABLE tag_assignment (
  tag_key INTEGER NOT NULL REFERENCES tag (key),
  position_key INTEGER NOT NULL REFERENCES node (key),
  loom_tree_key INTEGER NOT NULL REFERENCES loom_tree (key),
  agent_key INTEGER NOT NULL REFERENCES agent (key),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (tag_key, position_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX tag_assignment_tree ON tag_assignment (loom_tree_key);
CREATE INDEX tag_assignment_position ON tag_assignment (position_key);
