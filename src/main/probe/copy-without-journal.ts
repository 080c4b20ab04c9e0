import { renameSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import { targetIsSource } from '../../ui-text/refusals.ts';
import { isSameFile } from '../store/connection/file-stats.ts';
import { type ResolvedFile, resolveFile, resolveTarget } from '../store/connection/resolve-file.ts';
import { copyFile, syncFile } from './copy-file.ts';
import { inspectWhole } from './inspect.ts';
import type { InspectOptions } from './inspection.ts';

export interface CopyOptions extends InspectOptions {
  /** Path of the copy; a file there is replaced. */
  readonly target: string;
  /** The temporary name to write it under. */
  readonly partial: string;
}

/**
 * Copies a file without the journal beside it; neither is touched. The copy is checked before it is renamed
 * to its target. The file must not be open in this process.
 * @throws {AspenError} INVALID_ARGUMENT when the target is not allowed; CORRUPT when the copy is
 *   inconsistent; DISK_FULL, IO_ERROR
 */
export function copyWithoutJournal({ path: from, target: to, partial, ...options }: CopyOptions): void {
  const { file, target } = resolveCopy(from, to);
  try {
    copyFile(file.real, partial);
    const inspection = inspectWhole({ ...options, path: partial });
    if (inspection.kind === 'damaged') throw new AspenError('CORRUPT', inspection.faults[0] ?? '');
    if (inspection.kind === 'refused') throw new AspenError(inspection.code, inspection.detail);
    syncFile(partial);
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error instanceof AspenError ? error : new AspenError('IO_ERROR', String(error), { cause: error });
  }
}

/**
 * A file, and the real path of its copy, which must not replace the file.
 * @throws {AspenError} INVALID_ARGUMENT; NOT_FOUND when the file is a link that leads nowhere
 */
export function resolveCopy(
  from: string | ResolvedFile,
  to: string,
): { readonly file: ResolvedFile; readonly target: string } {
  const file = resolveFile(from);
  const target = resolveTarget(to);
  if (isSameFile(file.real, target)) throw new AspenError('INVALID_ARGUMENT', targetIsSource(basename(to)));
  return { file, target };
}
