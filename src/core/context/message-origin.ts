import type { AgentId, NodeId } from '../ids.ts';
import { isUnfinished, type Seam, type TreeNode } from '../tree/tree-node.ts';

/** The facts of a message without its text. */
export interface MessageHeader extends Pick<TreeNode, 'id' | 'authorId' | 'authorType' | 'editedFrom'> {
  readonly seam: Pick<Seam, 'continues'> | null;
}

/**
 * The messages from which edited ones were originally made, through all edits: an edit, a fix and a split keep what
 * follows from that (`dialogue.md`, *The tree*). Messages that were not edited are left out.
 */
export type Origins = ReadonlyMap<NodeId, MessageHeader>;

/** The speaker of a message in a conversation. */
export function speakerOf(message: Pick<MessageHeader, 'id' | 'authorId'>, origins: Origins): AgentId {
  return (origins.get(message.id) ?? message).authorId;
}

/** True if a message continues the one before it, so that both are shown and sent as one (`dialogue.md`, *Replies*). */
export function continuesMessage(message: Pick<MessageHeader, 'id' | 'seam'>, origins: Origins): boolean {
  return (origins.get(message.id) ?? message).seam?.continues === true;
}

/**
 * Returns true if a model can continue a message: a reply cut off before the model was done, or a message whose end a
 * person decided, in an edit or a split.
 */
export function canBeContinued(
  { id, authorType, finishReason }: Pick<TreeNode, 'id' | 'authorType' | 'finishReason'>,
  origins: Origins,
): boolean {
  if (authorType === 'model') return isUnfinished(finishReason);
  return origins.get(id)?.authorType === 'model';
}

/**
 * Finds the origins of messages. Asks for messages that are not among these once for each step of the longest chain of
 * edits, and not at all if none was edited. Where a chain leads to a message that does not exist, it ends before it.
 * @param find finds messages, which may be at any position
 */
export function originsOf(
  messages: readonly MessageHeader[],
  find: (ids: readonly NodeId[]) => Iterable<MessageHeader>,
): Origins {
  const edited = messages.filter(({ editedFrom }) => editedFrom !== null);
  const known = new Map(edited.length === 0 ? [] : messages.map((message) => [message.id, message]));
  for (let sources = sourcesBeyond(edited, known); sources.length > 0; ) {
    const found = [...find(sources)];
    for (const message of found) known.set(message.id, message);
    sources = sourcesBeyond(found, known);
  }
  return new Map(edited.map((message) => [message.id, firstOf(message, known)]));
}

/** The messages that these were made of and that are not known yet. */
function sourcesBeyond(
  messages: readonly MessageHeader[],
  known: ReadonlyMap<NodeId, MessageHeader>,
): readonly NodeId[] {
  const sources = messages.flatMap(({ editedFrom }) => editedFrom ?? []);
  return [...new Set(sources.filter((id) => !known.has(id)))];
}

/** The message that a chain of edits began with; in a damaged file, the chain may lead back to itself. */
function firstOf(message: MessageHeader, known: ReadonlyMap<NodeId, MessageHeader>): MessageHeader {
  const seen = new Set<NodeId>();
  let first = message;
  for (let next: MessageHeader | undefined = message; next !== undefined && !seen.has(next.id); ) {
    first = next;
    seen.add(next.id);
    next = next.editedFrom === null ? undefined : known.get(next.editedFrom);
  }
  return first;
}
