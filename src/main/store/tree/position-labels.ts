import { sql } from 'kysely';
import type { AgentId, LocalId, PositionId, TreeId } from '../../../core/ids.ts';
import { cutText } from '../../../core/text/limits.ts';
import { placeOfSplit } from '../../../core/tree/family.ts';
import { baseOf, versionAt } from '../../../core/tree/shown-version.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { getAgentKey, getTreeKey } from '../tables/keys.ts';
import { newestVersionAt } from '../tables/node-rows.ts';
import type { Key } from '../tables/schema.ts';
import { findHiddenSplits, readBookmarksOnSplits } from './hidden-splits.ts';
import { sqlViews } from './sql-tree.ts';

/** The name of a position in a list. */
export interface PositionLabel {
  readonly positionId: PositionId;
  /** The local id of the version shown. */
  readonly localId: LocalId;
  /**
   * The beginning of its text, never cut inside a surrogate pair; of a hidden split whose text continues, what follows
   * its place (`domain.md`, *Forks*).
   */
  readonly excerpt: string;
  readonly bookmarkLabel: string | null;
}

const labelsOf = defineQuery(
  'positions.labels',
  (_, p: { tree: Key; agent: Key; ids: string; length: number }) => sql<{
    id: string;
    local_id: string;
    excerpt: string | null;
    bookmark_label: string | null;
  }>`
    select position.id, shown.local_id, substr(shown.text, 1, ${p.length}) as excerpt, position.bookmark_label
    from json_each(${p.ids}) as wanted
    cross join node as position on position.id = wanted.value and position.loom_tree_key = ${p.tree}
    left join position_choice as choice on choice.loom_tree_key = ${p.tree} and choice.agent_key = ${p.agent}
      and choice.position_key = position.key
    cross join node as shown on shown.key = coalesce(
      choice.version_node_key,
      ${newestVersionAt('position.key')}
    )`,
);

/** Labels of positions in the given order; positions that do not exist are skipped. @throws {AspenError} NOT_FOUND */
export function readPositionLabels(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  positionIds: readonly PositionId[],
  excerptLength: number,
): readonly PositionLabel[] {
  const tree = getTreeKey(reader, treeId);
  const agent = getAgentKey(reader, agentId);
  const parameters = { tree, agent, ids: JSON.stringify(positionIds), length: excerptLength };
  const rests = readRests(reader, treeId, agentId, positionIds, excerptLength);
  const { labels } = readBookmarksOnSplits(reader, treeId);
  return reader.all(labelsOf, parameters).map((row) => ({
    positionId: row.id as PositionId,
    localId: row.local_id as LocalId,
    excerpt: rests.get(row.id) ?? row.excerpt ?? '',
    bookmarkLabel: row.bookmark_label ?? labels.get(row.id as PositionId) ?? null,
  }));
}

/** The texts after those of these positions that are hidden splits, if any. */
function readRests(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  positionIds: readonly PositionId[],
  length: number,
): ReadonlyMap<string, string> {
  const splits = findHiddenSplits(reader, treeId, positionIds);
  if (splits.size === 0) return new Map();
  const { tree, path, readAhead } = sqlViews(reader, treeId, agentId);
  readAhead([...splits], false);
  return new Map(
    [...splits].flatMap((split) => {
      const base = baseOf(tree, split);
      const shown = versionAt(tree, path, split);
      if (base === null || shown.splitAt !== null) return [];
      const rest = textOf(tree.getContent(shown.id).content).slice(placeOfSplit(tree, path, base, split));
      return rest === '' ? [] : [[split, cutText(rest, length)]];
    }),
  );
}
