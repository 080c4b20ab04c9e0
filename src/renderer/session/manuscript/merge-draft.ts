import type { Draft, PendingEdit } from '../../../core/buffer/draft.ts';
import type { NodeId } from '../../../core/ids.ts';
import { sliceSpans } from '../../../core/text/span.ts';
import type { SpannedText } from '../../../core/text/spanned-text.ts';
import type { PathNode } from '../../surface.ts';
import type { NodeHeader } from '../path/path-segments.ts';

/** Our draft, rebased onto a path that was read again. */
export interface MergedDraft {
  /** Edits of nodes on the path, in path order. */
  readonly edits: readonly PendingEdit[];
  readonly buffer: SpannedText;
  /** Edits of nodes that are not on the path; they are committed as versions of those nodes. */
  readonly strays: readonly PendingEdit[];
}

/**
 * Rebases our draft onto the path main has, with nothing lost and nothing twice: a request may have failed
 * after its commit was written, so text that is now a node is no longer draft. The buffer stays the buffer.
 * @param before the path our draft was made on
 * @param nodes the path as it is now
 * @param mainEdits main's edits; ours are newer
 * @param undone nodes whose edit main may still hold but the writer has undone
 */
export function mergeDraft(
  before: readonly NodeHeader[],
  nodes: readonly PathNode[],
  mainEdits: readonly PendingEdit[],
  draft: Draft,
  undone: ReadonlySet<NodeId>,
): MergedDraft {
  const indexes = new Map(nodes.map((node, index) => [node.nodeId, index]));
  const byPosition = new Map(nodes.map((node) => [node.positionId, node]));
  const positions = new Map(before.map((header) => [header.nodeId, header.positionId]));
  const isCommitted = (edit: PendingEdit): boolean => {
    const position = positions.get(edit.nodeId);
    const now = position === undefined ? undefined : byPosition.get(position);
    return now !== undefined && now.nodeId !== edit.nodeId && now.text === edit.text;
  };
  const own = draft.edits.filter((edit) => !isCommitted(edit));
  const edits = new Map<NodeId, PendingEdit>();
  const live = mainEdits.filter((edit) => !undone.has(edit.nodeId));
  for (const edit of [...live, ...own]) if (indexes.has(edit.nodeId)) edits.set(edit.nodeId, edit);
  return {
    edits: [...edits.values()].sort((a, b) => (indexes.get(a.nodeId) ?? 0) - (indexes.get(b.nodeId) ?? 0)),
    buffer: withoutCommitted(draft.buffer, before, nodes),
    strays: own.filter((edit) => !indexes.has(edit.nodeId)),
  };
}

/** The buffer without its beginning if that is already a node after our path. */
function withoutCommitted(
  buffer: SpannedText,
  before: readonly NodeHeader[],
  nodes: readonly PathNode[],
): SpannedText {
  const isLonger = before.every((header, index) => nodes[index]?.positionId === header.positionId);
  const next = nodes[before.length];
  if (!isLonger || next === undefined || next.text === '' || !buffer.text.startsWith(next.text))
    return buffer;
  const from = next.text.length;
  return { text: buffer.text.slice(from), spans: sliceSpans(buffer.spans, from, buffer.text.length) };
}
