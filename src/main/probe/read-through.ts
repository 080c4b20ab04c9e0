import { closeSync, openSync, readSync } from 'node:fs';

const PIECE = 1024 * 1024;

/**
 * Whether every byte of a file can be read, whatever they say: SQLite calls malformed also what a disk that is gone, or a
 * server that does not answer, did not give. It is for a process that does not have the file open.
 */
export function readThrough(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      const piece = Buffer.alloc(PIECE);
      while (readSync(file, piece) > 0);
      return true;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
