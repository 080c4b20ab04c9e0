import { basename, extname } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import type { GroveId } from '../../core/ids.ts';
import { findFileFaults } from '../store/integrity.ts';
import { hasHead } from '../store/log.ts';
import type { NewGrove } from '../store/open-file.ts';
import { beginPartial, removePartial } from '../store/partial-file.ts';
import type { Redo, WrittenTransaction } from '../store/redo.ts';
import { saveCopy } from '../store/save-copy.ts';
import { closeSession } from '../store/sessions.ts';
import type { LogHead, Store, Writer } from '../store/store.ts';
import { listTrees } from '../store/trees.ts';
import type { BackupFile, BackupFolder } from './backup-folder.ts';
import { beginGrove, type SessionNote } from './begin-grove.ts';
import { keepStranded } from './keep-stranded.ts';
import { type AllHeld, putHeld } from './put-held.ts';

export interface Rebuilding extends AllHeld {
  readonly groveId: GroveId;
  readonly name: string;
  /** Of the file that cannot be read any more. */
  readonly path: string;
  /** The log's last row, as it was known when the file was last read or written. */
  readonly head: LogHead;
  /** What was written to it of late. */
  readonly redo: Redo;
  readonly session: SessionNote;
  readonly folder: BackupFolder;
  /** Opens a grove's file as the program does. @throws {AspenError} what `openFile` throws */
  open(path: string, readonly?: boolean, create?: NewGrove): Store;
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

/**
 * Writes a grove anew whose file cannot be read any more: out of its newest backup, what was written since and what is
 * typed. What stands at `target` is replaced.
 * @throws {AspenError} INVALID_ARGUMENT, DISK_FULL, IO_ERROR, READ_ONLY of the target. Nothing of ours is left there then
 */
export function rebuildGrove(target: string, rebuilding: Rebuilding): Rebuilt {
  const { folder, groveId, path, warn } = rebuilding;
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
        const isBranched = rebuildFrom(rebuilding, backup, target, isWhole);
        return { backedUpAt: backup.time, isWhole, isBranched };
      } catch (error) {
        if (isOfTarget(error)) throw error;
        warn(`the backup ${backup.name} is not enough: ${String(error)}`);
      }
    }
    try {
      return { backedUpAt: null, isWhole, isBranched: rebuildFromNothing(rebuilding, target, isWhole) };
    } catch (error) {
      if (!isWhole || isOfTarget(error)) throw error;
      warn(`what was written is not all known: ${String(error)}`);
    }
  }
  throw new AspenError('IO_ERROR', `${basename(target)} could not be written`);
}

/** Another backup would not help. */
function isOfTarget(error: unknown): boolean {
  return error instanceof AspenError && ['DISK_FULL', 'READ_ONLY', 'INVALID_ARGUMENT'].includes(error.code);
}

function rebuildFrom(rebuilding: Rebuilding, backup: BackupFile, target: string, whole: boolean): boolean {
  const { folder, open } = rebuilding;
  const store = open(backup.path, true);
  let isBranched = false;
  try {
    saveCopy({
      store,
      target,
      open: (path) => open(path),
      complete: (writer) => {
        isBranched = complete(rebuilding, writer, store.head.seq, whole);
      },
      intoPlace: (partial, place) => folder.intoPlace(partial, place),
    });
  } finally {
    store.close();
  }
  return isBranched;
}

/** For a grove that was made a moment ago, or whose backups are gone. */
function rebuildFromNothing(rebuilding: Rebuilding, target: string, whole: boolean): boolean {
  const { folder, open, groveId, name, mint, session, writer: person } = rebuilding;
  const file = beginPartial(target);
  const partial = file.path;
  try {
    removePartial(partial);
    const made = open(partial, false, { id: groveId, name: name || basename(target, extname(target)) });
    let isBranched = false;
    try {
      isBranched = made.transact((writer) => {
        if (!whole) {
          beginGrove(writer, { session, writer: person, mint });
          closeSession(writer, session.id);
        }
        return complete(rebuilding, writer, 0, whole);
      });
      const [fault] = findFileFaults(made);
      if (fault !== undefined) throw new AspenError('CORRUPT', fault);
    } finally {
      made.close();
    }
    folder.intoPlace(partial, target);
    return isBranched;
  } finally {
    file.end();
  }
}

/** Writes into a copy what it lacks. @param from the last row of its log. @returns whether a draft is in a branch */
function complete(rebuilding: Rebuilding, writer: Writer, from: number, whole: boolean): boolean {
  const { head, redo, held, writer: person, mint } = rebuilding;
  if (whole) {
    const missing = redo.between(from, head.seq);
    if (missing === null) throw new AspenError('CORRUPT', 'not all that was written since is known');
    writeAgain(writer, missing);
    if (!hasHead(writer, head)) throw new AspenError('CORRUPT', 'it did not come to the same end');
  } else keepTexts(rebuilding, writer, redo.textsAfter(from));
  const branched = held.filter((draft) => putHeld(writer, draft, person.id, mint));
  return branched.length > 0;
}

function writeAgain(writer: Writer, transactions: readonly WrittenTransaction[]): void {
  for (const { statements } of transactions) for (const statement of statements) statement.again(writer);
}

/** What was written since and has no place any more, in branches of the first tree. */
function keepTexts({ writer: person, mint }: Rebuilding, writer: Writer, texts: readonly string[]): void {
  const [tree] = listTrees(writer);
  if (tree === undefined || texts.length === 0) return;
  const left = texts.map((insert) => ({ nodeId: null, splice: { from: 0, to: 0, insert, spans: [] } }));
  const draft = { head: tree.rootPositionId, buffer: { text: '', spans: [] }, edits: [] };
  keepStranded(writer, tree.id, person.id, { draft, above: [], left }, mint);
}
