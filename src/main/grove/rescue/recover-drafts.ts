import type { Draft } from '../../../core/buffer/draft.ts';
import type { DraftOp } from '../../../core/buffer/pending-edit.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { Store } from '../../store/connection/store.ts';
import { deleteDraft, findLostDraft } from '../../store/tables/drafts.ts';
import { findTree, listTrees } from '../../store/tables/trees.ts';
import type { GroveNotices } from '../grove-notices.ts';
import type { JournaledDraft, RecoveryJournal } from '../writing/recovery-journal.ts';
import type { TreeSession } from '../writing/tree-session.ts';
import { restoredMessage } from './restored-message.ts';
import { RECOVERED, saveOrphanedDraft } from './save-orphaned-draft.ts';

const DONE = { isDone: true } as const;

export interface RecoverDraftsOptions {
  readonly store: Store;
  readonly writerId: AgentId;
  readonly idsAndClock: IdsAndClock;
  readonly journal: RecoveryJournal;
  readonly notices: GroveNotices;
  warn(message: string): void;
  treeSession(treeId: TreeId): TreeSession;
  /** A draft is another than the window shows. */
  onDraftChanged(): void;
}

/**
 * Brings back what earlier sessions typed and the file does not have (`storage.md`, *Typed text*): replayed where it is
 * the newer draft, in branches where it does not fit. The journal forgets it once the file has it. What goes wrong is
 * told as a warning and stays in the journal: it keeps nothing from being opened.
 */
export async function recoverDrafts(
  drafts: readonly JournaledDraft[],
  options: RecoverDraftsOptions,
): Promise<void> {
  const { journal, warn } = options;
  for (const journaled of drafts) {
    try {
      recoverDraft(journaled, options);
      await journal.forget(journaled.place);
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      warn(`a draft stays in the recovery journal: ${error.message}`);
    }
  }
}

/** A draft in the file whose head or nodes are gone is never dropped: it becomes branches. */
export function recoverLostDrafts(
  store: Store,
  writerId: AgentId,
  idsAndClock: IdsAndClock,
  notices: GroveNotices,
): void {
  for (const { id, rootPositionId } of listTrees(store)) {
    const lost = findLostDraft(store, id, writerId);
    if (lost === undefined) continue;
    store.transact((tx) => {
      const draft = { head: rootPositionId, ...lost };
      saveOrphanedDraft(tx, id, writerId, { draft, above: [], left: [] }, idsAndClock);
      deleteDraft(tx, id, writerId);
    });
    tellOfBranch(notices);
  }
}

/** Says where text is that has no place any more. */
export function tellOfBranch(notices: GroveNotices): void {
  notices.add(
    `Text that has no place in the grove any more is in a branch. Its bookmark is “${RECOVERED}”.`,
    {},
    DONE,
  );
}

function recoverDraft(journaled: JournaledDraft, options: RecoverDraftsOptions): void {
  const { store, writerId, idsAndClock, notices, treeSession, onDraftChanged } = options;
  const { treeId } = journaled.place;
  // A tree that is gone was deleted, or was never in this copy of the file: its text goes to one that is there.
  const home = findTree(store, treeId) === undefined ? listTrees(store).at(0)?.id : treeId;
  if (home === undefined) throw new AspenError('NOT_FOUND', 'the grove has no tree');
  const session = treeSession(home);
  const verdict = session.weigh(journaled);
  const branch = (draft: Draft, left: readonly DraftOp[]) => {
    const stranded = { draft, above: journaled.whole.above, left };
    store.transact((tx) => saveOrphanedDraft(tx, home, writerId, stranded, idsAndClock));
    tellOfBranch(notices);
  };
  if (verdict.kind === 'stranded') branch(verdict.draft, verdict.left);
  if (verdict.kind !== 'newer') return;
  const { draft, hidden } = verdict;
  if (hidden.length > 0) branch({ ...draft, buffer: { text: '', spans: [] }, edits: hidden }, []);
  const before = session.draft;
  session.takeNewerDraft(draft);
  const line = restoredMessage(before, session.draft);
  addUndo(line, before, {
    notices,
    session: () => treeSession(home),
    branch: (taken) => branch(taken, []),
    onDraftChanged,
  });
}

interface UndoOptions {
  readonly notices: GroveNotices;
  /** The writer's place in the tree: another one once a copy was merged. @throws {AspenError} NOT_FOUND */
  session(): TreeSession;
  /** Keeps a draft that has no place any more. */
  branch(draft: Draft): void;
  onDraftChanged(): void;
}

/**
 * Undo goes back to what the file had; what was brought back is kept meanwhile, and can be put back once more. Once the
 * draft was committed, or the writer went elsewhere, neither would be where it was.
 */
function addUndo(sentence: string, other: Draft, options: UndoOptions): void {
  const { notices, session, branch, onDraftChanged } = options;
  const turn = session().draftTurn;
  const undoRecovery = () => {
    if (session().draftTurn !== turn) {
      notices.putAway(id);
      notices.add('The text has gone on since: what was brought back was left in it.', {}, DONE);
      return;
    }
    const draft = exchange(session(), other);
    notices.putAway(id);
    const turnAfter = session().draftTurn;
    const redoRecovery = () => {
      if (session().draftTurn === turnAfter) addUndo(sentence, exchange(session(), draft), options);
      else branch(draft);
      notices.putAway(undone);
      onDraftChanged();
    };
    const undone = notices.add('What was brought back was taken away again.', { redoRecovery }, DONE);
    onDraftChanged();
  };
  const id = notices.add(sentence, { undoRecovery }, DONE);
}

/** Puts another draft in the place of what is held. @returns what was held */
function exchange(session: TreeSession, other: Draft): Draft {
  const { draft } = session;
  try {
    session.takeDraft(other);
  } catch (error) {
    // It is held all the same: the save state says why the file does not have it, and the next try comes by itself.
    if (!(error instanceof AspenError)) throw error;
  }
  return draft;
}
