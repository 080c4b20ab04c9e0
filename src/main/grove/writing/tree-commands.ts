/** Creating, changing, copying and archiving the trees of a grove. */
import { AspenError } from '../../../core/errors.ts';
import { type AgentId, firstNodeAt, type PositionId, type TreeId } from '../../../core/ids.ts';
import { firstWords } from '../../../core/text/first-words.ts';
import { cutText, MAX_TITLE_LENGTH } from '../../../core/text/limits.ts';
import { normaliseText } from '../../../core/text/normalise.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { LoomTree, TreeMode } from '../../../core/tree/loom-tree.ts';
import type { TreeProperties } from '../../../ipc/wire/tree.ts';
import { LAST_TREE } from '../../../ui-text/refusals.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import type { Reader } from '../../store/connection/query.ts';
import { type PreparedDuplicate, prepareTreeDuplicate } from '../../store/copies/duplicate-tree.ts';
import { getTree, listTrees, updateTree } from '../../store/tables/trees.ts';
import { insertTree } from './insert-tree.ts';

/** The transaction of a tree command, and the agent it is logged for. */
export interface TreeCommandOptions {
  readonly tx: FileTransaction;
  readonly by: AgentId;
  readonly idsAndClock: IdsAndClock;
}

/**
 * Creates an empty tree; without a title it takes its first words, and is a `Loom Tree n` until it has some.
 */
export function makeTree(
  { tx, by, idsAndClock }: TreeCommandOptions,
  given: string | null,
  mode: TreeMode = 'buffer',
): LoomTree {
  const title = titleOf(given);
  if (title !== null) return insertTree(tx, title, by, idsAndClock, mode);
  const inserted = insertTree(tx, numberedTitle(tx), by, idsAndClock, mode);
  const tree: LoomTree = { ...inserted, settings: { ...inserted.settings, titleFrom: 'text' } };
  updateTree(tx, by, tree);
  return tree;
}

/**
 * Changes the properties of a tree.
 * @param beginning returns the beginning of its text, for a title of null
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if it would archive the last tree
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
 * Prepares a duplicate of a tree with new ids; `writeDuplicate` writes it.
 * @returns a generator that yields the completed share, from 0 to 1
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
    title: cutText(`Copy of ${original.title}`, MAX_TITLE_LENGTH),
    settings,
    createdAt: now,
    updatedAt: now,
    archivedAt: null,
  };
  return prepareTreeDuplicate(reader, treeId, copy, firstNodeAt(original.rootPositionId), idsAndClock);
}

/**
 * Updates the title of a tree that is named after its first words. A dialogue keeps its title while the path has no
 * words, as at its root.
 * @returns the changed tree; null if unchanged
 */
export function updateTitleFromText(
  { tx, by, idsAndClock }: TreeCommandOptions,
  treeId: TreeId,
  beginning: string,
) {
  const tree = getTree(tx, treeId);
  if (tree.settings.titleFrom !== 'text') return null;
  const words = firstWords(beginning);
  if (words === null && tree.mode === 'dialogue') return null;
  const title = words ?? numberedTitle(tx, treeId);
  if (title === tree.title) return null;
  const after: LoomTree = { ...tree, title, updatedAt: idsAndClock.now() };
  updateTree(tx, by, after);
  return after;
}

/** @throws {AspenError} INVALID_ARGUMENT if there is no other unarchived tree */
export function requireAnother(reader: Reader, treeId: TreeId): void {
  if (listTrees(reader).some(({ id, archivedAt }) => archivedAt === null && id !== treeId)) return;
  throw new AspenError('INVALID_ARGUMENT', LAST_TREE);
}

/** Normalises a title for storage; null if it is blank. */
export function titleOf(given: string | null): string | null {
  const title = normaliseText(given ?? '').trim();
  return title === '' ? null : title;
}

/**
 * `Loom Tree n`, where n is the tree's number in the grove, or the next higher one that makes the title
 * unique.
 */
function numberedTitle(reader: Reader, treeId?: TreeId): string {
  const trees = listTrees(reader);
  const index = trees.findIndex(({ id }) => id === treeId);
  const titles = new Set(trees.filter(({ id }) => id !== treeId).map(({ title }) => title));
  let number = index < 0 ? trees.length + 1 : index + 1;
  while (titles.has(`Loom Tree ${number}`)) number += 1;
  return `Loom Tree ${number}`;
}
