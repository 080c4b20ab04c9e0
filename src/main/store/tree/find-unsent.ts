/**
 * The one gate between texts and models (`agents.md`, *What no model is sent*). Every path on which a text goes to a model asks here:
 * requests, results of commands, memory, summaries, titles and prompt fences.
 */
import { sql } from 'kysely';
import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import type { TreeNode } from '../../../core/tree/tree-node.ts';
import { readHead } from '../connection/log-head.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { getTreeKey } from '../tables/keys.ts';
import type { Bit, Key } from '../tables/schema.ts';
import { findHiddenPositions } from './find-hidden-positions.ts';
import { findHidingBases } from './hidden-splits.ts';

/** Why no model is sent a text: it is excluded, or it is pruned or follows what is. */
export type Unsent = 'excluded' | 'pruned';

/** A text by its place: all versions at a position are sent, or none. */
export type TextRef = Pick<TreeNode, 'treeId' | 'positionId'>;

const flags = defineQuery(
  'unsent.flags',
  (_, p: { positions: string }) => sql<{ at: number; own: Bit; noted: string | null; on: Bit | null }>`
    select wanted.key as at, position.excluded as own, noted.id as noted, noted.excluded as "on"
    from json_each(${p.positions}) as wanted
    cross join node as position on position.id = wanted.value
    left join edge on edge.target_node_key = position.key and edge.edge_type = 'annotation'
    left join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
    left join node as noted on noted.key = source.position_key`,
);

/**
 * The texts that no model is sent. A note shares the fate of the text that it is on, and a hidden split that of the
 * text that it divides (`domain.md`, *Forks*).
 * @throws {AspenError} NOT_FOUND if there is no such tree
 */
export function findUnsent(reader: Reader, texts: readonly TextRef[]): ReadonlyMap<PositionId, Unsent> {
  const unsent = new Map<PositionId, Unsent>();
  for (const [treeId, positions] of byTree(texts)) {
    /** The positions whose marks count: each has its own, and a note those of the text that it is on. */
    const marked: { readonly position: PositionId; readonly by: PositionId }[] = [];
    for (const { at, own, noted, on } of reader.all(flags, { positions: JSON.stringify(positions) })) {
      const position = positions[at];
      if (position === undefined) continue;
      marked.push({ position, by: position });
      if (noted !== null) marked.push({ position, by: noted as PositionId });
      if (own === 1 || on === 1) unsent.set(position, 'excluded');
    }
    const bases = findHidingBases(
      reader,
      treeId,
      marked.map(({ by }) => by),
    );
    for (const { position, by } of marked)
      if (bases.get(by)?.excluded === true) unsent.set(position, 'excluded');
  }
  const rows = texts.map(({ treeId, positionId }) => ({ tree_id: treeId, position_id: positionId }));
  for (const position of findHiddenPositions(reader, rows)) unsent.set(position as PositionId, 'pruned');
  return unsent;
}

/** The same for nodes that follow each other from the root or what follows it; no rows are read for what is pruned. */
export function findUnsentOnPath(
  reader: Reader,
  treeId: TreeId,
  path: readonly Pick<TreeNode, 'positionId' | 'pruned' | 'excluded'>[],
): ReadonlyMap<PositionId, Unsent> {
  const positions = path.map(({ positionId }) => positionId);
  const bases = findHidingBases(reader, treeId, positions);
  const unsent = new Map<PositionId, Unsent>();
  let isHidden = false;
  for (const { positionId, pruned, excluded } of path) {
    isHidden ||= pruned;
    if (isHidden) unsent.set(positionId, 'pruned');
    else if (excluded || bases.get(positionId)?.excluded === true) unsent.set(positionId, 'excluded');
  }
  return unsent;
}

function byTree(texts: readonly TextRef[]): ReadonlyMap<TreeId, readonly PositionId[]> {
  const trees = new Map<TreeId, PositionId[]>();
  for (const { treeId, positionId } of texts) {
    const positions = trees.get(treeId);
    if (positions === undefined) trees.set(treeId, [positionId]);
    else positions.push(positionId);
  }
  return trees;
}

const anyUnsent = defineQuery(
  'unsent.any',
  (_, p: { tree: Key }) => sql<{ found: number }>`
    select 1 as found where
      exists (select 1 from node indexed by node_pruned where loom_tree_key = ${p.tree} and pruned = 1)
      or exists (select 1 from node where loom_tree_key = ${p.tree} and excluded = 1)`,
);

/**
 * True if a tree has text that no model is sent. Reads all its rows if nothing is pruned. @throws {AspenError}
 * NOT_FOUND
 */
export function hasUnsent(reader: Reader, treeId: TreeId): boolean {
  return reader.first(anyUnsent, { tree: getTreeKey(reader, treeId) }) !== undefined;
}

/** Rows of the log that are examined for later changes. */
const ROWS = 2_000;

const marksAfter = defineQuery(
  'unsent.after',
  (_, p: { after: number; time: number }) => sql<{ tree: string; position: string }>`
    select loom_tree.id as tree, node.id as position
    from log
    cross join json_each(iif(json_valid(log.entry), log.entry, '{}'), '$.metadata') as mark
    cross join node on node.id = mark.value ->> '$.position'
    cross join loom_tree on loom_tree.key = node.loom_tree_key
    where log.seq > ${p.after} and log.created_at >= ${p.time}
      and (mark.value ->> '$.pruned' or mark.value ->> '$.excluded')`,
);

const timeOfRow = defineQuery('unsent.timeOfRow', (db, p: { seq: number }) =>
  db.selectFrom('log').select('created_at').where('seq', '=', p.seq),
);

/**
 * Returns true if anything was excluded or pruned at or after a time, and still is: what was read of texts before may
 * have its words. Also true if the log is too long to search.
 * @param treeId null for any tree
 * @param time in milliseconds since 1970 UTC
 */
export function isUnsentSince(reader: Reader, treeId: TreeId | null, time: number): boolean {
  const after = readHead(reader).seq - ROWS;
  if ((reader.first(timeOfRow, { seq: after })?.created_at ?? time - 1) >= time) return true;
  const texts = reader
    .all(marksAfter, { after, time })
    .map(({ tree, position }) => ({ treeId: tree as TreeId, positionId: position as PositionId }))
    .filter((text) => treeId === null || text.treeId === treeId);
  return texts.length > 0 && findUnsent(reader, texts).size > 0;
}

const marksOf = defineQuery(
  'unsent.marks',
  (_, p: { position: string }) => sql<{ agent: string; pruned: number; excluded: number }>`
    select agent.id as agent, mark.value ->> '$.pruned' as pruned, mark.value ->> '$.excluded' as excluded
    from log
    cross join json_each(iif(json_valid(log.entry), log.entry, '{}'), '$.metadata') as mark
    cross join agent on agent.key = log.agent_key
    where instr(log.entry, ${p.position}) > 0 and mark.value ->> '$.position' = ${p.position}
    order by log.seq desc`,
);

/**
 * The agent that excluded or pruned a position that is still so; null if the log lacks it. Reads the whole log.
 * @param mark what it is
 */
export function findWhoMarked(reader: Reader, position: PositionId, mark: Unsent): AgentId | null {
  let who: AgentId | null = null;
  for (const row of reader.all(marksOf, { position })) {
    if (row[mark] !== 1) break;
    who = row.agent as AgentId;
  }
  return who;
}
