import { open, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import {
  changedWhileRead,
  notAFile,
  notReadable,
  openGroveInstead,
  tooLarge,
} from '../../ui-text/exchange.ts';
import { decodeUnicode } from './decode-text.ts';

/** Upper limit of a file's size. */
export interface FileLimit {
  readonly bytes: number;
  /** Says that a file is larger. */
  refusal(fileName: string, megabytes: number): string;
}

/** 32 MiB: no book is longer. */
export const BOOK: FileLimit = { bytes: 2 ** 25, refusal: tooLarge };

/**
 * Reads a text file in Unicode.
 * @throws {AspenError} as `readBytes`; INVALID_ARGUMENT for a file that is not such a text
 */
export async function readTextFile(path: string, limit: FileLimit): Promise<string> {
  return decodeUnicode(await readBytes(path, limit), basename(path));
}

/**
 * Reads a file. Never opens a grove: closing a second descriptor of one drops SQLite's locks.
 * @throws {AspenError} INVALID_ARGUMENT for a grove and a larger file than the limit; NOT_FOUND; IO_ERROR
 */
export async function readBytes(path: string, limit: FileLimit): Promise<Uint8Array> {
  const name = basename(path);
  try {
    const target = await realpath(path);
    if (/\.aspen(?:-|$)/i.test(target)) {
      throw new AspenError('INVALID_ARGUMENT', openGroveInstead(name));
    }
    const file = await open(target, 'r');
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw new AspenError('INVALID_ARGUMENT', notAFile(name));
      if (stats.size > limit.bytes) {
        throw new AspenError('INVALID_ARGUMENT', limit.refusal(name, limit.bytes / 2 ** 20));
      }
      const bytes = await file.readFile();
      if (bytes.length > limit.bytes) throw new AspenError('INVALID_ARGUMENT', changedWhileRead(name));
      return bytes;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof AspenError) throw error;
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new AspenError(isMissing ? 'NOT_FOUND' : 'IO_ERROR', notReadable(name), {
      cause: error,
    });
  }
}
