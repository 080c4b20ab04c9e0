import type { AgentId, GroveId, TreeId } from '../../../core/ids.ts';
import type { PartialJournal } from '../../generation/partial-journal.ts';
import { DraftJournal } from './draft-journal.ts';
import type { JournalContents, RecoveryJournal } from './recovery-journal.ts';

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
