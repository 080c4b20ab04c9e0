import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import { undoHalfDone } from '../store/connection/open-file.ts';
import { copyFile, onDisk } from './copy-file.ts';

const journalOf = (path: string) => `${path}-journal`;

/** Whether a crash may have left a transaction half done. */
export function hasJournal(path: string): boolean {
  return (statSync(journalOf(path), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** A file with a journal beside it, twice: neither is the file itself. */
export interface CopiesToLookAt {
  /** The file alone. */
  readonly asItStands: string;
  /** The file after what its journal keeps was undone. */
  readonly undone: string;
  /** Of the transactions that changed the file, how many fewer changed it undone: as a 32-bit number, without a sign. */
  readonly transactionsUndone: number;
  /** Whether the journal keeps the page that counts them: every transaction that came to its commit does. */
  readonly keepsCount: boolean;
  /** Why that could not be undone to its end; null where it could. */
  readonly trouble: string | null;
}

export interface LookOptions {
  readonly nativeBinding?: string | undefined;
  /** Where the copies are made: it is made itself, and removed with them. One in the system's temporary folder unless said. */
  readonly folder?: string | undefined;
}

/**
 * Looks at copies of a file that this process does not have open, with and without what its journal undoes.
 * @throws {AspenError} DISK_FULL, IO_ERROR
 */
export function lookAtCopies<T>(
  path: string,
  { nativeBinding, folder = join(tmpdir(), `aspen-look-${randomUUID()}`) }: LookOptions,
  look: (copies: CopiesToLookAt) => T,
): T {
  onDisk(() => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  try {
    const asItStands = join(folder, `standing ${basename(path)}`);
    const undone = join(folder, basename(path));
    copyFile(path, asItStands);
    copyFile(asItStands, undone);
    copyFile(journalOf(path), journalOf(undone));
    const count = readCount(asItStands);
    // Another number stays only where the journal has none to put in its place.
    const other = ~count >>> 0;
    writeCount(undone, other);
    const trouble = undo(undone, nativeBinding);
    const found = readCount(undone);
    const keepsCount = found !== other;
    if (!keepsCount) writeCount(undone, count);
    const transactionsUndone = keepsCount ? (count - found) >>> 0 : 0;
    return look({ asItStands, undone, transactionsUndone, keepsCount, trouble });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function undo(path: string, nativeBinding: string | undefined): string | null {
  try {
    undoHalfDone(path, nativeBinding);
    return null;
  } catch (error) {
    if (!(error instanceof AspenError) || error.code !== 'CORRUPT') throw error;
    rmSync(journalOf(path), { force: true });
    return error.detail;
  }
}

/** Where in a database SQLite counts the transactions that changed it: four bytes, the highest first. */
const COUNT_AT = 24;

function readCount(path: string): number {
  const bytes = Buffer.alloc(4);
  inFile(path, 'r', (descriptor) => readSync(descriptor, bytes, 0, bytes.length, COUNT_AT));
  return bytes.readUInt32BE();
}

function writeCount(path: string, count: number): void {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(count);
  inFile(path, 'r+', (descriptor) => writeSync(descriptor, bytes, 0, bytes.length, COUNT_AT));
}

function inFile(path: string, flags: 'r' | 'r+', use: (descriptor: number) => void): void {
  const descriptor = openSync(path, flags);
  try {
    use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
