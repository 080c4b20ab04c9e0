import { sql } from 'kysely';
import { AspenError } from '../../../../core/errors.ts';
import type { NodeId, TreeId } from '../../../../core/ids.ts';
import { defineQuery, type Reader } from '../../connection/query.ts';
import { getTreeKey } from '../../tables/keys.ts';
import type { Key } from '../../tables/schema.ts';
import { type PathStep, readSteps } from '../path-loading.ts';

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
