-- A note or a bookmark on a phrase of a text (`documents.md`). start and length are UTF-16 code units of the text of
-- node_key, which never changes; quote is that part of it, by which a later version is searched. note_node_key is the
-- first version of the note, null for a bookmark; label is the bookmark's name. A position is bookmarked while it has a
-- bookmark here; its own bookmark_label is that of a bookmark on all of it.
CREATE TABLE anchor (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  loom_tree_key INTEGER NOT NULL REFERENCES loom_tree (key),
  kind TEXT NOT NULL CHECK (kind IN ('note', 'bookmark')),
  position_key INTEGER NOT NULL REFERENCES node (key),
  node_key INTEGER NOT NULL REFERENCES node (key),
  start INTEGER NOT NULL CHECK (start >= 0),
  length INTEGER NOT NULL CHECK (length > 0),
  note_node_key INTEGER REFERENCES node (key),
  label TEXT,
  quote TEXT NOT NULL,
  CHECK ((kind = 'note') = (note_node_key IS NOT NULL))
) STRICT;

CREATE INDEX anchor_tree ON anchor (loom_tree_key, id);
CREATE INDEX anchor_position ON anchor (position_key);
