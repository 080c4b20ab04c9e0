import { AspenError } from '../../../core/errors.ts';
import type { GroveId } from '../../../core/ids.ts';
import { BACKUP_DISK_FULL, BACKUP_FOLDER_READ_ONLY, backupFolderUnusable } from '../../../ui-text/copies.ts';
import type { Store } from '../../store/connection/store.ts';
import { saveCopy } from '../../store/copies/save-copy.ts';
import { getGrove } from '../../store/tables/grove.ts';
import type { BackupFile, BackupFolder } from './backup-folder.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** Interval of backups of a changing grove, in milliseconds. */
const EVERY = 30 * MINUTE;
/** After this long without input the writer is not in the middle of a sentence. Milliseconds. */
const IDLE = 5_000;
/** Backing up a larger file takes noticeably long: it is done only on opening or closing. Bytes. */
const LARGE = 100 * 1024 * 1024;

export interface BackupsOptions {
  readonly folder: BackupFolder;
  /** The path of the grove's file. */
  readonly path: string;
  groveId(): GroveId;
  now(): number;
  /** Milliseconds since the writer's last input. */
  idleFor(): number;
  /** The size of the grove's file in bytes. */
  size(): number;
  /** The grove's state: everything that a writer could miss in an older backup (`readState`). */
  state(): string;
  /** The same of a backup; null if it cannot be read without migrating. */
  stateOf(path: string): string | null;
  /** Writes a verified copy. @throws {AspenError} as `saveCheckedCopy`; the reason of `signal` */
  write(target: string, signal?: AbortSignal): Promise<void>;
  /** Called before and after work that takes noticeably long. */
  onLarge(isRunning: boolean): Promise<void>;
  /** @throws {AspenError} if the file is not as it was last read or written here */
  examine(): void;
  /** Returns true if unsaved text reaches the grove's file, as far as is known. */
  isSaved(): boolean;
  /** Called when a backup fails, but not again before one succeeds. */
  onFailure(error: AspenError): void;
  /** Called when a backup succeeds after one failed. */
  onRecovered(): void;
  warn(message: string): void;
}

/**
 * Decides when a grove is backed up and which backups are kept (`storage.md`, *Backups*). Failures are
 * reported and do not affect the grove itself.
 */
export class Backups {
  readonly #options: BackupsOptions;
  readonly #origin: string;
  /** The newest backup as far as known; undefined until it was first read. */
  #newest: { readonly time: number; readonly state: string | null } | undefined;
  #hasFailed = false;
  /** The backup in progress, or the last one. */
  #pending: Promise<unknown> = Promise.resolve();
  #isChecking = false;

  constructor(options: BackupsOptions) {
    this.#options = options;
    this.#origin = options.folder.originOf(options.path);
  }

  /** After opening: backs up a large grove whose last backup is over a day old; `check` covers smaller ones. */
  async opened(): Promise<void> {
    await this.#attempt(async () => {
      const { now, size } = this.#options;
      if (now() - this.#readNewest().time >= DAY && this.#isChanged() && size() > LARGE) await this.#make();
    });
  }

  /** Makes a backup if one is due and the writer pauses. Call every few seconds. */
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
      const { now, size, idleFor } = this.#options;
      if (this.#isInTrouble() || idleFor() < IDLE || size() > LARGE) return;
      if (now() - this.#readNewest().time >= EVERY && this.#isChanged()) await this.#make();
    });
  }

  /** Before closing, once all text is in the file: makes a backup if something changed. */
  async closing(): Promise<void> {
    await this.#pending;
    await this.#attempt(async () => {
      if (this.#isChanged()) await this.#make();
    });
  }

  /**
   * Makes a backup now in any case.
   * @returns its path
   * @throws {AspenError} as `saveCheckedCopy`; the reason of `signal`
   */
  makeNow(signal?: AbortSignal): Promise<string> {
    return this.#make(signal);
  }

  #readNewest(): { readonly time: number; readonly state: string | null } {
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
    return folder.list(groveId()).filter(({ origin, isReplaced }) => origin === this.#origin && !isReplaced);
  }

  #isChanged(): boolean {
    return this.#readNewest().state !== this.#options.state();
  }

  /** Queues a backup: they are made one at a time. */
  #make(signal?: AbortSignal): Promise<string> {
    const made = this.#pending.then(() => this.#makeOne(signal));
    this.#pending = made.catch(() => undefined);
    return made;
  }

  async #makeOne(signal?: AbortSignal): Promise<string> {
    const { folder, groveId, now, size, state, write, onLarge } = this.#options;
    const isLarge = size() > LARGE;
    if (isLarge) await onLarge(true);
    try {
      const time = now();
      const written = state();
      const target = folder.pathFor(groveId(), this.#origin, time);
      await write(target, signal);
      this.#newest = { time, state: written };
      if (this.#hasFailed) this.#options.onRecovered();
      this.#hasFailed = false;
      this.#thin(time);
      return target;
    } finally {
      if (isLarge) await onLarge(false);
    }
  }

  /** Thins each file's backups separately: those of a diverged copy must not displace those only the other file has. */
  #thin(now: number): void {
    const { folder, groveId } = this.#options;
    const all = folder.list(groveId());
    for (const origin of new Set(all.map((file) => file.origin))) {
      const files = all.filter((file) => file.origin === origin);
      const kept = new Set(
        keptBackups(
          files.filter(({ isReplaced }) => !isReplaced).map(({ time }) => time),
          now,
        ),
      );
      for (const file of files) {
        const isKept = file.isReplaced ? isReplacedKept(file.time, now) : kept.has(file.time);
        if (!isKept) folder.remove(file);
      }
    }
  }

  /** Returns true if the file cannot be written: that has its own banner, and may prevent reading it. */
  #isInTrouble(): boolean {
    const { examine, isSaved } = this.#options;
    try {
      examine();
      return !isSaved();
    } catch (error) {
      if (error instanceof AspenError) return true;
      throw error;
    }
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#options.warn(`a backup could not be made: ${String(error)}`);
      // Another program wrote the grove meanwhile: the next attempt is soon enough.
      if (error instanceof AspenError && error.code === 'CONFLICT') return;
      if (this.#isInTrouble()) return;
      // Retry only after the next half hour of changes: the same failure would repeat in five seconds.
      this.#newest = { time: this.#options.now(), state: null };
      if (this.#hasFailed) return;
      this.#hasFailed = true;
      this.#options.onFailure(
        error instanceof AspenError ? error : new AspenError('IO_ERROR', String(error), { cause: error }),
      );
    }
  }
}

