import type { ErrorCode } from '../../core/errors.ts';
import { describeError } from '../../ui-text/errors.ts';

/** Typed text is saved at most this long after its oldest change: a throttle, never a debounce. Milliseconds. */
export const SAVE_TEXTS_AFTER = 1_000;
/** Delay of a retry after a failed save. Milliseconds. */
const RETRY_AFTER = 2_000;

export interface TextSaverOptions {
  /** Returns true if main may lack something typed. */
  isUnsaved(): boolean;
  /** Sends main all that is unsaved. @throws why main has refused some of it, which stays unsaved */
  send(): Promise<void>;
  /** A save failed, and the one before it had not: later failures of the same text are not reported. */
  onError(error: unknown): void;
}

/** Why a save failed: the writer does not wait for the check of the file, so that it is no failure. */
export function isPutOff({ code }: { readonly code: ErrorCode }): boolean {
  return code === 'CANCELLED';
}

/**
 * Saves what is typed beside the text of a tree a moment later, and again while main refuses it. One request at a time;
 * the owner keeps what is unsaved.
 */
export class TextSaver {
  readonly #options: TextSaverOptions;
  /** Resolves to whether main has saved all that was unsaved when it began. */
  #saving: Promise<boolean> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Saved once the check of the file has ended. */
  #isPutOff = false;
  #hasFailed = false;
  #isStopped = false;

  constructor(options: TextSaverOptions) {
    this.#options = options;
  }

  /** Something was typed. */
  schedule(): void {
    this.#flushIn(SAVE_TEXTS_AFTER);
  }

  /** Main sent the grove again. */
  onGrove({ isChecking }: { readonly isChecking: boolean }): void {
    if (!this.#isPutOff || isChecking) return;
    this.#isPutOff = false;
    void this.flush();
  }

  /** Saves at once. Resolves when main has everything or has refused it; a refusal is reported and retried. */
  async flush(): Promise<void> {
    while (this.#saving !== null || this.#options.isUnsaved()) {
      const saving = this.#saving ?? this.#save();
      this.#saving = saving;
      const isSaved = await saving;
      if (this.#saving === saving) this.#saving = null;
      if (!isSaved) return;
    }
  }

  /** The tree, or its grove, is gone: nothing is saved any more. */
  stop(): void {
    this.#isStopped = true;
    this.#isPutOff = false;
    this.#clearTimer();
  }

  async #save(): Promise<boolean> {
    this.#clearTimer();
    this.#isPutOff = false;
    try {
      await this.#options.send();
    } catch (error) {
      if (isPutOff(describeError(error))) {
        this.#isPutOff = true;
        return false;
      }
      if (!this.#hasFailed) this.#options.onError(error);
      this.#hasFailed = true;
      this.#flushIn(RETRY_AFTER);
      return false;
    }
    this.#hasFailed = false;
    return true;
  }

  #flushIn(milliseconds: number): void {
    if (!this.#isStopped) this.#timer ??= setTimeout(() => void this.flush(), milliseconds);
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
