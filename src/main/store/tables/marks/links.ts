/** Links between texts (`agents.md`, table `link`). */

import { sql } from 'kysely';
import { AspenError } from '../../../../core/errors.ts';
import type { AgentId, LinkId, LocalId, NodeId, PositionId, TreeId } from '../../../../core/ids.ts';
import { type Link, linkRecord } from '../../../../core/links/link.ts';
import { textOf } from '../../../../core/tree/tree-node.ts';
import type { FileTransaction } from '../../connection/file-transaction.ts';
import { defineQuery, NONE, type Reader } from '../../connection/query.ts';
import { copyAgents, findAgent } from '../agents.ts';
import { getAgentKey, getTreeKey } from '../keys.ts';
import { appendLog } from '../log.ts';
import { getNodeContent } from '../nodes.ts';
import type { Key } from '../schema.ts';
import { insertRow } from '../write-row.ts';
import type { CopyMarksOptions, MarkTable } from './mark-kind.ts';

/** A link as it is read. */
export interface StoredLink extends Link {
  readonly sourceTree: TreeId;
  readonly sourcePosition: PositionId;
  readonly sourceLocalId: LocalId;
  readonly targetPosition: PositionId;
  readonly targetLocalId: LocalId;
  /** The title of the target's tree if the target is its root, which stands for it; else null. */
  readonly targetTitle: string | null;
}

const columns = sql`link.id, source.id as source, source_tree.id as sourceTree, source_place.id as sourcePosition,
  source.local_id as sourceLocalId, target.id as target, target_tree.id as targetTree,
  target_place.id as targetPosition, target.local_id as targetLocalId,
  case target_tree.root_node_key when target.position_key then target_tree.title end as targetTitle, link.section,
  link.note, link.quote, agent.id as agent, link.created_at as createdAt, link.removed_at as removedAt`;
const joins = sql`
  cross join node as source on source.key = link.source_node_key
  cross join node as source_place on source_place.key = source.position_key
  cross join loom_tree as source_tree on source_tree.key = link.loom_tree_key
  cross join node as target on target.key = link.target_node_key
  cross join node as target_place on target_place.key = target.position_key
  cross join loom_tree as target_tree on target_tree.key = target.loom_tree_key
  cross join agent on agent.key = link.agent_key`;

const allLinks = defineQuery(
  'link.all',
  () => sql<StoredLink>`select ${columns} from link ${joins} order by link.id`,
);

const linksInTree = defineQuery(
  'link.inTree',
  (_, p: { tree: Key }) => sql<StoredLink>`
    with found as (
      select link.key from link where link.loom_tree_key = ${p.tree}
      union select link.key from node cross join link on link.target_node_key = node.key
        where node.loom_tree_key = ${p.tree})
    select ${columns} from found cross join link on link.key = found.key ${joins} order by link.id`,
);

const oneLink = defineQuery(
  'link.one',
  (_, p: { id: string }) => sql<StoredLink>`select ${columns} from link ${joins} where link.id = ${p.id}`,
);

const linksAt = defineQuery(
  'link.at',
  (_, p: { position: string }) => sql<StoredLink>`
    with here as (
      select version.key from node as first
      cross join node as version on version.position_key = first.key
      where first.id = ${p.position}),
    found as (
      select link.key from here cross join link on link.source_node_key = here.key
      union select link.key from here cross join link on link.target_node_key = here.key)
    select ${columns} from found cross join link on link.key = found.key ${joins} order by link.id`,
);

const linkOf = defineQuery('link.find', (db, p: { id: string }) =>
  db.selectFrom('link').select('key').where('id', '=', p.id),
);

const anyNode = defineQuery('link.node', (db, p: { id: string }) =>
  db
    .selectFrom('node')
    .innerJoin('loom_tree', 'loom_tree.key', 'node.loom_tree_key')
    .select(['node.key', 'loom_tree.id as tree'])
    .where('node.id', '=', p.id),
);

const insertLink = insertRow('link.insert', 'link', 'key');

const markLink = defineQuery('link.mark', (db, p: { key: Key; removed_at: number | null }) =>
  db.updateTable('link').set({ removed_at: p.removed_at }).where('key', '=', p.key),
);

/** All links, those that are removed too, in the order in which they were made. */
export function listAllLinks(reader: Reader): readonly StoredLink[] {
  return reader.all(allLinks, NONE);
}

/** The links of a tree, from it or to it, in the order in which they were made. @throws {AspenError} NOT_FOUND */
export function listLinks(reader: Reader, treeId: TreeId): readonly StoredLink[] {
  return reader.all(linksInTree, { tree: getTreeKey(reader, treeId) });
}

/** The links of a position that are not removed, from it or to it. */
export function listLinksAt(reader: Reader, position: PositionId): readonly StoredLink[] {
  return reader.all(linksAt, { position }).filter(({ removedAt }) => removedAt === null);
}

/** Undefined if there is no such link. */
export function findLink(reader: Reader, id: LinkId): StoredLink | undefined {
  return reader.first(oneLink, { id });
}

