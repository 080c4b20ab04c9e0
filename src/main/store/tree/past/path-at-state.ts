import { sql } from 'kysely';
import { AspenError } from '../../../../core/errors.ts';
import type { PathState } from '../../../../core/history/path-state.ts';
import type { NodeId, TreeId } from '../../../../core/ids.ts';
import { defineQuery, type Reader } from '../../connection/query.ts';
import { getPositionKey, getTreeKey } from '../../tables/keys.ts';
import type { Key } from '../../tables/schema.ts';
import { climbToRoot, type PathIds, type PathStep, readIds, readSteps } from '../path-loading.ts';

/** The state of a path, apart from its draft. */
export type ShownState = Pick<PathState, 'head' | 'versions'>;

const versionsIn = defineQuery(
  'path.versionsOfState',
  (_, p: { tree: Key; versions: string }) => sql<{ key: Key; position_key: Key }>`
    select node.key, node.position_key from json_each(${p.versions}) as wanted
    cross join node on node.id = wanted.value and node.loom_tree_key = ${p.tree}`,
);

/**
 * The path that a state shows, from the root to its head, both included, each position with its version in the state, or
 * else its first one. Runs four statements, whatever the length of the path.
 * @throws {AspenError} NOT_FOUND; CORRUPT when the path does not lead to the root or a node's columns are invalid
 */
export function loadPathAt(reader: Reader, treeId: TreeId, state: ShownState): readonly PathStep[] {
  return readSteps(reader, treeId, keysAt(reader, treeId, state));
}

/** The same without texts. @throws {AspenError} as `loadPathAt` */
export function loadPathIdsAt(reader: Reader, treeId: TreeId, state: ShownState): readonly PathIds[] {
  return readIds(reader, treeId, keysAt(reader, treeId, state));
}

/** The keys of the versions on the path, from the root. */
function keysAt(reader: Reader, treeId: TreeId, { head, versions }: ShownState): readonly Key[] {
  const tree = getTreeKey(reader, treeId);
  const rows = reader.all(versionsIn, { tree, versions: JSON.stringify([...versions]) });
  if (rows.length !== versions.size)
    throw new AspenError('NOT_FOUND', `a version of a state is not in tree ${treeId}`);
  const shown = new Map(rows.map(({ key, position_key }) => [position_key, key]));
  const positions = climbToRoot(reader, treeId, getPositionKey(reader, tree, head));
  return positions.map((position) => shown.get(position) ?? position);
}

const keysInOrder = defineQuery(
  'path.keysOf',
  (_, p: { tree: Key; ids: string }) => sql<{ key: Key }>`
    select node.key from json_each(${p.ids}) as wanted
    cross join node on node.id = wanted.value and node.loom_tree_key = ${p.tree}
    order by wanted.key`,
);

/** Nodes with their texts, in this order. @throws {AspenError} NOT_FOUND if one is not in the tree */
export function loadSteps(reader: Reader, treeId: TreeId, nodes: readonly NodeId[]): readonly PathStep[] {
  if (nodes.length === 0) return [];
  const rows = reader.all(keysInOrder, { tree: getTreeKey(reader, treeId), ids: JSON.stringify(nodes) });
  if (rows.length !== nodes.length)
    throw new AspenError('NOT_FOUND', `a node of a path is not in tree ${treeId}`);
  return readSteps(
    reader,
    treeId,
    rows.map(({ key }) => key),
  );
}
