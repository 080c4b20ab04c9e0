import type { Draft } from '../../../core/buffer/draft.ts';
import type { DraftOp } from '../../../core/buffer/pending-edit.ts';
import { AspenError } from '../../../core/errors.ts';
import type { TreeId } from '../../../core/ids.ts';
import { countWords } from '../../../core/text/count-words.ts';
import { isWithinBounds } from '../../../core/text/limits.ts';
import { NO_TEXT } from '../../../core/text/span.ts';
import {
  CHANGES_RESTORED,
  ORPHANED_TEXT,
  RESTORED_TEXT_REMOVED,
  RESTORED_TEXT_STAYS,
  sentencesRestored,
  wordsRestored,
} from '../../../ui-text/recovery.ts';
import { deleteDraft, findOrphanedDraft } from '../../store/tables/drafts.ts';
import { findTree, isOpening, listTrees } from '../../store/tables/trees.ts';
import type { GroveNotices } from '../grove-notices.ts';
import type { GroveScope } from '../grove-scope.ts';
import type { JournaledDraft, RecoveryJournal } from '../writing/recovery-journal.ts';
import type { TreeSession } from '../writing/tree-session.ts';
import { changedPart } from './changed-part.ts';
import {
  branchLongDrafts,
  keepInConversation,
  type OrphanedDraft,
  saveOrphanedDraft,
} from './save-orphaned-draft.ts';

const DONE = { isDone: true } as const;

/**
 * Recovers what earlier sessions typed and the file does not have (`storage.md`, *Typed text*): replays it if
 * it is the newer draft, and writes it to branches if it does not fit. Then the journal forgets it. Errors
 * are logged as warnings and leave the draft in the journal: they do not prevent opening.
 */
export async function recoverDrafts(
  drafts: readonly JournaledDraft[],
  scope: GroveScope,
  journal: RecoveryJournal,
): Promise<void> {
  for (const journaled of drafts) {
    try {
      recoverDraft(journaled, scope);
      await journal.forget(journaled.scope);
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      scope.warn(`a draft stays in the recovery journal: ${error.message}`);
    }
  }
}

/**
 * Turns drafts in the file whose head or nodes are gone, or that are too long, into branches, so that they
 * are never dropped. The composer of a conversation and its edits of nodes that are there stay a draft.
 * @returns whether there were any
 */
export function recoverLostDrafts({ store, writerId, idsAndClock, notices }: GroveScope): boolean {
  let hadLost = false;
  for (const { id, rootPositionId, mode } of listTrees(store)) {
    const lost = findOrphanedDraft(store, id, writerId);
    if (lost === undefined) continue;
    const isBranched = store.transact((tx) => {
      const draft = { head: rootPositionId, ...lost };
      deleteDraft(tx, id, writerId);
      const left = mode === 'dialogue' ? keepInConversation(tx, id, writerId, draft) : draft;
      const orphan = { draft: left, above: [], unapplied: [] };
      return saveOrphanedDraft(tx, id, writerId, orphan, idsAndClock).length > 0;
    });
    if (isBranched) notifyBranched(notices);
    hadLost = true;
  }
  if (branchLongDrafts(store, idsAndClock) > 0) {
    notifyBranched(notices);
    hadLost = true;
  }
  return hadLost;
}

/** Adds a notice with the places of orphaned text. */
export function notifyBranched(notices: GroveNotices): void {
  notices.add(ORPHANED_TEXT, {}, DONE);
}

