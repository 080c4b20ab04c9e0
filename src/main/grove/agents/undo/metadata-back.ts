import type { MetadataStep } from '../../../../core/commands/inverse.ts';
import { firstNodeAt } from '../../../../core/ids.ts';
import { makeMetadataChange, metadataAt } from '../../../../core/tree/metadata.ts';
import { getNode } from '../../../../core/tree/new-node.ts';
import {
  isAlike,
  METADATA_GROUPS,
  type PositionMetadata,
  pickMetadata,
} from '../../../../core/tree/position-metadata.ts';
import type { TreeNode } from '../../../../core/tree/tree-node.ts';
import type { KeptChange } from '../../../../ipc/wire/turn.ts';
import { getAgent } from '../../../store/tables/agents.ts';
import { findMetadataSetter } from '../../../store/tables/log.ts';
import { missing, writtenOn } from './kept-changes.ts';
import { OtherTurns, type UndoneTurn } from './other-turns.ts';

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
export function takeMetadataBack(turn: UndoneTurn, { position, before, after: left }: MetadataStep): SetBack {
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
