import { AspenError } from '../../../core/errors.ts';
import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import { sliceSpans } from '../../../core/text/span.ts';
import type { SpannedText } from '../../../core/text/spanned-text.ts';
import { familyOf } from '../../../core/tree/family.ts';
import { type ForkItem, itemsAtFork, memberToRead } from '../../../core/tree/forks.ts';
import { positionsTo } from '../../../core/tree/path.ts';
import type { PathView, TreeView } from '../../../core/tree/tree-view.ts';
import type { TextPreview } from '../../../ipc/wire/path.ts';
import { TEXT_IS_PRUNED } from '../../../ui-text/refusals.ts';
import type { Reader } from '../../store/connection/query.ts';
import { isHiddenAt } from '../../store/tree/lineage.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import { getFork, getItemAt } from '../writing/sibling-target.ts';
import { textFrom } from './text-from.ts';

/** An item of a list at a fork. */
export interface PreviewedItem {
  /** The list is of what follows its text; by default, the one that has `positionId`. */
  readonly fork?: PositionId;
  readonly positionId: PositionId;
  /** The most that is read, in UTF-16 code units. */
  readonly limit: number;
}

/**
 * What the text would show from where it would differ if an item of a list were selected: the item and everything
 * below on its path. Writes nothing.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if it or a position above is pruned
 */
export function readPreview(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  { fork, positionId, limit }: PreviewedItem,
): TextPreview {
  const { tree, path } = sqlViews(reader, treeId, agentId);
  if (isHiddenAt(reader, treeId, positionId)) {
    throw new AspenError('INVALID_ARGUMENT', TEXT_IS_PRUNED);
  }
  const items = itemsAtFork(tree, path, getFork(tree, path, positionId, fork));
  const item = getItemAt(items, positionId);
  const numbers = { number: items.indexOf(item) + 1, count: items.length };
  return {
    ...placeOf(tree, path, item),
    ...numbers,
    ...cut(textFrom(tree, path, item, memberToRead(tree, path, item), limit), limit),
  };
}

/** Where on the path the text of an item would begin. */
function placeOf(
  tree: TreeView,
  path: PathView,
  { from: { position, offset } }: ForkItem,
): Pick<TextPreview, 'at' | 'offset'> {
  if (offset === 0) return { at: tree.parentOf(position) ?? position, offset: null };
  const family = familyOf(tree, position);
  const members = family === null ? [] : [family.base, ...family.splits];
  const onPath = new Set(positionsTo(tree, path.head));
  return { at: members.find((member) => onPath.has(member)) ?? position, offset };
}

/** The beginning of a text, never splitting a surrogate pair. */
function cut({ text, spans }: SpannedText, limit: number): SpannedText {
  if (text.length <= limit) return { text, spans };
  const end = text.slice(0, limit).isWellFormed() || !text.isWellFormed() ? limit : limit - 1;
  return { text: text.slice(0, end), spans: sliceSpans(spans, 0, end) };
}
