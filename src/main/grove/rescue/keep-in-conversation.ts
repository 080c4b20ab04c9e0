import type { Draft, PendingEdit } from '../../../core/buffer/draft.ts';
import { isEmptyDraft } from '../../../core/buffer/pending-edit.ts';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import { normaliseSpannedText } from '../../../core/text/normalise.ts';
import { NO_TEXT } from '../../../core/text/span.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { deleteDraft, saveDraft } from '../../store/tables/drafts.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';

/**
 * Stores as the draft of a conversation what still fits of one: the composer, at the head of the path, and the edits of
 * nodes that are in the tree (`dialogue.md`, *The tree*).
 * @returns what is left of it: edits of missing nodes
 * @throws {AspenError} NOT_FOUND if a span names an agent that the grove does not have
 */
export function keepInConversation(
  tx: FileTransaction,
  treeId: TreeId,
  writerId: AgentId,
  draft: Draft,
): Draft {
  const { tree, path } = sqlViews(tx, treeId, writerId);
  const isThere = ({ nodeId }: PendingEdit) => tree.findNode(nodeId) !== undefined;
  const { head } = path;
  const edits = draft.edits.filter(isThere).map((edit) => ({ ...edit, ...normaliseSpannedText(edit) }));
  const kept: Draft = { head, buffer: normaliseSpannedText(draft.buffer), edits };
  if (isEmptyDraft(kept)) deleteDraft(tx, treeId, writerId);
  else saveDraft(tx, treeId, writerId, kept);
  return { ...draft, buffer: NO_TEXT, edits: draft.edits.filter((edit) => !isThere(edit)) };
}
