import type { PendingEdit, WorkingBuffer } from '../../../core/buffer/draft.ts';
import type { NodeId } from '../../../core/ids.ts';
import { equalSpans, type SpannedText, sliceSpans } from '../../../core/text/span.ts';
import type { WaitingEdit } from '../../../ipc/wire/path.ts';
import type { PathNode } from '../../surface.ts';
import type { NodeHeader } from '../path/path-segments.ts';

/** Main's state of a conversation, and the window's of its draft. */
export interface ConversationSides {
  /** The path that our draft was made on. */
  readonly before: readonly NodeHeader[];
  /** The path as it is now. */
  readonly nodes: readonly PathNode[];
  /** Main's edits, of messages on the path or not; ours are newer. */
  readonly mainEdits: readonly PendingEdit[];
  readonly mainWaiting: readonly WaitingEdit[];
  readonly buffer: WorkingBuffer;
  /** Our edits that main may not have, of messages on the path or not. */
  readonly edits: readonly WaitingEdit[];
  /** Messages whose edit main may still hold but the writer has closed. */
  readonly closed: ReadonlySet<NodeId>;
  /** Texts that main may have committed although it reported a failure: edits, or the composer (null). */
  readonly doubtful: ReadonlySet<NodeId | null>;
}

/** The draft of a conversation, rebased onto a path that was read again. */
export interface MergedConversation {
  /** Edits of messages on the path, in path order. */
  readonly edits: readonly PendingEdit[];
  /** The others: they wait in the draft (`dialogue.md`, *The tree*). */
  readonly waiting: readonly WaitingEdit[];
  readonly buffer: WorkingBuffer;
}

/**
 * Rebases the draft of a conversation onto the path main has, with nothing lost and nothing twice. Unlike in a
 * manuscript, an edit whose message has left the path waits, and the composer does not continue the message before it:
 * only what was being committed can have become a message.
 */
export function mergeConversation({
  before,
  nodes,
  mainEdits,
  mainWaiting,
  buffer,
  edits,
  closed,
  doubtful,
}: ConversationSides): MergedConversation {
  const known = new Set(before.map(({ nodeId }) => nodeId));
  const added = nodes.filter(({ nodeId }) => !known.has(nodeId));
  const held = new Set([...mainEdits, ...mainWaiting].map(({ nodeId }) => nodeId));
  const isCommitted = (edit: WaitingEdit) =>
    doubtful.has(edit.nodeId) && !held.has(edit.nodeId) && added.some((node) => isSame(node, edit));
  const indexes = new Map(nodes.map((node, index) => [node.nodeId, index]));
  const merged = new Map<NodeId, WaitingEdit>();
  for (const edit of mainEdits) {
    const index = indexes.get(edit.nodeId) ?? -1;
    const positionId = nodes[index]?.positionId;
    if (positionId !== undefined && !closed.has(edit.nodeId))
      merged.set(edit.nodeId, { ...edit, positionId, parentId: nodes[index - 1]?.positionId ?? null });
  }
  for (const edit of mainWaiting) if (!closed.has(edit.nodeId)) merged.set(edit.nodeId, edit);
  for (const edit of edits) if (!isCommitted(edit)) merged.set(edit.nodeId, edit);
  const all = [...merged.values()];
  return {
    edits: all
      .filter(({ nodeId }) => indexes.has(nodeId))
      .sort((a, b) => (indexes.get(a.nodeId) ?? 0) - (indexes.get(b.nodeId) ?? 0)),
    waiting: all.filter(({ nodeId }) => !indexes.has(nodeId)),
    buffer: doubtful.has(null) ? withoutSent(buffer, added) : buffer,
  };
}

/** The composer without its beginning, if that is a message now. */
function withoutSent(buffer: WorkingBuffer, added: readonly PathNode[]): WorkingBuffer {
  const sent = added.find(({ text, spans }) => {
    const isBeginning = text !== '' && buffer.text.startsWith(text);
    return isBeginning && equalSpans(sliceSpans(buffer.spans, 0, text.length), spans);
  });
  if (sent === undefined) return buffer;
  const from = sent.text.length;
  return { text: buffer.text.slice(from), spans: sliceSpans(buffer.spans, from, buffer.text.length) };
}

function isSame(one: SpannedText, other: SpannedText): boolean {
  return one.text === other.text && equalSpans(one.spans, other.spans);
}
