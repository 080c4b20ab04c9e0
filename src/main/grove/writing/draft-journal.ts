import type { DraftOp } from '../../../core/buffer/pending-edit.ts';
import type { JournaledWhole, JournalPlace, RecoveryJournal } from './recovery-journal.ts';

/** After so many steps the draft is told whole again, so that what is left behind is soon read. */
const STEPS = 256;

export interface DraftJournalOptions {
  readonly journal: RecoveryJournal;
  readonly place: JournalPlace;
  /** The journal could not do what it was asked; nothing waits for it. */
  onTrouble(error: unknown): void;
}

/** The recovery journal as one draft uses it: the draft whole where it begins, then each step as it is typed. */
export class DraftJournal {
  readonly #options: DraftJournalOptions;
  /** Steps that the journal has since the draft was told whole; undefined where it has nothing of this draft. */
  #steps: number | undefined;

  constructor(options: DraftJournalOptions) {
    this.#options = options;
  }

  /**
   * Keeps a step; resolves when it is on the disk.
   * @param whole the draft with this step, for where the journal has nothing to put the step on
   * @throws {AspenError} as `RecoveryJournal.append` does; the next step is told whole then
   */
  async append(ops: readonly DraftOp[], whole: () => JournaledWhole): Promise<void> {
    const { journal, place } = this.#options;
    const isStep = this.#steps !== undefined && this.#steps < STEPS;
    this.#steps = isStep ? (this.#steps ?? 0) + 1 : 0;
    try {
      await journal.append(place, isStep ? { kind: 'ops', ops } : whole());
    } catch (error) {
      // What comes after a gap would be put on the wrong text.
      this.#steps = STEPS;
      throw error;
    }
  }

  /** The draft is another now: the next step is told whole. */
  restart(): void {
    if (this.#steps !== undefined) this.#steps = STEPS;
  }

  /** The file has everything that was kept, or it was let go. */
  forget(): void {
    if (this.#steps === undefined) return;
    this.#steps = undefined;
    const { journal, place, onTrouble } = this.#options;
    journal.forget(place).catch(onTrouble);
  }
}
