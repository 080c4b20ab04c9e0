import type { MetadataStep } from '../../../../core/commands/inverse.ts';
import { firstNodeAt } from '../../../../core/ids.ts';
import { makeMetadataChange, metadataAt } from '../../../../core/tree/metadata.ts';
import { getNode } from '../../../../core/tree/new-node.ts';
import type { PositionMetadata, TreeNode } from '../../../../core/tree/tree-node.ts';
import type { KeptChange } from '../../../../ipc/wire/turn.ts';
import { getAgent } from '../../../store/tables/agents.ts';
import { findMetadataSetter } from '../../../store/tables/log.ts';
import { missing, writtenOn } from './kept-changes.ts';
import type { UndoneTurn } from './undo-turn.ts';

/** What is set together. */
const GROUPS: readonly (readonly (keyof PositionMetadata)[])[] = [
  ['bookmarked', 'bookmarkLabel'],
  ['pruned'],
  ['excluded'],
];

/** A position whose metadata somebody has set since: who did says the log. */
function changedSince({ tx, options }: UndoneTurn, { localId, positionId }: TreeNode): KeptChange {
  const setter = findMetadataSetter(tx, positionId);
  const byWriter = setter === options.writerId;
  const by = byWriter || setter === undefined ? {} : { by: getAgent(tx, setter).name };
  return { localId, why: 'changed', byWriter, ...by };
}

/**
 * Sets metadata back to what it was before a step, where it is still as the step left it.
 * @param since an id: a position on which others have written after it is not hidden
 * @returns what stays as others set it; null if nothing does
 */
export function takeMetadataBack(
  turn: UndoneTurn,
  { position, before, after: left }: MetadataStep,
  since: string,
): KeptChange | null {
  const { after } = turn;
  const id = firstNodeAt(position);
  if (after.tree.findNode(id) === undefined) return missing(id);
  const node = getNode(after.tree, id);
  const now = metadataAt(after.tree, position);
  const isLike = (one: PositionMetadata, other: PositionMetadata, group: (typeof GROUPS)[number]) =>
    group.every((name) => one[name] === other[name]);
  let kept: KeptChange | null = null;
  let set: PositionMetadata = now;
  for (const group of GROUPS) {
    // What is as before already was set back by somebody.
    if (isLike(before, left, group) || isLike(now, before, group)) continue;
    const stays: KeptChange | null = !isLike(now, left, group)
      ? changedSince(turn, node)
      : group.includes('pruned') && before.pruned
        ? writtenOn(turn, node, since)
        : null;
    if (stays === null) set = { ...set, ...Object.fromEntries(group.map((name) => [name, before[name]])) };
    else kept ??= stays;
  }
  after.add(makeMetadataChange(after.tree, position, set));
  return kept;
}
