import type { Draft, PendingEdit } from '../../../core/buffer/draft.ts';
import { type DraftOp, draftDigest } from '../../../core/buffer/pending-edit.ts';
import type { NodeId } from '../../../core/ids.ts';
import { concatSpans, NO_TEXT, type SpannedText, type Spans } from '../../../core/text/span.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { JournaledDraft } from '../writing/recovery-journal.ts';
import { isCommittedSince, type Reconciliation, replayDraft, textAt } from './reconcile-draft.ts';

/** Between the composer's texts of the file and of the journal, where they are unrelated. */
const BETWEEN = '\n\n';

/**
 * Compares a journaled draft of a conversation with what the file has now, part by part (`dialogue.md`, *The tree*): the
 * composer comes back at the head, and every edit whose node is in the tree comes back as an edit, wherever the path
 * is. Of a part that both have and neither knew of the other's, the composer has both texts, and the journaled edit is
 * left over.
 * @param inFile whose head is that of the path
 * @param apply applies steps to a draft; throws if they do not fit it
 */
export function reconcileConversation(
  tree: TreeView,
  inFile: Draft,
  journaled: JournaledDraft,
  apply: (draft: Draft, ops: readonly DraftOp[]) => Draft,
): Reconciliation {
  const { draft, unapplied, states } = replayDraft(journaled, apply);
  const isNewer = states.some((state) => draftDigest(state) === draftDigest(inFile));
  const isKnown = isNewer || journaled.whole.fileDigest === draftDigest(inFile);
  const hadText = (nodeId: NodeId | null, text: string) =>
    isKnown || states.some((state) => textIn(state, nodeId) === text);
  const { scope, whole } = journaled;
  const isCommitted = isCommittedSince(tree, scope.agentId, whole.since ?? scope.sessionId);

  const own = new Map(inFile.edits.map((edit) => [edit.nodeId, edit]));
  const edits = new Map<NodeId, PendingEdit>(isKnown ? [] : own);
  const left: PendingEdit[] = [];
  for (const edit of draft.edits) {
    const { nodeId, text } = edit;
    const other = own.get(nodeId);
    if (tree.findNode(nodeId) === undefined) left.push(edit);
    else if (isCommitted({ ...draft, buffer: NO_TEXT, edits: [edit] })) {
      if (other !== undefined) edits.set(nodeId, other);
    } else if (other === undefined || hadText(nodeId, other.text)) edits.set(nodeId, edit);
    else if (other.text !== text) left.push(edit);
  }
  const buffer = isSent(tree, draft, inFile, journaled)
    ? inFile.buffer
    : joinComposers(inFile.buffer, draft.buffer, (text) => hadText(null, text));
  const merged: Draft = { head: inFile.head, buffer, edits: [...edits.values()] };
  const hasLeft = left.length > 0 || unapplied.length > 0;
  if (draftDigest(merged) !== draftDigest(inFile))
    return { kind: 'newer', draft: merged, hidden: left, unapplied };
  if (!hasLeft) return { kind: 'nothing' };
  return { kind: 'orphaned', draft: { ...merged, buffer: NO_TEXT, edits: left }, unapplied };
}

/** Undefined if the draft has no edit of the node. */
function textIn({ buffer, edits }: Draft, nodeId: NodeId | null): string | undefined {
  return nodeId === null ? buffer.text : edits.find((edit) => edit.nodeId === nodeId)?.text;
}

/**
 * Returns true if the composer was sent before the program ended: typing that came with Send is not in the journal, so
 * the message may be longer. A message that was there before is the head then.
 */
function isSent(
  tree: TreeView,
  { head, buffer: { text } }: Draft,
  inFile: Draft,
  { scope, whole }: JournaledDraft,
): boolean {
  if (text.trim() === '') return false;
  const since = whole.since ?? scope.sessionId;
  return tree
    .childrenOf(head)
    .some((child) =>
      tree
        .versionsAt(child)
        .some(
          ({ id, authorId, editedFrom }) =>
            authorId === scope.agentId &&
            editedFrom === null &&
            (id > since
              ? textAt(tree, id).startsWith(text)
              : child === inFile.head && textAt(tree, id) === text),
        ),
    );
}

/** @param isEarlier whether the journaled text was made from this one */
function joinComposers(
  inFile: SpannedText,
  journaled: SpannedText,
  isEarlier: (text: string) => boolean,
): SpannedText {
  const isSame = inFile.text === journaled.text;
  if (isSame || isEarlier(inFile.text) || inFile.text.trim() === '') return journaled;
  if (journaled.text.trim() === '') return inFile;
  const [first] = journaled.spans;
  const between: Spans = first === undefined ? [] : [{ agent: first.agent, length: BETWEEN.length }];
  return {
    text: `${inFile.text}${BETWEEN}${journaled.text}`,
    spans: concatSpans(inFile.spans, between, journaled.spans),
  };
}
