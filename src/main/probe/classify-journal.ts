import { hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { AspenError } from '../../core/errors.ts';
import type { Sha256 } from '../../core/ids.ts';
import { openFile } from '../store/connection/open-file.ts';
import { hasHead } from '../store/tables/log.ts';
import type { CopiesToLookAt } from './copy-to-look-at.ts';
import type { Inspection, InspectOptions } from './inspect.ts';

/** So many bytes of two files are compared at a time: a grove may be larger than what fits into memory. */
const PIECE = 1024 * 1024;

/** What a file with a journal beside it is like, and which of its two states is the one to go on from. */
export interface ClassifiedJournal {
  readonly inspection: Inspection;
  readonly from: 'asItStands' | 'undone';
}

/**
 * Whether the journal beside a file undoes the file's last transaction, which a crash cut short, or is an old one that
 * was put back there (by what syncs or restores files), and would set the file back to what it was long ago.
 *
 * SQLite counts the transactions that change a file in its first page, which every transaction changes last, and its
 * journal keeps the pages as they were: undoing the last transaction leaves the count, or takes one from it. So it is even
 * where a power cut left some of its pages on the disk and not others. And the log is longer by what the transaction
 * wrote, or the same. A file that holds together without its journal and of which this is not so is never undone.
 *
 * @param inspect looks at all of a copy
 */
export function classifyJournal(
  copies: CopiesToLookAt,
  options: InspectOptions,
  inspect: (path: string) => Inspection,
): ClassifiedJournal {
  const { asItStands, undone, transactionsUndone, keepsCount } = copies;
  const log = compareLogs(copies, options);
  const isCounted = transactionsUndone <= 1;
  // A transaction that never came to its commit has changed nothing, or has left the file in pieces.
  const isLast = isCounted && (keepsCount || isSameBytes(asItStands, undone)) && (log === null || log.goesOn);
  const undoing = inspect(undone);
  if (isLast && holdsTogether(undoing)) return { inspection: undoing, from: 'undone' };

  const standing = inspect(asItStands);
  if (holdsTogether(standing))
    return { inspection: { kind: 'staleJournal', changes: log?.changes ?? null }, from: 'asItStands' };
  // Neither is as it should be. What a crash cut short is mended by its journal; what is no grove without it, only by that.
  if (isCounted || standing.kind !== 'damaged') return { inspection: undoing, from: 'undone' };
  return { inspection: standing, from: 'asItStands' };
}

/** One of an older version is looked at when it has been brought up to date. */
function holdsTogether({ kind }: Inspection): boolean {
  return kind === 'sound' || kind === 'older';
}

function isSameBytes(one: string, other: string): boolean {
  const files = [one, other].map((path) => openSync(path, 'r'));
  const pieces = files.map(() => Buffer.alloc(PIECE));
  try {
    for (;;) {
      const [first, second] = files.map((file, at) => {
        const piece = pieces[at] ?? Buffer.alloc(0);
        return piece.subarray(0, readSync(file, piece));
      });
      if (first === undefined || second === undefined || !first.equals(second)) return false;
      if (first.length === 0) return true;
    }
  } finally {
    for (const file of files) closeSync(file);
  }
}

/** How the log of the file as it stands goes on from that of the file undone; null where one of them cannot be read. */
function compareLogs(
  { asItStands, undone }: CopiesToLookAt,
  options: InspectOptions,
): { readonly goesOn: boolean; readonly changes: number } | null {
  const before = readFrom(undone, options, ({ head }) => head);
  if (before === null) return null;
  return readFrom(asItStands, options, (store) => ({
    goesOn: hasHead(store, before),
    changes: store.head.seq - before.seq,
  }));
}

type Readable = ReturnType<typeof openFile>;

function readFrom<T>(
  path: string,
  { migrations, nativeBinding }: InspectOptions,
  read: (store: Readable) => T,
): T | null {
  try {
    const store = openFile(path, {
      migrations,
      now: () => 0,
      sha256: (text) => hash('sha256', text, 'hex') as Sha256,
      readonly: true,
      asItIs: true,
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
