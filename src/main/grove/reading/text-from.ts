import type { PositionId } from '../../../core/ids.ts';
import { concatSpans, type SpannedText, sliceSpans } from '../../../core/text/span.ts';
import type { ForkItem } from '../../../core/tree/forks.ts';
import { childToFollow } from '../../../core/tree/path.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { PathView, TreeView } from '../../../core/tree/tree-view.ts';

/**
 * The text of an item of a fork's list from the fork onward, with what follows it while the text is shorter than
 * `wanted` UTF-16 code units, so that it may be longer than that.
 * @param shown the position that shows it: its own, or `memberToRead`
 * @returns also the length of the item's own text
 */
export function textFrom(
  tree: TreeView,
  path: PathView,
  { position, from }: ForkItem,
  shown: PositionId,
  wanted: number,
): SpannedText & { readonly length: number } {
  const offset = from.position === position ? from.offset : 0;
  const parts = [
    ...(from.position === position ? [] : [contentFrom(tree, path, from.position, from.offset)]),
    contentFrom(tree, path, shown, offset),
  ];
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  let total = length;
  for (
    let at = childToFollow(tree, path, shown);
    at !== undefined && total < wanted;
    at = childToFollow(tree, path, at)
  ) {
    const part = contentFrom(tree, path, at, 0);
    parts.push(part);
    total += part.text.length;
  }
  return {
    text: parts.map(({ text }) => text).join(''),
    spans: concatSpans(...parts.map(({ spans }) => spans)),
    length,
  };
}

/** The content of a position from an offset on. */
function contentFrom(tree: TreeView, path: PathView, position: PositionId, offset: number): SpannedText {
  const { content, spans } = tree.getContent(versionAt(tree, path, position).id);
  const text = textOf(content);
  return { text: text.slice(offset), spans: sliceSpans(spans, offset, text.length) };
}
