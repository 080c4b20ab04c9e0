import { sql } from 'kysely';
import { AspenError } from '../../../core/errors.ts';
import {
  type AgentId,
  type EdgeId,
  firstNodeAt,
  type LocalId,
  type NodeId,
  type PositionId,
  positionOpenedBy,
  type TreeId,
} from '../../../core/ids.ts';
import { canonicalJson, type JsonValue } from '../../../core/provenance/canonical-json.ts';
import { logMetadata, logNode } from '../../../core/provenance/logged-node.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { type IdsAndClock, localIdFor } from '../../../core/tree/new-node.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { appendLogJson, type LogEntry } from '../tables/log.ts';
import { copyMarks } from '../tables/marks/mark-tables.ts';
import { writeTitle } from '../tables/marks/names.ts';
import { metadataColumns, metadataNames } from '../tables/metadata-columns.ts';
import { indexLinks } from '../tables/node-links.ts';
import type { Key } from '../tables/schema.ts';
import { insertTreeRow, loggedNewTree, setRoot } from '../tables/trees.ts';
import { pagesOfNodes, type StoredNode } from '../tree/whole-trees.ts';
import { copyCursorsOf } from './copy-paths.ts';
import { nameDuplicateInLore } from './copy-settings.ts';
import { countContents } from './delete-tree.ts';

/** Nodes read at a time and logged in one row. */
const PAGE = 500;

// A temporary table in memory, private to this connection; it never reaches the file.
const makeTable = defineQuery(
  'double.make',
  () => sql<never>`
    create temp table if not exists doubled
      (old_key integer primary key, key integer not null unique, id text, local_id text, edge_id text)`,
);
const emptyTable = defineQuery('double.empty', () => sql<never>`delete from temp.doubled`);

const insertIds = defineQuery(
  'double.names',
  (_, p: { names: string; base: Key }) => sql<never>`
    insert into temp.doubled (old_key, key, id, local_id, edge_id)
    select node.key, ${p.base} + name.key, name.value ->> 1, name.value ->> 2, name.value ->> 3
    from json_each(${p.names}) as name
    cross join node on node.id = name.value ->> 0`,
);

const copyNodes = defineQuery(
  'double.nodes',
  (_, p: { tree: Key }) => sql<never>`
    insert into node (key, id, local_id, loom_tree_key, position_key, edited_from_key, author_agent_key, author_type,
      content_type, content_hash, raw_api_response_key, choice_index, seam, finish_reason, created_at, ${metadataNames},
      summary, authorship, content, text, split_at, offered)
    select doubled.key, doubled.id, doubled.local_id, ${p.tree}, position.key, edited.key, node.author_agent_key,
      node.author_type, node.content_type, node.content_hash, node.raw_api_response_key, node.choice_index, node.seam,
      node.finish_reason, node.created_at, ${metadataColumns},
      node.summary, node.authorship, node.content, node.text, node.split_at, node.offered
    from temp.doubled
    cross join node on node.key = doubled.old_key
    cross join temp.doubled as position on position.old_key = node.position_key
    left join temp.doubled as edited on edited.old_key = node.edited_from_key
    order by doubled.key`,
);

const copyTexts = defineQuery(
  'double.words',
  () => sql<never>`
    insert into node_text (rowid, text)
    select doubled.key, node.text from temp.doubled cross join node on node.key = doubled.old_key
    order by doubled.key`,
);

const copyEdges = defineQuery(
  'double.edges',
  (_, p: { tree: Key }) => sql<never>`
    insert into edge (id, loom_tree_key, target_node_key, edge_type, created_at)
    select doubled.edge_id, ${p.tree}, doubled.key, edge.edge_type, edge.created_at
    from temp.doubled cross join edge on edge.target_node_key = doubled.old_key
    order by doubled.key`,
);

const copySources = defineQuery(
  'double.sources',
  () => sql<never>`
    insert into edge_source (edge_key, ordinal, role, position_key, origin_node_key)
    select copy.key, source.ordinal, source.role, position.key, origin.key
    from temp.doubled
    cross join edge on edge.target_node_key = doubled.old_key
    cross join edge as copy on copy.target_node_key = doubled.key
    cross join edge_source as source on source.edge_key = edge.key
    cross join temp.doubled as position on position.old_key = source.position_key
    cross join temp.doubled as origin on origin.old_key = source.origin_node_key
    order by copy.key, source.ordinal`,
);

const nextKey = defineQuery(
  'double.nextKey',
  () => sql<{ key: Key }>`select coalesce(max(key), 0) + 1 as key from node`,
);

/** A page of nodes with the ids of their copies. */
interface PreparedPage {
  /** JSON of `[id, copy's id, copy's local id, id of the copy's edge]`, in id order. */
  readonly names: string;
  readonly nodes: number;
  /** The log entry, as canonical JSON. */
  readonly entry: string;
}

