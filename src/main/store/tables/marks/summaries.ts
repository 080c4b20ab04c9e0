/** Summaries that models made (`agents.md`, table `summary`). Their texts are with the nodes and trees. */

import { sql } from 'kysely';
import type { NodeId, Sha256, TreeId } from '../../../../core/ids.ts';
import {
  loggedSummary,
  type OwnSummary,
  type Summary,
  summaryRecord,
} from '../../../../core/summaries/summary.ts';
import type { FileTransaction } from '../../connection/file-transaction.ts';
import { defineQuery, NONE, type Reader } from '../../connection/query.ts';
import { copyAgents } from '../agents.ts';
import { getAgentKey, getNodeKeys, getResponseKey, getTreeKey } from '../keys.ts';
import { appendLog } from '../log.ts';
import type { Key } from '../schema.ts';
import { insertRow } from '../write-row.ts';
import type { CopyMarksOptions, MarkTable } from './mark-kind.ts';

/** A summary as it is read. */
export interface StoredSummary extends Summary {
  readonly treeId: TreeId;
}

const columns = sql`loom_tree.id as treeId, node.id as node,
  coalesce(iif(summary.node_key is null, loom_tree.summary, node.summary), '') as text,
  summary.basis_sha256 as basis, raw_api_response.id as response, agent.id as agent,
  summary.created_at as createdAt`;
const joins = sql`
  cross join loom_tree on loom_tree.key = summary.loom_tree_key
  cross join agent on agent.key = summary.agent_key
  left join node on node.key = summary.node_key
  left join raw_api_response on raw_api_response.key = summary.raw_api_response_key`;

const allSummaries = defineQuery(
  'summary.all',
  () => sql<StoredSummary>`select ${columns} from summary ${joins} order by summary.key`,
);

const summariesIn = defineQuery(
  'summary.in',
  (_, p: { tree: string }) => sql<StoredSummary>`
    select ${columns} from summary ${joins} where loom_tree.id = ${p.tree} order by summary.key`,
);

const ownIn = defineQuery(
  'summary.ownIn',
  (_, p: { tree: Key }) => sql<{ node: string | null; text: string }>`
    with place (key, node_key, node, text) as (
      select 0, null, null, summary from loom_tree where key = ${p.tree}
      union all
      select key, key, id, summary from node where loom_tree_key = ${p.tree})
    select node, text from place
    where text is not null
      and not exists (
        select 1 from summary where summary.loom_tree_key = ${p.tree} and summary.node_key is place.node_key)
    order by key`,
);

const lacking = defineQuery(
  'summary.lacking',
  (_, p: { from: number; most: number }) => sql<LackingSummaries>`
    with sent (length) as (
      select min(length(node.text), ${p.most}) from node
      cross join edge on edge.target_node_key = node.key and edge.edge_type = 'continuation'
      cross join loom_tree on loom_tree.key = node.loom_tree_key and loom_tree.kind = 'story'
        and loom_tree.archived_at is null
      where node.summary is null and length(node.text) >= ${p.from}
      union all
      select ${p.most} from loom_tree
      where summary is null and archived_at is null
        and exists (select 1 from node where node.loom_tree_key = loom_tree.key and length(text) >= ${p.from}))
    select count(*) as count, coalesce(sum(length), 0) as length from sent`,
);

interface SummaryPlace {
  readonly tree: Key;
  readonly node: Key | null;
}

const shownText = defineQuery(
  'summary.text',
  (_, p: SummaryPlace) => sql<{ text: string | null; basis: string | null }>`
    select iif(${p.node} is null, loom_tree.summary, node.summary) as text, summary.basis_sha256 as basis
    from loom_tree left join node on node.key = ${p.node}
    left join summary on summary.loom_tree_key = loom_tree.key and summary.node_key is ${p.node}
    where loom_tree.key = ${p.tree}`,
);

const removeRow = defineQuery(
  'summary.remove',
  (_, p: SummaryPlace) =>
    sql<never>`delete from summary where loom_tree_key = ${p.tree} and node_key is ${p.node}`,
);

const insertSummary = insertRow('summary.insert', 'summary', 'key');

const setNodeText = defineQuery('summary.node.set', (db, p: { key: Key; text: string | null }) =>
  db.updateTable('node').set({ summary: p.text }).where('key', '=', p.key),
);

const setTreeText = defineQuery('summary.tree.set', (db, p: { key: Key; text: string | null }) =>
  db.updateTable('loom_tree').set({ summary: p.text }).where('key', '=', p.key),
);

/** The summaries of a tree and its nodes. */
export function listSummaries(reader: Reader, treeId: TreeId): readonly StoredSummary[] {
  return reader.all(summariesIn, { tree: treeId });
}

/** The writer's summaries of a tree and its nodes. */
function listOwnSummaries(reader: Reader, treeId: TreeId): readonly OwnSummary[] {
  return reader
    .all(ownIn, { tree: getTreeKey(reader, treeId) })
    .map(({ node, text }) => ({ node: node as NodeId | null, text, isOwn: true }));
}

