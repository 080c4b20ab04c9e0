import { sql } from 'kysely';
import type { Spans } from '../../../core/text/span.ts';
import type { TreeNode } from '../../../core/tree/tree-node.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { readAgentKeys } from '../tables/keys.ts';
import { selectHeaders, toTreeNode } from '../tables/node-rows.ts';
import type { Key } from '../tables/schema.ts';
import { isListed } from './turns/listed-versions.ts';

/** A text and its spans, to compare with a node's columns. */
interface TextToMatch {
  readonly text: string;
  /** UTF-8 bytes; SQLite compares the length without reading the text. */
  readonly bytes: number;
  /** The spans as stored in the column when it is not null. */
  readonly authorship: string;
  /** The key of the only agent in the spans; the column is null when that agent is the node's author. */
  readonly sole: Key | null;
  /** 1 when there are no spans: an empty text matches any author. */
  readonly empty: 0 | 1;
}

function matches(p: TextToMatch) {
  return sql<boolean>`
    node.content_type = 'text' and octet_length(node.text) = ${p.bytes} and node.text = ${p.text}
    and (node.authorship = ${p.authorship}
      or node.authorship is null and (node.author_agent_key = ${p.sole} or ${p.empty} = 1))`;
}

const equalVersion = defineQuery('twin.version', (db, p: TextToMatch & { position: Key }) =>
  selectHeaders(db)
    .where('node.position_key', '=', p.position)
    .where(matches(p))
    .where(isListed('node'))
    .orderBy('node.id')
    .limit(1),
);

const equalEdits = defineQuery('twin.beside', (db, p: TextToMatch & { editedFrom: Key }) =>
  selectHeaders(db)
    .where('node.edited_from_key', '=', p.editedFrom)
    .whereRef('node.position_key', '=', 'node.key')
    .where('node.split_at', 'is', null)
    .where(matches(p))
    .orderBy('node.id'),
);

const equalChildren = defineQuery('twin.children', (db, p: TextToMatch & { source: Key }) =>
  selectHeaders(db)
    .innerJoin('edge', 'edge.target_node_key', 'node.key')
    .innerJoin('edge_source', 'edge_source.edge_key', 'edge.key')
    .where('edge_source.position_key', '=', p.source)
    .where('edge_source.role', '=', 'primary')
    .where('edge.edge_type', '=', 'continuation')
    .where(matches(p))
    .orderBy('node.id'),
);

/** The oldest version that is listed at the position with exactly this text and these spans. */
export function findEqualVersion(
  reader: Reader,
  position: Key,
  text: string,
  spans: Spans,
): TreeNode | undefined {
  const wanted = textToMatch(reader, text, spans);
  if (wanted === undefined) return undefined;
  const row = reader.first(equalVersion, { ...wanted, position });
  return row === undefined ? undefined : toTreeNode(row);
}

/**
 * The nodes edited from this one that opened their own position, are not splits, and have exactly this text and
 * these spans, by id.
 */
export function listEqualEdits(
  reader: Reader,
  editedFrom: Key,
  text: string,
  spans: Spans,
): readonly TreeNode[] {
  const wanted = textToMatch(reader, text, spans);
  return wanted === undefined ? [] : reader.all(equalEdits, { ...wanted, editedFrom }).map(toTreeNode);
}

/** The nodes that continue a position with exactly this text and these spans, every version, by id. */
export function listEqualChildren(
  reader: Reader,
  source: Key,
  text: string,
  spans: Spans,
): readonly TreeNode[] {
  const wanted = textToMatch(reader, text, spans);
  return wanted === undefined ? [] : reader.all(equalChildren, { ...wanted, source }).map(toTreeNode);
}

/** Undefined when the spans name an agent that the grove does not have: then no node can be equal. */
function textToMatch(reader: Reader, text: string, spans: Spans): TextToMatch | undefined {
  const agents = readAgentKeys(reader);
  const runs: number[][] = [];
  for (const { agent, length, inferred } of spans) {
    const key = agents.findKey(agent);
    if (key === undefined) return undefined;
    runs.push(inferred === true ? [key, length, 1] : [key, length]);
  }
  const [first] = runs;
  const sole = runs.length === 1 && first?.length === 2 ? (first[0] ?? null) : null;
  const empty = runs.length === 0 ? 1 : 0;
  return { text, bytes: Buffer.byteLength(text), authorship: JSON.stringify(runs), sole, empty };
}
