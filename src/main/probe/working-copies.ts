import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import { rollBackHotJournal } from '../store/connection/open-file.ts';
import type { ResolvedFile } from '../store/connection/resolve-file.ts';
import { copyFile, onDisk } from './copy-file.ts';

const journalOf = (path: string) => `${path}-journal`;

/**
 * Returns true if a journal lies beside the file, so that a crash may have interrupted a transaction.
 * @param path the real path
 */
export function hasJournal(path: string): boolean {
  return (statSync(journalOf(path), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Two copies of a file with a journal beside it; neither is the file itself. */
export interface WorkingCopies {
  /** The file without its journal. */
  readonly current: string;
  /** The file after SQLite rolled back its journal. */
  readonly rolledBack: string;
  /** Number of transactions by which the rollback reduced the file's change counter, as an unsigned 32-bit number. */
  readonly transactionsRolledBack: number;
  /**
   * The journal contains the page with the change counter, as it does for every transaction that reached its commit.
   */
  readonly restoresCounter: boolean;
  /** Why the rollback failed; null if it succeeded. */
  readonly rollbackError: string | null;
}

export interface WorkingCopyOptions {
  readonly nativeBinding?: string | undefined;
  /** Folder for the copies, created and removed with them. Default: a new one in the system's temporary folder. */
  readonly folder?: string | undefined;
}

/**
 * Calls `inspect` with copies of a file that this process does not have open, before and after the rollback
 * of its journal.
 * @throws {AspenError} DISK_FULL, IO_ERROR
 */
export function withWorkingCopies<T>(
  { given, real }: ResolvedFile,
  { nativeBinding, folder = join(tmpdir(), `aspen-look-${randomUUID()}`) }: WorkingCopyOptions,
  inspect: (copies: WorkingCopies) => T,
): T {
  onDisk(() => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  try {
    const current = join(folder, `current ${basename(given)}`);
    const rolledBack = join(folder, basename(given));
    copyFile(real, current);
    copyFile(current, rolledBack);
    copyFile(journalOf(real), journalOf(rolledBack));
    const count = readCounter(current);
    // A different counter survives the rollback only if the journal does not restore it.
    const marker = ~count >>> 0;
    writeCounter(rolledBack, marker);
    const rollbackError = rollBack(rolledBack, nativeBinding);
    const found = readCounter(rolledBack);
    const restoresCounter = found !== marker;
    if (!restoresCounter) writeCounter(rolledBack, count);
    const transactionsRolledBack = restoresCounter ? (count - found) >>> 0 : 0;
    return inspect({ current, rolledBack, transactionsRolledBack, restoresCounter, rollbackError });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rollBack(path: string, nativeBinding: string | undefined): string | null {
  try {
    rollBackHotJournal(path, nativeBinding);
    return null;
  } catch (error) {
    if (!(error instanceof AspenError) || error.code !== 'CORRUPT') throw error;
    rmSync(journalOf(path), { force: true });
    return error.detail;
  }
}

/** Offset of SQLite's file change counter in the database header: four bytes, big-endian. */
const COUNTER_OFFSET = 24;

function readCounter(path: string): number {
  const bytes = Buffer.alloc(4);
  withFile(path, 'r', (descriptor) => readSync(descriptor, bytes, 0, bytes.length, COUNTER_OFFSET));
  return bytes.readUInt32BE();
}

function writeCounter(path: string, count: number): void {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(count);
  withFile(path, 'r+', (descriptor) => writeSync(descriptor, bytes, 0, bytes.length, COUNTER_OFFSET));
}

function withFile(path: string, flags: 'r' | 'r+', use: (descriptor: number) => void): void {
  onDisk(() => {
    const descriptor = openSync(path, flags);
    try {
      use(descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
}
