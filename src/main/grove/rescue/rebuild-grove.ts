import { basename, extname } from 'node:path';
import { AspenError } from '../../../core/errors.ts';
import type { FileTransaction, WrittenTransaction } from '../../store/connection/file-transaction.ts';
import { isSameHead, type LogHead } from '../../store/connection/log-head.ts';
import type { NewGrove } from '../../store/connection/open-file.ts';
import { removePartial } from '../../store/connection/partial-file.ts';
import type { RedoLog } from '../../store/connection/redo-log.ts';
import type { Store } from '../../store/connection/store.ts';
import { type CheckedCopy, writeChecked, writeCheckedCopy } from '../../store/copies/save-copy.ts';
import { hasHead } from '../../store/tables/log.ts';
import { closeSession } from '../../store/tables/sessions.ts';
import { listTrees } from '../../store/tables/trees.ts';
import { beginGrove } from '../begin-grove.ts';
import type { BackupFile, BackupFolder } from '../copies/backup-folder.ts';
import type { GroveScope } from '../grove-scope.ts';
import { saveOrphanedDraft } from './save-orphaned-draft.ts';
import { writeDrafts } from './write-drafts.ts';

export interface RebuildOptions extends GroveScope {
  readonly name: string;
  /** The path of the unreadable file. */
  readonly path: string;
  /** Recent transactions of the file. */
  readonly redo: RedoLog;
  readonly folder: BackupFolder;
  /** Opens a grove's file as the program does. @throws {AspenError} what `openFile` throws */
  open(path: string, readonly?: boolean, create?: NewGrove): Store;
  /** The faults of one of our files; empty if there are none. */
  check(path: string): Promise<readonly string[]>;
  /** Cancels it; nothing is left behind. */
  readonly signal: AbortSignal;
}

export interface Rebuilt {
  /** Time of the backup it is based on, in milliseconds since 1970 UTC; null if there was none. */
  readonly backedUpAt: number | null;
  /** Nothing is missing; otherwise human text written since is in branches, and model text written since is lost. */
  readonly isWhole: boolean;
  /** A draft only fitted as a branch. */
  readonly isBranched: boolean;
}

/** A rebuilt and checked copy of a grove that is not at its target yet. */
export interface RebuiltCopy {
  /**
   * Writes all unsaved text into the copy and moves it to its target, replacing any file there. If the grove
   * was written meanwhile, as when its disk is back, the copy is rebuilt first.
   * @throws {AspenError} as `rebuildGrove`
   */
  moveIntoPlace(): Promise<Rebuilt>;
  /** Deletes the copy. */
  discard(): void;
}

/** A rebuilt copy and its base. */
interface Attempt {
  readonly copy: CheckedCopy;
  /** The grove's head when the rebuild started. */
  readonly head: LogHead;
  readonly backedUpAt: number | null;
  readonly isWhole: boolean;
}

/**
 * Rebuilds a grove whose file is unreadable from its newest backup and what was written since. Unsaved text
 * is added when the copy moves to its target.
 * @throws {AspenError} INVALID_ARGUMENT, DISK_FULL, IO_ERROR, READ_ONLY of the target; the reason of
 *   `signal`. Then nothing of ours is left at the target
 */
export async function rebuildGrove(target: string, options: RebuildOptions): Promise<RebuiltCopy> {
  let attempt = await write(target, options);
  return {
    moveIntoPlace: async () => {
      for (let head = options.store.head; !isSameHead(attempt.head, head); head = options.store.head) {
        attempt.copy.discard();
        attempt = await write(target, options);
      }
      const { writerId, idsAndClock, sessions } = options;
      let isBranched = false;
      attempt.copy.moveIntoPlace((tx) => {
        const branched = sessions.drafts.filter((draft) => writeDrafts(tx, draft, writerId, idsAndClock));
        isBranched = branched.length > 0;
      });
      const { backedUpAt, isWhole } = attempt;
      return { backedUpAt, isWhole, isBranched };
    },
    discard: () => attempt.copy.discard(),
  };
}

