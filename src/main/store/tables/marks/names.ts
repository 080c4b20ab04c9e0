/** The names of trees (`documents.md`, table `tree_name`). Their titles are also in the log's rows on trees. */

import { sql } from 'kysely';
import { foldName } from '../../../../core/documents/find-document.ts';
import type { TreeId } from '../../../../core/ids.ts';
import type { Alias, HeldName, TreeName } from '../../../../core/links/tree-name.ts';
import type { FileTransaction } from '../../connection/file-transaction.ts';
import { defineQuery, NONE, type Reader } from '../../connection/query.ts';
import { getTreeKey } from '../keys.ts';
import { appendLog } from '../log.ts';
import type { Key } from '../schema.ts';
import type { CopyMarksOptions, MarkTable } from './mark-kind.ts';

const columns = sql`loom_tree.id as treeId, tree_name.kind, tree_name.shown, tree_name.since, tree_name.until`;
const join = sql`cross join loom_tree on loom_tree.key = tree_name.loom_tree_key`;

const allNames = defineQuery(
  'tree_name.all',
  () => sql<HeldName>`select ${columns} from tree_name ${join} order by tree_name.since, tree_name.name`,
);

const namesOf = defineQuery(
  'tree_name.of',
  (_, p: { tree: Key }) => sql<HeldName>`
    select ${columns} from tree_name ${join} where tree_name.loom_tree_key = ${p.tree}
    order by tree_name.since, tree_name.name`,
);

const holders = defineQuery(
  'tree_name.holders',
  (_, p: { name: string }) => sql<HeldName>`
    select ${columns} from tree_name ${join} where tree_name.name = ${p.name}`,
);

// A name that was set and changed within a millisecond is set again by the same row.
const putName = defineQuery(
  'tree_name.put',
  (_, p: TreeName & { tree: Key; name: string }) => sql<never>`
    insert or replace into tree_name (loom_tree_key, kind, name, shown, since, until)
    values (${p.tree}, ${p.kind}, ${p.name}, ${p.shown}, ${p.since}, ${p.until})`,
);

const endTitle = defineQuery(
  'tree_name.endTitle',
  (_, p: { tree: Key; until: number }) => sql<never>`
    update tree_name set until = ${p.until} where loom_tree_key = ${p.tree} and kind = 'title' and until is null`,
);

/** The titles and aliases that a tree has and had, oldest first. @throws {AspenError} NOT_FOUND */
export function listNames(reader: Reader, treeId: TreeId): readonly TreeName[] {
  return reader.all(namesOf, { tree: getTreeKey(reader, treeId) }).map(nameOf);
}

/** The titles and aliases that trees have, titles first. */
export function listCurrentNames(reader: Reader): readonly HeldName[] {
  return reader
    .all(allNames, NONE)
    .filter(({ until }) => until === null)
    .toSorted((one, other) => Number(one.kind === 'alias') - Number(other.kind === 'alias'));
}

/** Everything that has or had a name. */
export function listHolders(reader: Reader, name: string): readonly HeldName[] {
  return reader.all(holders, { name: foldName(name) });
}

/** Writes the title of a tree, which ends the one before. */
export function writeTitle(tx: FileTransaction, tree: Key, title: string, since: number): void {
  tx.run(endTitle, { tree, until: since });
  put(tx, tree, { kind: 'title', shown: title, since, until: null });
}

function put(tx: FileTransaction, tree: Key, { kind, shown, since, until }: TreeName): void {
  tx.run(putName, { tree, name: foldName(shown), kind, shown, since, until });
}

function nameOf({ kind, shown, since, until }: HeldName): TreeName {
  return { kind, shown, since, until };
}

/** An alias as recorded in the log. */
function aliasOf({ shown, since, until }: TreeName): Alias {
  return { shown, since, until };
}

/**
 * Adds the names that only another file has of a tree. A title that it has there and not here is one of its former titles. The
 * duplicate of a tree has none of its names.
 */
export function copyNames(
  tx: FileTransaction,
  { from, treeId, as, newId, by, kind }: Omit<CopyMarksOptions, 'nodeId' | 'positionId'>,
): void {
  if (newId !== undefined) return;
  const tree = getTreeKey(tx, as);
  const ours = listNames(tx, as);
  const hasTitle = ours.some((name) => name.kind === 'title' && name.until === null);
  const added = listNames(from, treeId)
    .filter((name) => !ours.some((one) => isSameRow(one, name)))
    .map((name) => (hasTitle && name.kind === 'title' ? { ...name, until: name.until ?? tx.now() } : name));
  for (const name of added) put(tx, tree, name);
  const names = added.filter((name) => name.kind === 'alias').map(aliasOf);
  if (names.length > 0) appendLog(tx, by, kind, { tree: as, names });
}

function isSameRow(one: TreeName, other: TreeName): boolean {
  return (
    one.kind === other.kind && one.since === other.since && foldName(one.shown) === foldName(other.shown)
  );
}

export const NAMES: MarkTable<'names'> = {
  listAll: (reader) =>
    reader
      .all(allNames, NONE)
      .filter(({ kind }) => kind === 'alias')
      .map((name) => [`${name.treeId} ${name.since} ${name.shown}`, aliasOf(name)] as const),
  listIn: (reader, treeId) =>
    listNames(reader, treeId)
      .filter(({ kind }) => kind === 'alias')
      .map(aliasOf),
  write(tx, treeId, aliases) {
    const tree = getTreeKey(tx, treeId);
    for (const alias of aliases) put(tx, tree, { kind: 'alias', ...alias });
    return aliases;
  },
  copy: copyNames,
  hasAll: (copy, original, treeId) => {
    const copied = listNames(copy, treeId);
    return listNames(original, treeId).every((name) => copied.some((one) => isSameRow(one, name)));
  },
};
