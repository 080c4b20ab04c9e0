-- The SHA-256 of a draft's row, written together with it; null until a draft of an older version is written again.

ALTER TABLE draft ADD COLUMN digest TEXT;
