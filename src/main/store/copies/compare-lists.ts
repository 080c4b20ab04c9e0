import { sql } from 'kysely';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { parseColumn } from '../tables/json-column.ts';
import { faultOfDraftEdits, faultOfDraftText } from '../tables/json-values.ts';

/** Lists for comparing two files of a grove. */

const texts = defineQuery(
  'compare.texts',
  () => sql<{ id: string; is_note: number }>`
    select node.id, coalesce(edge.edge_type = 'annotation', 0) as is_note
    from node left join edge on edge.target_node_key = node.key
    where node.key not in (select root_node_key from loom_tree) order by node.id`,
);

// Metadata of a position is stored on every version.
const bookmarks = defineQuery(
  'compare.bookmarks',
  () => sql<{ id: string; said: string | null }>`
    select id, bookmark_label as said from node where bookmarked = 1 and key = position_key
    union all select id, label from anchor where kind = 'bookmark'`,
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

// A tag is the one that it was merged into, and may have another id in another file.
const tagged = defineQuery(
  'compare.tagged',
  () => sql<{ position: string; folded: string; name: string }>`
    select distinct position.id as position, shown.folded, shown.name from tag_assignment as assigned
    cross join tag on tag.key = assigned.tag_key
    cross join tag as shown on shown.key = coalesce(tag.merged_into_key, tag.key)
    cross join node as position on position.key = assigned.position_key`,
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

/** A node other than a root. */
export interface ListedNode {
  readonly id: NodeId;
  readonly isNote: boolean;
}

/** Every node except the roots, oldest first. */
export function* eachListedNode(reader: Reader): Generator<ListedNode> {
  for (const [id, isNote] of reader.columns(texts, NONE)) yield { id: id as NodeId, isNote: isNote === 1 };
}

/** A label, tag or summary, with the id of its node or tree. */
export interface Label {
  readonly id: string;
  /** Null for a bookmark without a label. */
  readonly said: string | null;
}

/** Every bookmark by its position or its own id, with its label. */
export function listBookmarks(reader: Reader): readonly Label[] {
  return reader.all(bookmarks, NONE);
}

/** Every tag on a position, a root or a note too, by the position and its folded name, with its name. */
export function listTagged(reader: Reader): readonly Label[] {
  return reader
    .all(tagged, NONE)
    .map(({ position, folded, name }) => ({ id: `${position} ${folded}`, said: name }));
}

export function listSummaries(reader: Reader): readonly Label[] {
  return reader.all(summaries, NONE);
}

/** Every pruned position, without those that are only below one. */
export function listPruned(reader: Reader): readonly PositionId[] {
  return reader.all(pruned, NONE).map(({ id }) => id as PositionId);
}

/** The first `length` characters of a node's text; empty when it has none. */
export function beginningOf(reader: Reader, id: NodeId, length: number): string {
  return reader.first(beginning, { id, length })?.text ?? '';
}

/** Every tree with its title, oldest first. */
export function listTitles(reader: Reader): readonly { readonly id: TreeId; readonly title: string }[] {
  return reader.all(trees, NONE).map(({ id, title }) => ({ id: id as TreeId, title }));
}

interface StoredText {
  readonly text: string;
}

/** The uncommitted text of one agent in one tree. */
export interface StoredDraftText {
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  /** The working buffer. */
  readonly text: string;
  /** The texts of pending edits. */
  readonly edits: readonly string[];
}

/** @throws {AspenError} CORRUPT when a stored draft is not JSON */
export function listDraftTexts(reader: Reader): readonly StoredDraftText[] {
  return reader.all(drafts, NONE).map((row) => ({
    treeId: row.tree_id as TreeId,
    agentId: row.agent_id as AgentId,
    text: parseColumn<StoredText>(row.buffer, 'the draft', faultOfDraftText).text,
    edits: parseColumn<readonly StoredText[]>(row.edits, 'the draft’s edits', faultOfDraftEdits).map(
      ({ text }) => text,
    ),
  }));
}
