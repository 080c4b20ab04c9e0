import { sql } from 'kysely';
import type { Spans } from '../../../core/text/span.ts';
import type { TreeNode } from '../../../core/tree/tree-node.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { readAgentKeys } from '../tables/keys.ts';
import { selectHeaders, toTreeNode } from '../tables/node-rows.ts';
import type { Key } from '../tables/schema.ts';

/** A text and its spans to compare with the columns of a node. */
interface TextToMatch {
  readonly text: string;
  /** UTF-8 bytes, which SQLite compares without reading the text. */
  readonly bytes: number;
  /** The spans as the column has them where it is not null. */
  readonly authorship: string;
  /** The one agent of spans that are all one agent's: where that is the author, the column is null. */
  readonly sole: Key | null;
  /** 1 for no spans at all: an empty text is anyone's. */
  readonly none: 0 | 1;
}

function says(p: TextToMatch) {
  return sql<boolean>`
    node.content_type = 'text' and octet_length(node.text) = ${p.bytes} and node.text = ${p.text}
    and (node.authorship = ${p.authorship}
      or node.authorship is null and (node.author_agent_key = ${p.sole} or ${p.none} = 1))`;
}

const versionThatSays = defineQuery('twin.version', (db, p: TextToMatch & { position: Key }) =>
  selectHeaders(db).where('node.position_key', '=', p.position).where(says(p)).orderBy('node.id').limit(1),
);

const editThatSays = defineQuery('twin.beside', (db, p: TextToMatch & { editedFrom: Key }) =>
  selectHeaders(db)
    .where('node.edited_from_key', '=', p.editedFrom)
    .whereRef('node.position_key', '=', 'node.key')
    .where(says(p))
    .orderBy('node.id')
    .limit(1),
);

/** The oldest version at the position with exactly this text and these spans. */
export function findEqualVersion(
  reader: Reader,
  position: Key,
  text: string,
  spans: Spans,
): TreeNode | undefined {
  const wanted = textToMatch(reader, text, spans);
  if (wanted === undefined) return undefined;
  const row = reader.first(versionThatSays, { ...wanted, position });
  return row === undefined ? undefined : toTreeNode(row);
}

/** The oldest node at a position of its own that was edited from the node and has exactly this text and these spans. */
export function findEqualEdit(
  reader: Reader,
  editedFrom: Key,
  text: string,
  spans: Spans,
): TreeNode | undefined {
  const wanted = textToMatch(reader, text, spans);
  if (wanted === undefined) return undefined;
  const row = reader.first(editThatSays, { ...wanted, editedFrom });
  return row === undefined ? undefined : toTreeNode(row);
}

/** Undefined where the spans name an agent that the grove does not have: then nothing in it says the same. */
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
  const none = runs.length === 0 ? 1 : 0;
  return { text, bytes: Buffer.byteLength(text), authorship: JSON.stringify(runs), sole, none };
}
