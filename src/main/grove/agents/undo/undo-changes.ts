import {
  type Inverse,
  idOfTagStep,
  type MetadataStep,
  type NewVersion,
  type PathStep,
  type Replaced,
  type TagStep,
  type UndoRecord,
} from '../../../../core/commands/inverse.ts';
import { readInverse } from '../../../../core/commands/inverse-json.ts';
import {
  type AgentId,
  firstNodeAt,
  type LinkId,
  type LocalId,
  type NodeId,
  type PositionId,
  type ProposalId,
  type TreeId,
  type TurnId,
} from '../../../../core/ids.ts';
import type { SuggestionRef } from '../../../../core/proposals/places.ts';
import { reviseNote } from '../../../../core/tree/annotate.ts';
import { makeMetadataChange, metadataAt, pruneOffPath, restore } from '../../../../core/tree/metadata.ts';
import { getNode, isAnnotation } from '../../../../core/tree/new-node.ts';
import { hasSameContent } from '../../../../core/tree/operations.ts';
import { Overlay } from '../../../../core/tree/overlay.ts';
import { moveHead, positionsTo, selectVersion } from '../../../../core/tree/path.ts';
import {
  isAlike,
  METADATA_GROUPS,
  type MetadataGroup,
  type PositionMetadata,
  pickMetadata,
} from '../../../../core/tree/position-metadata.ts';
import { isPruned } from '../../../../core/tree/shown-version.ts';
import { NO_PATH_CHANGE, type TreeChange } from '../../../../core/tree/tree-change.ts';
import { type TreeNode, textOf } from '../../../../core/tree/tree-node.ts';
import type { TreeView } from '../../../../core/tree/tree-view.ts';
import type { KeptChange, TurnUndoReport } from '../../../../ipc/wire/turn.ts';
import type { FileTransaction } from '../../../store/connection/file-transaction.ts';
import { listInversesNaming } from '../../../store/tables/agent-turns.ts';
import { getAgent } from '../../../store/tables/agents.ts';
import { findMetadataSetter } from '../../../store/tables/log.ts';
import { findLink } from '../../../store/tables/marks/links.ts';
import { listAssignmentsAt } from '../../../store/tables/marks/tag-assignments.ts';
import { findCursor, listAgentsIn } from '../../../store/tables/path-state.ts';
import { findProposal } from '../../../store/tables/proposals/proposals.ts';
import { findLaterBelow, runsThrough } from '../../../store/tree/lineage.ts';
import { sqlViews } from '../../../store/tree/sql-tree.ts';
import { listTakenBack } from '../../../store/tree/turns/listed-versions.ts';
import type { SnapshotsAndAnswers } from '../../proposals/snapshots-and-answers.ts';
import type { PathWriter } from '../../writing/tree-transactions.ts';
import type { AgentScope } from '../command-context.ts';

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
  const tags = setTagsBack(turn, inverse.tags, count);
  after.add(relisting(inverse));
  const place = takePathsBack(turn);
  const end = options.idsAndClock.newId() as NodeId;
  return {
    changed,
    of,
    kept,
    rest,
    record: { metadata, selected, notes, suggestions, links, tags, place, end },
  };
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

/**
 * The reason not to hide a position: others have written there, or the writer does now. Null if there is none.
 * @param later an id: only what was added after it counts
 */
function writtenOn(turn: UndoneTurn, node: TreeNode, later: string): KeptChange | null {
  const { options, tx, treeId, own, after } = turn;
  const found = findLaterBelow(tx, treeId, node.positionId, later, own);
  if (found !== undefined) return keptBy(turn, node, found.authorId);
  const { edited, typedAfter = null } = options.writerWork(treeId);
  const at = edited.flatMap((id) => after.tree.findNode(id)?.positionId ?? []);
  const isWriting = [...at, ...(typedAfter === null ? [] : [typedAfter])].some((position) =>
    runsThrough(tx, treeId, position, node.positionId),
  );
  return isWriting ? keptBy(turn, node, options.writerId) : null;
}