/** All backups younger than this are kept. */
const YOUNG = 12 * HOUR;
/** On how many of the last days that have backups the newest is kept. */
const DAYS = 7;
/** In how many of the last weeks that have backups the newest is kept. */
const WEEKS = 26;

/**
 * The backups to keep (`storage.md`, *Backups*): those of the last twelve hours, the newest of each of seven days and
 * of each of 26 weeks. Only days and weeks with backups count, so a grove that is not opened for a year keeps its own.
 * @param times when they were made, in any order; milliseconds since 1970 UTC
 * @returns the times to keep, newest first
 */
export function keptBackups(times: readonly number[], now: number): readonly number[] {
  const newestFirst = [...new Set(times)].sort((a, b) => b - a);
  const kept = new Set([
    ...newestFirst.filter((time) => time > now - YOUNG),
    ...newestOfEach(newestFirst, DAY, DAYS),
    ...newestOfEach(newestFirst, WEEK, WEEKS),
  ]);
  return newestFirst.filter((time) => kept.has(time));
}

/**
 * Returns true if a backup that was made because its file was replaced is kept. It may have what no other has.
 * @param time when it was made, as `now` in milliseconds since 1970 UTC
 */
function isReplacedKept(time: number, now: number): boolean {
  return time > now - WEEKS * WEEK;
}

function newestOfEach(newestFirst: readonly number[], span: number, count: number): readonly number[] {
  const newest = new Map<number, number>();
  for (const time of newestFirst) {
    const index = Math.floor(time / span);
    if (!newest.has(index)) newest.set(index, time);
  }
  return [...newest.values()].slice(0, count);
}

export interface OldBackupOptions {
  /** The older grove, opened read-only without migrating it. */
  readonly old: Store;
  readonly folder: BackupFolder;
  now(): number;
  /** Opens the copy read-only without migrating it. */
  open(path: string): Store;
}

/**
 * Writes a checked backup of an older grove before it is migrated (`storage.md`, *Opening, in order*).
 * @throws {AspenError} CORRUPT if the grove itself is damaged; NO_BACKUP, with the reason. Then nothing is
 *   changed
 */
export function backUpOld({ old, folder, now, open }: OldBackupOptions): void {
  try {
    const target = folder.pathFor(getGrove(old).id, folder.originOf(old.path), now());
    const moveIntoPlace = (partial: string, path: string) => folder.moveIntoPlace(partial, path);
    saveCopy({ store: old, target, open, moveIntoPlace });
  } catch (error) {
    if (error instanceof AspenError && error.code === 'CORRUPT') throw error;
    throw new AspenError('NO_BACKUP', backupReason(error), { cause: error });
  }
}

const FULL = ['DISK_FULL', 'ENOSPC', 'EDQUOT'];
const CLOSED = ['READ_ONLY', 'EACCES', 'EPERM', 'EROFS'];

/** Why a backup could not be made, as a sentence for people. */
export function backupReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (FULL.includes(code)) return BACKUP_DISK_FULL;
  if (CLOSED.includes(code)) return BACKUP_FOLDER_READ_ONLY;
  if (error instanceof AspenError && error.code === 'CORRUPT') return `${error.detail}.`;
  return backupFolderUnusable(error instanceof AspenError ? error.detail : String(error));
}
