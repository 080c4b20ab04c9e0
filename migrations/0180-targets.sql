-- A target is an anchor on the words of a heading, with the number of words that its part of the text should have
-- (`scenes.md`, *Targets*). SQLite cannot change the checks of a table, so it is made again.
CREATE TEMP TABLE kept_anchor AS SELECT * FROM anchor;
DROP TABLE anchor;

CREATE TABLE anchor (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  loom_tree_key INTEGER NOT NULL REFERENCES loom_tree (key),
  kind TEXT NOT NULL CHECK (kind IN ('note', 'bookmark', 'target')),
  position_key INTEGER NOT NULL REFERENCES node (key),
  node_key INTEGER NOT NULL REFERENCES node (key),
  start INTEGER NOT NULL CHECK (start >= 0),
  length INTEGER NOT NULL CHECK (length > 0),
  note_node_key INTEGER REFERENCES node (key),
  label TEXT,
  words INTEGER CHECK (words > 0),
  quote TEXT NOT NULL,
  CHECK ((kind = 'note') = (note_node_key IS NOT NULL)),
  CHECK ((kind = 'target') = (words IS NOT NULL))
) STRICT;

INSERT INTO anchor
SELECT key, id, loom_tree_key, kind, position_key, node_key, start, length, note_node_key, label, NULL, quote
FROM temp.kept_anchor;
DROP TABLE temp.kept_anchor;

CREATE INDEX anchor_tree ON anchor (loom_tree_key, id);
CREATE INDEX anchor_position ON anchor (position_key);
