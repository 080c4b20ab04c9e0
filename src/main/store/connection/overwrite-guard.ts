import type { BigIntStats } from 'node:fs';
import { basename } from 'node:path';
import { AspenError, type ErrorCode } from '../../../core/errors.ts';
import { findStats } from './file-stats.ts';
import type { LogHead } from './log-head.ts';
import type { Reader } from './query.ts';

/** The new contents of an open grove’s own file. */
export type Overwrite =
  /** Another state of the same grove, which lacks what was written here. */
  | 'olderState'
  | 'otherGrove'
  /** Damaged, another program’s file, or of another version. */
  | 'notThisGrove';

/**
 * Compares the file with what was written to it.
 * @param head the log’s head as last read or written here
 * @returns null if the file has all of it, even if another program has added to it
 * @throws {AspenError} what reading throws
 */
export type FindOverwrite = (reader: Reader, head: LogHead) => Overwrite | null;

/** Errors of a file that is not the grove it was, rather than one that cannot be read at the moment. */
const FOREIGN: ReadonlySet<ErrorCode> = new Set(['CORRUPT', 'NOT_A_GROVE', 'NEWER_VERSION']);

/** Notices that something else has overwritten the open file in place (`storage.md`, *The log*). */
export class OverwriteGuard {
  readonly #path: string;
  readonly #stamp: FileStamp;
  #findOverwrite: FindOverwrite | null = null;
  #found: Overwrite | null = null;
  #reopenings = 0;

  /** @param path of the open file */
  constructor(path: string) {
    this.#path = path;
    this.#stamp = new FileStamp(path);
  }

  /** Until this is called, nothing is examined. */
  arm(findOverwrite: FindOverwrite | null): void {
    this.#findOverwrite = findOverwrite;
  }

  /** For another file that this one continues in. */
  rearm(path: string): OverwriteGuard {
    const next = new OverwriteGuard(path);
    next.arm(this.#findOverwrite);
    next.#reopenings = this.#reopenings;
    return next;
  }

  /** The contents that overwrote the file; null for none. */
  get found(): Overwrite | null {
    return this.#found;
  }

  /** Number of times that something else touched the file, which still had everything. */
  get reopenings(): number {
    return this.#reopenings;
  }

  /** A transaction of ours was written. */
  onWritten(): void {
    this.#stamp.record();
  }

  /** The stats of the file at the path; null when it is gone, or the system gives no answer. */
  readStats(): BigIntStats | null {
    return this.#stamp.read();
  }

  /** Returns true if the file with these stats is as we left it. */
  isUntouched(stats: BigIntStats): boolean {
    return this.#findOverwrite === null || this.#stamp.isSame(stats);
  }

  /** @throws {AspenError} REPLACED when the file is overwritten */
  requireNone(): void {
    if (this.#found === null) return;
    throw new AspenError('REPLACED', `${basename(this.#path)} was overwritten in place: ${this.#found}`);
  }

  /**
   * Examines a file that something else has touched. SQLite may keep pages of its old contents, so it is
   * reopened first.
   * @param stats of the touched file
   * @throws {AspenError} REPLACED; what `reopen` and reading throw when the file cannot be examined now
   */
  examine(stats: BigIntStats, reopen: () => void, reader: Reader, head: LogHead): void {
    try {
      reopen();
      this.compare(reader, head);
      this.#stamp.record(stats);
    } catch (error) {
      // Examined again next time: a disk that does not answer may look like this.
      if (!(error instanceof AspenError && FOREIGN.has(error.code))) throw error;
      this.#found = 'notThisGrove';
    }
    this.requireNone();
    this.#reopenings += 1;
  }

  /** Compares the file with what was written, even while reads are refused. @throws {AspenError} */
  compare(reader: Reader, head: LogHead): void {
    const known = this.#found;
    this.#found = null;
    try {
      this.#found = this.#findOverwrite?.(reader, head) ?? null;
    } catch (error) {
      this.#found = known;
      throw error;
    }
  }
}

/** The stats of a file’s contents. Times in nanoseconds since 1970 UTC. */
type Stamp = Pick<BigIntStats, 'size' | 'mtimeNs' | 'ctimeNs'>;

/**
 * The system's stats of the open file when this store last wrote it. A difference means that something else has touched
 * the file since (`storage.md`, *Overwritten in place*).
 */
class FileStamp {
  readonly #path: string;
  /** Null when it could not be read: then any stats differ. */
  #known: Stamp | null = null;

  constructor(path: string) {
    this.#path = path;
    this.record();
  }

  /** The store has written or examined the file. */
  record(stats: BigIntStats | null = this.read()): void {
    this.#known = stats;
  }

  /** Null when the file is gone, or the system gives no answer. */
  read(): BigIntStats | null {
    try {
      return findStats(this.#path) ?? null;
    } catch {
      // Reading or writing the file reports the reason.
      return null;
    }
  }

  /** Returns true if the file with these stats is as it was recorded. */
  isSame({ size, mtimeNs, ctimeNs }: Stamp): boolean {
    const known = this.#known;
    return known?.size === size && known.mtimeNs === mtimeNs && known.ctimeNs === ctimeNs;
  }
}
