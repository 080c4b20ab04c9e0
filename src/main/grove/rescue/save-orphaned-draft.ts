import type { Draft, PendingEdit } from '../../../core/buffer/draft.ts';
import { type DraftOp, isEmptyDraft } from '../../../core/buffer/pending-edit.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { LogKind } from '../../../core/provenance/log-hash.ts';
import { divideSpanned } from '../../../core/text/divide-spanned.ts';
import { normaliseSpannedText } from '../../../core/text/normalise.ts';
import { NO_TEXT, type SpannedText, wholeSpans } from '../../../core/text/span.ts';
import { bookmark } from '../../../core/tree/metadata.ts';
import type { IdsAndClock } from '../../../core/tree/new-node.ts';
import { branchEdit, continueFrom } from '../../../core/tree/operations.ts';
import { Overlay } from '../../../core/tree/overlay.ts';
import { NO_PATH_CHANGE, type TreeChange } from '../../../core/tree/tree-change.ts';
import type { NodeContent } from '../../../core/tree/tree-node.ts';
import { RECOVERED_DRAFT } from '../../../ui-text/recovery.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import type { Store } from '../../store/connection/store.ts';
import { listAgents } from '../../store/tables/agents.ts';
import { deleteDraft, findDraft, findLongDraft, saveDraft } from '../../store/tables/drafts.ts';
import { listTrees } from '../../store/tables/trees.ts';
import { writeChange } from '../../store/tables/write-change.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import { isReachable } from './reconcile-draft.ts';

export interface OrphanedDraft {
  readonly draft: Draft;
  /** Positions above its head, nearest first. */
  readonly above: readonly PositionId[];
  /** Steps whose text is gone: each one's inserted text is saved separately. */
  readonly unapplied: readonly DraftOp[];
}

/**
 * Writes a draft that does not fit the tree as branches, so that nothing is lost: an edit beside its node,
 * the working buffer after its head or the nearest existing position above (`storage.md`, *Opening*). A text
 * that is too long becomes several nodes in a row. No path moves; bookmarks mark the branches.
 * @returns the nodes, in the order of the draft
 */
export function saveOrphanedDraft(
  tx: FileTransaction,
  treeId: TreeId,
  writerId: AgentId,
  { draft, above, unapplied }: OrphanedDraft,
  idsAndClock: IdsAndClock,
  { kind, label }: { readonly kind: LogKind; readonly label: string } = {
    kind: 'commit',
    label: RECOVERED_DRAFT,
  },
): readonly NodeId[] {
  const { tree, path } = sqlViews(tx, treeId, writerId);
  const author = { id: writerId, type: 'human' } as const;
  const after = new Overlay(tree, path);
  const parent =
    [draft.head, ...above].find((position) => isReachable(tree, position)) ?? tree.tree.rootPositionId;
  const added: NodeId[] = [];
  /** Adds a branch, with `rest` in a row after its node. */
  const add = ({ nodes, edges }: TreeChange, rest: readonly SpannedText[]) => {
    after.add({ nodes, edges, metadata: [], path: NO_PATH_CHANGE });
    const [node] = nodes;
    if (node === undefined) return;
    after.add(bookmark(after.tree, node.positionId, label));
    added.push(node.id);
    let end = node.positionId;
    for (const part of rest) {
      const next = continueFrom(after.tree, after.path, end, contentOf(part), author, idsAndClock);
      after.add({ ...next, path: NO_PATH_CHANGE });
      end = next.nodes[0]?.positionId ?? end;
      added.push(...next.nodes.map(({ id }) => id));
    }
  };
  const agents = new Set(listAgents(tx).map(({ id }) => id));
  /** Normalised for storage; spans of agents that the grove does not have go to the writer. */
  const normalised = (spanned: SpannedText): SpannedText => {
    const { text, spans } = normaliseSpannedText(spanned);
    return {
      text,
      spans: spans.map((span) => (agents.has(span.agent) ? span : { ...span, agent: writerId })),
    };
  };
  const addContinuation = (spanned: SpannedText) => {
    const { text, spans } = normalised(spanned);
    if (text.trim() === '') return;
    const [first = NO_TEXT, ...rest] = divideSpanned({ text, spans });
    add(continueFrom(after.tree, after.path, parent, contentOf(first), author, idsAndClock), rest);
  };
  for (const { nodeId, ...spanned } of draft.edits) {
    const node = tree.findNode(nodeId);
    if (node === undefined || node.contentType !== 'text' || !isReachable(tree, node.positionId)) {
      addContinuation(spanned);
      continue;
    }
    const [first = NO_TEXT, ...rest] = divideSpanned(normalised(spanned));
    const beside = rest.length === 0 ? null : tree.parentOf(node.positionId);
    // `branchEdit` writes nothing if the node has this content: but then it is only the beginning.
    const change =
      beside === null
        ? branchEdit(after.tree, after.path, nodeId, contentOf(first), author, idsAndClock)
        : continueFrom(after.tree, after.path, beside, contentOf(first), author, idsAndClock);
    add(change, rest);
  }
  addContinuation(draft.buffer);
  for (const op of unapplied) {
    if ('closed' in op) continue;
    const text = 'whole' in op ? op.whole.text : op.splice.insert;
    addContinuation({ text, spans: wholeSpans(writerId, text.length) });
  }
  if (added.length === 0) return added;
  const change = { ...after.change(), path: NO_PATH_CHANGE };
  writeChange(tx, treeId, writerId, change, kind, { details: { recovered: true } });
  return added;
}

function contentOf({ text, spans }: SpannedText): NodeContent {
  return { content: { type: 'text', text }, spans };
}

/**
 * Turns all drafts that are longer than a draft may be (`generation.md`, *Bounds*) into branches: earlier
 * versions did not limit them. Their texts become nodes of the allowed length, in a row.
 * @param divided nodes that were divided since, so that an edit of one no longer fits it
 * @returns how many there were
 * @throws {AspenError} CORRUPT when a draft is invalid; what the store throws
 */
export function branchLongDrafts(
  store: Store,
  idsAndClock: IdsAndClock,
  divided: ReadonlySet<string> = new Set(),
): number {
  let count = 0;
  for (const { id: agentId, type } of listAgents(store)) {
    if (type !== 'human') continue;
    for (const { id } of listTrees(store)) {
      const edited = divided.size === 0 ? undefined : findDraft(store, id, agentId);
      const isDivided = edited?.edits.some(({ nodeId }) => divided.has(nodeId)) === true;
      const draft = isDivided ? edited : findLongDraft(store, id, agentId);
      if (draft === undefined) continue;
      store.transact((tx) => {
        saveOrphanedDraft(tx, id, agentId, { draft, above: [], unapplied: [] }, idsAndClock);
        deleteDraft(tx, id, agentId);
      });
      count += 1;
    }
  }
  return count;
}

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
