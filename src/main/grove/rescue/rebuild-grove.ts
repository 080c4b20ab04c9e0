import { basename, extname } from 'node:path';
import { AspenError } from '../../../core/errors.ts';
import type { GroveId } from '../../../core/ids.ts';
import type { NewGrove } from '../../store/connection/open-file.ts';
import { removePartial } from '../../store/connection/partial-file.ts';
import type { Redo, WrittenTransaction } from '../../store/connection/redo.ts';
import { type FileTransaction, isSameHead, type LogHead, type Store } from '../../store/connection/store.ts';
import { type CheckedCopy, writeChecked, writeCheckedCopy } from '../../store/copies/save-copy.ts';
import { hasHead } from '../../store/tables/log.ts';
import { closeSession } from '../../store/tables/sessions.ts';
import { listTrees } from '../../store/tables/trees.ts';
import { beginGrove, type SessionNote } from '../begin-grove.ts';
import type { BackupFile, BackupFolder } from '../copies/backup-folder.ts';
import { saveOrphanedDraft } from './save-orphaned-draft.ts';
import { type AllDrafts, type UncommittedDraft, writeDrafts } from './write-drafts.ts';

export interface Rebuilding extends Omit<AllDrafts, 'held'> {
  /** All that is typed and not committed, as it is now. */
  held(): readonly UncommittedDraft[];
  readonly groveId: GroveId;
  readonly name: string;
  /** Of the file that cannot be read any more. */
  readonly path: string;
  /** The log's last row, as it was known when the file was last read or written. */
  head(): LogHead;
  /** What was written to it of late. */
  readonly redo: Redo;
  readonly session: SessionNote;
  readonly folder: BackupFolder;
  /** Opens a grove's file as the program does. @throws {AspenError} what `openFile` throws */
  open(path: string, readonly?: boolean, create?: NewGrove): Store;
  /** What is wrong with a file of ours; empty where all holds. */
  check(path: string): Promise<readonly string[]>;
  /** Stops it; nothing is left of it then. */
  readonly signal: AbortSignal;
  warn(message: string): void;
}

export interface Rebuilt {
  /** When the backup was made that it grew out of, in milliseconds since 1970 UTC; null where there was none. */
  readonly backedUpAt: number | null;
  /** Everything is as it was; else what people wrote since is in branches, and what models wrote since is missing. */
  readonly isWhole: boolean;
  /** A draft has no place but a branch. */
  readonly isBranched: boolean;
}

/** A grove that is written anew and looked through, and not in its place yet. */
export interface RebuiltCopy {
  /**
   * Brings it to its place with all that is typed by now; what stands there is replaced. It is written again where more
   * was written to the grove meanwhile, as when its disk is back.
   * @throws {AspenError} as `rebuildGrove`
   */
  arrive(): Promise<Rebuilt>;
  /** Leaves nothing of it. */
  abandon(): void;
}

/** What a grove was written anew from, and how. */
interface Written {
  readonly copy: CheckedCopy;
  /** Of the grove, when this was begun. */
  readonly head: LogHead;
  readonly backedUpAt: number | null;
  readonly isWhole: boolean;
}

/**
 * Writes a grove anew whose file cannot be read any more: out of its newest backup and what was written since. What is
 * typed comes into it as it arrives.
 * @throws {AspenError} INVALID_ARGUMENT, DISK_FULL, IO_ERROR, READ_ONLY of the target; what `signal` is aborted with.
 *   Nothing of ours is left there then
 */
export async function rebuildGrove(target: string, rebuilding: Rebuilding): Promise<RebuiltCopy> {
  let written = await write(target, rebuilding);
  return {
    arrive: async () => {
      for (let head = rebuilding.head(); !isSameHead(written.head, head); head = rebuilding.head()) {
        written.copy.abandon();
        written = await write(target, rebuilding);
      }
      const { writer: person, idsAndClock, held } = rebuilding;
      let isBranched = false;
      written.copy.arrive((tx) => {
        const branched = held().filter((draft) => writeDrafts(tx, draft, person.id, idsAndClock));
        isBranched = branched.length > 0;
      });
      const { backedUpAt, isWhole } = written;
      return { backedUpAt, isWhole, isBranched };
    },
    abandon: () => written.copy.abandon(),
  };
}

