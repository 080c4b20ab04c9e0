import type {
  Inverse,
  MetadataStep,
  NewVersion,
  Replaced,
  UndoRecord,
} from '../../../../core/commands/inverse.ts';
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
import { selectVersion } from '../../../../core/tree/path.ts';
import { isAlike } from '../../../../core/tree/position-metadata.ts';
import { NO_PATH_CHANGE, type TreeChange } from '../../../../core/tree/tree-change.ts';
import type { TreeNode } from '../../../../core/tree/tree-node.ts';
import type { KeptChange, TurnUndoReport } from '../../../../ipc/wire/turn.ts';
import { listAgentsIn } from '../../../store/tables/path-state.ts';
import { findProposal } from '../../../store/tables/proposals/proposals.ts';
import { sqlViews } from '../../../store/tree/sql-tree.ts';
import { listTakenBack } from '../../../store/tree/turns/listed-versions.ts';
import { hasSameText, keptBy, missing, writtenOn } from './kept-changes.ts';
import { setLinksRemoved } from './links-back.ts';
import { takeMetadataBack } from './metadata-back.ts';
import { OtherTurns, type UndoneTurn } from './other-turns.ts';
import { takePathsBack } from './turn-paths.ts';

export interface Undone extends Omit<TurnUndoReport, 'isUndone' | 'isRefused' | 'hasRest'> {
  readonly record: UndoRecord;
  /** Changes that stay, and may be undone once nothing keeps them: ids of positions, and of versions. */
  readonly rest: readonly string[];
}

/** Adds what undoes a turn to its transaction. Each node that it added and each position that it marked counts as one. */
export function undoChanges(turn: UndoneTurn): Undone {
  const { inverse, after, options } = turn;
  const kept: KeptChange[] = [];
  const rest: string[] = [];
  let of = 0;
  let changed = 0;
  const count = (stays: KeptChange | null, id: string) => {
    of += 1;
    if (stays === null) changed += 1;
    else kept.push(stays);
    if (stays !== null && stays.why !== 'missing') rest.push(id);
  };
  const metadata: MetadataStep[] = [];
  const pruned = new Set<PositionId>();
  for (const position of [...inverse.positions, ...inverse.notes]) {
    const { stays, record } = prune(turn, position);
    if (stays === null) pruned.add(position);
    if (record !== null) metadata.push(record);
    count(stays, position);
  }
  const selected: UndoRecord['selected'][number][] = [];
  const notes: Replaced[] = [];
  for (const version of inverse.versions) {
    const stays = pruned.has(version.position)
      ? null
      : after.tree.findNode(version.version) === undefined
        ? missing(version.version)
        : isAnnotation(after.tree, version.position)
          ? revertNote(turn, version, notes)
          : deselect(turn, version, selected);
    count(stays, version.version);
  }
  for (const step of inverse.metadata) {
    if (pruned.has(step.position) || isAlike(step.before, step.after)) continue;
    const back = takeMetadataBack(turn, step);
    if (back.record !== null) metadata.push(back.record);
    count(back.kept, step.position);
  }
  const suggestions = inverse.proposals.flatMap((proposalId) => openIn(turn, proposalId));
  for (const id of new Set(suggestions.map(({ proposalId }) => proposalId))) count(null, id);
  const links = setLinksRemoved(turn, inverse.links, options.idsAndClock.now());
  for (const id of links) count(null, id);
  after.add(relisting(inverse));
  const place = takePathsBack(turn);
  const end = options.idsAndClock.newId() as NodeId;
  return { changed, of, kept, rest, record: { metadata, selected, notes, suggestions, links, place, end } };
}

/** Lists of versions have those of the turn no longer, or again. */
export function relisting({ versions }: Inverse): TreeChange {
  const relisted = versions.map(({ position }) => position);
  return { nodes: [], edges: [], metadata: [], path: NO_PATH_CHANGE, relisted };
}

/** The suggestions of a proposal that the writer has not decided about. */
function openIn({ tx }: UndoneTurn, proposalId: ProposalId): readonly SuggestionRef[] {
  const { suggestions = [] } = findProposal(tx, proposalId) ?? {};
  return suggestions.filter(({ state }) => state === 'open').map(({ ordinal }) => ({ proposalId, ordinal }));
}

/** @returns the reason that keeps it, or the step that redoing takes back: none if the writer has hidden it already */
function prune(turn: UndoneTurn, position: PositionId): Pruned {
  const { after, own } = turn;
  const [node] = after.tree.versionsAt(position);
  if (node === undefined) return { stays: missing(firstNodeAt(position)), record: null };
  const now = metadataAt(after.tree, position);
  const record = { position, before: { ...now, pruned: false }, after: { ...now, pruned: true } };
  if (now.pruned) {
    const isByTurn = new OtherTurns(turn, position).hasPruned;
    return { stays: null, record: isByTurn ? record : null };
  }
  const stays = isAnnotation(after.tree, position) ? revisedBy(turn, node) : writtenOn(turn, node, '');
  if (stays !== null) return { stays, record: null };
  // A text that someone divided is the base of their branches.
  const split = after.tree
    .splitsOf(position)
    .flatMap((at) => after.tree.versionsAt(at))
    .find(({ id, pruned }) => !pruned && !own.includes(id));
  if (split !== undefined) return { stays: keptBy(turn, node, split.authorId), record: null };
  after.add(pruneOffPath(after.tree, position));
  return { stays: null, record };
}

interface Pruned {
  readonly stays: KeptChange | null;
  readonly record: MetadataStep | null;
}

/** A note has no continuation, but others may have changed its text. */
function revisedBy(turn: UndoneTurn, node: TreeNode): KeptChange | null {
  const { after, own, options } = turn;
  const versions = after.tree.versionsAt(node.positionId);
  const [last, newest] = [versions.findLast(({ id }) => own.includes(id)) ?? node, versions.at(-1) ?? node];
  // Undoing another turn's change writes the text again.
  if (hasSameText(after.tree, newest.id, last.id)) return null;
  return { localId: node.localId, why: 'changed', byWriter: newest.authorId === options.writerId };
}

/** A note shows its newest version: goes back to an older text by adding it again. */
function revertNote(
  turn: UndoneTurn,
  { position, version }: NewVersion,
  notes: Replaced[],
): KeptChange | null {
  const { after, own, options } = turn;
  if (notes.some((note) => note.position === position)) return null;
  const node = getNode(after.tree, version);
  const stays = revisedBy(turn, node);
  if (stays !== null) return stays;
  const versions = after.tree.versionsAt(position);
  const last = versions.findLast(({ id }) => own.includes(id)) ?? node;
  const newest = versions.at(-1) ?? node;
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

/** The agent that revised a version, or continued from it. */
function laterUserOf({ tx, after, own }: UndoneTurn, { id, positionId }: TreeNode): AgentId | null {
  const { tree } = after;
  const takenBack = listTakenBack(tx);
  const isOthers = (node: TreeNode) => !node.pruned && !own.includes(node.id) && !takenBack.has(node.id);
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
