import { sql } from 'kysely';
import { AspenError } from '../../core/errors.ts';
import type { LocalId, NodeId, PositionId, TreeId } from '../../core/ids.ts';
import type { Spans } from '../../core/text/span.ts';
import type { TreeView } from '../../core/tree/tree-view.ts';
import { findNodeKeys, findPositionKey, getTreeKey, readAgentKeys } from './keys.ts';
import { selectHeaders, toTreeNode } from './node-rows.ts';
import { findEdgeInto, findNode, getNodeContent } from './nodes.ts';
import { defineQuery, type Reader } from './query.ts';
import type { Key } from './schema.ts';
import { getTree } from './trees.ts';

const versionsOf = defineQuery('tree.versions', (db, p: { position: Key }) =>
  selectHeaders(db).where('node.position_key', '=', p.position).orderBy('node.id'),
);

const parentOf = defineQuery('tree.parent', (db, p: { position: Key }) =>
  db
    .selectFrom('edge')
    .innerJoin('edge_source', 'edge_source.edge_key', 'edge.key')
    .innerJoin('node', 'node.key', 'edge_source.position_key')
    .select('node.id')
    .where('edge.target_node_key', '=', p.position)
    .where('edge.edge_type', '=', 'continuation')
    .where('edge_source.role', '=', 'primary'),
);

const childrenOf = defineQuery(
  'tree.children',
  (_, p: { position: Key }) => sql<{ id: string }>`
    select child.id
    from edge_source as source
    cross join edge on edge.key = source.edge_key and edge.edge_type = 'continuation'
    cross join node as child on child.key = edge.target_node_key and child.position_key = child.key
    where source.position_key = ${p.position} and source.role = 'primary'
    order by child.id`,
);

const localIdIn = defineQuery('tree.localId', (db, p: { tree: Key; localId: string }) =>
  db.selectFrom('node').select('key').where('loom_tree_key', '=', p.tree).where('local_id', '=', p.localId),
);

/** Spans to compare with the column: as JSON, and for nodes whose author wrote all of it, where the column is null. */
interface SpansToMatch {
  readonly authorship: string;
  /** The one agent of spans that are all one agent's; null for others. */
  readonly sole: Key | null;
  /** 1 for no spans at all: an empty text is anyone's. */
  readonly none: 0 | 1;
}

interface TextToMatch extends SpansToMatch {
  readonly text: string;
  /** UTF-8 bytes, which SQLite compares without reading the text. */
  readonly bytes: number;
}

function matches(p: TextToMatch) {
  return sql<boolean>`
    node.content_type = 'text' and octet_length(node.text) = ${p.bytes} and node.text = ${p.text}
    and (node.authorship = ${p.authorship}
      or node.authorship is null and (node.author_agent_key = ${p.sole} or ${p.none} = 1))`;
}

const twinVersion = defineQuery('tree.twinVersion', (db, p: TextToMatch & { position: Key }) =>
  selectHeaders(db).where('node.position_key', '=', p.position).where(matches(p)).orderBy('node.id').limit(1),
);

const twinBeside = defineQuery('tree.twinBeside', (db, p: TextToMatch & { editedFrom: Key }) =>
  selectHeaders(db)
    .where('node.edited_from_key', '=', p.editedFrom)
    .whereRef('node.position_key', '=', 'node.key')
    .where(matches(p))
    .orderBy('node.id')
    .limit(1),
);

/**
 * The tree in the file, as the operations ask for it. Nothing is kept: each question is a statement that uses an index,
 * so an operation costs what its path costs. Inside a transaction it sees what the transaction wrote.
 * @throws {AspenError} NOT_FOUND where there is no such tree
 */
export function sqlTree(reader: Reader, treeId: TreeId): TreeView {
  const tree = getTreeKey(reader, treeId);
  const positionKey = (position: PositionId) => findPositionKey(reader, tree, position);

  return {
    get tree() {
      return getTree(reader, treeId);
    },
    findNode(id) {
      const node = findNode(reader, id);
      return node?.treeId === treeId ? node : undefined;
    },
    getContent(id) {
      if (findNodeKeys(reader, tree, id) === undefined) throw new AspenError('NOT_FOUND', `no node ${id}`);
      return getNodeContent(reader, id);
    },
    versionsAt(position) {
      const key = positionKey(position);
      return key === undefined ? [] : reader.all(versionsOf, { position: key }).map(toTreeNode);
    },
    parentOf(position) {
      const key = positionKey(position);
      const row = key === undefined ? undefined : reader.first(parentOf, { position: key });
      return row === undefined ? null : (row.id as PositionId);
    },
    childrenOf(position) {
      const key = positionKey(position);
      return key === undefined
        ? []
        : reader.all(childrenOf, { position: key }).map(({ id }) => id as PositionId);
    },
    findEdgeInto(node) {
      return findNodeKeys(reader, tree, node) === undefined ? undefined : findEdgeInto(reader, node);
    },
    hasLocalId(localId: LocalId) {
      return reader.first(localIdIn, { tree, localId }) !== undefined;
    },
    findTwinVersion(position, text, spans) {
      const key = positionKey(position);
      const wanted = textToMatch(reader, text, spans);
      if (key === undefined || wanted === undefined) return undefined;
      const row = reader.first(twinVersion, { ...wanted, position: key });
      return row === undefined ? undefined : toTreeNode(row);
    },
    findTwinBeside(node: NodeId, text, spans) {
      const key = findNodeKeys(reader, tree, node)?.key;
      const wanted = textToMatch(reader, text, spans);
      if (key === undefined || wanted === undefined) return undefined;
      const row = reader.first(twinBeside, { ...wanted, editedFrom: key });
      return row === undefined ? undefined : toTreeNode(row);
    },
  };
}

/** Undefined where the spans name an agent that the grove does not have: then nothing in it is their twin. */
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
