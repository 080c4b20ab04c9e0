import { AspenError, type ErrorCode } from '../../../core/errors.ts';
import type { NodeId } from '../../../core/ids.ts';
import { damagedTexts } from '../../../ui-text/save-trouble.ts';
import { findTableFaults, TABLES_TO_CHECK } from '../../store/connection/integrity.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { GroveScope } from '../grove-scope.ts';
import { isWithin, runInSlices, workInSteps } from '../run-in-slices.ts';
import { compareRecords, type RecordComparison, warnOfChangedRecords } from './find-changed-records.ts';
import { HashPass } from './hash-pass.ts';

/** This long after the last typing the writer counts as typing. Milliseconds. */
const TYPING = 1_000;

/** A window reads what it shows meanwhile, which the check would delay. Milliseconds. */
const HEAD_START = 1_000;

/** Errors after which the file may be read again. */
export const PASSING: ReadonlySet<ErrorCode> = new Set([
  'IN_USE',
  'IO_ERROR',
  'MOVED',
  'READ_ONLY',
  'DISK_FULL',
]);

export interface OpeningCheckOptions extends GroveScope {
  /** The size of the file. */
  bytes(): number;
  /** The nodes of the displayed path, which are verified first. */
  firstNodes(): readonly NodeId[];
  /**
   * Texts do not match their hashes: refuses all further writes. Called again if more of them are found.
   * @param what a description of what is damaged
   */
  onDamage(what: string): void;
  /** SQLite reports the file as malformed. */
  onMalformed(): void;
  /** The file may be written: carries out the writes that waited for this. Actions wait until it has ended. */
  onReady(): Promise<void>;
}

/** An action that waits until the file may be written. */
interface WaitingAction {
  onProgress(share: number): void;
  resolve(): void;
  reject(error: AspenError): void;
}

/**
 * The check of a file that was opened after only the quick checks (`storage.md`, *Opening, in order*): verifies
 * all texts in the background, compares the records with the log, then checks the tables while the writer is idle. Until the texts
 * are verified, and all records but those of responses compared, nothing is written to the file, if the hold is on; actions that
 * must write wait here.
 */
export class OpeningCheck {
  readonly #options: OpeningCheckOptions;
  readonly #pass: HashPass;
  readonly #waiting = new Set<WaitingAction>();
  /** The texts may still turn out to be intact, or the writes that waited for that are running. */
  #isWaiting: boolean;
  #isDamaged = false;
  #typedAt = Number.NEGATIVE_INFINITY;
  #percent = 0;
  #begin: () => void = () => undefined;
  #stop: () => void = () => undefined;
  /** Settles when the writes that waited for the check have ended. */
  #ended: Promise<void> = Promise.resolve();
  #hasWarned = false;

