-- Which of how many versions or siblings a node is, and which version is the newest, is read from this index alone:
-- rows of the table hold texts and lie far apart.

DROP INDEX node_position;
CREATE INDEX node_position ON node (position_key, id, pruned);
