import type { WireError } from '../../../ipc/wire/app.ts';
import { createStore, type Store } from '../store.ts';

/** State of typed text in main. Whether it is in the file is `SaveState`, which main sends. */
export interface DraftStatus {
  /** Something typed has not reached main yet. */
  readonly unsent: boolean;
  /** Why main does not have it. */
  readonly error: WireError | null;
}

/** Publishes the status of a draft. */
export class DraftStatusStore {
  readonly #status = createStore<DraftStatus>({ unsent: false, error: null });
  readonly store: Store<DraftStatus> = this.#status;
  readonly #isUnsent: () => boolean;
  #isScheduled = false;

  constructor(isUnsent: () => boolean) {
    this.#isUnsent = isUnsent;
  }

  /** Updates `unsent` after the keystroke is painted: React must not run within it (`house.md`, *One keystroke*). */
  update(): void {
    if (this.#isScheduled) return;
    if (this.#status.get().unsent === this.#isUnsent()) return;
    this.#isScheduled = true;
    setTimeout(() => {
      this.#isScheduled = false;
      const unsent = this.#isUnsent();
      const { error, unsent: was } = this.#status.get();
      if (unsent !== was) this.#status.set({ unsent, error });
    });
  }

  clearError(): void {
    const { unsent } = this.#status.get();
    this.#status.set({ unsent, error: null });
  }

  fail(error: WireError): void {
    this.#status.set({ unsent: true, error });
  }
}
