import { hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { AspenError } from '../../core/errors.ts';
import type { Sha256 } from '../../core/ids.ts';
import { openFile } from '../store/connection/open-file.ts';
import { hasHead } from '../store/tables/log.ts';
import type { Inspection, InspectOptions } from './inspection.ts';
import type { WorkingCopies } from './working-copies.ts';

/** Bytes of two files compared at a time: a grove may not fit into memory. */
const CHUNK_SIZE = 1024 * 1024;

/** The inspection of a file with a journal beside it, and which of its two states to continue from. */
export interface ClassifiedJournal {
  readonly inspection: Inspection;
  readonly from: 'current' | 'rolledBack';
}

/**
 * Decides whether the journal beside a file belongs to its last transaction, which a crash interrupted, or is
 * an old one that a sync or restore tool put there and that would revert the file to an earlier state.
 *
 * SQLite counts the transactions that change a file in the file's first page, which every transaction writes
 * last, and the journal holds the original pages. Rolling back the last transaction therefore leaves the
 * count unchanged or decreases it by one, even if a power cut left only some of its pages on disk. And the
 * log becomes shorter by what the transaction wrote, or stays the same. If this does not hold, and the file
 * is consistent without the journal, it is never rolled back.
 *
 * @param inspect inspects a whole copy
 */
export function classifyJournal(
  copies: WorkingCopies,
  options: InspectOptions,
  inspect: (path: string) => Inspection,
): ClassifiedJournal {
  const { current, rolledBack, transactionsRolledBack, restoresCounter } = copies;
  const log = compareLogs(copies, options);
  const isCounted = transactionsRolledBack <= 1;
  // A transaction that did not reach its commit has changed nothing, or has left the file inconsistent.
  const isLast =
    isCounted && (restoresCounter || hasSameBytes(current, rolledBack)) && (log === null || log.goesOn);
  const rolledBackInspection = inspect(rolledBack);
  if (isLast && isConsistent(rolledBackInspection))
    return { inspection: rolledBackInspection, from: 'rolledBack' };

  const currentInspection = inspect(current);
  if (isConsistent(currentInspection))
    return { inspection: { kind: 'staleJournal', changes: log?.changes ?? null }, from: 'current' };
  // Neither state is consistent. The journal repairs what a crash interrupted, and only the journal can
  // repair a file that is not a grove without it.
  if (isCounted || currentInspection.kind !== 'damaged')
    return { inspection: rolledBackInspection, from: 'rolledBack' };
  return { inspection: currentInspection, from: 'current' };
}

/** An older version is checked after it has been migrated. */
function isConsistent({ kind }: Inspection): boolean {
  return kind === 'sound' || kind === 'older';
}

function hasSameBytes(one: string, other: string): boolean {
  const files = [one, other].map((path) => openSync(path, 'r'));
  const buffers = files.map(() => Buffer.alloc(CHUNK_SIZE));
  try {
    for (;;) {
      const [first, second] = files.map((file, at) => {
        const buffer = buffers[at] ?? Buffer.alloc(0);
        return buffer.subarray(0, readSync(file, buffer));
      });
      if (first === undefined || second === undefined || !first.equals(second)) return false;
      if (first.length === 0) return true;
    }
  } finally {
    for (const file of files) closeSync(file);
  }
}

/** The relation of the current file's log to that of the rolled-back one; null when one of them cannot be read. */
function compareLogs(
  { current, rolledBack }: WorkingCopies,
  options: InspectOptions,
): { readonly goesOn: boolean; readonly changes: number } | null {
  const before = readStore(rolledBack, options, ({ head }) => head);
  if (before === null) return null;
  return readStore(current, options, (store) => ({
    goesOn: hasHead(store, before),
    changes: store.head.seq - before.seq,
  }));
}

type OpenedStore = ReturnType<typeof openFile>;

function readStore<T>(
  path: string,
  { migrations, nativeBinding }: InspectOptions,
  read: (store: OpenedStore) => T,
): T | null {
  try {
    const store = openFile(path, {
      migrations,
      now: () => 0,
      sha256: (text) => hash('sha256', text, 'hex') as Sha256,
      readonly: true,
      allowOlder: true,
      ...(nativeBinding === undefined ? {} : { nativeBinding }),
    });
    try {
      return read(store);
    } finally {
      store.close();
    }
  } catch (error) {
    if (error instanceof AspenError) return null;
    throw error;
  }
}
