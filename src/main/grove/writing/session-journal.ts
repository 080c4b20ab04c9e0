import type { AgentId, GroveId, TreeId } from '../../../core/ids.ts';
import type { PartialJournal } from '../../generation/partial-journal.ts';
import { DraftJournal } from './draft-journal.ts';
import type { JournalRemains, RecoveryJournal } from './recovery-journal.ts';

export interface SessionJournalOptions {
  readonly journal: RecoveryJournal;
  readonly groveId: GroveId;
  readonly sessionId: string;
  warn(message: string): void;
}

/** The recovery journal as one session of one grove uses it. */
export class SessionJournal {
  readonly #options: SessionJournalOptions;

  constructor(options: SessionJournalOptions) {
    this.#options = options;
  }

  /** For what an agent types into a tree. */
  ofDraft(treeId: TreeId, agentId: AgentId): DraftJournal {
    const { journal, groveId, sessionId, warn } = this.#options;
    return new DraftJournal({
      journal,
      place: { groveId, treeId, agentId, sessionId },
      onTrouble: (error) => warn(`the recovery journal kept what the file has: ${String(error)}`),
    });
  }

  /** For what arrives of continuations. */
  ofContinuations(): PartialJournal {
    const { journal, groveId, sessionId, warn } = this.#options;
    const onTrouble = (error: unknown) =>
      warn(`the recovery journal keeps no continuations: ${String(error)}`);
    return {
      keep: (ask, answer) => {
        const [first] = ask.kept;
        if (first === undefined) return;
        journal.keepPartial({ groveId, sessionId, nodeId: first.nodeId, ask, answer }).catch(onTrouble);
      },
      forget: (nodeId) => void journal.forgetPartial(nodeId).catch(onTrouble),
    };
  }

  /** What earlier sessions left behind; undefined where the journal cannot be read, which is told as a warning. */
  async read(openSessions: readonly string[]): Promise<JournalRemains | undefined> {
    const { journal, groveId, warn } = this.#options;
    try {
      return await journal.read(groveId, openSessions);
    } catch (error) {
      warn(`the recovery journal could not be read: ${String(error)}`);
      return undefined;
    }
  }
}