/** Returns true if a tree has a node. */
function isNodeIn(reader: Reader, treeId: TreeId, id: NodeId): boolean {
  return reader.first(anyNode, { id })?.tree === treeId;
}

/**
 * Writes links of a tree. Of one that exists, only whether it is removed changes.
 * @throws {AspenError} NOT_FOUND if one of its ends or its agent is not in the file
 */
function writeLinks(tx: FileTransaction, treeId: TreeId, links: readonly Link[]): readonly Link[] {
  const tree = getTreeKey(tx, treeId);
  for (const link of links) {
    const known = tx.first(linkOf, { id: link.id });
    if (known !== undefined) tx.run(markLink, { key: known.key, removed_at: link.removedAt });
    else
      tx.run(insertLink, {
        id: link.id,
        loom_tree_key: tree,
        source_node_key: nodeKey(tx, treeId, link.source),
        target_node_key: nodeKey(tx, link.targetTree, link.target),
        section: link.section,
        note: link.note,
        quote: link.quote,
        agent_key: getAgentKey(tx, link.agent),
        created_at: link.createdAt,
        removed_at: link.removedAt,
      });
  }
  return links;
}

function nodeKey(reader: Reader, treeId: TreeId, id: NodeId): Key {
  const found = reader.first(anyNode, { id });
  if (found?.tree !== treeId) throw new AspenError('NOT_FOUND', `no node ${id} in tree ${treeId}`);
  return found.key;
}

/**
 * Adds the links from and to a tree that this file lacks and has both ends of, and a log row for each tree that has some.
 * One that both files have stays as it is here, removed or not, like every mark.
 */
function copyLinks(tx: FileTransaction, options: CopyMarksOptions): void {
  const { from, treeId, as, nodeId, newId, by, kind } = options;
  const links = listLinks(from, treeId)
    .filter(({ sourceTree }) => newId === undefined || sourceTree === treeId)
    .map((link) => ({
      ...link,
      id: (newId?.() as LinkId | undefined) ?? link.id,
      ...(link.sourceTree === treeId ? { source: nodeId(link.source), sourceTree: as } : {}),
      ...(link.targetTree === treeId ? { target: nodeId(link.target), targetTree: as } : {}),
    }))
    .filter(
      ({ id, source, sourceTree, target, targetTree }) =>
        findLink(tx, id) === undefined &&
        isNodeIn(tx, sourceTree, source) &&
        isNodeIn(tx, targetTree, target),
    );
  if (links.length === 0) return;
  copyAgents(tx, from, new Set(links.map(({ agent }) => agent)), by);
  for (const tree of new Set(links.map(({ sourceTree }) => sourceTree))) {
    const own = links.filter(({ sourceTree }) => sourceTree === tree);
    writeLinks(tx, tree, own);
    appendLog(tx, by, kind, { tree, links: own.map(linkRecord) });
  }
}

interface CopySharedLinksOptions {
  readonly from: Reader;
  readonly treeId: TreeId;
  /** The node of a position on the paths that are shared; undefined for any other. */
  nodeOf(position: PositionId): NodeId | undefined;
  /** The agent that counts as having made a link of one that is not here. */
  readonly by: AgentId;
}

/** Adds the links from a tree of which both ends are on shared paths, and a log row. @throws {AspenError} NOT_FOUND */
export function copySharedLinks(tx: FileTransaction, options: CopySharedLinksOptions): void {
  const { from, treeId, nodeOf, by } = options;
  const links = listLinks(from, treeId).flatMap((link): readonly Link[] => {
    const [source, target] = [nodeOf(link.sourcePosition), nodeOf(link.targetPosition)];
    const isLeftOut = link.sourceTree !== treeId || link.removedAt !== null;
    if (isLeftOut || source === undefined || target === undefined) return [];
    const agent = findAgent(tx, link.agent) === undefined ? by : link.agent;
    // A version that is not shared may have had the words.
    const hasWords = textOf(getNodeContent(tx, source).content).includes(link.quote ?? '');
    return [{ ...link, source, target, agent, quote: hasWords ? link.quote : null }];
  });
  if (links.length === 0) return;
  appendLog(tx, by, 'import', { tree: treeId, links: writeLinks(tx, treeId, links).map(linkRecord) });
}

export const LINKS: MarkTable<'links'> = {
  listAll: (reader) => listAllLinks(reader).map((link) => [link.id, linkRecord(link)] as const),
  listIn: (reader, treeId) => listLinks(reader, treeId).filter(({ sourceTree }) => sourceTree === treeId),
  write: writeLinks,
  copy: copyLinks,
  // A link to a missing tree stays behind.
  hasAll: (copy, original, treeId) =>
    listLinks(original, treeId).every((link) => {
      const hasEnds =
        isNodeIn(copy, link.sourceTree, link.source) && isNodeIn(copy, link.targetTree, link.target);
      const copied = findLink(copy, link.id);
      return !hasEnds || (copied !== undefined && isEqualLink(link, copied));
    }),
};

function isEqualLink(one: Link, other: Link): boolean {
  return JSON.stringify(linkRecord(one)) === JSON.stringify(linkRecord(other));
}
