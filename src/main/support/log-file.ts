import { appendFileSync, closeSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A log file is set aside once it is this long. Bytes. */
const MAX_SIZE = 1024 * 1024;

/** The log of the program on this computer: one file, and the one before it. */
export class LogFile {
  readonly #folder: string;
  readonly #path: string;
  readonly #onFailure: (error: unknown) => void;
  #size: number;
  #isBroken = false;

  /** @param folder is created if it is missing @param onFailure the disk cannot be written; called once */
  constructor(folder: string, onFailure: (error: unknown) => void) {
    this.#folder = folder;
    this.#path = join(folder, 'aspen-grove.log');
    this.#onFailure = onFailure;
    this.#size = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Appends a line. After a failure, nothing is written any more: the program works without a log. */
  write(line: string): void {
    if (this.#isBroken) return;
    try {
      if (this.#size === 0) mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const length = Buffer.byteLength(line);
      if (this.#size > 0 && this.#size + length > MAX_SIZE) {
        renameSync(this.#path, join(this.#folder, 'aspen-grove.old.log'));
        this.#size = 0;
      }
      appendFileSync(this.#path, line, { mode: 0o600 });
      this.#size += length;
    } catch (error) {
      this.#isBroken = true;
      this.#onFailure(error);
    }
  }

  /** The end of the log, in whole lines; empty if there is none. @param length in bytes */
  tail(length: number): string {
    try {
      const file = openSync(this.#path, 'r');
      try {
        const start = Math.max(0, this.#size - length);
        const bytes = Buffer.alloc(this.#size - start);
        const text = bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, start));
        return start === 0 ? text : text.slice(text.indexOf('\n') + 1);
      } finally {
        closeSync(file);
      }
    } catch {
      // There is no log yet, or none that can be read: the rest of a report says enough.
      return '';
    }
  }
}
