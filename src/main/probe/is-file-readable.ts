import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK_SIZE = 1024 * 1024;

/**
 * Returns true if every byte of a file can be read, regardless of its contents: SQLite also reports a file as malformed
 * when a disconnected disk or an unresponsive server did not return its data. Only for a process that does not have the
 * file open.
 */
export function isFileReadable(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      const chunk = Buffer.alloc(CHUNK_SIZE);
      while (readSync(file, chunk) > 0);
      return true;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
