/** Creating, changing, copying and archiving the trees of a grove. */
import { AspenError } from '../../../core/errors.ts';
import { type AgentId, firstNodeAt, type PositionId, type TreeId } from '../../../core/ids.ts';
import { firstWords } from '../../../core/text/first-words.ts';
import { cutText, MAX_TITLE_LENGTH } from '../../../core/text/limits.ts';
import { normaliseText } from '../../../core/text/normalise.ts';
import { inheritedSettings } from '../../../core/tree/inherited-settings.ts';
import type { LoomTree, TreeKind, TreeMode } from '../../../core/tree/loom-tree.ts';
import type { IdsAndClock } from '../../../core/tree/new-node.ts';
import { createRoot } from '../../../core/tree/operations.ts';
import type { TreeProperties } from '../../../ipc/wire/tree-update.ts';
import { untitledTree } from '../../../ui-text/grove/trees.ts';
import { LAST_TREE, topicIsArchived } from '../../../ui-text/refusals.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import type { Reader } from '../../store/connection/query.ts';
import { type PreparedDuplicate, prepareTreeDuplicate } from '../../store/copies/duplicate-tree.ts';
import { listAgents } from '../../store/tables/agents.ts';
import { appendLog } from '../../store/tables/log.ts';
import { disownSummary } from '../../store/tables/marks/summaries.ts';
import { findLastTree, markVisited } from '../../store/tables/path-state.ts';
import {
  createTree,
  getTree,
  isOpening,
  listConversations,
  listTrees,
  updateTree,
} from '../../store/tables/trees.ts';

/** Length of a tree's text that is searched for its title. UTF-16 code units. */
export const TITLE_TEXT = 400;

/** The transaction of a tree command, and the agent it is logged for. */
export interface TreeCommandOptions {
  readonly tx: FileTransaction;
  readonly by: AgentId;
  readonly idsAndClock: IdsAndClock;
}

/** A tree to create. */
export interface NewTree {
  /** Null or blank: it takes its first words, and has a number until it has some. */
  readonly title: string | null;
  readonly mode?: TreeMode | undefined;
  readonly kind?: TreeKind | undefined;
  /** The manuscript that a conversation is about. */
  readonly topicTreeId?: TreeId | null | undefined;
  /** The window goes on showing its own tree. */
  readonly isAside?: boolean | undefined;
}

/**
 * Creates an empty tree.
 * @throws {AspenError} NOT_FOUND if there is no such topic; INVALID_ARGUMENT if the topic is archived or no manuscript,
 *   or the tree no conversation; or for a document that is one
 */
export function makeTree(
  { tx, by, idsAndClock }: TreeCommandOptions,
  { title: given, mode = 'buffer', kind = 'story', topicTreeId = null, isAside = false }: NewTree,
): LoomTree {
  if (topicTreeId !== null) {
    if (mode !== 'dialogue' || getTree(tx, topicTreeId).mode !== 'buffer')
      throw new AspenError(
        'INVALID_ARGUMENT',
        'only a conversation has a topic, and only a manuscript is one',
      );
    requireTopicUnarchived(tx, topicTreeId);
  }
  if (kind === 'document' && mode !== 'buffer')
    throw new AspenError('INVALID_ARGUMENT', 'a document is no conversation');
  const nature = { mode, kind, topicTreeId };
  const title = titleOf(given);
  const shownId = isAside ? findLastTree(tx, by) : undefined;
  const inserted = insertTree(tx, title ?? untitledTitle(tx, nature), by, idsAndClock, nature);
  if (shownId !== undefined) markVisited(tx, shownId, by);
  const settings = {
    ...inserted.settings,
    ...(title === null ? { titleFrom: 'text' as const } : {}),
    ...(topicTreeId === null ? {} : { sendsTopic: true }),
  };
  const tree: LoomTree = { ...inserted, settings };
  updateTree(tx, by, tree);
  return tree;
}

/**
 * Changes the properties of a tree. The conversations about it are archived with it, and those that were are restored
 * with it (`agents.md`, *Where it talks*).
 * @param beginning returns the beginning of its text, for a title of null
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if it would archive the last tree, or restore a conversation whose
 *   topic is archived
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
            title: wordsForTitle(before, beginning()) ?? untitledTitle(tx, before),
            settings: { ...named, titleFrom: 'text' },
          };
  if (after.archivedAt !== null) requireAnother(tx, treeId);
  else requireTopicUnarchived(tx, after.topicTreeId);
  if (after.summary !== before.summary && disownSummary(tx, treeId))
    appendLog(tx, by, 'summary', { tree: treeId, summaries: [{ node: null, removed: true }] });
  updateTree(tx, by, after);
  if (before.archivedAt !== after.archivedAt)
    // A conversation that the writer had archived by itself stays archived.
    for (const conversation of listConversations(tx, treeId))
      if (conversation.archivedAt === before.archivedAt)
        updateTree(tx, by, { ...conversation, archivedAt: after.archivedAt, updatedAt: now });
  return after;
}

/**
 * Prepares a duplicate of a tree with new ids; `writeDuplicate` writes it.
 * The conversations about it are not copied: they are about the original. That of a conversation has the same topic.
 * @returns a generator that yields the completed share, from 0 to 1
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if its topic is archived
 */