async function write(target: string, options: RebuildOptions): Promise<Attempt> {
  const { folder, groveId, path, signal, warn } = options;
  const { head } = options.store;
  const origin = folder.originOf(path);
  // Backups made because a file was replaced need not be this grove.
  const all = folder.list(groveId).filter(({ isReplaced }) => !isReplaced);
  // A manual copy has the same grove id and may have diverged, so try the backups of this file first.
  const backups = [
    ...all.filter((backup) => backup.origin === origin),
    ...all.filter((backup) => backup.origin !== origin),
  ];
  for (const isWhole of [true, false]) {
    for (const backup of backups) {
      try {
        const copy = await rebuildFrom(options, backup, target, isWhole);
        return { copy, head, backedUpAt: backup.time, isWhole };
      } catch (error) {
        if (signal.aborted || isTargetError(error)) throw error;
        warn(`the backup ${backup.name} cannot be used: ${String(error)}`);
      }
    }
    try {
      const copy = await rebuildFromNothing(options, target, isWhole);
      return { copy, head, backedUpAt: null, isWhole };
    } catch (error) {
      if (!isWhole || signal.aborted || isTargetError(error)) throw error;
      warn(`recent transactions are not fully known: ${String(error)}`);
    }
  }
  throw new AspenError('IO_ERROR', `${basename(target)} could not be written`);
}

/** The target failed: another backup would not help. */
function isTargetError(error: unknown): boolean {
  return error instanceof AspenError && ['DISK_FULL', 'READ_ONLY', 'INVALID_ARGUMENT'].includes(error.code);
}

async function rebuildFrom(
  options: RebuildOptions,
  backup: BackupFile,
  target: string,
  isWhole: boolean,
): Promise<CheckedCopy> {
  const { folder, open, check, signal } = options;
  const store = open(backup.path, true);
  try {
    const copyOptions = {
      store,
      target,
      open: (path: string) => open(path),
      writePending: (tx: FileTransaction) => complete(options, tx, store.head.seq, isWhole),
      moveIntoPlace: (partial: string, path: string) => folder.moveIntoPlace(partial, path),
    };
    return await writeCheckedCopy(copyOptions, check, signal);
  } finally {
    store.close();
  }
}

/** For a grove that was just created, or whose backups are gone. */
function rebuildFromNothing(options: RebuildOptions, target: string, isWhole: boolean): Promise<CheckedCopy> {
  const { folder, open, groveId, name, idsAndClock, session, writer, check, signal } = options;
  const write = (partial: string) => {
    removePartial(partial);
    const made = open(partial, false, { id: groveId, name: name || basename(target, extname(target)) });
    try {
      made.transact((tx) => {
        if (!isWhole) {
          beginGrove(tx, { session, writer, idsAndClock }, []);
          closeSession(tx, session.id);
        }
        complete(options, tx, 0, isWhole);
      });
      return made.head;
    } finally {
      made.close();
    }
  };
  const destination = {
    target,
    open: (path: string) => open(path),
    moveIntoPlace: (partial: string, to: string) => folder.moveIntoPlace(partial, to),
  };
  return writeChecked(destination, write, check, signal);
}

/** Adds the missing parts to a copy. @param from the `seq` of the copy's last log row */
function complete(options: RebuildOptions, tx: FileTransaction, from: number, isWhole: boolean): void {
  const { redo } = options;
  if (isWhole) {
    const { head } = options.store;
    const missing = redo.between(from, head.seq);
    if (missing === null)
      throw new AspenError('CORRUPT', 'the transactions since the backup are not fully known');
    replay(tx, missing);
    if (!hasHead(tx, head)) throw new AspenError('CORRUPT', 'the replayed log ended in a different head');
  } else saveTexts(options, tx, redo.textsAfter(from));
}

function replay(tx: FileTransaction, transactions: readonly WrittenTransaction[]): void {
  for (const { statements } of transactions) for (const statement of statements) statement.rerun(tx);
}

/** Saves texts that were written since the backup as branches of the first tree. */
function saveTexts(
  { writerId, idsAndClock }: RebuildOptions,
  tx: FileTransaction,
  texts: readonly string[],
): void {
  const [tree] = listTrees(tx);
  if (tree === undefined || texts.length === 0) return;
  const unapplied = texts.map((insert) => ({ nodeId: null, splice: { from: 0, to: 0, insert, spans: [] } }));
  const draft = { head: tree.rootPositionId, buffer: { text: '', spans: [] }, edits: [] };
  saveOrphanedDraft(tx, tree.id, writerId, { draft, above: [], unapplied }, idsAndClock);
}
