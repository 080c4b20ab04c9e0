-- topic_tree_key is the manuscript that a conversation is about; null for a manuscript, and for a conversation of its own.

ALTER TABLE loom_tree ADD COLUMN topic_tree_key INTEGER REFERENCES loom_tree (key);

CREATE INDEX loom_tree_topic ON loom_tree (topic_tree_key);
