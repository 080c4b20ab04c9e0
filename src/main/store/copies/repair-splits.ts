import type { Database } from 'better-sqlite3';
import type { AgentId, NodeId } from '../../../core/ids.ts';
import { makeSpan, type Spans, wholeSpans } from '../../../core/text/span.ts';
import { findSplitFault } from '../../../core/tree/check-tree.ts';
import type { NodeContent } from '../../../core/tree/tree-node.ts';

interface ContentColumns {
  readonly author: number;
  readonly authorship: string | null;
  readonly text: string | null;
}

/**
 * Makes ordinary positions of splits whose text, or that of the node they divide, was lost or changed by another
 * repair, and of offered versions that now stand for their position or are in a dialogue. Run it in one transaction, after
 * `repairReferences`, `repairValues` and `divideTexts`.
 */
export function repairSplits(database: Database): void {
  database.exec(`
    UPDATE node SET offered = 0 WHERE offered = 1 AND (
      position_key = key OR loom_tree_key IN (SELECT key FROM loom_tree WHERE mode = 'dialogue'));
    UPDATE node SET split_at = NULL WHERE split_at IS NOT NULL AND (
      position_key <> key OR edited_from_key IS NULL
      OR loom_tree_key IN (SELECT key FROM loom_tree WHERE mode = 'dialogue'));`);
  const splits = database
    .prepare<[], { key: number; splitAt: number; divided: number }>(
      'SELECT key, split_at AS "splitAt", edited_from_key AS divided FROM node WHERE split_at IS NOT NULL',
    )
    .all();
  const columnsOf = database.prepare<[number], ContentColumns>(
    'SELECT author_agent_key AS author, authorship, text FROM node WHERE key = ?',
  );
  const forget = database.prepare('UPDATE node SET split_at = NULL WHERE key = ?');
  for (const { key, splitAt, divided } of splits) {
    const split = contentOf(columnsOf.get(key));
    const fault =
      split === undefined ||
      findSplitFault({ id: String(key) as NodeId, splitAt, ...split }, contentOf(columnsOf.get(divided)));
    if (fault !== null) forget.run(key);
  }
}

/** The agents of the spans are their keys. */
function contentOf(row: ContentColumns | undefined): NodeContent | undefined {
  if (row === undefined) return undefined;
  const text = row.text ?? '';
  const spans: Spans =
    row.authorship === null
      ? wholeSpans(String(row.author) as AgentId, text.length)
      : (JSON.parse(row.authorship) as readonly (readonly [number, number, number?])[]).map(
          ([agent, length, inferred]) => makeSpan(String(agent) as AgentId, length, inferred === 1),
        );
  return { content: { type: 'text', text }, spans };
}
