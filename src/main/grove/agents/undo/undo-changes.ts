import type { MetadataStep, NewVersion, Replaced, UndoRecord } from '../../../../core/commands/inverse.ts';
import { inverseOf } from '../../../../core/commands/inverse.ts';
import {
  type AgentId,
  firstNodeAt,
  type NodeId,
  type PositionId,
  type ProposalId,
} from '../../../../core/ids.ts';
import type { SuggestionRef } from '../../../../core/proposals/placed-suggestion.ts';
import { reviseNote } from '../../../../core/tree/annotate.ts';
import { metadataAt, pruneOffPath } from '../../../../core/tree/metadata.ts';
import { getNode, isAnnotation } from '../../../../core/tree/new-node.ts';
import { hasSameContent } from '../../../../core/tree/operations.ts';
import { selectVersion } from '../../../../core/tree/path.ts';
import { type TreeNode, textOf } from '../../../../core/tree/tree-node.ts';
import type { KeptChange, TurnUndoReport } from '../../../../ipc/wire/turn.ts';
import { listAgentsIn } from '../../../store/tables/path-state.ts';
import { findProposal } from '../../../store/tables/proposals/proposals.ts';
import { sqlTree, sqlViews } from '../../../store/tree/sql-tree.ts';
import { keptBy, missing, writtenOn } from './kept-changes.ts';
import { setLinksRemoved } from './links-back.ts';
import { takeMetadataBack } from './metadata-back.ts';
import { takePathsBack } from './turn-paths.ts';
import type { UndoneTurn } from './undo-turn.ts';

export interface Undone extends Omit<TurnUndoReport, 'isUndone'> {
  readonly record: UndoRecord;
}

/** Adds what undoes a turn to its transaction. Each node that it added and each position that it marked counts as one. */
export function undoChanges(turn: UndoneTurn): Undone {
  const { inverse, after, tx, treeId, options } = turn;
  const kept: KeptChange[] = [];
  let of = 0;
  let changed = 0;
  const count = (stays: KeptChange | null) => {
    of += 1;
    if (stays === null) changed += 1;
    else kept.push(stays);
  };
  const pruned = new Set<PositionId>();
  for (const position of [...inverse.positions, ...inverse.notes]) {
    const stays = prune(turn, position);
    if (stays === null) pruned.add(position);
    count(stays);
  }
  const selected: UndoRecord['selected'][number][] = [];
  const notes: Replaced[] = [];
  for (const version of inverse.versions) {
    if (pruned.has(version.position)) count(null);
    else if (after.tree.findNode(version.version) === undefined) count(missing(version.version));
    else if (isAnnotation(after.tree, version.position)) count(revertNote(turn, version, notes));
    else count(deselect(turn, version, selected));
  }
  for (const step of inverse.metadata) {
    if (pruned.has(step.position) || !isChange(step)) continue;
    count(takeMetadataBack(turn, step, turn.turnId));
  }
  const suggestions = inverse.proposals.flatMap((proposalId) => openIn(turn, proposalId));
  for (const _ of new Set(suggestions.map(({ proposalId }) => proposalId))) count(null);
  const links = setLinksRemoved(turn, inverse.links, options.idsAndClock.now());
  for (const _ of links) count(null);
  const { metadata } = inverseOf(sqlTree(tx, treeId), after.tree, after.change());
  const place = takePathsBack(turn);
  const end = options.idsAndClock.newId() as NodeId;
  return { changed, of, kept, record: { metadata, selected, notes, suggestions, links, place, end } };
}

/** The suggestions of a proposal that the writer has not decided about. */
function openIn({ tx }: UndoneTurn, proposalId: ProposalId): readonly SuggestionRef[] {
  const { suggestions = [] } = findProposal(tx, proposalId) ?? {};
  return suggestions.filter(({ state }) => state === 'open').map(({ ordinal }) => ({ proposalId, ordinal }));
}