async function write(target: string, rebuilding: Rebuilding): Promise<Written> {
  const { folder, groveId, path, signal, warn } = rebuilding;
  const head = rebuilding.head();
  const origin = folder.originOf(path);
  const all = folder.list(groveId);
  // A copy that was made by hand has the same id, and may have gone another way.
  const backups = [
    ...all.filter((backup) => backup.origin === origin),
    ...all.filter((backup) => backup.origin !== origin),
  ];
  for (const isWhole of [true, false]) {
    for (const backup of backups) {
      try {
        const copy = await rebuildFrom(rebuilding, backup, target, isWhole);
        return { copy, head, backedUpAt: backup.time, isWhole };
      } catch (error) {
        if (signal.aborted || isOfTarget(error)) throw error;
        warn(`the backup ${backup.name} is not enough: ${String(error)}`);
      }
    }
    try {
      const copy = await rebuildFromNothing(rebuilding, target, isWhole);
      return { copy, head, backedUpAt: null, isWhole };
    } catch (error) {
      if (!isWhole || signal.aborted || isOfTarget(error)) throw error;
      warn(`what was written is not all known: ${String(error)}`);
    }
  }
  throw new AspenError('IO_ERROR', `${basename(target)} could not be written`);
}

/** Another backup would not help. */
function isOfTarget(error: unknown): boolean {
  return error instanceof AspenError && ['DISK_FULL', 'READ_ONLY', 'INVALID_ARGUMENT'].includes(error.code);
}

async function rebuildFrom(
  rebuilding: Rebuilding,
  backup: BackupFile,
  target: string,
  whole: boolean,
): Promise<CheckedCopy> {
  const { folder, open, check, signal } = rebuilding;
  const store = open(backup.path, true);
  try {
    const copying = {
      store,
      target,
      open: (path: string) => open(path),
      complete: (tx: FileTransaction) => complete(rebuilding, tx, store.head.seq, whole),
      intoPlace: (partial: string, place: string) => folder.intoPlace(partial, place),
    };
    return await writeCheckedCopy(copying, check, signal);
  } finally {
    store.close();
  }
}

/** For a grove that was made a moment ago, or whose backups are gone. */
function rebuildFromNothing(rebuilding: Rebuilding, target: string, whole: boolean): Promise<CheckedCopy> {
  const { folder, open, groveId, name, idsAndClock, session, writer: person, check, signal } = rebuilding;
  const write = (partial: string) => {
    removePartial(partial);
    const made = open(partial, false, { id: groveId, name: name || basename(target, extname(target)) });
    try {
      made.transact((tx) => {
        if (!whole) {
          beginGrove(tx, { session, writer: person, idsAndClock });
          closeSession(tx, session.id);
        }
        complete(rebuilding, tx, 0, whole);
      });
      return made.head;
    } finally {
      made.close();
    }
  };
  const place = {
    target,
    open: (path: string) => open(path),
    intoPlace: (partial: string, there: string) => folder.intoPlace(partial, there),
  };
  return writeChecked(place, write, check, signal);
}

/** Writes into a copy what it lacks. @param from the last row of its log */
function complete(rebuilding: Rebuilding, tx: FileTransaction, from: number, whole: boolean): void {
  const { redo } = rebuilding;
  if (whole) {
    const head = rebuilding.head();
    const missing = redo.between(from, head.seq);
    if (missing === null) throw new AspenError('CORRUPT', 'not all that was written since is known');
    writeAgain(tx, missing);
    if (!hasHead(tx, head)) throw new AspenError('CORRUPT', 'it did not come to the same end');
  } else keepTexts(rebuilding, tx, redo.textsAfter(from));
}

function writeAgain(tx: FileTransaction, transactions: readonly WrittenTransaction[]): void {
  for (const { statements } of transactions) for (const statement of statements) statement.again(tx);
}

/** What was written since and has no place any more, in branches of the first tree. */
function keepTexts(
  { writer: person, idsAndClock }: Rebuilding,
  tx: FileTransaction,
  texts: readonly string[],
): void {
  const [tree] = listTrees(tx);
  if (tree === undefined || texts.length === 0) return;
  const left = texts.map((insert) => ({ nodeId: null, splice: { from: 0, to: 0, insert, spans: [] } }));
  const draft = { head: tree.rootPositionId, buffer: { text: '', spans: [] }, edits: [] };
  saveOrphanedDraft(tx, tree.id, person.id, { draft, above: [], left }, idsAndClock);
}