/** A change that stays because someone has built on it. */
function keptBy({ options, tx }: UndoneTurn, { localId }: TreeNode, author: AgentId): KeptChange {
  if (author === options.writerId) return { localId, why: 'writtenOn', byWriter: true };
  return { localId, why: 'writtenOn', byWriter: false, by: getAgent(tx, author).name };
}

/** Returns true if two nodes have the same words by the same authors. */
export function hasSameText(tree: TreeView, one: NodeId, other: NodeId): boolean {
  const { content, spans } = tree.getContent(other);
  return hasSameContent(tree.getContent(one), textOf(content), spans);
}

/** A change of a node that is not in the tree any more. A local id is the end of an id (`domain.md`). */
export function missing(id: NodeId): KeptChange {
  return { localId: id.slice(-6).toLowerCase() as LocalId, why: 'missing', byWriter: false };
}

/**
 * Removes links that a turn made, or restores them.
 * @param removedAt null to restore them
 * @returns those that are in the file, which others may have left without an end, and were not so already
 */
export function setLinksRemoved(
  { after, tx }: UndoneTurn,
  ids: readonly LinkId[],
  removedAt: number | null,
): readonly LinkId[] {
  const links = ids
    .flatMap((id) => findLink(tx, id) ?? [])
    .filter((link) => (link.removedAt === null) !== (removedAt === null))
    .map((link) => ({ ...link, removedAt }));
  after.add({ nodes: [], edges: [], metadata: [], path: NO_PATH_CHANGE, links });
  return links.map(({ id }) => id);
}

/**
 * Takes tags off positions again, or puts them back, where they are still as the steps left them.
 * @param count is notified of each, with what keeps it
 * @returns the steps that redoing takes back
 */
export function setTagsBack(
  turn: UndoneTurn,
  steps: readonly TagStep[],
  count: (stays: KeptChange | null, id: string) => void,
): readonly TagStep[] {
  const { after, tx } = turn;
  const done: TagStep[] = [];
  for (const step of steps) {
    const { tag, position, before, after: left } = step;
    if ((before === null) === (left === null)) continue;
    const [node] = after.tree.versionsAt(position);
    const isThere = listAssignmentsAt(tx, [position]).some((one) => one.tag === tag);
    const stays =
      node === undefined
        ? missing(firstNodeAt(position))
        : isThere === (left !== null)
          ? null
          : changedSince(turn, node);
    count(stays, idOfTagStep(step));
    if (stays !== null) continue;
    done.push(step);
    const change =
      before === null ? ({ tag, position, removed: true } as const) : { tag, position, ...before };
    after.add({ nodes: [], edges: [], metadata: [], path: NO_PATH_CHANGE, tags: [change] });
  }
  return done;
}

/** A position whose metadata someone has set since, with the author from the log. */
function changedSince({ tx, options }: UndoneTurn, { localId, positionId }: TreeNode): KeptChange {
  const setter = findMetadataSetter(tx, positionId);
  const byWriter = setter === options.writerId;
  const by = byWriter || setter === undefined ? {} : { by: getAgent(tx, setter).name };
  return { localId, why: 'changed', byWriter, ...by };
}

interface SetBack {
  /** Metadata that stays as others set it; null for none. */
  readonly kept: KeptChange | null;
  /** The step that a redo takes back; null if nothing was set back. */
  readonly record: MetadataStep | null;
}

/**
 * Sets metadata back to what it was before a step, where it is still as the step left it. It does not go back to what
 * another turn set that is undone, but to what was there before that.
 */
