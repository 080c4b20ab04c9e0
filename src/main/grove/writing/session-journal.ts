import type { AgentId, GroveId, TreeId } from '../../../core/ids.ts';
import type { PartialJournal } from '../../generation/partial-journal.ts';
import { DraftJournal } from './draft-journal.ts';
import type { JournalContents, RecoveryJournal } from './recovery-journal.ts';

export interface SessionJournalOptions {
  readonly journal: RecoveryJournal;
  readonly groveId: GroveId;
  readonly sessionId: string;
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
    const { journal, groveId, sessionId, warn } = this.#options;
    return new DraftJournal({
      journal,
      scope: { groveId, treeId, agentId, sessionId },
      onError: (error) => warn(`the recovery journal could not delete what the file has: ${String(error)}`),
    });
  }

  /** The journal of the text received for continuations. */
  forContinuations(): PartialJournal {
    const { journal, groveId, sessionId, warn } = this.#options;
    const onError = (error: unknown) =>
      warn(`the recovery journal could not store a continuation: ${String(error)}`);
    return {
      begin: (requested) => {
        const { nodeId } = requested;
        journal.savePartial({ groveId, sessionId, nodeId, requested }).catch(onError);
      },
      save: (ask, answer) => {
        const [first] = ask.kept;
        if (first === undefined) return;
        journal.savePartial({ groveId, sessionId, nodeId: first.nodeId, ask, answer }).catch(onError);
      },
      forget: (nodeId) => void journal.forgetPartial(nodeId).catch(onError),
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
