/** The paths that a turn moved: the agent's own, and others that ran through positions it pruned. */
import type { PathStep, UndoRecord } from '../../../../core/commands/inverse.ts';
import type { AgentId, PositionId } from '../../../../core/ids.ts';
import { restore } from '../../../../core/tree/metadata.ts';
import { Overlay } from '../../../../core/tree/overlay.ts';
import { moveHead, positionsTo, selectVersion } from '../../../../core/tree/path.ts';
import { isPruned } from '../../../../core/tree/shown-version.ts';
import type { TreeView } from '../../../../core/tree/tree-view.ts';
import { findCursor } from '../../../store/tables/path-state.ts';
import { sqlViews } from '../../../store/tree/sql-tree.ts';
import type { UndoneTurn } from './other-turns.ts';

/**
 * Takes each path back to where it was before the turn, unless it has moved since.
 * @returns where the turn's agent went back to; null if it stayed
 */
export function takePathsBack(turn: UndoneTurn): UndoRecord['place'] {
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
