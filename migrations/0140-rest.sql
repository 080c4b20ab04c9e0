-- rest is 1 for a position before which the agent's path was ended in the middle of the text, at the end of the node before
-- it: what follows from there stays in sight while the path takes another way. Null for any other.

ALTER TABLE position_choice ADD COLUMN rest INTEGER CHECK (rest = 1);

-- A path may have 10,000 positions, and hardly any of them has this.
CREATE INDEX position_choice_rest ON position_choice (loom_tree_key, agent_key) WHERE rest IS NOT NULL;
