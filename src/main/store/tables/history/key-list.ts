/** Lists of versions in the columns of layers and snapshots: ascending keys of nodes, each minus the one before. */
import { sql } from 'kysely';
import { AspenError } from '../../../../core/errors.ts';
import type { NodeId } from '../../../../core/ids.ts';
import { defineQuery, type Reader } from '../../connection/query.ts';
import { parseColumn } from '../json-column.ts';
import type { Key } from '../schema.ts';

const keysOfIds = defineQuery(
  'node.keysOf',
  (_, p: { tree: Key; ids: string }) => sql<{ key: Key }>`
    select node.key from json_each(${p.ids}) as wanted
    cross join node on node.id = wanted.value and node.loom_tree_key = ${p.tree}`,
);

const idsOfKeys = defineQuery(
  'node.idsOf',
  (_, p: { tree: Key; keys: string }) => sql<{ key: Key; id: string }>`
    select node.key, node.id from json_each(${p.keys}) as wanted
    cross join node on node.key = wanted.value and node.loom_tree_key = ${p.tree}`,
);

/** The keys of nodes, ascending. @throws {AspenError} NOT_FOUND if one is not in the tree */
export function keysOf(reader: Reader, tree: Key, ids: readonly NodeId[]): readonly Key[] {
  if (ids.length === 0) return [];
  const keys = reader.all(keysOfIds, { tree, ids: JSON.stringify(ids) }).map(({ key }) => key);
  if (keys.length !== ids.length)
    throw new AspenError('NOT_FOUND', `${ids.length - keys.length} of ${ids.length} versions of a layer`);
  return keys.sort((a, b) => a - b);
}

/** The ids of nodes by their keys. @throws {AspenError} CORRUPT if one is not in the tree */
export function idsOf(reader: Reader, tree: Key, keys: readonly Key[]): ReadonlyMap<Key, NodeId> {
  const wanted = [...new Set(keys)];
  if (wanted.length === 0) return new Map();
  const rows = reader.all(idsOfKeys, { tree, keys: JSON.stringify(wanted) });
  if (rows.length !== wanted.length)
    throw new AspenError('CORRUPT', 'a layer names versions that are not in its tree');
  return new Map(rows.map(({ key, id }) => [key, id as NodeId]));
}

/** @param keys ascending */
export function encodeKeys(keys: readonly Key[]): string {
  return JSON.stringify(keys.map((key, index) => key - (keys[index - 1] ?? 0)));
}

/** The keys, ascending. @throws {AspenError} CORRUPT if the column is no such list */
export function decodeKeys(column: unknown): readonly Key[] {
  if (column === '[]') return [];
  let key = 0;
  return parseColumn<readonly number[]>(column, 'the versions of a layer', faultOfKeys).map((step) => {
    key += step;
    return key;
  });
}

function faultOfKeys(value: unknown): string | null {
  const isList =
    Array.isArray(value) && value.every((step) => Number.isSafeInteger(step) && Number(step) > 0);
  return isList ? null : 'is not a list of ascending keys';
}
