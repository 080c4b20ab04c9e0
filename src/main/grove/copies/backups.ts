import { AspenError } from '../../../core/errors.ts';
import type { GroveId } from '../../../core/ids.ts';
import type { BackupFile, BackupFolder } from './backup-folder.ts';
import { keptBackups } from './thin-backups.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** While the grove changes, it is backed up so often. Milliseconds. */
const EVERY = 30 * MINUTE;
/** Nobody is in the middle of a sentence who did nothing for so long. Milliseconds. */
const QUIET = 5_000;
/** A larger file takes long enough to be noticed: only when it is opened or closed. Bytes. */
const LARGE = 100 * 1024 * 1024;

export interface BackupsOptions {
  readonly folder: BackupFolder;
  /** Of the grove's file. */
  readonly path: string;
  groveId(): GroveId;
  now(): number;
  /** Of the grove's file, in bytes. */
  size(): number;
  /** What a writer could miss in a backup that is older (`readState`). */
  state(): string;
  /** The same of a backup; null where it cannot be read as it is. */
  stateOf(path: string): string | null;
  /** Writes a verified copy. @throws {AspenError} as `saveCheckedCopy`; what `signal` is aborted with */
  write(target: string, signal?: AbortSignal): Promise<void>;
  /** Told around work that is long enough to be noticed. */
  onLarge(isUnderWay: boolean): Promise<void>;
  /** Whether what is typed reaches the grove's file, as far as anybody knows. */
  isSaved(): boolean;
  /** A backup could not be made: told once. */
  onFailure(error: AspenError): void;
  warn(message: string): void;
}

/**
 * When a grove is backed up, and which backups stay (`storage.md`, *Backups*). What fails here is told and hurts
 * nothing: the grove itself is as it was.
 */
export class Backups {
  readonly #options: BackupsOptions;
  readonly #origin: string;
  #lastInput: number;
  /** The newest backup as it is known to be; undefined until it was looked at. */
  #newest: { readonly time: number; readonly state: string | null } | undefined;
  #hasFailed = false;
  /** The backup that is being made, or the last. */
  #under: Promise<unknown> = Promise.resolve();
  #isChecking = false;

  constructor(options: BackupsOptions) {
    this.#options = options;
    this.#origin = options.folder.originOf(options.path);
    this.#lastInput = options.now();
  }

  /** The writer did something. */
  noteInput(): void {
    this.#lastInput = this.#options.now();
  }

  /** Milliseconds since the writer did something. */
  quietFor(): number {
    return this.#options.now() - this.#lastInput;
  }

  /** After opening: a large grove whose last backup is older than a day; of others `check` finds that out. */
  async opened(): Promise<void> {
    await this.#attempt(async () => {
      const { now, size } = this.#options;
      if (now() - this.#look().time >= DAY && this.#isChanged() && size() > LARGE) await this.#make();
    });
  }

  /** To be called every few seconds: makes the backup that is due, once the writer pauses. */
  async check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      await this.#checkNow();
    } finally {
      this.#isChecking = false;
    }
  }

  async #checkNow(): Promise<void> {
    await this.#attempt(async () => {
      const { now, size, isSaved } = this.#options;
      // What keeps the file from being written has a banner of its own, and may keep it from being read.
      if (!isSaved() || this.quietFor() < QUIET || size() > LARGE) return;
      if (now() - this.#look().time >= EVERY && this.#isChanged()) await this.#make();
    });
  }

  /** Before closing, with all that was typed in the file: where something changed. */
  async closing(): Promise<void> {
    await this.#under;
    await this.#attempt(async () => {
      if (this.#isChanged()) await this.#make();
    });
  }

  /**
   * Makes one now, whatever there is.
   * @returns where it is
   * @throws {AspenError} as `saveCheckedCopy`; what `signal` is aborted with
   */
  makeNow(signal?: AbortSignal): Promise<string> {
    return this.#make(signal);
  }

  #look(): { readonly time: number; readonly state: string | null } {
    const { stateOf } = this.#options;
    if (this.#newest === undefined) {
      const file = this.#own().at(0);
      this.#newest =
        file === undefined
          ? { time: Number.NEGATIVE_INFINITY, state: null }
          : { time: file.time, state: stateOf(file.path) };
    }
    return this.#newest;
  }

  #own(): readonly BackupFile[] {
    const { folder, groveId } = this.#options;
    return folder.list(groveId()).filter(({ origin }) => origin === this.#origin);
  }

  #isChanged(): boolean {
    return this.#look().state !== this.#options.state();
  }

  /** One after the other. */
  #make(signal?: AbortSignal): Promise<string> {
    const made = this.#under.then(() => this.#makeOne(signal));
    this.#under = made.catch(() => undefined);
    return made;
  }

  async #makeOne(signal?: AbortSignal): Promise<string> {
    const { folder, groveId, now, size, state, write, onLarge } = this.#options;
    const isLarge = size() > LARGE;
    if (isLarge) await onLarge(true);
    try {
      const time = now();
      const written = state();
      const target = folder.placeFor(groveId(), this.#origin, time);
      await write(target, signal);
      this.#newest = { time, state: written };
      this.#thin(time);
      return target;
    } finally {
      if (isLarge) await onLarge(false);
    }
  }

  /** Each file's by themselves: a copy that went its own way must not push out what only the other has. */
  #thin(now: number): void {
    const { folder, groveId } = this.#options;
    const all = folder.list(groveId());
    for (const origin of new Set(all.map((file) => file.origin))) {
      const files = all.filter((file) => file.origin === origin);
      const kept = new Set(
        keptBackups(
          files.map(({ time }) => time),
          now,
        ),
      );
      for (const file of files) if (!kept.has(file.time)) folder.remove(file);
    }
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#options.warn(`a backup could not be made: ${String(error)}`);
      // Not before the next half hour of change: what failed now fails again in five seconds.
      this.#newest = { time: this.#options.now(), state: null };
      if (this.#hasFailed) return;
      this.#hasFailed = true;
      this.#options.onFailure(
        error instanceof AspenError ? error : new AspenError('IO_ERROR', String(error), { cause: error }),
      );
    }
  }
}
