import { open, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import { textOfBytes } from './text-of-bytes.ts';

/** No book is longer: 32 MiB. */
const MOST_BYTES = 2 ** 25;

/**
 * What a text file says. Groves are never opened here: closing a second descriptor of one drops SQLite's locks.
 * @throws {AspenError} INVALID_ARGUMENT for a grove, for what is no text, and for a file of more than 32 MiB; NOT_FOUND;
 *   IO_ERROR
 */
export async function readTextFile(path: string): Promise<string> {
  const name = basename(path);
  try {
    const target = await realpath(path);
    if (/\.aspen(?:-|$)/i.test(target)) {
      throw new AspenError('INVALID_ARGUMENT', `${name} is a grove. Open it instead.`);
    }
    const file = await open(target, 'r');
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw new AspenError('INVALID_ARGUMENT', `${name} is not a file.`);
      if (stats.size > MOST_BYTES) {
        throw new AspenError(
          'INVALID_ARGUMENT',
          `${name} is larger than 32 MB. Divide it, and import the parts.`,
        );
      }
      const bytes = await file.readFile();
      if (bytes.length > MOST_BYTES)
        throw new AspenError('INVALID_ARGUMENT', `${name} grew while it was read.`);
      return textOfBytes(bytes, name);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof AspenError) throw error;
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new AspenError(isGone ? 'NOT_FOUND' : 'IO_ERROR', `${name} could not be read.`, { cause: error });
  }
}
