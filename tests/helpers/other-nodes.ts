/** Marks the session as not closed, so that the whole file is checked before it is opened again. */
export const UNCLOSED = 'UPDATE session SET closed_at = NULL;';

/**
 * Adds an answer of 17 MB that no node refers to: the file is then too large to be checked in full before it is opened,
 * if its session was closed.
 */
export const LARGE = `
  INSERT INTO raw_api_response (id, provider, model_identifier, request, response_body, compression, body_sha256,
    requested_at, responded_at, latency_ms, created_at)
  VALUES ('00000000000000000000000001', 'offline', 'none', '{}', zeroblob(17 * 1024 * 1024), 'none',
    '22427fd5e24f1989afefbda75c8daf74aa02a1d4b2ba47dae755b275d35da5cf', 0, 0, 0, 0);`;

/**
 * Inserts nodes without the program, enough that checking them all takes a while. None matches its content hash.
 * @returns SQL for a grove's file
 */
export function otherNodes(count: number): string {
  return `
  WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${count})
  INSERT INTO node (key, id, local_id, loom_tree_key, position_key, author_agent_key, author_type, content_type,
    content_hash, created_at, text)
  SELECT 1000 + n, printf('%026d', n), printf('z%07d', n), loom_tree_key, 1000 + n, author_agent_key, author_type,
    content_type, content_hash, created_at, 'Somebody else wrote this.'
  FROM number JOIN (SELECT * FROM node WHERE author_type = 'human' ORDER BY key DESC LIMIT 1)`;
}
