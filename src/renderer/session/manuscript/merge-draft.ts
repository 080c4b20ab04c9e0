import type { Draft, PendingEdit, SpannedText } from '../../../core/buffer/draft.ts';
import type { NodeId } from '../../../core/ids.ts';
import { sliceSpans } from '../../../core/text/span.ts';
import type { PathNode } from '../../surface.ts';
import type { NodeHeader } from '../path/path-segments.ts';

/** Our draft on a path that was read again. */
export interface MergedDraft {
  /** In path order; of nodes on the path. */
  readonly edits: readonly PendingEdit[];
  readonly buffer: SpannedText;
  /** Of nodes that are not on the path: they become versions of theirs. */
  readonly strays: readonly PendingEdit[];
}

/**
 * Puts our draft on a path that main tells us of, nothing of it lost and nothing twice: a request may have failed
 * after its commit was written, and what that made nodes of is no draft any more. The buffer stays the buffer.
 * @param before the path that our draft was made on
 * @param nodes the path as it is
 * @param mainEdits what main holds of the draft; ours is newer
 * @param undone nodes whose edit main may hold and we do not: it was taken back
 */
export function mergeDraft(
  before: readonly NodeHeader[],
  nodes: readonly PathNode[],
  mainEdits: readonly PendingEdit[],
  draft: Draft,
  undone: ReadonlySet<NodeId>,
): MergedDraft {
  const places = new Map(nodes.map((node, index) => [node.nodeId, index]));
  const byPosition = new Map(nodes.map((node) => [node.positionId, node]));
  const positions = new Map(before.map((header) => [header.nodeId, header.positionId]));
  const isCommitted = (edit: PendingEdit): boolean => {
    const position = positions.get(edit.nodeId);
    const now = position === undefined ? undefined : byPosition.get(position);
    return now !== undefined && now.nodeId !== edit.nodeId && now.text === edit.text;
  };
  const own = draft.edits.filter((edit) => !isCommitted(edit));
  const edits = new Map<NodeId, PendingEdit>();
  const kept = mainEdits.filter((edit) => !undone.has(edit.nodeId));
  for (const edit of [...kept, ...own]) if (places.has(edit.nodeId)) edits.set(edit.nodeId, edit);
  return {
    edits: [...edits.values()].sort((a, b) => (places.get(a.nodeId) ?? 0) - (places.get(b.nodeId) ?? 0)),
    buffer: withoutCommitted(draft.buffer, before, nodes),
    strays: own.filter((edit) => !places.has(edit.nodeId)),
  };
}

/** The buffer without what stands as a node behind our path already. */
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
