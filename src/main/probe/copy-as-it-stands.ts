import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import { isSameFile } from '../store/connection/file-stats.ts';
import { copyFile } from './copy-file.ts';
import { hasJournal } from './copy-to-look-at.ts';
import { type InspectOptions, inspectWhole } from './inspect.ts';

export interface CopyOptions extends InspectOptions {
  /** Where the copy is to stand; what stands there is replaced. */
  readonly target: string;
}

/**
 * Writes a copy of a file without the journal that lies beside it; neither is touched. The copy is looked through before it
 * comes to its place. The file must not be open in this process.
 * @throws {AspenError} INVALID_ARGUMENT where it cannot stand there; CORRUPT where the copy does not hold together;
 *   DISK_FULL, IO_ERROR
 */
export function copyAsItStands({ target, ...options }: CopyOptions): void {
  const { path } = options;
  requirePlaceFor(path, target);
  const partial = `${target}.partial`;
  try {
    copyFile(path, partial);
    const inspection = inspectWhole({ ...options, path: partial });
    if (inspection.kind === 'damaged') throw new AspenError('CORRUPT', inspection.faults[0] ?? '');
    if (inspection.kind === 'refused') throw new AspenError(inspection.code, inspection.detail);
    keepForGood(partial);
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error instanceof AspenError ? error : new AspenError('IO_ERROR', String(error), { cause: error });
  }
}

/**
 * A copy must not take the place of what it is a copy of, nor stand where a journal lies that would be taken for its own.
 * @throws {AspenError} INVALID_ARGUMENT
 */
export function requirePlaceFor(path: string, target: string): void {
  if (isSameFile(path, target))
    throw new AspenError('INVALID_ARGUMENT', `${basename(target)} is the file itself; choose another name`);
  if (hasJournal(target))
    throw new AspenError(
      'INVALID_ARGUMENT',
      `beside ${basename(target)} lies a journal; choose another name`,
    );
}

function keepForGood(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
