import { AspenError } from '../../core/errors.ts';
import type { GroveId } from '../../core/ids.ts';
import { hasHead } from '../store/log.ts';
import type { Store } from '../store/store.ts';
import type { BackupFile, BackupFolder } from './backup-folder.ts';
import type { GroveNotices } from './grove-notices.ts';
import type { KnownHead } from './recovery-journal.ts';

/** So many of the newest backups are looked at. */
const LOOKED_AT = 10;

export interface SetBack {
  readonly groveId: GroveId;
  /** What this computer knew of the file, which lacks it. */
  readonly known: KnownHead;
  /** How long the file's own log is. */
  readonly seq: number;
  readonly notices: GroveNotices;
  readonly folder: BackupFolder;
  /** Opens a backup for reading. @throws {AspenError} */
  open(path: string): Store;
}

/** Says that a file is older than it was on this computer, or went another way, and which backup has what is missing. */
export function tellSetBack({ groveId, known, seq, notices, folder, open }: SetBack): void {
  const backup = folder.list(groveId).slice(0, LOOKED_AT).find(has(known, open));
  const sentence =
    known.seq > seq
      ? 'This grove is older than it was on this computer.'
      : 'This grove lacks what was written on this computer.';
  const cause = 'A program that syncs or restores files may have put another copy in its place.';
  const rescue =
    backup === undefined
      ? 'None of the newest backups has it.'
      : `The backup of ${inWords(backup.time)} has it.`;
  const detail = `It was last written here on ${inWords(known.writtenAt)}, and that is not in this file. ${cause} ${rescue}`;
  notices.add(sentence, { openBackup: (help) => help.runCommand('copies.openBackup') }, { detail });
}

function has(known: KnownHead, open: SetBack['open']): (backup: BackupFile) => boolean {
  return ({ path }) => {
    try {
      const store = open(path);
      try {
        return hasHead(store, known);
      } finally {
        store.close();
      }
    } catch (error) {
      // One that cannot be read, or is of an older version, is no help.
      if (error instanceof AspenError) return false;
      throw error;
    }
  };
}

function inWords(time: number): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });
}
