import type { SaveState } from '../../../ipc/wire/grove.ts';
import { describeError } from '../../../ui-text/errors.ts';

/** The draft is written this long after the last input, in milliseconds (`storage.md`, *Typed text*). */
const IDLE = 1_000;
/** And at the latest this long after the first unwritten change, even during continuous typing. */
const MAX_DELAY = 5_000;
/** The delay before a failed write is retried, so that freeing a full disk needs no restart. */
const RETRY = 2_000;
/** While another program has the file locked, this long counts as waiting, not yet as a failure. Milliseconds. */
const BUSY_LIMIT = 1_500;
const BUSY_RETRY = 500;

export interface DraftFlusherOptions {
  /** Writes the draft and the cursor to the file, in one transaction. */
  write(): void;
  onState(state: SaveState): void;
}

/** Schedules writes of the draft to the file, and reports accurately whether it is there. */
export class DraftFlusher {
  readonly #options: DraftFlusherOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dirtySince: number | undefined;
  #state: SaveState = { state: 'saved' };
  /** A write failed and its retry is scheduled: typing does not advance it. */
  #isRetrying = false;
  #isStopped = false;
  /** Since when another program has the file locked. */
  #busySince: number | undefined;
  /** The file is still being checked: nothing is tried before `resume`. */
  #isHeld = false;

  constructor(options: DraftFlusherOptions) {
    this.#options = options;
  }

  get state(): SaveState {
    return this.#state;
  }

  /** The recovery journal has all unwritten changes. */
  onJournaled(): void {
    const isUnsaved = this.#state.state !== 'saved' || this.#dirtySince !== undefined;
    if (this.#isHeld && isUnsaved) this.#setState({ state: 'safe', waitsFor: 'check' });
    else if (this.#state.state === 'saved' && isUnsaved) this.#setState({ state: 'safe' });
    else if (this.#state.state === 'notSaved' && !this.#state.safe)
      this.#setState({ ...this.#state, safe: true });
  }

  /** The journal failed, so the file is the only place left: write it now. */
  onJournalFailed(error: unknown): void {
    if (this.#dirtySince === undefined || this.#isStopped) return;
    try {
      this.flush();
    } catch (fileError) {
      // Had the file been written, the journal would not have been needed: the file's error comes first,
      // unless the file is only being checked.
      const [file, journal] = [describeError(fileError), describeError(error)];
      const described = file.code === 'CHECKING' ? journal : file;
      const detail = [file.detail, journal.detail].join('; ');
      this.#setState({ state: 'notSaved', error: { ...described, detail }, safe: false });
    }
  }

  /** Marks the draft or the cursor as changed since the last write. */
  markDirty(): void {
    const now = performance.now();
    this.#dirtySince ??= now;
    if (this.#isRetrying || this.#isHeld) return;
    const latest = Math.max(0, this.#dirtySince + MAX_DELAY - now);
    this.#schedule(Math.min(IDLE, latest));
  }

  /**
   * Writes unwritten changes now.
   * @throws {AspenError} what the write throws; the state reports it too, and a retry is scheduled
   */
  flush(): void {
    if (this.#dirtySince === undefined) return;
    clearTimeout(this.#timer);
    try {
      this.#options.write();
    } catch (error) {
      this.onWriteFailed(error);
      throw error;
    }
    this.onWritten();
  }

  /** A commit wrote everything. */
  onWritten(): void {
    clearTimeout(this.#timer);
    this.#dirtySince = undefined;
    this.#isRetrying = false;
    this.#busySince = undefined;
    this.#setState({ state: 'saved' });
  }

  /** The check of the file has ended: writes what waited for that. The state reports a failure. */
  resume(): void {
    this.#isHeld = false;
    try {
      this.flush();
    } catch {
      // `onWriteFailed` has reported it and scheduled the retry.
    }
  }

  /** A write failed: the text stays in memory and in the window, and a retry is scheduled. */
  onWriteFailed(error: unknown): void {
    const now = performance.now();
    this.#dirtySince ??= now;
    const described = describeError(error);
    if (described.code === 'CHECKING') {
      this.#isHeld = true;
      if (this.#state.state === 'safe') this.#setState({ state: 'safe', waitsFor: 'check' });
      return;
    }
    this.#isRetrying = true;
    this.#busySince = described.code === 'IN_USE' ? (this.#busySince ?? now) : undefined;
    const isWaiting = this.#busySince !== undefined && now - this.#busySince < BUSY_LIMIT;
    if (this.#state.state === 'safe' && isWaiting) {
      this.#setState({ state: 'safe', waitsFor: 'program' });
      this.#schedule(BUSY_RETRY);
      return;
    }
    const safe = this.#state.state === 'safe' || (this.#state.state === 'notSaved' && this.#state.safe);
    this.#setState({ state: 'notSaved', error: described, safe });
    this.#schedule(RETRY);
  }

  /** The file is closed: no further writes, whatever the journal still reports. */
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
        // `onWriteFailed` has reported it and scheduled the retry.
      }
    }, milliseconds);
  }

  #setState(state: SaveState): void {
    const isSame = state.state === this.#state.state && waitsFor(state) === waitsFor(this.#state);
    if (isSame && state.state !== 'notSaved') return;
    this.#state = state;
    this.#options.onState(state);
  }
}

function waitsFor(state: SaveState): string | undefined {
  return state.state === 'safe' ? state.waitsFor : undefined;
}