export function prepareDuplicate(
  reader: Reader,
  treeId: TreeId,
  idsAndClock: IdsAndClock,
): Generator<number, PreparedDuplicate> {
  const original = getTree(reader, treeId);
  requireTopicUnarchived(reader, original.topicTreeId);
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
  const words = wordsForTitle(tree, beginning);
  if (words === null && tree.mode === 'dialogue') return null;
  const title = words ?? untitledTitle(tx, tree);
  if (title === tree.title) return null;
  const after: LoomTree = { ...tree, title, updatedAt: idsAndClock.now() };
  updateTree(tx, by, after);
  return after;
}

/**
 * Requires another tree that the grove can open with, and for a story another story; a conversation about a tree is none,
 * and needs none.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if there is no other
 */
export function requireAnother(reader: Reader, treeId: TreeId): void {
  const { topicTreeId, kind } = getTree(reader, treeId);
  if (topicTreeId !== null) return;
  const others = listTrees(reader).filter((tree) => isOpening(tree) && tree.id !== treeId);
  if (others.some((tree) => kind === 'document' || tree.kind === 'story')) return;
  throw new AspenError('INVALID_ARGUMENT', LAST_TREE);
}

/** @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if a conversation's topic is archived */
function requireTopicUnarchived(reader: Reader, topicTreeId: TreeId | null): void {
  const topic = topicTreeId === null ? null : getTree(reader, topicTreeId);
  if (topic !== null && topic.archivedAt !== null)
    throw new AspenError('INVALID_ARGUMENT', topicIsArchived(topic.title));
}

/**
 * The title of a tree that is named after its first words; null if it has none. The marks of a heading that a document begins
 * with are not words of its title.
 */
export function wordsForTitle({ kind }: Pick<LoomTree, 'kind'>, beginning: string): string | null {
  return firstWords(kind === 'document' ? beginning.replace(/^\s*#{1,6}[ \t]/, '') : beginning);
}

/** Normalises a title for storage; null if it is blank. */
export function titleOf(given: string | null): string | null {
  const title = normaliseText(given ?? '').trim();
  return title === '' ? null : title;
}

/**
 * The title of a tree without words: `Untitled story`, `Untitled document` or `Untitled conversation`, with the first number
 * from 2 that makes it unique in the grove, or among the conversations about one tree.
 * @param tree without an id, one that does not exist yet
 */
function untitledTitle(reader: Reader, { id: treeId, mode, kind, topicTreeId }: UntitledTree): string {
  const others = listTrees(reader).filter((tree) => tree.topicTreeId === topicTreeId && tree.id !== treeId);
  const titles = new Set(others.map(({ title }) => title));
  const what = kind === 'document' ? 'document' : mode === 'dialogue' ? 'conversation' : 'story';
  let number = 1;
  while (titles.has(untitledTree(what, number))) number += 1;
  return untitledTree(what, number);
}

type UntitledTree = Pick<LoomTree, 'mode' | 'kind' | 'topicTreeId'> & Partial<Pick<LoomTree, 'id'>>;

/** The nature of a tree; by default a story in buffer mode, about no other. */
export type TreeNature = Partial<Pick<LoomTree, 'mode' | 'kind' | 'topicTreeId'>>;

/**
 * Creates an empty tree with its root, which asks agents as the tree where the agent `by` was last, or as the topic.
 * @throws {AspenError} NOT_FOUND if there is no agent `by` or no such topic
 */
export function insertTree(
  tx: FileTransaction,
  title: string,
  by: AgentId,
  idsAndClock: IdsAndClock,
  { mode = 'buffer', kind = 'story', topicTreeId = null }: TreeNature = {},
): LoomTree {
  const time = idsAndClock.now();
  const trees = listTrees(tx);
  const madeInId = topicTreeId ?? findLastTree(tx, by);
  const madeIn = trees.find(({ id }) => id === madeInId);
  const tree: LoomTree = {
    rootPositionId: idsAndClock.newId() as PositionId,
    id: idsAndClock.newId() as TreeId,
    title,
    description: null,
    summary: null,
    mode,
    kind,
    topicTreeId,
    systemContext: null,
    settings: inheritedSettings(mode, madeIn, trees, listAgents(tx)),
    createdAt: time,
    updatedAt: time,
    archivedAt: null,
  };
  createTree(tx, by, tree, createRoot(tree, { id: by, type: 'human' }, idsAndClock));
  return tree;
}