/** Everything about a tree's duplicate that can be computed before writing. */
export interface PreparedDuplicate {
  readonly treeId: TreeId;
  readonly as: LoomTree;
  readonly pages: readonly PreparedPage[];
  readonly nodes: number;
  readonly sources: number;
  nodeId(id: NodeId): NodeId;
  newId(): string;
}

/**
 * Assigns new ids to every node of a tree, one page at a time, for a duplicate in the same file. It writes
 * nothing, and the result is valid as long as the head of the log does not change.
 * @param as the duplicate; its root already has its id
 * @returns yields the completed fraction, from 0 to 1
 * @throws {AspenError} NOT_FOUND; CORRUPT when a column is invalid
 */
export function* prepareTreeDuplicate(
  reader: Reader,
  treeId: TreeId,
  as: LoomTree,
  root: NodeId,
  idsAndClock: IdsAndClock,
): Generator<number, PreparedDuplicate> {
  const total = countContents(reader, treeId).nodes;
  const ids = new Map<NodeId, NodeId>([[root, as.rootPositionId as string as NodeId]]);
  const nodeId = (id: NodeId): NodeId => {
    const known = ids.get(id) ?? (idsAndClock.newId() as NodeId);
    ids.set(id, known);
    return known;
  };
  const taken = new Set<LocalId>();
  const nameOf = ({ node, edge }: StoredNode) => {
    const id = nodeId(node.id);
    const localId = localIdFor(id, (candidate) => taken.has(candidate));
    taken.add(localId);
    return [node.id, id, localId, edge === undefined ? null : (idsAndClock.newId() as EdgeId)];
  };
  const toCopy = ({ node }: StoredNode) => ({
    ...node,
    id: nodeId(node.id),
    positionId: nodeId(node.positionId as string as NodeId) as string as PositionId,
    editedFrom: node.editedFrom === null ? null : nodeId(node.editedFrom),
  });
  const pages: PreparedPage[] = [];
  let nodes = 0;
  let sources = 0;
  for (const page of pagesOfNodes(reader, treeId, PAGE)) {
    const copies = page.map(toCopy);
    const entry: LogEntry = {
      tree: as.id,
      nodes: copies.map((node) => logNode(node)),
      metadata: logMetadata(copies),
      ...(pages.length > 0 ? {} : { properties: loggedNewTree(as), details: { copyOf: treeId } }),
    };
    pages.push({
      names: JSON.stringify(page.map(nameOf)),
      nodes: page.length,
      entry: canonicalJson(entry as JsonValue),
    });
    nodes += page.length;
    sources += page.reduce((sum, { edge }) => sum + (edge?.sources.length ?? 0), 0);
    yield Math.min(1, nodes / Math.max(1, total));
  }
  return {
    treeId,
    as,
    pages,
    nodes,
    sources,
    nodeId,
    newId: () => idsAndClock.newId(),
  };
}

/**
 * Writes a duplicate; the log must have the same head as when it was prepared. SQLite copies the rows
 * directly, without passing them through the program.
 * @throws {AspenError} INVALID_ARGUMENT when the tree exists; CORRUPT when a row refers outside the tree
 */
export function writeDuplicate(tx: FileTransaction, prepared: PreparedDuplicate, by: AgentId): void {
  const { treeId, as, pages, nodes, sources, nodeId, newId } = prepared;
  const tree = insertTreeRow(tx, as);
  tx.run(makeTable, NONE);
  tx.run(emptyTable, NONE);
  const first = tx.first(nextKey, NONE)?.key ?? 1;
  let base = first;
  for (const page of pages) {
    tx.run(insertIds, { names: page.names, base });
    base += page.nodes;
  }
  requireAll(tx.run(copyNodes, { tree }), nodes, 'nodes');
  requireAll(tx.run(copyTexts, NONE), nodes, 'texts');
  tx.run(copyEdges, { tree });
  requireAll(tx.run(copySources, NONE), sources, 'sources');
  tx.run(emptyTable, NONE);
  indexLinks(tx, { from: first, to: base - 1 });
  writeTitle(tx, tree, as.title, as.createdAt);
  setRoot(tx, tree, as.rootPositionId as string as NodeId);
  for (const { entry } of pages) appendLogJson(tx, by, 'tree-create', entry);
  const positionId = (id: PositionId) => positionOpenedBy(nodeId(firstNodeAt(id)));
  copyMarks(tx, { from: tx, treeId, as: as.id, nodeId, positionId, newId, by, kind: 'tree-create' });
  nameDuplicateInLore(tx, treeId, positionId, by);
  copyCursorsOf(tx, { from: tx, treeId, as, nodeId });
}

function requireAll(written: number, expected: number, what: string): void {
  if (written !== expected)
    throw new AspenError('CORRUPT', `${written} of ${expected} ${what} could be copied`);
}
