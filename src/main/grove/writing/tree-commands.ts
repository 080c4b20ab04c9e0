/** Trees of a grove as its writer makes, changes, copies, archives and deletes them. */
import { AspenError } from '../../../core/errors.ts';
import { type AgentId, firstNodeAt, type GroveId, type PositionId, type TreeId } from '../../../core/ids.ts';
import { firstWords } from '../../../core/text/first-words.ts';
import { normaliseText } from '../../../core/text/normalise.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type { TreeProperties } from '../../../ipc/wire/tree.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { FileTransaction } from '../../store/connection/store.ts';
import { copyTree } from '../../store/copies/copy-tree.ts';
import { type PreparedDuplicate, prepareTreeDuplicate } from '../../store/copies/duplicate-tree.ts';
import { getTree, listTrees, updateTree } from '../../store/tables/trees.ts';
import { insertTree } from './insert-tree.ts';

/** In whose name something is done to the trees of a grove, in one transaction. */
export interface TreeCommandOptions {
  readonly tx: FileTransaction;
  readonly by: AgentId;
  readonly idsAndClock: IdsAndClock;
}

/** A new empty tree; without a title it takes its first words, and until there are any it is a `Loom Tree n`. */
export function makeTree({ tx, by, idsAndClock }: TreeCommandOptions, given: string | null): LoomTree {
  const title = titleOf(given);
  if (title !== null) return insertTree(tx, title, by, idsAndClock);
  const planted = insertTree(tx, numberedTitle(tx), by, idsAndClock);
  const tree: LoomTree = { ...planted, settings: { ...planted.settings, titleFrom: 'text' } };
  updateTree(tx, by, tree);
  return tree;
}

/**
 * Changes what may be changed of a tree.
 * @param beginning the first words of its text, for a title of null
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT where it is the last and to be archived
 */
export function changeTree(
  { tx, by, idsAndClock }: TreeCommandOptions,
  treeId: TreeId,
  { archived, title, ...properties }: TreeProperties,
  beginning: () => string,
): LoomTree {
  const before = getTree(tx, treeId);
  const now = idsAndClock.now();
  const { titleFrom: _, ...named } = { ...before.settings, ...properties.settings };
  const isNamed = title !== undefined && titleOf(title) !== null;
  const changed: LoomTree = {
    ...before,
    ...properties,
    settings: { ...before.settings, ...properties.settings },
    archivedAt: archived === undefined ? before.archivedAt : archived ? (before.archivedAt ?? now) : null,
    updatedAt: now,
  };
  const after: LoomTree =
    title === undefined
      ? changed
      : isNamed
        ? { ...changed, title: titleOf(title) ?? before.title, settings: named }
        : {
            ...changed,
            title: firstWords(beginning()) ?? numberedTitle(tx, treeId),
            settings: { ...named, titleFrom: 'text' },
          };
  if (after.archivedAt !== null) requireAnother(tx, treeId);
  updateTree(tx, by, after);
  return after;
}

/**
 * Thinks out another tree that says and remembers the same, with ids of its own; `writeDouble` writes it.
 * @returns yields the share that is done, from 0 to 1
 * @throws {AspenError} NOT_FOUND
 */
export function prepareDuplicate(
  reader: Reader,
  treeId: TreeId,
  idsAndClock: IdsAndClock,
): Generator<number, PreparedDuplicate> {
  const original = getTree(reader, treeId);
  const now = idsAndClock.now();
  const { titleFrom: _, ...settings } = original.settings;
  const copy: LoomTree = {
    ...original,
    rootPositionId: idsAndClock.newId() as PositionId,
    id: idsAndClock.newId() as TreeId,
    title: `Copy of ${original.title}`.slice(0, 1_000).toWellFormed(),
    settings,
    createdAt: now,
    updatedAt: now,
    archivedAt: null,
  };
  return prepareTreeDuplicate(reader, treeId, copy, firstNodeAt(original.rootPositionId), idsAndClock);
}

/**
 * Copies a tree of another grove into this one, every id as it was.
 * @throws {AspenError} INVALID_ARGUMENT where it is there already
 */
export function takeTree({ tx, by }: TreeCommandOptions, from: Reader, tree: LoomTree, grove: GroveId) {
  if (listTrees(tx).some(({ id }) => id === tree.id)) {
    throw new AspenError(
      'INVALID_ARGUMENT',
      `that grove has “${tree.title}” already, perhaps in its archive`,
    );
  }
  return copyTree(tx, {
    from,
    treeId: tree.id,
    as: { ...tree, archivedAt: null },
    by,
    kind: 'import',
    details: { grove },
    nodeId: (id) => id,
    localId: (_, { localId }) => localId,
    edgeId: ({ id }) => id,
  });
}

/** The title of a tree that takes its first words follows them. Answers the tree where that changed it, else null. */
export function followText({ tx, by, idsAndClock }: TreeCommandOptions, treeId: TreeId, beginning: string) {
  const tree = getTree(tx, treeId);
  if (tree.settings.titleFrom !== 'text') return null;
  const title = firstWords(beginning) ?? numberedTitle(tx, treeId);
  if (title === tree.title) return null;
  const after: LoomTree = { ...tree, title, updatedAt: idsAndClock.now() };
  updateTree(tx, by, after);
  return after;
}

/** @throws {AspenError} INVALID_ARGUMENT where there is no other tree that is not archived */
export function requireAnother(reader: Reader, treeId: TreeId): void {
  if (listTrees(reader).some(({ id, archivedAt }) => archivedAt === null && id !== treeId)) return;
  throw new AspenError('INVALID_ARGUMENT', 'the last tree of a grove is not archived');
}

/** A title as it is kept; null where there is nothing in it. */
export function titleOf(given: string | null): string | null {
  const title = normaliseText(given ?? '').trim();
  return title === '' ? null : title;
}

/** `Loom Tree n`: the number of the tree in the grove, or of the next, and one that no other is called by. */
function numberedTitle(reader: Reader, treeId?: TreeId): string {
  const trees = listTrees(reader);
  const index = trees.findIndex(({ id }) => id === treeId);
  const titles = new Set(trees.filter(({ id }) => id !== treeId).map(({ title }) => title));
  let number = index < 0 ? trees.length + 1 : index + 1;
  while (titles.has(`Loom Tree ${number}`)) number += 1;
  return `Loom Tree ${number}`;
}