function takeMetadataBack(turn: UndoneTurn, { position, before, after: left }: MetadataStep): SetBack {
  const { after, turnId } = turn;
  const id = firstNodeAt(position);
  if (after.tree.findNode(id) === undefined) return { kept: missing(id), record: null };
  const node = getNode(after.tree, id);
  const others = new OtherTurns(turn, position);
  const now = metadataAt(after.tree, position);
  let kept: KeptChange | null = null;
  let [set, undone, redone] = [now, left, left];
  for (const group of METADATA_GROUPS) {
    const { names } = group;
    if (isAlike(before, left, names)) continue;
    const target = { ...before, ...others.withoutUndone(before, group) };
    const isThere = isAlike(now, target, names);
    const stays: KeptChange | null =
      isThere || isAlike(now, before, names)
        ? null
        : !isAlike(now, left, names)
          ? changedSince(turn, node)
          : names.includes('pruned') && target.pruned && !others.isMadeByUndone
            ? writtenOn(turn, node, turnId)
            : null;
    if (stays !== null) {
      kept ??= stays;
      continue;
    }
    if (isAlike(now, left, names)) set = { ...set, ...pickMetadata(target, names) };
    undone = { ...undone, ...pickMetadata(before, names) };
    redone = { ...redone, ...pickMetadata(left, names) };
  }
  after.add(makeMetadataChange(after.tree, position, set));
  return { kept, record: isAlike(undone, redone) ? null : { position, before: redone, after: undone } };
}

/**
 * Sets metadata again as a turn did, where it is still as undoing the turn left it, and where no later turn has set it.
 * @param since an id: a position on which others have written after it is not hidden
 * @returns what stays as others set it; null if nothing does
 */
export function setMetadataAgain(
  turn: UndoneTurn,
  { position, before, after: left }: MetadataStep,
  since: string,
): KeptChange | null {
  const { after } = turn;
  const id = firstNodeAt(position);
  if (after.tree.findNode(id) === undefined) return missing(id);
  const node = getNode(after.tree, id);
  const others = new OtherTurns(turn, position);
  const now = metadataAt(after.tree, position);
  let kept: KeptChange | null = null;
  let set: PositionMetadata = now;
  for (const group of METADATA_GROUPS) {
    const { names } = group;
    if (isAlike(before, left, names) || isAlike(now, before, names) || others.isSetLater(group)) continue;
    const expected = others.withoutUndone(left, group);
    const stays: KeptChange | null = !isAlike(now, expected, names)
      ? changedSince(turn, node)
      : names.includes('pruned') && before.pruned
        ? writtenOn(turn, node, since)
        : null;
    if (stays === null) set = { ...set, ...pickMetadata(before, names) };
    else kept ??= stays;
  }
  after.add(makeMetadataChange(after.tree, position, set));
  return kept;
}

/**
 * Takes each path back to where it was before the turn, unless it has moved since.
 * @returns where the turn's agent went back to; null if it stayed
 */
function takePathsBack(turn: UndoneTurn): UndoRecord['place'] {
  const { inverse, tx, treeId, agentId, after, paths } = turn;
  const steps = new Map<AgentId, readonly PathStep[]>();
  for (const step of inverse.paths) steps.set(step.agent, [...(steps.get(step.agent) ?? []), step]);
  let place: UndoRecord['place'] = null;
  for (const [agent, own] of steps) {
    const [first, last] = [own.at(0), own.at(-1)];
    if (first === undefined || last === undefined) continue;
    const at = findCursor(tx, treeId, agent)?.head;
    // Undoing another turn may have ended the path above what it hid.
    const isThere = at === last.to || (at !== undefined && at === lastShown(after.tree, last.to));
    if (!isThere) continue;
    const choices = new Map<PositionId, PathStep['choices'][number]>();
    // The first step has the state before all of them.
    for (const choice of own.flatMap((step) => step.choices))
      if (!choices.has(choice.position)) choices.set(choice.position, choice);
    const head = first.from === null ? null : lastShown(after.tree, first.from);
    paths.takeBack(agent, head, [...choices.values()]);
    if (agent === agentId) place = { head };
  }
  return place;
}

/** The position, or where a path to it ends above what is pruned. */
function lastShown(tree: TreeView, position: PositionId): PositionId {
  const positions = positionsTo(tree, position);
  const pruned = positions.findIndex((at) => isPruned(tree, at));
  return positions[pruned < 0 ? positions.length - 1 : Math.max(0, pruned - 1)] ?? position;
}