  constructor(options: OpeningCheckOptions) {
    this.#options = options;
    this.#isWaiting = options.hold.isOn;
    this.#pass = new HashPass({
      reader: options.store,
      firstNodes: () => options.firstNodes(),
    });
  }

  /** True while writes wait for the check. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** Starts the check after `HEAD_START`, or as soon as an action waits for it. Call once. */
  start(): void {
    const begin = () => {
      this.#stop();
      this.#begin = () => undefined;
      this.#stop = runInSlices({
        work: this.#pass,
        now: () => this.#options.now(),
        mustPause: () => this.#waiting.size === 0 && this.#isTyping(),
        onSlice: () => this.#onSlice(),
        onDone: () => this.#onDone(),
        onError: (error) => this.#onError(error),
      });
    };
    const timer = setTimeout(begin, HEAD_START);
    this.#stop = () => clearTimeout(timer);
    this.#begin = begin;
  }

  /** Ends the check, and cancels the actions that wait for it. Resolves when nothing more is written. */
  async stop(): Promise<void> {
    this.#begin = () => undefined;
    this.#stop();
    for (const action of this.#takeWaiting())
      action.reject(new AspenError('CANCELLED', 'the grove was closed'));
    await this.#ended;
  }

  /** Records that the writer typed. */
  noteTyping(): void {
    this.#typedAt = this.#options.now();
  }

  /**
   * Resolves once the file may be written, or is known to be damaged: then every write is refused.
   * @param onProgress receives the verified share, from 0 to 1
   * @param signal stops waiting; the check continues
   * @throws {AspenError} what reading the file throws; CANCELLED if the grove is closed; the reason of `signal`
   */
  wait(onProgress: (share: number) => void, signal: AbortSignal): Promise<void> {
    if (!this.#isWaiting) return Promise.resolve();
    if (signal.aborted) return Promise.reject(signal.reason);
    this.#begin();
    return new Promise((resolve, reject) => {
      const action = { onProgress, resolve, reject };
      this.#waiting.add(action);
      const onAbort = () => {
        if (this.#waiting.delete(action)) reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      onProgress(this.#pass.share);
    });
  }

  /** The grove continues in another file, which was checked before. */
  skip(): void {
    if (this.#isWaiting && !this.#isDamaged) this.#release();
  }

  /** The file is damaged: it will not be written to. */
  onDamaged(): void {
    this.#isDamaged = true;
    this.#end();
  }

  #isTyping(): boolean {
    return isWithin(TYPING, this.#options.now() - this.#typedAt);
  }

  #onSlice(): void {
    this.#hasWarned = false;
    // The writer sees these texts, so report them before the rest is verified.
    if (!this.#isDamaged && this.#pass.hasVerifiedFirst) this.#reportDamage();
    const percent = Math.floor(100 * this.#pass.share);
    if (percent === this.#percent) return;
    this.#percent = percent;
    for (const { onProgress } of this.#waiting) onProgress(this.#pass.share);
  }

  #onDone(): void {
    this.#reportDamage();
    if (this.#isDamaged) return;
    // Anything written meanwhile would differ from the part of the log that was read before it.
    if (!this.#options.hold.isOn) {
      this.#checkTables();
      return;
    }
    this.#compare('records', (comparison) => {
      this.#release();
      this.#compare('responses', () => this.#checkTables(), comparison);
    });
  }

  #checkTables(): void {
    const { store: reader, bytes, idleFor, onMalformed } = this.#options;
    const onError = (error: unknown) => this.#onError(error);
    this.#stop = checkTables({ reader, bytes: bytes(), idleFor, onDamage: onMalformed, onError });
  }

  /** Compares a part of the records with the log. @param comparison whose first part was compared */
  #compare(
    part: keyof RecordComparison,
    onDone: (comparison: RecordComparison) => void,
    comparison?: RecordComparison,
  ): void {
    const { store, now, notices, notifyChanged } = this.#options;
    const begin = () => compareRecords(store);
    let compared = comparison ?? begin();
    const differences = new Set<string>();
    // They may begin again.
    const work = workInSteps({ next: () => compared[part].next() }, (difference) =>
      differences.add(difference),
    );
    this.#stop = runInSlices({
      work,
      now: () => now(),
      mustPause: () => this.#waiting.size === 0 && this.#isTyping(),
      onSlice: () => {
        this.#hasWarned = false;
      },
      onDone: () => {
        // Not as they were written, though all texts are.
        if (differences.size > 0) {
          warnOfChangedRecords([...differences], notices);
          notifyChanged();
        }
        onDone(compared);
      },
      onError: (error) => {
        // An error ends the steps: those of the records begin again. Responses are also compared when they are verified.
        if (part === 'records') compared = begin();
        this.#onError(error);
      },
    });
  }

  #reportDamage(): void {
    const count = this.#pass.countDamaged();
    if (count > 0) this.#options.onDamage(damagedTexts(count));
  }

  /** Releases the waiting writes: first those of opening itself, then the writer's actions. */
  #release(): void {
    const { hold, onReady, onBug } = this.#options;
    if (!hold.isOn) return;
    hold.lift();
    this.#ended = onReady()
      .catch((error: unknown) => onBug('What waited for the check could not be written', error))
      .then(() => this.#end());
  }

  #end(): void {
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    this.#options.notifyChanged();
    for (const action of this.#takeWaiting()) action.resolve();
  }

  #onError(error: unknown): void {
    const { onMalformed, warn } = this.#options;
    if (this.#isDamaged) {
      this.#stop();
      return;
    }
    if (!this.#hasWarned) warn(`the grove cannot be checked now: ${String(error)}`);
    this.#hasWarned = true;
    if (!(error instanceof AspenError) || !PASSING.has(error.code)) {
      // A row that cannot be read as it was written is damaged.
      onMalformed();
      return;
    }
    for (const action of this.#takeWaiting()) action.reject(error);
  }

  #takeWaiting(): readonly WaitingAction[] {
    const actions = [...this.#waiting];
    this.#waiting.clear();
    return actions;
  }
}

/** A table is checked in one uninterruptible call, so only after the writer has been idle this long. Milliseconds. */
const IDLE = 30_000;
const PAUSE = 1_000;

/**
 * In a file of this size the largest table takes about a second. Larger files are left to the check before
 * opening after a crash, and to backups, each of which reads every row and is itself checked. Bytes.
 */
const MAX_BYTES = 64 * 1024 * 1024;

export interface CheckTablesOptions {
  readonly reader: Reader;
  /** The size of the file. */
  readonly bytes: number;
  /** Milliseconds since the writer's last input. */
  idleFor(): number;
  onDamage(): void;
  /** The file could not be read. */
  onError(error: unknown): void;
}

/**
 * Runs SQLite's own check on one table after another, including indexes, while the writer is idle
 * (`storage.md`, *Opening, in order*): for a file that was not checked before opening. The search index
 * is left out: it can be rebuilt.
 * @returns stops it
 */
export function checkTables({ reader, bytes, idleFor, onDamage, onError }: CheckTablesOptions): () => void {
  if (bytes > MAX_BYTES) return () => undefined;
  const left = [...TABLES_TO_CHECK];
  let timer: ReturnType<typeof setTimeout>;
  const wait = (milliseconds: number) => {
    timer = setTimeout(checkNext, milliseconds);
    timer.unref();
  };
  const checkNext = () => {
    const missing = IDLE - idleFor();
    // After the clock stepped back, the writer's last input lies in the future: wait at most IDLE.
    if (missing > 0) return wait(Math.min(missing, IDLE));
    const table = left.shift();
    if (table === undefined) return;
    try {
      if (findTableFaults(reader, table).length > 0) return onDamage();
    } catch (error) {
      return onError(error);
    }
    wait(PAUSE);
  };
  wait(IDLE);
  return () => clearTimeout(timer);
}
