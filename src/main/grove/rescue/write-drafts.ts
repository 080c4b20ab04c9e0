import type { Draft } from '../../../core/buffer/draft.ts';
import { isEmptyDraft } from '../../../core/buffer/pending-edit.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import { normaliseSpannedText } from '../../../core/text/normalise.ts';
import type { SpannedText } from '../../../core/text/span.ts';
import type { IdsAndClock } from '../../../core/tree/new-node.ts';
import { moveHead } from '../../../core/tree/path.ts';
import type { CursorState } from '../../../ipc/wire/path.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import type { Store } from '../../store/connection/store.ts';
import { addAgent, findAgent, listAgents } from '../../store/tables/agents.ts';
import { deleteDraft, saveDraft } from '../../store/tables/drafts.ts';
import { findCursor, saveCaret, writePath } from '../../store/tables/path-state.ts';
import { findTree, listTrees } from '../../store/tables/trees.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import { humanOf } from '../begin-grove.ts';
import { fits, isReachable } from './reconcile-draft.ts';
import { keepInConversation, saveOrphanedDraft } from './save-orphaned-draft.ts';

/** The uncommitted text of one tree, and where the writer is. */
export interface UncommittedDraft {
  readonly treeId: TreeId;
  readonly draft: Draft;
  /** Null if it was never stored. */
  readonly cursor: CursorState | null;
  /** Positions above its head, nearest first. */
  readonly above: readonly PositionId[];
}

/**
 * Writes a draft and the writer's caret into a copy that may lack nodes it refers to: as a draft if all of them are there, else as
 * branches of the tree, or of another tree if that one is missing. Of a conversation, only edits of missing nodes become
 * branches.
 * @returns whether it only fitted as branches
 * @throws {AspenError} NOT_FOUND if the copy has no tree
 */
export function writeDrafts(
  tx: FileTransaction,
  { treeId, draft, cursor, above }: UncommittedDraft,
  writerId: AgentId,
  idsAndClock: IdsAndClock,
): boolean {
  const tree = findTree(tx, treeId);
  const isThere = tree !== undefined;
  const writeCaret = () => {
    if (cursor !== null && findCursor(tx, treeId, writerId)?.head === draft.head)
      saveCaret(tx, treeId, writerId, cursor);
  };
  if (isEmptyDraft(draft)) {
    if (isThere) {
      deleteDraft(tx, treeId, writerId);
      writeCaret();
    }
    return false;
  }
  if (isThere && hasAgents(tx, draft, writerId)) {
    const views = sqlViews(tx, treeId, writerId);
    if (fits(views.tree, draft)) {
      if (views.path.head !== draft.head)
        writePath(tx, treeId, writerId, moveHead(views.tree, views.path, draft.head));
      const edits = draft.edits.map((edit) => ({ ...edit, ...normaliseSpannedText(edit) }));
      const buffer = normaliseSpannedText(draft.buffer);
      saveDraft(tx, treeId, writerId, { head: draft.head, buffer, edits });
      writeCaret();
      return false;
    }
    if (tree.mode === 'dialogue') {
      const head = [draft.head, ...above].find((position) => isReachable(views.tree, position));
      if (head !== undefined) writePath(tx, treeId, writerId, moveHead(views.tree, views.path, head));
      const left = keepInConversation(tx, treeId, writerId, draft);
      return (
        saveOrphanedDraft(tx, treeId, writerId, { draft: left, above, unapplied: [] }, idsAndClock).length > 0
      );
    }
  }
  const home = isThere ? treeId : listTrees(tx).at(0)?.id;
  if (home === undefined) throw new AspenError('NOT_FOUND', 'the copy has no tree');
  return saveOrphanedDraft(tx, home, writerId, { draft, above, unapplied: [] }, idsAndClock).length > 0;
}

/** All uncommitted drafts, and their writer. */
export interface AllDrafts {
  readonly drafts: readonly UncommittedDraft[];
  readonly writer: { readonly id: AgentId; readonly name: string };
  readonly idsAndClock: IdsAndClock;
}

/**
 * Writes all uncommitted drafts into a copy and closes it.
 * @returns whether some of them only fitted as branches
 * @throws {AspenError} what the store throws
 */
export function writeDraftsInto(copy: Store, { drafts, writer, idsAndClock }: AllDrafts): boolean {
  try {
    return copy.transact((tx) => {
      if (findAgent(tx, writer.id) === undefined) addAgent(tx, humanOf(writer, idsAndClock.now()));
      return drafts.filter((draft) => writeDrafts(tx, draft, writer.id, idsAndClock)).length > 0;
    });
  } finally {
    copy.close();
  }
}

/** Returns true if all authors of a draft's text are in the grove. */
function hasAgents(tx: FileTransaction, { buffer, edits }: Draft, writerId: AgentId): boolean {
  const known = new Set(listAgents(tx).map(({ id }) => id));
  const texts: readonly SpannedText[] = [buffer, ...edits];
  return known.has(writerId) && texts.every(({ spans }) => spans.every(({ agent }) => known.has(agent)));
}
