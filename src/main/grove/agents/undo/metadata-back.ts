import type { MetadataStep } from '../../../../core/commands/inverse.ts';
import { firstNodeAt } from '../../../../core/ids.ts';
import { makeMetadataChange, metadataAt } from '../../../../core/tree/metadata.ts';
import { getNode } from '../../../../core/tree/new-node.ts';
import type { PositionMetadata, TreeNode } from '../../../../core/tree/tree-node.ts';
import type { KeptChange } from '../../../../ipc/wire/turn.ts';
import { getAgent } from '../../../store/tables/agents.ts';
import { findMetadataSetter } from '../../../store/tables/log.ts';
import { missing, writtenOn } from './kept-changes.ts';
import { isAlike, type MetadataGroup, OtherTurns, type UndoneTurn } from './other-turns.ts';

const PRUNED: MetadataGroup = ['pruned'];
const GROUPS: readonly MetadataGroup[] = [['bookmarked', 'bookmarkLabel'], PRUNED, ['excluded']];

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
  for (const group of GROUPS) {
    if (isAlike(before, left, group)) continue;
    const target = { ...before, ...others.withoutUndone(before, group) };
    const isThere = isAlike(now, target, group);
    const stays: KeptChange | null =
      isThere || isAlike(now, before, group)
        ? null
        : !isAlike(now, left, group)
          ? changedSince(turn, node)
          : group === PRUNED && target.pruned && !others.isMadeByUndone
            ? writtenOn(turn, node, turnId)
            : null;
    if (stays !== null) {
      kept ??= stays;
      continue;
    }
    if (isAlike(now, left, group)) set = { ...set, ...pick(target, group) };
    undone = { ...undone, ...pick(before, group) };
    redone = { ...redone, ...pick(left, group) };
  }
  after.add(makeMetadataChange(after.tree, position, set));
  const isSame = GROUPS.every((group) => isAlike(undone, redone, group));
  return { kept, record: isSame ? null : { position, before: redone, after: undone } };
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
  for (const group of GROUPS) {
    if (isAlike(before, left, group) || isAlike(now, before, group) || others.isSetLater(group)) continue;
    const expected = others.withoutUndone(left, group);
    const stays: KeptChange | null = !isAlike(now, expected, group)
      ? changedSince(turn, node)
      : group === PRUNED && before.pruned
        ? writtenOn(turn, node, since)
        : null;
    if (stays === null) set = { ...set, ...pick(before, group) };
    else kept ??= stays;
  }
  after.add(makeMetadataChange(after.tree, position, set));
  return kept;
}

function pick(metadata: PositionMetadata, group: MetadataGroup): Partial<PositionMetadata> {
  return Object.fromEntries(group.map((name) => [name, metadata[name]]));
}
