import { existsSync, unlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import { isSameFile } from './file-stats.ts';
import { hasSameIds } from './grove-state.ts';
import { findFileFaults } from './integrity.ts';
import type { Store, Writer } from './store.ts';

export interface SaveCopyOptions {
  readonly store: Store;
  /** Where the copy is to stand; what stands there is replaced. */
  readonly target: string;
  /** Opens a grove's file as the program does. */
  open(path: string): Store;
  /** Writes into the copy what the file does not have yet; without it the copy is not written to. */
  readonly complete?: (writer: Writer) => void;
  /** Renames the copy for good (`grove/backup-folder.ts`). */
  intoPlace(partial: string, target: string): void;
}

/**
 * Writes the grove and what is not in its file yet to another place: under another name first, looked through, and only
 * then where it belongs (`storage.md`, *Backups*). It works where the file itself cannot be written.
 * @throws {AspenError} INVALID_ARGUMENT for the grove's own place; CORRUPT where the copy is not what was copied;
 *   DISK_FULL, IO_ERROR, READ_ONLY. Nothing of ours is left there then
 */
export function saveCopy({ store, target, open, complete, intoPlace }: SaveCopyOptions): void {
  if (isSameFile(store.path, target))
    throw new AspenError('INVALID_ARGUMENT', `${basename(target)} is this grove itself; choose another name`);
  const partial = `${target}.partial`;
  removePartial(partial);
  try {
    store.copyTo(partial);
    const copy = open(partial);
    try {
      const { seq, hash } = store.head;
      const isAtHead = copy.head.seq === seq && copy.head.hash === hash;
      if (!isAtHead || !hasSameIds(store, copy) || findFileFaults(copy).length > 0)
        throw new AspenError('CORRUPT', `${basename(target)} is not what was copied`);
      if (complete !== undefined) copy.transact((writer) => complete(writer));
    } finally {
      copy.close();
    }
    intoPlace(partial, target);
  } catch (error) {
    removePartial(partial);
    throw error instanceof AspenError ? error : new AspenError('IO_ERROR', String(error), { cause: error });
  }
}

/** Takes away what is left of a copy that was not finished. */
export function removePartial(partial: string): void {
  for (const path of [partial, `${partial}-journal`]) if (existsSync(path)) unlinkSync(path);
}