function recoverDraft(journaled: JournaledDraft, scope: GroveScope): void {
  const { store, writerId, idsAndClock, notices, sessions, emit } = scope;
  const { treeId } = journaled.scope;
  // The tree was deleted, or was never in this copy of the file: use another tree.
  const home = findTree(store, treeId) === undefined ? listTrees(store).at(0)?.id : treeId;
  if (home === undefined) throw new AspenError('NOT_FOUND', 'the grove has no tree');
  const session = sessions.get(home);
  const reconciliation = session.reconcile(journaled);
  const branch = (draft: Draft, unapplied: readonly DraftOp[]) => {
    const orphan = { draft, above: journaled.whole.above, unapplied };
    store.transact((tx) => saveOrphanedDraft(tx, home, writerId, orphan, idsAndClock));
    notifyBranched(notices);
  };
  if (reconciliation.kind === 'orphaned') branch(reconciliation.draft, reconciliation.unapplied);
  if (reconciliation.kind !== 'newer') return;
  const { draft, hidden, unapplied } = reconciliation;
  if (!isWithinBounds([draft.buffer, ...draft.edits])) {
    branch({ ...draft, edits: [...draft.edits, ...hidden] }, unapplied);
    return;
  }
  if (hidden.length > 0 || unapplied.length > 0)
    branch({ ...draft, buffer: NO_TEXT, edits: hidden }, unapplied);
  const before = session.draft;
  session.restoreDraft(draft, journaled);
  const line = restoredMessage(before, session.draft);
  addUndo(line, before, {
    notices,
    session: () => sessions.get(home),
    branch: (replaced) => branch(replaced, []),
    onDraftChanged: () => emit('draft.replaced', { treeId: home }),
  });
}

interface UndoOptions {
  readonly notices: GroveNotices;
  /** The writer's session in the tree: a new one after a merge. @throws {AspenError} NOT_FOUND */
  session(): TreeSession;
  /** Saves a draft that no longer fits, as branches. */
  branch(draft: Draft): void;
  onDraftChanged(): void;
}

/**
 * Adds a notice whose undo restores the file's draft; the recovered draft is kept and can be restored again.
 * After a commit or a switch the texts would no longer be where they were: then undo changes nothing, and
 * redo saves the recovered draft as branches.
 */
function addUndo(sentence: string, other: Draft, options: UndoOptions): void {
  const { notices, session, branch, onDraftChanged } = options;
  const epoch = session().draftState.epoch;
  const undoRecovery = () => {
    if (session().draftState.epoch !== epoch) {
      notices.remove(id);
      notices.add(RESTORED_TEXT_STAYS, {}, DONE);
      return;
    }
    const draft = swapDraft(session(), other);
    notices.remove(id);
    const epochAfter = session().draftState.epoch;
    const redoRecovery = () => {
      if (session().draftState.epoch === epochAfter) addUndo(sentence, swapDraft(session(), draft), options);
      else branch(draft);
      notices.remove(undone);
      onDraftChanged();
    };
    const undone = notices.add(RESTORED_TEXT_REMOVED, { redoRecovery }, DONE);
    onDraftChanged();
  };
  const id = notices.add(sentence, { undoRecovery }, DONE);
}

/** Replaces the current draft. @returns the previous one */
function swapDraft(session: TreeSession, other: Draft): Draft {
  const { draft } = session;
  try {
    session.replaceDraft(other);
  } catch (error) {
    // The draft stays in memory: the save state has the reason, and saving is retried automatically.
    if (!(error instanceof AspenError)) throw error;
  }
  return draft;
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A one-line summary of what a replayed draft restored. */
function restoredMessage(before: Draft, after: Draft): string {
  const text = addedText(before, after);
  const words = countWords(text);
  const count =
    words === 0 ? 0 : [...sentences.segment(text)].filter(({ segment }) => countWords(segment) > 0).length;
  if (words === 0) return CHANGES_RESTORED;
  return count > 1 ? sentencesRestored(count) : wordsRestored(words);
}

/** The text that `after` adds to each part of `before`, without common prefixes and suffixes. */
function addedText(before: Draft, after: Draft): string {
  const known = new Map<string | null, string>(before.edits.map(({ nodeId, text }) => [nodeId, text]));
  known.set(null, before.buffer.text);
  return [...after.edits, { nodeId: null, ...after.buffer }]
    .map(({ nodeId, text }) => {
      const { from, to } = changedPart(known.get(nodeId) ?? '', text);
      return text.slice(from, to);
    })
    .join(' ');
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
  { store, writerId, idsAndClock, notices, sessions }: GroveScope,
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
      draft = session.draftState.apply(draft, [op]);
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      unapplied.push(op);
    }
  }
  return { draft, above: session?.above ?? [], unapplied };
}
