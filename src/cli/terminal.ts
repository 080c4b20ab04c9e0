import type { FilePiece } from '../main/exchange/write-file-atomically.ts';
import { progressOf } from '../ui-text/cli/sentences.ts';

/** The program that read the output has ended, as `head` does. */
export class BrokenPipe extends Error {
  override readonly name = 'BrokenPipe';
}

/** The system refused to write the output. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  readonly isFull: boolean;

  constructor(cause: NodeJS.ErrnoException) {
    super(cause.message, { cause });
    this.isFull = cause.code === 'ENOSPC' || cause.code === 'EDQUOT' || cause.code === 'EFBIG';
  }
}

/** Smaller pieces are written together. UTF-16 code units. */
const FLUSH_LENGTH = 2 ** 16;

/** The command's output, and what it says beside it. */
export class Terminal {
  readonly #out: NodeJS.WriteStream;
  readonly #err: NodeJS.WriteStream;
  #progress = '';

  constructor(out: NodeJS.WriteStream, err: NodeJS.WriteStream) {
    this.#out = out;
    this.#err = err;
    // A failed write is reported where it is awaited; what cannot be said on standard error is lost.
    out.on('error', () => undefined);
    err.on('error', () => undefined);
  }

  /** Writes a result. @throws {BrokenPipe} @throws {OutputError} */
  write(piece: FilePiece): Promise<void> {
    this.clearProgress();
    return new Promise((resolve, reject) => {
      this.#out.write(piece, (error: NodeJS.ErrnoException | null | undefined) => {
        if (error === null || error === undefined) resolve();
        else
          reject(error.code === 'EPIPE' || error.code === 'EOF' ? new BrokenPipe() : new OutputError(error));
      });
    });
  }

  /** Writes a result piece by piece. @throws as `write`; the reason of `signal`; what a piece throws */
  async writeAll(pieces: Iterable<FilePiece>, signal: AbortSignal): Promise<void> {
    let buffered = '';
    for (const piece of pieces) {
      if (typeof piece === 'string') buffered += piece;
      if (typeof piece === 'string' && buffered.length < FLUSH_LENGTH) continue;
      await this.write(typeof piece === 'string' ? buffered : piece);
      signal.throwIfAborted();
      buffered = '';
    }
    await this.write(buffered);
  }

  writeJson(value: unknown): Promise<void> {
    return this.write(`${JSON.stringify(value)}\n`);
  }

  /** Says something that is not the result. */
  say(sentence: string): void {
    this.clearProgress();
    this.#err.write(`${sentence}\n`);
  }

  /** Shows how far the work is, if somebody is looking. @param share from 0 to 1; null if it is not known */
  showProgress(doing: string, name: string, share: number | null): void {
    if (!this.#err.isTTY) return;
    // Some terminals do not say how wide they are.
    const width = (this.#err.columns || 80) - 1;
    const line = progressOf(doing, printable(name), share).slice(0, width);
    if (line === this.#progress) return;
    this.#progress = line;
    this.#err.write(`\r\u001b[K${line}`);
  }

  clearProgress(): void {
    if (this.#progress === '') return;
    this.#progress = '';
    this.#err.write('\r\u001b[K');
  }
}

/** A text on one line of a terminal, which takes control characters for commands. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
