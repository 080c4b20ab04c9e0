import type { Draft } from '../../../core/buffer/draft.ts';
import type { DraftOp } from '../../../core/buffer/pending-edit.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import { NO_TEXT } from '../../../core/text/span.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { Store } from '../../store/connection/store.ts';
import { isOpening, listTrees } from '../../store/tables/trees.ts';
import type { GroveNotices } from '../grove-notices.ts';
import type { TreeSession } from '../writing/tree-session.ts';
import type { TreeSessions } from '../writing/tree-sessions.ts';
import { notifyBranched } from './recover-drafts.ts';
import { type OrphanedDraft, saveOrphanedDraft } from './save-orphaned-draft.ts';

export interface KeepTextOptions {
  readonly store: Store;
  readonly writerId: AgentId;
  readonly idsAndClock: IdsAndClock;
  readonly notices: GroveNotices;
  readonly sessions: TreeSessions;
}

/**
 * Keeps typing that a window has and no draft takes any more: as branches of its tree or, if that is gone, of another,
 * together with what main has of its draft. A notice names the place. In a conversation, what fits its draft stays
 * there.
 * @returns the tree that it is in now
 * @throws {AspenError} NOT_FOUND if the grove has no tree; what the store throws. Then nothing is written
 */
export function keepText(
  treeId: TreeId,
  ops: readonly DraftOp[],
  { store, writerId, idsAndClock, notices, sessions }: KeepTextOptions,
): TreeId {
  const trees = listTrees(store);
  const own = trees.find(({ id }) => id === treeId);
  const home = own ?? trees.find(isOpening) ?? trees[0];
  if (home === undefined) throw new AspenError('NOT_FOUND', 'the grove has no tree');
  const session = own === undefined ? sessions.find(treeId) : sessions.get(treeId);
  if (own?.mode === 'dialogue') {
    const session = sessions.get(treeId);
    const unapplied = session.keep(ops);
    const orphan = { draft: { head: session.draft.head, buffer: NO_TEXT, edits: [] }, above: [], unapplied };
    const left = store.transact((tx) => saveOrphanedDraft(tx, treeId, writerId, orphan, idsAndClock));
    if (left.length > 0) notifyBranched(notices);
    return treeId;
  }
  const empty: Draft = { head: session?.draft.head ?? home.rootPositionId, buffer: NO_TEXT, edits: [] };
  const before = own === undefined ? (session?.draft ?? empty) : empty;
  const orphan = orphanOf(before, ops, session);
  const added = store.transact((tx) => saveOrphanedDraft(tx, home.id, writerId, orphan, idsAndClock));
  if (own === undefined) sessions.discard(treeId);
  if (added.length > 0) notifyBranched(notices);
  return home.id;
}

/** The draft after as many of the steps as still apply. */
function orphanOf(before: Draft, ops: readonly DraftOp[], session: TreeSession | undefined): OrphanedDraft {
  const unapplied: DraftOp[] = [];
  let draft = before;
  for (const op of ops) {
    try {
      if (session === undefined) throw new AspenError('NOT_FOUND', 'the tree is gone');
      draft = session.applyTo(draft, [op]);
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      unapplied.push(op);
    }
  }
  return { draft, above: session?.above ?? [], unapplied };
}
