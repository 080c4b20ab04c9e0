import { sql } from 'kysely';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { parseColumn } from '../tables/json-column.ts';

/** Lists that two files of a grove are held against each other by. */

const texts = defineQuery(
  'compare.texts',
  () => sql<{ id: string; is_note: number }>`
    select node.id, coalesce(edge.edge_type = 'annotation', 0) as is_note
    from node left join edge on edge.target_node_key = node.key
    where node.key not in (select root_node_key from loom_tree) order by node.id`,
);

// What is said of a position is on every version of it.
const bookmarks = defineQuery(
  'compare.bookmarks',
  () => sql<{ id: string; said: string | null }>`
    select id, bookmark_label as said from node where bookmarked = 1 and key = position_key`,
);

const pruned = defineQuery(
  'compare.pruned',
  () => sql<{ id: string }>`select id from node where pruned = 1 and key = position_key`,
);

const summaries = defineQuery(
  'compare.summaries',
  () => sql<{ id: string; said: string | null }>`
    select id, summary as said from node where summary is not null
    union all select id, summary from loom_tree where summary is not null`,
);

const beginning = defineQuery(
  'compare.beginning',
  (_, p: { id: string; length: number }) => sql<{ text: string | null }>`
    select substr(text, 1, ${p.length}) as text from node where id = ${p.id}`,
);

const trees = defineQuery('compare.trees', (db) =>
  db.selectFrom('loom_tree').select(['id', 'title']).orderBy('id'),
);

const drafts = defineQuery('compare.drafts', (db) =>
  db
    .selectFrom('draft')
    .innerJoin('loom_tree', 'loom_tree.key', 'draft.loom_tree_key')
    .innerJoin('agent', 'agent.key', 'draft.agent_key')
    .select(['loom_tree.id as tree_id', 'agent.id as agent_id', 'draft.buffer', 'draft.edits']),
);

/** A node that is no root. */
export interface ListedNode {
  readonly id: NodeId;
  readonly isNote: boolean;
}

/** Every node but the roots, oldest first. */
export function* eachListedNode(reader: Reader): Generator<ListedNode> {
  for (const [id, isNote] of reader.columns(texts, NONE)) yield { id: id as NodeId, isNote: isNote === 1 };
}

/** Something that is said of a node or a tree, by its id. */
export interface SaidOf {
  readonly id: string;
  /** Null for a mark without words. */
  readonly said: string | null;
}

/** Every bookmark, by its position, with its label. */
export function listBookmarks(reader: Reader): readonly SaidOf[] {
  return reader.all(bookmarks, NONE);
}

/** Every summary, of nodes and of trees. */
export function listSummaries(reader: Reader): readonly SaidOf[] {
  return reader.all(summaries, NONE);
}

/** Every position that is pruned itself. */
export function listPruned(reader: Reader): readonly PositionId[] {
  return reader.all(pruned, NONE).map(({ id }) => id as PositionId);
}

/** How a node's text begins, at most `length` characters; empty where it has none. */
export function beginningOf(reader: Reader, id: NodeId, length: number): string {
  return reader.first(beginning, { id, length })?.text ?? '';
}

/** Every tree with its title, oldest first. */
export function listTitles(reader: Reader): readonly { readonly id: TreeId; readonly title: string }[] {
  return reader.all(trees, NONE).map(({ id, title }) => ({ id: id as TreeId, title }));
}

interface Said {
  readonly text: string;
}

/** What is typed and not committed, of everybody. */
export interface StoredDraftText {
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  /** After the path. */
  readonly text: string;
  /** Of nodes that were edited. */
  readonly edits: readonly string[];
}

/** @throws {AspenError} CORRUPT where what is stored makes no sense */
export function listDraftTexts(reader: Reader): readonly StoredDraftText[] {
  return reader.all(drafts, NONE).map((row) => ({
    treeId: row.tree_id as TreeId,
    agentId: row.agent_id as AgentId,
    text: parseColumn<Said>(row.buffer, 'draft.buffer').text,
    edits: parseColumn<readonly Said[]>(row.edits, 'draft.edits').map(({ text }) => text),
  }));
}
