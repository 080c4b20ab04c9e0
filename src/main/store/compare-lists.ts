import { sql } from 'kysely';
import type { AgentId, NodeId, TreeId } from '../../core/ids.ts';
import { parseColumn } from './json-column.ts';
import { defineQuery, NONE, type Reader } from './query.ts';

/** Lists that two files of a grove are held against each other by. */

const texts = defineQuery(
  'compare.texts',
  () => sql<{ id: string }>`
    select id from node where key not in (select root_node_key from loom_tree) order by id`,
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

/** The ids of every node but the roots, oldest first. */
export function* eachTextId(reader: Reader): Generator<NodeId> {
  for (const [id] of reader.columns(texts, NONE)) yield id as NodeId;
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
