-- split_at is the offset at which a split divided the node in edited_from_key, in UTF-16 code units; null for any
-- other node. offered is 1 for a version that is shown only where it is chosen. left_at grows: of several positions
-- that divide one text, the greatest is the one that the path left last.

ALTER TABLE node ADD COLUMN split_at INTEGER CHECK (split_at > 0);
ALTER TABLE node ADD COLUMN offered INTEGER NOT NULL DEFAULT 0 CHECK (offered IN (0, 1));
ALTER TABLE position_choice ADD COLUMN left_at INTEGER;

-- As 0020 says, and also which version a path shows, and whether a position is a split.
DROP INDEX node_position;
CREATE INDEX node_position ON node (position_key, id, pruned, offered, split_at);

-- Splits so far: nodes at a position of their own whose text is a proper beginning of that of the node they were made
-- from, except for edits that became branches. Texts are compared as bytes, which also finds NUL characters; their
-- length counts two code units for each character of four bytes.
UPDATE node SET split_at = (
  WITH RECURSIVE piece (at) AS (
    SELECT 1 UNION ALL SELECT at + 1 FROM piece WHERE at < octet_length(node.text)
  )
  SELECT CASE
    WHEN octet_length(node.text) = length(node.text) THEN length(node.text)
    ELSE (SELECT sum((byte < x'80' OR byte >= x'C0') + (byte >= x'F0'))
          FROM (SELECT substr(CAST(node.text AS BLOB), at, 1) AS byte FROM piece))
  END
)
WHERE edited_from_key IS NOT NULL AND position_key = key AND content_type = 'text' AND octet_length(text) > 0
  AND loom_tree_key IN (SELECT key FROM loom_tree WHERE mode = 'buffer')
  AND EXISTS (
    SELECT 1 FROM node AS divided
    WHERE divided.key = node.edited_from_key AND divided.content_type = 'text'
      AND octet_length(divided.text) > octet_length(node.text)
      AND substr(CAST(divided.text AS BLOB), 1, octet_length(node.text)) = CAST(node.text AS BLOB))
  AND id NOT IN (
    SELECT branch.value ->> '$.id' FROM log, json_each(log.entry, '$.nodes') AS branch
    WHERE log.kind = 'branch-edit');

-- The same authors: each run is one of the divided node's, and only the last may be shorter than there.
UPDATE node SET split_at = NULL
WHERE split_at IS NOT NULL AND EXISTS (
  SELECT 1
  FROM node AS divided
  JOIN json_each(coalesce(node.authorship, json_array(json_array(node.author_agent_key, node.split_at)))) AS own
  LEFT JOIN json_each(coalesce(divided.authorship, json_array(json_array(divided.author_agent_key, 9007199254740991))))
    AS other ON other.key = own.key
  WHERE divided.key = node.edited_from_key AND (
    own.value ->> 0 IS NOT other.value ->> 0
    OR coalesce(own.value ->> 2, 0) IS NOT coalesce(other.value ->> 2, 0)
    OR own.value ->> 1 > other.value ->> 1
    OR own.value ->> 1 < other.value ->> 1
      AND own.key + 1 < json_array_length(coalesce(node.authorship, '[[]]'))));

CREATE INDEX node_split ON node (edited_from_key, split_at, id) WHERE split_at IS NOT NULL;
