/** The tools that change the metadata of a position (`agents.md`, *Commands*). */
import type { BookmarkCommand, MarkCommand } from '../../../core/commands/command.ts';
import { inOneLine } from '../../../core/commands/quote-text.ts';
import type { PositionId } from '../../../core/ids.ts';
import { findFamily } from '../../../core/tree/family.ts';
import {
  bookmark,
  exclude,
  metadataAt,
  prune,
  pruneOffPath,
  removeBookmark,
  restore,
} from '../../../core/tree/metadata.ts';
import type { TreeChange } from '../../../core/tree/tree-change.ts';
import type { TreeNode } from '../../../core/tree/tree-node.ts';
import type { PathView, TreeView } from '../../../core/tree/tree-view.ts';
import { findAgent } from '../../store/tables/agents.ts';
import { findWhoMarked, type Unsent } from '../../store/tree/find-unsent.ts';
import { countDescendants, isHiddenAt, runsThrough } from '../../store/tree/lineage.ts';
import { CommandRefusal } from './command-refusal.ts';
import type { CommandView } from './command-view.ts';
import { counted } from './describe-node.ts';

const MAX_LABEL = 60;
/** More descendants are not counted. */
const MAX_COUNTED = 1_000;

export function addBookmark(view: CommandView, { node: ref, label }: BookmarkCommand): string {
  const { localId, positionId } = view.resolveText(ref);
  setMetadata(view, (tree) => bookmark(tree, positionId, label));
  return `✓ bookmarked [${localId}]${label === null ? '' : ` “${inOneLine(label, MAX_LABEL)}”`}`;
}

export function takeBookmark(view: CommandView, { node: ref }: MarkCommand): string {
  const { localId, positionId } = view.resolveText(ref);
  const isChanged = setMetadata(view, (tree) => removeBookmark(tree, positionId));
  return isChanged ? `✓ removed the bookmark of [${localId}]` : `✓ [${localId}] has no bookmark`;
}

export function excludeNode(view: CommandView, { node: ref }: MarkCommand): string {
  const { localId, positionId } = view.resolveText(ref);
  const isChanged = setMetadata(view, (tree) => exclude(tree, positionId, true));
  return `✓ ${isChanged ? 'excluded' : 'already excluded'} [${localId}]`;
}

export function includeNode(view: CommandView, { node: ref }: MarkCommand): string {
  const node = view.resolveText(ref);
  const { localId, positionId } = node;
  requireOwnMark(view, node, 'excluded');
  const isChanged = setMetadata(view, (tree) => exclude(tree, positionId, false));
  return `✓ ${isChanged ? 'included' : 'already included'} [${localId}]`;
}

export function pruneNode(view: CommandView, { node: ref }: MarkCommand): string {
  const node = view.resolve(ref);
  const { localId, positionId } = node;
  requirePrunable(view, node);
  const below = descendantsOf(view, positionId);
  const isOwnPath = view.context.actor.type === 'model';
  const isChanged = setMetadata(view, (current, path) =>
    isOwnPath ? prune(current, path, positionId) : pruneOffPath(current, positionId),
  );
  if (isOwnPath) view.leavePruned(positionId);
  return isChanged ? `✓ pruned [${localId}]${below}` : `✓ [${localId}] was pruned already`;
}

/** The writer's path never moves, and their edit is theirs. @throws {CommandRefusal} INVALID_SYNTAX; CONFLICT */
export function requirePrunable(view: CommandView, { localId, positionId }: TreeNode): void {
  const { reader, context, views } = view;
  if (positionId === views.tree.tree.rootPositionId)
    throw new CommandRefusal('INVALID_SYNTAX', 'the root cannot be pruned');
  const { head, edited } = context.writerWork(context.treeId);
  if (runsThrough(reader, context.treeId, head, positionId))
    throw new CommandRefusal('CONFLICT', `the human’s path runs through [${localId}]`);
  for (const id of edited) {
    const at = views.tree.findNode(id)?.positionId;
    if (at !== undefined && runsThrough(reader, context.treeId, at, positionId))
      throw new CommandRefusal('CONFLICT', `the human is editing [${view.localIdOf(id)}]`, 'try again later');
  }
}

export function restoreNode(view: CommandView, { node: ref }: MarkCommand): string {
  const node = view.resolve(ref);
  const { localId, positionId } = node;
  const isPruned = metadataAt(view.views.tree, positionId).pruned;
  requireOwnMark(view, node, 'pruned');
  if (isPruned) setMetadata(view, (tree) => restore(tree, positionId));
  const parent = view.views.tree.parentOf(positionId);
  const isStillHidden = parent !== null && isHiddenAt(view.reader, view.context.treeId, parent);
  const note = isStillHidden ? '\n  what it follows is still pruned' : '';
  if (!isPruned) return `✓ [${localId}] was not pruned${note}`;
  return `✓ restored [${localId}]${descendantsOf(view, positionId)}${note}`;
}

/**
 * Refuses an agent that would include or restore a text, or a split of it, that someone else excluded or pruned.
 * @throws {CommandRefusal} PERMISSION_DENIED
 */
export function requireOwnMark(view: CommandView, { localId, positionId }: TreeNode, mark: Unsent): void {
  const { reader, context } = view;
  const { actor } = context;
  if (actor.type === 'human') return;
  const { tree } = view.views;
  const { base, splits } = findFamily(tree, positionId);
  for (const position of mark === 'excluded' ? [base, ...splits] : [positionId]) {
    if (!metadataAt(tree, position)[mark]) continue;
    const who = findWhoMarked(reader, position, mark);
    if (who === actor.id) continue;
    const by = who === null || findAgent(reader, who)?.type !== 'model' ? 'the human' : 'another agent';
    throw new CommandRefusal(
      'PERMISSION_DENIED',
      `[${localId}] was ${mark} by ${by}`,
      `only the human can ${mark === 'excluded' ? 'include' : 'restore'} it: say what you need it for`,
    );
  }
}

/** ` and 12 descendants`; empty without any. */
function descendantsOf({ reader, context }: CommandView, position: PositionId): string {
  const count = countDescendants(reader, context.treeId, position, MAX_COUNTED);
  if (count === 0) return '';
  return count < MAX_COUNTED
    ? ` and ${counted(count, 'descendant')}`
    : ` and more than ${counted(MAX_COUNTED, 'descendant')}`;
}

/** @returns whether anything changed */
function setMetadata(view: CommandView, change: (tree: TreeView, path: PathView) => TreeChange): boolean {
  const written = view.write('metadata', (after) => after.add(change(after.tree, after.path)));
  return written.metadata.length > 0;
}