/** The summary of a node, or of a tree. */
export interface ShownSummary {
  readonly text: string;
  /** The SHA-256 of the prompt it was made of; null if it is the writer's. */
  readonly basis: Sha256 | null;
}

/**
 * The summary of a node, or of the whole tree (`node` null); null for none.
 * @throws {AspenError} NOT_FOUND for the tree or the node
 */
export function findSummary(reader: Reader, treeId: TreeId, node: NodeId | null): ShownSummary | null {
  const found = reader.first(shownText, placeOf(reader, treeId, node));
  if (found === undefined || found.text === null) return null;
  return { text: found.text, basis: found.basis as Sha256 | null };
}

/** Nodes and trees without a summary, of the trees that are not archived. */
export interface LackingSummaries {
  /** Texts, documents and trees. */
  readonly count: number;
  /** Length of their texts, each at most as long as is sent. UTF-16 code units. */
  readonly length: number;
}

/** @param from the length of the shortest text that has one; @param most what is sent of a text, both in UTF-16 code units */
export function countLacking(reader: Reader, from: number, most: number): LackingSummaries {
  const found = reader.first(lacking, { from, most });
  return { count: found?.count ?? 0, length: found?.length ?? 0 };
}

/**
 * Writes summaries of a tree and its nodes in place of those that they have. The writer's have no row.
 * @throws {AspenError} NOT_FOUND if a node, an agent or an answer is not in the file
 */
function writeSummaries(
  tx: FileTransaction,
  treeId: TreeId,
  summaries: readonly (Summary | OwnSummary)[],
): readonly (Summary | OwnSummary)[] {
  for (const summary of summaries) {
    const place = placeOf(tx, treeId, summary.node);
    tx.run(removeRow, place);
    if (place.node === null) tx.run(setTreeText, { key: place.tree, text: summary.text });
    else tx.run(setNodeText, { key: place.node, text: summary.text });
    if ('isOwn' in summary) continue;
    tx.run(insertSummary, {
      loom_tree_key: place.tree,
      node_key: place.node,
      basis_sha256: summary.basis,
      raw_api_response_key: summary.response === null ? null : getResponseKey(tx, summary.response),
      agent_key: getAgentKey(tx, summary.agent),
      created_at: summary.createdAt,
    });
  }
  return summaries;
}

/**
 * Makes a tree's summary the writer's from now on. Its text is written with the tree.
 * @returns whether a model had made it
 */
export function disownSummary(tx: FileTransaction, treeId: TreeId): boolean {
  const hadBasis = findSummary(tx, treeId, null)?.basis != null;
  if (hadBasis) tx.run(removeRow, placeOf(tx, treeId, null));
  return hadBasis;
}

function placeOf(reader: Reader, treeId: TreeId, node: NodeId | null): SummaryPlace {
  const tree = getTreeKey(reader, treeId);
  return { tree, node: node === null ? null : getNodeKeys(reader, tree, node).key };
}

/**
 * Adds the summaries that models made of a tree and its nodes where there is none but the same text, those that the writer
 * wrote where there is none, and a log row that names them.
 */
function copySummaries(tx: FileTransaction, { from, treeId, as, nodeId, by, kind }: CopyMarksOptions): void {
  const here = <S extends { readonly node: NodeId | null }>(summary: S): S => ({
    ...summary,
    node: summary.node === null ? null : nodeId(summary.node),
  });
  const summaries = listSummaries(from, treeId)
    .map(here)
    .filter(({ node, text }) => {
      const found = findSummary(tx, as, node);
      return found === null || (found.basis === null && found.text === text);
    })
    .map(summaryRecord);
  const own = listOwnSummaries(from, treeId)
    .map(here)
    .filter(({ node }) => findSummary(tx, as, node) === null);
  const written = [...summaries, ...own];
  if (written.length === 0) return;
  copyAgents(tx, from, new Set(summaries.map(({ agent }) => agent)), by);
  writeSummaries(tx, as, written);
  appendLog(tx, by, kind, { tree: as, summaries: written.map(loggedSummary) });
}

export const SUMMARIES: MarkTable<'summaries'> = {
  listAll: (reader) =>
    reader
      .all(allSummaries, NONE)
      .map((summary) => [`${summary.treeId} ${summary.node}`, summaryRecord(summary)] as const),
  listIn: listSummaries,
  write: writeSummaries,
  copy: copySummaries,
  hasAll: (copy, original, treeId) => {
    const copied = new Set(listSummaries(copy, treeId).map((summary) => JSON.stringify(summary)));
    return listSummaries(original, treeId).every((summary) => copied.has(JSON.stringify(summary)));
  },
};

const summariesOf = defineQuery(
  'summary.of',
  (_, p: { nodes: string }) => sql<{ nodeId: NodeId; text: string }>`
    select node.id as nodeId, node.summary as text
    from json_each(${p.nodes}) as shown
    cross join node on node.id = shown.value and node.summary is not null`,
);

/** The summaries of nodes that have one, by a model or the writer, in one statement. */
export function listSummariesOf(
  reader: Reader,
  nodes: readonly NodeId[],
): readonly { readonly nodeId: NodeId; readonly text: string }[] {
  return reader.all(summariesOf, { nodes: JSON.stringify(nodes) });
}