function prune(turn: UndoneTurn, position: PositionId): KeptChange | null {
  const { after, own } = turn;
  const [node] = after.tree.versionsAt(position);
  if (node === undefined) return missing(firstNodeAt(position));
  if (metadataAt(after.tree, position).pruned) return null;
  const stays = writtenOn(turn, node, '');
  if (stays !== null) return stays;
  // A text that somebody divided is the base of their branches.
  const split = after.tree
    .splitsOf(position)
    .flatMap((at) => after.tree.versionsAt(at))
    .find(({ id, pruned }) => !pruned && !own.includes(id));
  if (split !== undefined) return keptBy(turn, node, split.authorId);
  after.add(pruneOffPath(after.tree, position));
  return null;
}

/** A note shows its newest version: goes back to an older text by adding it again. */
function revertNote(
  { after, own, options }: UndoneTurn,
  { position, version }: NewVersion,
  notes: Replaced[],
): KeptChange | null {
  if (notes.some((note) => note.position === position)) return null;
  const newest = after.tree.versionsAt(position).at(-1);
  const node = getNode(after.tree, version);
  const last = after.tree.versionsAt(position).findLast(({ id }) => own.includes(id)) ?? node;
  const lastContent = after.tree.getContent(last.id);
  if (
    newest === undefined ||
    !hasSameContent(after.tree.getContent(newest.id), textOf(lastContent.content), lastContent.spans)
  ) {
    const byWriter = newest?.authorId === options.writerId;
    return { localId: node.localId, why: 'changed', byWriter };
  }
  const before = editedBefore(after.tree, node, own);
  const author = { id: options.writerId, type: 'human' } as const;
  after.add(
    reviseNote(after.tree, after.path, newest.id, after.tree.getContent(before), author, options.idsAndClock),
  );
  const instead = after.tree.versionsAt(position).at(-1)?.id ?? before;
  notes.push({ position, version: last.id, instead });
  return null;
}

/** Paths that show a version of the turn show the one that it was made from, unless others have built on it. */
function deselect(
  turn: UndoneTurn,
  { position, version }: NewVersion,
  selected: UndoRecord['selected'][number][],
): KeptChange | null {
  const { after, tx, treeId, own, paths, options } = turn;
  const node = getNode(after.tree, version);
  const user = laterUserOf(turn, node);
  if (user !== null) return keptBy(turn, node, user);
  if (options.writerWork(treeId).edited.includes(version)) return keptBy(turn, node, options.writerId);
  const instead = editedBefore(after.tree, node, own);
  for (const agent of listAgentsIn(tx, treeId)) {
    const { path } = sqlViews(tx, treeId, agent);
    if (path.selectedAt(position) !== version) continue;
    paths.move(agent, selectVersion(after.tree, path, instead));
    selected.push({ agent, position, version, instead });
  }
  return null;
}

/** Who revised a version, or wrote on from it. */
function laterUserOf({ after: { tree }, own }: UndoneTurn, { id, positionId }: TreeNode): AgentId | null {
  const isOthers = (node: TreeNode) => !node.pruned && !own.includes(node.id);
  const splits = tree.splitsOf(positionId).flatMap((at) => tree.versionsAt(at));
  const revised = [...tree.versionsAt(positionId), ...splits].find(
    (node) => node.editedFrom === id && isOthers(node),
  );
  if (revised !== undefined) return revised.authorId;
  const continued = tree
    .childrenOf(positionId)
    .flatMap((child) => tree.versionsAt(child))
    .find(
      (node) =>
        isOthers(node) &&
        tree
          .findEdgeInto(node.id)
          ?.sources.some((source) => source.role === 'primary' && source.originId === id),
    );
  return continued?.authorId ?? null;
}

/** The version that the turn's versions at a position were made from. */
function editedBefore(tree: UndoneTurn['after']['tree'], node: TreeNode, own: readonly NodeId[]): NodeId {
  let at = node;
  while (own.includes(at.id) && at.editedFrom !== null) at = getNode(tree, at.editedFrom);
  return at.id;
}

function isChange({ before, after }: MetadataStep): boolean {
  return (
    before.bookmarked !== after.bookmarked ||
    before.bookmarkLabel !== after.bookmarkLabel ||
    before.pruned !== after.pruned ||
    before.excluded !== after.excluded
  );
}
