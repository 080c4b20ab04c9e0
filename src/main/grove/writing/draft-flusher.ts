import { describeError } from '../../../core/errors.ts';
import type { SaveState } from '../../../ipc/wire/grove.ts';

/** The draft is written after this long without typing, in milliseconds (`storage.md`, *Typed text*). */
const IDLE = 1_000;
/** And at the latest this long after the first unwritten change, however steadily the writer types. */
const LONGEST = 5_000;
/** After a failure the next try comes by itself, so that a full disk that was cleared needs no restart. */
const RETRY = 2_000;
/** Another program may have the file for a moment: so long that is a wait, and no trouble yet. Milliseconds. */
const PATIENCE = 1_500;
const WAIT = 500;

export interface DraftFlusherOptions {
  /** Writes the draft and the cursor to the file, in one transaction. */
  write(): void;
  onState(state: SaveState): void;
  /** Milliseconds of a clock that only goes forward, or the system's; compared, never stored. */
  now(): number;
}

/** Decides when the draft goes into the file, and says truly whether it is there. */
export class DraftFlusher {
  readonly #options: DraftFlusherOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #firstUnwritten: number | undefined;
  #state: SaveState = { state: 'saved' };
  /** A write was refused, and the next try is set: typing does not bring it forward. */
  #isRetrying = false;
  #isStopped = false;
  /** Since when another program has the file. */
  #busySince: number | undefined;

  constructor(options: DraftFlusherOptions) {
    this.#options = options;
  }

  get state(): SaveState {
    return this.#state;
  }

  /** What is unwritten is in the recovery journal. */
  journaled(): void {
    if (this.#state.state === 'saved' && this.#firstUnwritten !== undefined) this.#tell({ state: 'safe' });
    else if (this.#state.state === 'notSaved' && !this.#state.safe)
      this.#tell({ ...this.#state, safe: true });
  }

  /** The journal could not keep what is unwritten: the file is the only place left, and is written now. */
  notJournaled(error: unknown): void {
    if (this.#firstUnwritten === undefined || this.#isStopped) return;
    try {
      this.flush();
    } catch {
      // `failed` has told why; where the file could be written, the journal was not needed.
      this.#tell({ state: 'notSaved', error: describeError(error), safe: false });
    }
  }

  /** Something of the writer's changed that is not in the file yet, if only where the caret is. */
  touch(): void {
    const now = this.#options.now();
    this.#firstUnwritten ??= now;
    if (this.#isRetrying) return;
    const latest = Math.max(0, this.#firstUnwritten + LONGEST - now);
    this.#schedule(Math.min(IDLE, latest));
  }

  /**
   * Writes now what is unwritten.
   * @throws {AspenError} what the write throws; the state says it too, and another try follows by itself
   */
  flush(): void {
    if (this.#firstUnwritten === undefined) return;
    clearTimeout(this.#timer);
    try {
      this.#options.write();
    } catch (error) {
      this.failed(error);
      throw error;
    }
    this.written();
  }

  /** A commit wrote everything there was. */
  written(): void {
    clearTimeout(this.#timer);
    this.#firstUnwritten = undefined;
    this.#isRetrying = false;
    this.#busySince = undefined;
    this.#tell({ state: 'saved' });
  }

  /** A write was refused: the text stays here and in the window, and the next try comes by itself. */
  failed(error: unknown): void {
    const now = this.#options.now();
    this.#firstUnwritten ??= now;
    this.#isRetrying = true;
    const described = describeError(error);
    this.#busySince = described.code === 'IN_USE' ? (this.#busySince ?? now) : undefined;
    if (this.#state.state === 'safe' && now - (this.#busySince ?? 0) < PATIENCE) {
      this.#tell({ state: 'safe', isWaiting: true });
      this.#schedule(WAIT);
      return;
    }
    const safe = this.#state.state === 'safe' || (this.#state.state === 'notSaved' && this.#state.safe);
    this.#tell({ state: 'notSaved', error: described, safe });
    this.#schedule(RETRY);
  }

  /** The file is closed: nothing is tried any more, whatever the journal answers yet. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#isStopped = true;
  }

  #schedule(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      try {
        this.flush();
      } catch {
        // `failed` has told the writer and set the next try.
      }
    }, milliseconds);
  }

  #tell(state: SaveState): void {
    const isSame = state.state === this.#state.state && isWaiting(state) === isWaiting(this.#state);
    if (isSame && state.state !== 'notSaved') return;
    this.#state = state;
    this.#options.onState(state);
  }
}

function isWaiting(state: SaveState): boolean {
  return state.state === 'safe' && state.isWaiting === true;
}