/** Takes the agent again where it went in the turn, unless it has moved since the undo. */
export function repeatMoves(turn: UndoneTurn, place: UndoRecord['place']): void {
  const { inverse, tx, treeId, agentId, after, paths } = turn;
  if (place === null || (findCursor(tx, treeId, agentId)?.head ?? null) !== place.head) return;
  const again = new Overlay(after.tree, sqlViews(tx, treeId, agentId).path);
  for (const { agent, to, version } of inverse.paths) {
    if (agent !== agentId || after.tree.versionsAt(to).length === 0) continue;
    // It may have gone there before it was pruned.
    for (const position of positionsTo(after.tree, to))
      if (isPruned(again.tree, position)) again.add(restore(again.tree, position));
    if (version !== null && after.tree.findNode(version) !== undefined)
      again.addPath(selectVersion(again.tree, again.path, version));
    again.addPath(moveHead(again.tree, again.path, to));
  }
  const { path } = again.change();
  const head = path.head === undefined ? {} : { head: lastShown(after.tree, path.head) };
  paths.move(agentId, { ...path, ...head });
}

export interface TurnUndoOptions
  extends Pick<AgentScope, 'store' | 'transactions' | 'idsAndClock' | 'writerId' | 'writerWork'> {
  readonly proposals: Pick<SnapshotsAndAnswers, 'decide'>;
}

/** A turn that is undone or redone, in the transaction that does it. */
export interface UndoneTurn {
  readonly options: TurnUndoOptions;
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  /** The combined inverse of its actions in the tree; to undo the rest of it, only that. */
  readonly inverse: Inverse;
  /** Every node that it added there. */
  readonly own: readonly NodeId[];
  readonly turnId: TurnId;
  readonly after: Overlay;
  readonly tx: FileTransaction;
  readonly paths: PathWriter;
}

/**
 * Other turns' changes of a position. Turns are undone and redone in any order, so the state that one left may have
 * been set by another, which is undone by now.
 */
class OtherTurns {
  readonly #turnId: TurnId;
  /** Newest turn first. */
  readonly #others: readonly { turnId: TurnId; isUndone: boolean; inverse: Inverse }[];
  readonly #position: PositionId;

  constructor({ tx, treeId, turnId }: UndoneTurn, position: PositionId) {
    this.#turnId = turnId;
    this.#position = position;
    this.#others = listInversesNaming(tx, treeId, position)
      .filter((one) => one.turnId !== turnId)
      .map(({ inverse, ...one }) => ({ ...one, inverse: readInverse(inverse) }));
  }

  /** A turn made it that is undone. */
  get isMadeByUndone(): boolean {
    return this.#others.some(
      ({ isUndone, inverse: { positions, notes } }) =>
        isUndone && (positions.includes(this.#position) || notes.includes(this.#position)),
    );
  }

  /** A turn hid it, whether that is undone or not. */
  get hasPruned(): boolean {
    return this.#steps().some(({ before, after }) => !before.pruned && after.pruned);
  }

  /** Metadata that a position had before this turn, as it would have been without those that are undone. */
  withoutUndone(metadata: PositionMetadata, { names }: MetadataGroup): PositionMetadata {
    let without = metadata;
    for (const { turnId, isUndone, before, after } of this.#steps())
      if (isUndone && turnId < this.#turnId && isAlike(after, without, names)) without = before;
    return names.includes('pruned') && this.isMadeByUndone ? { ...without, pruned: true } : without;
  }

  /** A later turn that is not undone has set it. */
  isSetLater({ names }: MetadataGroup): boolean {
    return this.#steps().some(
      ({ turnId, isUndone, before, after }) =>
        !isUndone && turnId > this.#turnId && !isAlike(before, after, names),
    );
  }

  #steps() {
    return this.#others.flatMap(({ turnId, isUndone, inverse }) =>
      inverse.metadata
        .filter(({ position }) => position === this.#position)
        .map(({ before, after }) => ({ turnId, isUndone, before, after })),
    );
  }
}
