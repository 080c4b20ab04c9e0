import type { SpannedText } from '../../../core/buffer/draft.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import { concatSpans, sliceSpans } from '../../../core/text/span.ts';
import { childToFollow, isHidden } from '../../../core/tree/path.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { Reader } from '../../store/connection/query.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';

/**
 * What the text would show from a position on if it were chosen: its node and everything below on its path,
 * cut at `limit` UTF-16 code units. Writes nothing.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if it or a position above is pruned
 */
export function readPreview(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  positionId: PositionId,
  limit: number,
): SpannedText {
  const { tree, path } = sqlViews(reader, treeId, agentId);
  if (isHidden(tree, positionId)) {
    throw new AspenError('INVALID_ARGUMENT', `position ${positionId} is hidden; restore it first`);
  }
  const parts: SpannedText[] = [];
  let length = 0;
  let at: PositionId | undefined = positionId;
  while (at !== undefined && length < limit) {
    const { content, spans } = tree.getContent(versionAt(tree, path, at).id);
    const text = textOf(content);
    parts.push({ text, spans });
    length += text.length;
    at = childToFollow(tree, path, at);
  }
  return cut(parts.map(({ text }) => text).join(''), concatSpans(...parts.map(({ spans }) => spans)), limit);
}

/** The beginning of a text, never splitting a surrogate pair. */
function cut(text: string, spans: SpannedText['spans'], limit: number): SpannedText {
  if (text.length <= limit) return { text, spans };
  const end = text.slice(0, limit).isWellFormed() || !text.isWellFormed() ? limit : limit - 1;
  return { text: text.slice(0, end), spans: sliceSpans(spans, 0, end) };
}
