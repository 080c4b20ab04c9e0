/** The positions that tags are on (`documents.md`, table `tag_assignment`). */
import { sql } from 'kysely';
import type { AgentId, PositionId, TagId, TreeId } from '../../../../core/ids.ts';
import type { LogKind } from '../../../../core/provenance/log-hash.ts';
import { loggedTagChange, type TagAssignment, type TagChange } from '../../../../core/tags/tag.ts';
import type { FileTransaction } from '../../connection/file-transaction.ts';
import { defineQuery, NONE, type Reader } from '../../connection/query.ts';
import { copyAgents, findAgent } from '../agents.ts';
import { findPositionKey, getAgentKey, getPositionKey, getTreeKey } from '../keys.ts';
import { appendLog } from '../log.ts';
import type { Bit, Key } from '../schema.ts';
import { getTagKey, tagCopier } from '../tags.ts';
import { insertRow } from '../write-row.ts';
import type { CopyMarksOptions, MarkTable } from './mark-kind.ts';

const columns = sql`tag.id as tag, position.id as position, agent.id as agent, assigned.created_at as createdAt`;
const joins = sql`
  cross join tag on tag.key = assigned.tag_key
  cross join node as position on position.key = assigned.position_key
  cross join agent on agent.key = assigned.agent_key`;

const allAssignments = defineQuery(
  'tagging.all',
  () =>
    sql<TagAssignment>`select ${columns} from tag_assignment as assigned ${joins} order by tag.id, position.id`,
);

const assignmentsIn = defineQuery(
  'tagging.inTree',
  (_, p: { tree: Key }) => sql<TagAssignment>`
    select ${columns} from tag_assignment as assigned ${joins}
    where assigned.loom_tree_key = ${p.tree} order by tag.id, position.id`,
);

const assignmentsAt = defineQuery(
  'tagging.at',
  (_, p: { positions: string }) => sql<TagAssignment>`
    select ${columns} from json_each(${p.positions}) as wanted
    cross join node as place on place.id = wanted.value
    cross join tag_assignment as assigned on assigned.position_key = place.key ${joins}
    order by tag.id, position.id`,
);

const shownAt = sql`coalesce(tag.merged_into_key, tag.key)`;

const tagCounts = defineQuery(
  'tagging.counts',
  () => sql<{ tag: TagId; count: number }>`
    select shown.id as tag, count(distinct assigned.position_key) as count
    from tag_assignment as assigned
    cross join tag on tag.key = assigned.tag_key
    cross join tag as shown on shown.key = ${shownAt}
    cross join node as position on position.key = assigned.position_key and position.pruned = 0
    group by shown.key`,
);

const treeTags = defineQuery(
  'tagging.trees',
  () => sql<{ tree: TreeId; tag: TagId; isWhole: Bit }>`
    select loom_tree.id as tree, shown.id as tag,
      max(assigned.position_key = loom_tree.root_node_key) as isWhole
    from tag_assignment as assigned
    cross join tag on tag.key = assigned.tag_key
    cross join tag as shown on shown.key = ${shownAt}
    cross join node as position on position.key = assigned.position_key and position.pruned = 0
    cross join loom_tree on loom_tree.key = assigned.loom_tree_key
    group by loom_tree.key, shown.key order by loom_tree.id, shown.id`,
);

const insertAssignment = insertRow('tagging.insert', 'tag_assignment');

interface Place {
  readonly tag: Key;
  readonly position: Key;
}

const hasAssignment = defineQuery('tagging.has', (db, p: Place) =>
  db
    .selectFrom('tag_assignment')
    .select('tag_key')
    .where('tag_key', '=', p.tag)
    .where('position_key', '=', p.position),
);

const removeAssignment = defineQuery('tagging.remove', (db, p: Place) =>
  db.deleteFrom('tag_assignment').where('tag_key', '=', p.tag).where('position_key', '=', p.position),
);

/** The tags of a tree's positions, its root and notes too, with the ids that the assignments have. @throws {AspenError} NOT_FOUND */
export function listAssignments(reader: Reader, treeId: TreeId): readonly TagAssignment[] {
  return reader.all(assignmentsIn, { tree: getTreeKey(reader, treeId) });
}

/** The tags of some positions. */
export function listAssignmentsAt(
  reader: Reader,
  positions: readonly PositionId[],
): readonly TagAssignment[] {
  return reader.all(assignmentsAt, { positions: JSON.stringify(positions) });
}

/** On how many positions that are not pruned each tag is, with those of the tags that were merged into it. */
export function countAssignments(reader: Reader): ReadonlyMap<TagId, number> {
  return new Map(reader.all(tagCounts, NONE).map(({ tag, count }) => [tag, count]));
}

