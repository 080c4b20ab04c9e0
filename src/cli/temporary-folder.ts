import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AspenError } from '../core/errors.ts';

/**
 * Calls `use` with a new folder that only this user can read, and removes it with all that is in it.
 * @throws {AspenError} DISK_FULL, IO_ERROR; what `use` throws
 */
export async function withTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeFolder();
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'aspen-'));
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
    throw new AspenError(isFull ? 'DISK_FULL' : 'IO_ERROR', String(error), { cause: error });
  }
}
