import type { DraftOp } from '../../../core/buffer/pending-edit.ts';
import type { UndoSteps } from '../../../core/buffer/undo-steps.ts';
import type { AgentId, GroveId, TreeId } from '../../../core/ids.ts';
import type { PartialJournal } from '../../generation/partial-journal.ts';
import type { JournalContents, JournaledWhole, JournalScope, RecoveryJournal } from './recovery-journal.ts';

export interface SessionJournalOptions {
  readonly journal: RecoveryJournal;
  readonly groveId: GroveId;
  readonly sessionId: string;
  /** Identifies the grove's file (`BackupFolder.originOf`). */
  origin(): string;
  warn(message: string): void;
}

/** The recovery journal of one session of one grove. */
export class SessionJournal {
  readonly #options: SessionJournalOptions;

  constructor(options: SessionJournalOptions) {
    this.#options = options;
  }

  /** The journal of an agent's draft in a tree. */
  forDraft(treeId: TreeId, agentId: AgentId): DraftJournal {
    const { journal, groveId, sessionId, origin, warn } = this.#options;
    return new DraftJournal({
      journal,
      scope: { groveId, treeId, agentId, sessionId },
      origin,
      onError: (error) => warn(`the recovery journal failed: ${String(error)}`),
    });
  }

  /** A tree was deleted, and with it what was deleted from its texts. */
  forgetUndo(treeId: TreeId): void {
    const { journal, groveId, warn } = this.#options;
    journal
      .forgetUndo({ groveId, treeId })
      .catch((error: unknown) => warn(`steps of undo could not be deleted: ${String(error)}`));
  }

  /** The journal of the text received for continuations. */
  forContinuations(): PartialJournal {
    const { journal, groveId, sessionId, warn } = this.#options;
    const report = (error: unknown) =>
      warn(`the recovery journal could not store a continuation: ${String(error)}`);
    const reported = async (written: Promise<void>) => {
      try {
        await written;
      } catch (error) {
        report(error);
        throw error;
      }
    };
    return {
      note: (requested) => {
        const { nodeId } = requested;
        journal.noteRequest({ groveId, sessionId, nodeId, requested }).catch(report);
      },
      begin: (nodeId, ask) => reported(journal.beginPartial({ groveId, sessionId, nodeId, ask })),
      append: (nodeId, ordinal, part) => reported(journal.appendPart(nodeId, ordinal, part)),
      forget: (nodeId) => void journal.forgetPartial(nodeId).catch(report),
    };
  }

  /** Reads what earlier sessions left behind; undefined, after a warning, if the journal is unreadable. */
  async read(openSessions: readonly string[]): Promise<JournalContents | undefined> {
    const { journal, groveId, warn } = this.#options;
    try {
      return await journal.read(groveId, openSessions);
    } catch (error) {
      warn(`the recovery journal could not be read: ${String(error)}`);
      return undefined;
    }
  }
}

/** After this many steps the whole draft is written again, which keeps recovery fast. */
const MAX_STEPS = 256;

export interface DraftJournalOptions {
  readonly journal: RecoveryJournal;
  readonly scope: JournalScope;
  /** Identifies the grove's file (`BackupFolder.originOf`). */
  origin(): string;
  /** The journal failed in what nothing waits for: to delete an entry, or to keep or read steps of undo. */
  onError(error: unknown): void;
}

/** The recovery journal of one draft: the whole draft first, then each step as it is typed. */
export class DraftJournal {
  readonly #options: DraftJournalOptions;
  /** Steps in the journal since the last whole draft; undefined if it has nothing of this draft. */
  #steps: number | undefined;
  #forgotten: Promise<void> = Promise.resolve();

  constructor(options: DraftJournalOptions) {
    this.#options = options;
  }

  /**
   * Appends a step; resolves when it is on disk.
   * @param whole returns the draft including this step, for when the journal has no base for the step
   * @throws {AspenError} as `RecoveryJournal.append`; then the next step is written as a whole draft
   */
  async append(ops: readonly DraftOp[], whole: () => JournaledWhole): Promise<void> {
    const { journal, scope } = this.#options;
    const isStep = this.#steps !== undefined && this.#steps < MAX_STEPS;
    this.#steps = isStep ? (this.#steps ?? 0) + 1 : 0;
    try {
      await journal.append(scope, isStep ? { kind: 'ops', ops } : whole());
    } catch (error) {
      // After a gap, further steps would be applied to the wrong text.
      this.#steps = MAX_STEPS;
      throw error;
    }
  }

  /** The draft was replaced: the next step is written as a whole draft. */
  restart(): void {
    if (this.#steps !== undefined) this.#steps = MAX_STEPS;
  }

  /** Deletes the entries: the file has everything, or the draft was discarded. */
  forget(): void {
    if (this.#steps === undefined) return;
    this.#steps = undefined;
    const { journal, scope, onError } = this.#options;
    this.#forgotten = journal.forget(scope).catch(onError);
  }

  /** Keeps steps of undo for after a restart. @param end identifies the path and the draft that they lead to */
  async saveUndo(undo: UndoSteps, end: string): Promise<void> {
    const { journal, scope, origin, onError } = this.#options;
    await journal.saveUndo(scope, { ...undo, origin: origin(), end }).catch(onError);
  }

  /** The steps of undo that lead to one of these ends; null if there are none: then what is kept is forgotten. */
  async readUndo(ends: readonly string[]): Promise<UndoSteps | null> {
    const { journal, scope, origin, onError } = this.#options;
    try {
      const undo = await journal.readUndo(scope);
      if (undo === null || (undo.origin === origin() && ends.includes(undo.end))) return undo;
      await journal.forgetUndo(scope);
    } catch (error) {
      onError(error);
    }
    return null;
  }

  /** Resolves when the entries that `forget` deletes are gone, or could not be deleted. */
  get forgotten(): Promise<void> {
    return this.#forgotten;
  }
}
