import type { AgentId, NodeId } from '../ids.ts';
import type { TreeNode } from '../tree/tree-node.ts';

/** What the speaker of a message follows from. */
export type Authored = Pick<TreeNode, 'id' | 'authorId' | 'editedFrom'>;

/**
 * Whose words messages of a conversation are (`dialogue.md`, *The tree*): an edit, a fix and a split keep the speaker
 * of the message they were made of, whoever made them; any other message is its author's.
 *
 * Asks for messages that are not among these once for each step of the longest chain of edits, and not at all if none
 * was edited. Where a chain leads to a message that does not exist, it ends before it.
 * @param find finds messages, which may be at any position
 * @returns only those whose speaker is not their author
 */
export function speakersOf(
  messages: readonly Authored[],
  find: (ids: readonly NodeId[]) => Iterable<Authored>,
): ReadonlyMap<NodeId, AgentId> {
  const edited = messages.filter(({ editedFrom }) => editedFrom !== null);
  const known = new Map(edited.length === 0 ? [] : messages.map((message) => [message.id, message]));
  for (let sources = sourcesBeyond(edited, known); sources.length > 0; ) {
    const found = [...find(sources)];
    for (const message of found) known.set(message.id, message);
    sources = sourcesBeyond(found, known);
  }
  const speakers = new Map<NodeId, AgentId>();
  for (const message of edited) {
    const speaker = firstOf(message, known).authorId;
    if (speaker !== message.authorId) speakers.set(message.id, speaker);
  }
  return speakers;
}

/** The messages that these were made of and that are not known yet. */
function sourcesBeyond(
  messages: readonly Authored[],
  known: ReadonlyMap<NodeId, Authored>,
): readonly NodeId[] {
  const sources = messages.flatMap(({ editedFrom }) => editedFrom ?? []);
  return [...new Set(sources.filter((id) => !known.has(id)))];
}

/** The message that a chain of edits began with; in a damaged file, the chain may lead back to itself. */
function firstOf(message: Authored, known: ReadonlyMap<NodeId, Authored>): Authored {
  const seen = new Set<NodeId>();
  let first = message;
  for (let next: Authored | undefined = message; next !== undefined && !seen.has(next.id); ) {
    first = next;
    seen.add(next.id);
    next = next.editedFrom === null ? undefined : known.get(next.editedFrom);
  }
  return first;
}
