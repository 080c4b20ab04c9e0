import { AspenError } from '../../core/errors.ts';
import type { TreeId, TurnId } from '../../core/ids.ts';
import { turnsInterrupted } from '../../ui-text/recovery.ts';
import type { AnswerToStore } from '../generation/answer-to-store.ts';
import type { Sha256OfStream } from '../generation/response-body.ts';
import { transactWithRetry } from '../store/connection/store.ts';
import { findTurn, finishTurn, listRunningTurns } from '../store/tables/agent-turns.ts';
import { findSession } from '../store/tables/sessions.ts';
import { beginGrove } from './begin-grove.ts';
import type { GroveCopies } from './copies/grove-copies.ts';
import type { KnownHeads } from './file/known-heads.ts';
import type { GroveScope } from './grove-scope.ts';
import { recoverDrafts, recoverLostDrafts } from './rescue/recover-drafts.ts';
import { recoverPartials } from './rescue/recover-partials.ts';
import type { RecoveryJournal } from './writing/recovery-journal.ts';
import type { SessionJournal } from './writing/session-journal.ts';
import { storeAnswer } from './writing/store-answer.ts';

/** The delay before a write that failed is repeated. Milliseconds. */
const RETRY = 2_000;

export interface OpeningWritesOptions extends GroveScope {
  createSha256(): Sha256OfStream;
  readonly journal: RecoveryJournal;
  readonly ownJournal: SessionJournal;
}

/** The writes of opening a grove: the session, and leftovers of earlier sessions in the file and the journal. */
export class OpeningWrites {
  readonly #options: OpeningWritesOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasBegun = false;
  /** The turns that ran when an earlier session ended. */
  #interrupted: readonly TurnId[] = [];

  constructor(options: OpeningWritesOptions) {
    this.#options = options;
  }

  /** True once the session is recorded in the file. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Records the session, unless that was done. @throws {AspenError} what the store throws */
  begin(): void {
    const { store, session } = this.#options;
    transactWithRetry(store, (tx) => {
      if (findSession(tx, session.id) !== undefined) return;
      // Turns of this session come later.
      this.#interrupted = listRunningTurns(tx);
      beginGrove(tx, this.#options, this.#options.preferences().agentTemplates);
    });
    this.#hasBegun = true;
  }

  /**
   * Recovers what earlier sessions left in the journal and the file does not have. An unreadable journal does
   * not prevent opening.
   * @param openSessions the sessions of groves open now, whose journal entries are left alone
   * @returns whether there was anything to recover
   * @throws {AspenError} what the store throws
   */
  async recover(openSessions: readonly string[]): Promise<boolean> {
    const { store, transactions, idsAndClock, journal, ownJournal } = this.#options;
    if (store.readonly) return false;
    const hadLost = recoverLostDrafts(this.#options);
    const journaled = await ownJournal.read(openSessions);
    const storeIn = (answer: AnswerToStore) => storeAnswer(answer, transactions, idsAndClock);
    if (journaled !== undefined) await recoverPartials(journaled, { ...this.#options, storeAnswer: storeIn });
    this.#stopInterrupted();
    if (journaled === undefined) return hadLost;
    const { drafts, partials, requests } = journaled;
    await recoverDrafts(drafts, this.#options, journal);
    return hadLost || drafts.length + partials.length + requests.length > 0;
  }

  /**
   * Does both once the file may be written. After a failure it is tried again until it succeeds: what the
   * writer does meanwhile reports the same failure.
   * @param openSessions as for `recover`
   */
  async catchUp(openSessions: () => readonly string[]): Promise<void> {
    const { store, emit, warn } = this.#options;
    try {
      this.begin();
      if (await this.recover(openSessions())) emit('draft.replaced', { treeId: null });
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      warn(`what opening writes has to wait: ${error.message}`);
      if (!store.isOpen || store.readonly) return;
      this.#timer = setTimeout(() => void this.catchUp(openSessions), RETRY);
      this.#timer.unref();
    }
  }

  /** Ends the turns of earlier sessions: after recovery, since a turn that has ended is complete. */
  #stopInterrupted(): void {
    const { store, notices } = this.#options;
    if (this.#interrupted.length === 0) return;
    transactWithRetry(store, (tx) => {
      for (const id of this.#interrupted) {
        const turn = findTurn(tx, id);
        if (turn?.state === 'running')
          finishTurn(tx, id, { state: 'stopped', used: turn.used, endedAt: tx.now() });
      }
    });
    notices.add(turnsInterrupted(this.#interrupted.length), {}, { isDone: true });
    this.#interrupted = [];
  }

  /** Ends the attempts to catch up. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}

export interface CatchUpOptions extends GroveScope {
  readonly opening: OpeningWrites;
  readonly heads: KnownHeads;
  readonly copies: GroveCopies;
}

/** Work that waits until a file that opened after only the quick checks may be written. */
export class CatchUp {
  /** The sessions of groves open now, whose journal entries are left alone. */
  openSessions: () => readonly string[];
  readonly #options: CatchUpOptions;
  /** The tree that was shown while nothing could be written. */
  #shownTree: TreeId | null = null;

  constructor(options: CatchUpOptions) {
    this.#options = options;
    this.openSessions = () => [options.session.id];
  }

  /** The file will be written once it is checked: this tree is then recorded as the one shown last. */
  markVisitedLater(treeId: TreeId): void {
    this.#shownTree = treeId;
  }

  /** The file may be written: carries out the writes that waited for that, and starts backups. */
  async run(): Promise<void> {
    const { opening, sessions, heads, copies, store } = this.#options;
    await opening.catchUp(() => this.openSessions());
    if (!store.isOpen) return;
    sessions.onFileChecked();
    if (this.#shownTree !== null) this.#tryToMarkVisited(this.#shownTree);
    heads.saveNow();
    copies.startBackups();
  }

  /** A failure to record the tree that opens next time is not worth an error. */
  #tryToMarkVisited(treeId: TreeId): void {
    const { sessions, warn } = this.#options;
    try {
      sessions.get(treeId).markVisited();
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      warn(`the tree shown last could not be recorded: ${error.message}`);
    }
  }
}