/** The tags that are shown in each tree, and whether they are on the whole of it. */
export function listTreeTags(
  reader: Reader,
): ReadonlyMap<TreeId, readonly { readonly tag: TagId; readonly isWhole: boolean }[]> {
  const trees = new Map<TreeId, { readonly tag: TagId; readonly isWhole: boolean }[]>();
  for (const { tree, tag, isWhole } of reader.all(treeTags, NONE)) {
    const own = { tag, isWhole: isWhole === 1 };
    const known = trees.get(tree);
    if (known === undefined) trees.set(tree, [own]);
    else known.push(own);
  }
  return trees;
}

/** @throws {AspenError} NOT_FOUND if the tag, the position or the agent is not in the file */
function writeAssignments(
  tx: FileTransaction,
  treeId: TreeId,
  changes: readonly TagChange[],
): readonly TagChange[] {
  if (changes.length === 0) return [];
  const tree = getTreeKey(tx, treeId);
  for (const change of changes) {
    const place = { tag: getTagKey(tx, change.tag), position: getPositionKey(tx, tree, change.position) };
    tx.run(removeAssignment, place);
    if ('removed' in change) continue;
    tx.run(insertAssignment, {
      tag_key: place.tag,
      position_key: place.position,
      loom_tree_key: tree,
      agent_key: getAgentKey(tx, change.agent),
      created_at: change.createdAt,
    });
  }
  return changes;
}

interface CopyTagsOptions {
  readonly from: Reader;
  readonly treeId: TreeId;
  readonly as: TreeId;
  /** The position here; undefined for one that is not copied. */
  positionOf(position: PositionId): PositionId | undefined;
  readonly by: AgentId;
  readonly kind: LogKind;
  /** Agents that are not here are not copied: their tags count as `by`’s. */
  readonly isShared?: true;
}

/** Adds the tags of a tree's positions that are here and lack them, and log rows that name them. @throws {AspenError} NOT_FOUND */
export function copyTags(tx: FileTransaction, options: CopyTagsOptions): void {
  const { from, treeId, as, positionOf, by, kind, isShared } = options;
  const tree = getTreeKey(tx, as);
  const tagHere = tagCopier(tx, from, by, kind);
  const copied = new Map<string, TagAssignment>();
  for (const { tag: theirs, position: there, agent, createdAt } of listAssignments(from, treeId)) {
    const position = positionOf(there);
    const key = position === undefined ? undefined : findPositionKey(tx, tree, position);
    if (position === undefined || key === undefined) continue;
    const tag = tagHere(theirs);
    if (tx.first(hasAssignment, { tag: getTagKey(tx, tag), position: key }) !== undefined) continue;
    const isKnown = isShared !== true || findAgent(tx, agent) !== undefined;
    const assigned = { tag, position, agent: isKnown ? agent : by, createdAt };
    if (!copied.has(`${tag} ${position}`)) copied.set(`${tag} ${position}`, assigned);
  }
  if (copied.size === 0) return;
  const tags = [...copied.values()];
  copyAgents(tx, from, new Set(tags.map(({ agent }) => agent)), by);
  appendLog(tx, by, kind, { tree: as, tags: writeAssignments(tx, as, tags).map(loggedTagChange) });
}

const namesAt = defineQuery(
  'tagging.names',
  (_, p: { tree: Key }) => sql<{ position: string; folded: string; shown: string }>`
    select position.id as position, tag.folded, shown.folded as shown
    from tag_assignment as assigned
    cross join tag on tag.key = assigned.tag_key
    cross join tag as shown on shown.key = ${shownAt}
    cross join node as position on position.key = assigned.position_key
    where assigned.loom_tree_key = ${p.tree}`,
);

export const TAGS: MarkTable<'tags'> = {
  listAll: (reader) =>
    reader
      .all(allAssignments, NONE)
      .map((assigned) => [`${assigned.tag} ${assigned.position}`, loggedTagChange(assigned)] as const),
  listIn: listAssignments,
  write: writeAssignments,
  copy: (tx, { positionId, ...options }: CopyMarksOptions) =>
    copyTags(tx, { ...options, positionOf: positionId }),
  // A tag may have another id there, or be there as the one that it was merged into.
  hasAll: (copy, original, treeId) => {
    const copied = new Set(
      copy
        .all(namesAt, { tree: getTreeKey(copy, treeId) })
        .map(({ position, folded }) => `${position} ${folded}`),
    );
    return original
      .all(namesAt, { tree: getTreeKey(original, treeId) })
      .every(
        ({ position, folded, shown }) =>
          copied.has(`${position} ${folded}`) || copied.has(`${position} ${shown}`),
      );
  },
};
