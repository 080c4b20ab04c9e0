import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file atomically, readable by this user only: to a new file, which is then renamed. Leaves nothing
 * behind if it fails.
 */
export function writePrivateFile(path: string, text: string): void {
  const partial = `${path}.partial`;
  try {
    const file = openSync(partial, 'w', 0o600);
    try {
      // Unlike `writeSync`, this does not end after a part when the disk is nearly full.
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(partial, path);
  } catch (error) {
    removeLeftover(partial);
    throw error;
  }
}

function removeLeftover(partial: string): void {
  try {
    rmSync(partial, { force: true });
  } catch {
    // The next write replaces it.
  }
}
