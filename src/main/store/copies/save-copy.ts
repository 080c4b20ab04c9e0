import { basename } from 'node:path';
import { AspenError } from '../../../core/errors.ts';
import { isSameFile } from '../connection/file-stats.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { findFileFaults } from '../connection/integrity.ts';
import { isSameHead, type LogHead, readHead } from '../connection/log-head.ts';
import { beginPartial, removePartial } from '../connection/partial-file.ts';
import type { Store } from '../connection/store.ts';
import { hasSameIds } from '../tables/grove-state.ts';

export interface SaveCopyOptions {
  readonly store: Store;
  /** Path of the copy; a file there is replaced. */
  readonly target: string;
  open(path: string): Store;
  /** Writes into the copy what is not in the file yet; without it the copy is not written to. */
  readonly writePending?: (tx: FileTransaction) => void;
  /** Renames the copy durably (`backup/backup-folder.ts`). */
  moveIntoPlace(partial: string, target: string): void;
}

/**
 * Saves a copy of the grove, including what is not in its file yet: writes it under a temporary name, checks
 * it, and then renames it (`storage.md`, *Backups*). It works even when the file itself cannot be written.
 * @throws {AspenError} INVALID_ARGUMENT for the grove's own path, or one to which another file is being
 *   written; CORRUPT when the copy differs from the original; CONFLICT when another program wrote the grove
 *   meanwhile; DISK_FULL, IO_ERROR, READ_ONLY. Nothing is left at the target then
 */
export function saveCopy(options: SaveCopyOptions): void {
  const { target, open, moveIntoPlace } = options;
  const partial = beginPartial(target);
  try {
    writePartial(options, partial.path);
    const copy = open(partial.path);
    try {
      requireNoFaults(findFileFaults(copy), target);
    } finally {
      copy.close();
    }
    moveIntoPlace(partial.path, partial.target);
  } catch (error) {
    throw toAspenError(error);
  } finally {
    partial.release();
  }
}

/** A copy that is written and checked, but not renamed yet. */
export interface CheckedCopy {
  /** The head of the log that it contains. */
  readonly head: LogHead;
  /** Renames it to its target. @param change writes what has changed meanwhile @throws {AspenError} as `saveCopy` */
  moveIntoPlace(change?: (tx: FileTransaction) => void): void;
  /** Deletes it. */
  discard(): void;
}

/**
 * Like `saveCopy`, but with the check running elsewhere, since it takes most of the time with a large file.
 * The whole file is written before this waits.
 * @param check returns what is wrong with a file; empty when nothing is
 * @param signal stops the check
 * @throws {AspenError} as `saveCopy`; what `signal` is aborted with
 */
export async function writeCheckedCopy(
  options: SaveCopyOptions,
  check: (path: string) => Promise<readonly string[]>,
  signal?: AbortSignal,
): Promise<CheckedCopy> {
  const write = (partial: string) => writePartial(options, partial);
  return writeChecked(options, write, check, signal);
}

/**
 * Like `writeCheckedCopy`, for a file that `write` produces.
 * @param write writes the file; its errors concern the target or the source
 * @throws {AspenError} as `saveCopy`, and as `write`; what `signal` is aborted with
 */
export async function writeChecked(
  { target, open, moveIntoPlace }: Pick<SaveCopyOptions, 'target' | 'open' | 'moveIntoPlace'>,
  write: (partial: string) => LogHead,
  check: (path: string) => Promise<readonly string[]>,
  signal?: AbortSignal,
): Promise<CheckedCopy> {
  signal?.throwIfAborted();
  const partial = beginPartial(target);
  try {
    const head = write(partial.path);
    requireNoFaults(await check(partial.path), target);
    signal?.throwIfAborted();
    return {
      head,
      moveIntoPlace: (change) => {
        try {
          if (change !== undefined) writeInto(open(partial.path), change);
          moveIntoPlace(partial.path, partial.target);
        } catch (error) {
          throw toAspenError(error);
        } finally {
          partial.release();
        }
      },
      discard: () => partial.release(),
    };
  } catch (error) {
    partial.release();
    throw signal?.aborted === true ? signal.reason : toAspenError(error);
  }
}

/** Like `writeCheckedCopy`, and renames the copy immediately. @throws {AspenError} as `writeCheckedCopy` */
export async function saveCheckedCopy(...args: Parameters<typeof writeCheckedCopy>): Promise<void> {
  const copy = await writeCheckedCopy(...args);
  copy.moveIntoPlace();
}

/**
 * Writes the copy beside its target, and makes sure that it has the head and ids of the original.
 * @returns that head
 */
function writePartial(
  { store, target, open, writePending: complete }: SaveCopyOptions,
  partial: string,
): LogHead {
  if (isSameFile(store.path, target))
    throw new AspenError('INVALID_ARGUMENT', `${basename(target)} is this grove itself; choose another name`);
  removePartial(partial);
  store.copyTo(partial);
  const copy = open(partial);
  try {
    const { head } = store;
    if (!isSameHead(copy.head, head) || !hasSameIds(store, copy)) throw differs(store, target);
    if (complete !== undefined) copy.transact((tx) => complete(tx));
    return head;
  } finally {
    copy.close();
  }
}

function differs(store: Store, target: string): AspenError {
  return isSameHead(readHead(store), store.head)
    ? new AspenError('CORRUPT', `${basename(target)} differs from the original`)
    : new AspenError('CONFLICT', `another program wrote the grove while ${basename(target)} was written`);
}

/** Runs `change` in a transaction and closes the copy. */
function writeInto(copy: Store, change: (tx: FileTransaction) => void): void {
  try {
    copy.transact((tx) => change(tx));
  } finally {
    copy.close();
  }
}

function requireNoFaults(faults: readonly string[], target: string): void {
  const [fault] = faults;
  if (fault !== undefined) throw new AspenError('CORRUPT', `${basename(target)} is damaged: ${fault}`);
}

function toAspenError(error: unknown): AspenError {
  return error instanceof AspenError ? error : new AspenError('IO_ERROR', String(error), { cause: error });
}
