import { basename } from 'node:path';
import { AspenError } from '../../../core/errors.ts';
import { isSameFile } from '../connection/file-stats.ts';
import { findFileFaults } from '../connection/integrity.ts';
import { beginPartial, removePartial } from '../connection/partial-file.ts';
import { type FileTransaction, isSameHead, type LogHead, type Store } from '../connection/store.ts';
import { hasSameIds } from '../tables/grove-state.ts';

export interface SaveCopyOptions {
  readonly store: Store;
  /** Where the copy is to stand; what stands there is replaced. */
  readonly target: string;
  /** Opens a grove's file as the program does. */
  open(path: string): Store;
  /** Writes into the copy what the file does not have yet; without it the copy is not written to. */
  readonly complete?: (tx: FileTransaction) => void;
  /** Renames the copy for good (`grove/backup-folder.ts`). */
  intoPlace(partial: string, target: string): void;
}

/**
 * Writes the grove and what is not in its file yet to another place: under another name first, looked through, and only
 * then where it belongs (`storage.md`, *Backups*). It works where the file itself cannot be written.
 * @throws {AspenError} INVALID_ARGUMENT for the grove's own place, and one that another file is on its way to; CORRUPT
 *   where the copy is not what was copied; DISK_FULL, IO_ERROR, READ_ONLY. Nothing of ours is left there then
 */
export function saveCopy(options: SaveCopyOptions): void {
  const { target, open, intoPlace } = options;
  const partial = beginPartial(target);
  try {
    writePartial(options, partial.path);
    const copy = open(partial.path);
    try {
      requireNone(findFileFaults(copy), target);
    } finally {
      copy.close();
    }
    intoPlace(partial.path, target);
  } catch (error) {
    throw refusalOf(error);
  } finally {
    partial.end();
  }
}

/** A copy that is written and looked through, and not in its place yet. */
export interface CheckedCopy {
  /** What it has of the log of what it was made from. */
  readonly head: LogHead;
  /**
   * Brings it to its place.
   * @param change writes what is different by now
   * @throws {AspenError} as `saveCopy`
   */
  arrive(change?: (tx: FileTransaction) => void): void;
  /** Leaves nothing of it. */
  abandon(): void;
}

/**
 * The same, but for looking through the copy, which is done elsewhere: all of the file is written before this waits. Of a
 * large file the looking takes most of the time.
 * @param check what is wrong with a file; empty where all holds
 * @param signal stops the looking
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
 * The same of a file that is written otherwise.
 * @param write writes it; what it throws is of the new place or of what it is made from
 * @throws {AspenError} as `saveCopy`, and as `write`; what `signal` is aborted with
 */
export async function writeChecked(
  { target, open, intoPlace }: Pick<SaveCopyOptions, 'target' | 'open' | 'intoPlace'>,
  write: (partial: string) => LogHead,
  check: (path: string) => Promise<readonly string[]>,
  signal?: AbortSignal,
): Promise<CheckedCopy> {
  signal?.throwIfAborted();
  const partial = beginPartial(target);
  try {
    const head = write(partial.path);
    requireNone(await check(partial.path), target);
    signal?.throwIfAborted();
    return {
      head,
      arrive: (change) => {
        try {
          if (change !== undefined) writeInto(open(partial.path), change);
          intoPlace(partial.path, target);
        } catch (error) {
          throw refusalOf(error);
        } finally {
          partial.end();
        }
      },
      abandon: () => partial.end(),
    };
  } catch (error) {
    partial.end();
    throw signal?.aborted === true ? signal.reason : refusalOf(error);
  }
}

/** The same, and the copy comes to its place at once. @throws {AspenError} as `writeCheckedCopy` */
export async function saveCheckedCopy(...wanted: Parameters<typeof writeCheckedCopy>): Promise<void> {
  const copy = await writeCheckedCopy(...wanted);
  copy.arrive();
}

/**
 * Writes the copy beside its place, and makes sure that its head and its ids are those of what was copied.
 * @returns that head
 */
function writePartial({ store, target, open, complete }: SaveCopyOptions, partial: string): LogHead {
  if (isSameFile(store.path, target))
    throw new AspenError('INVALID_ARGUMENT', `${basename(target)} is this grove itself; choose another name`);
  removePartial(partial);
  store.copyTo(partial);
  const copy = open(partial);
  try {
    const { head } = store;
    if (!isSameHead(copy.head, head) || !hasSameIds(store, copy))
      throw new AspenError('CORRUPT', `${basename(target)} is not what was copied`);
    if (complete !== undefined) copy.transact((tx) => complete(tx));
    return head;
  } finally {
    copy.close();
  }
}

/** Closes the copy, too. */
function writeInto(copy: Store, change: (tx: FileTransaction) => void): void {
  try {
    copy.transact((tx) => change(tx));
  } finally {
    copy.close();
  }
}

function requireNone(faults: readonly string[], target: string): void {
  const [fault] = faults;
  if (fault !== undefined) throw new AspenError('CORRUPT', `${basename(target)} is damaged: ${fault}`);
}

function refusalOf(error: unknown): AspenError {
  return error instanceof AspenError ? error : new AspenError('IO_ERROR', String(error), { cause: error });
}
