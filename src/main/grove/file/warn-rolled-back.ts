import { AspenError } from '../../../core/errors.ts';
import type { Sha256 } from '../../../core/ids.ts';
import type { Store } from '../../store/connection/store.ts';
import { getGrove } from '../../store/tables/grove.ts';
import { readState } from '../../store/tables/grove-state.ts';
import { hasHead } from '../../store/tables/log.ts';
import type { BackupFile, BackupFolder } from '../copies/backup-folder.ts';
import type { GroveNotices } from '../grove-notices.ts';
import type { KnownHead } from '../writing/recovery-journal.ts';

/** So many of the newest backups are looked at. */
const LOOKED_AT = 10;

export interface RolledBack {
  readonly store: Store;
  /** What this computer knew of the file, which lacks it. */
  readonly known: KnownHead;
  sha256(text: string): Sha256;
  readonly notices: GroveNotices;
  readonly folder: BackupFolder;
  /** Opens a backup for reading. @throws {AspenError} */
  open(path: string): Store;
}

/** Says that a file is older than it was on this computer, or went another way, and which backup has what is missing. */
export function warnRolledBack(setBack: RolledBack): void {
  const { store, known, notices } = setBack;
  const isOlder = known.seq > store.head.seq || hasHead(store, known);
  const sentence = isOlder
    ? 'This grove is older than it was on this computer.'
    : 'This grove lacks what was written on this computer.';
  const backup = findBackup(setBack);
  const cause = 'A program that syncs or restores files may have put another copy in its place.';
  const rescue =
    backup === undefined
      ? 'None of the newest backups has it.'
      : `The backup of ${inWords(backup.time)} has it.`;
  const detail = `It was last written here on ${inWords(known.writtenAt)}, and that is not in this file. ${cause} ${rescue}`;
  notices.add(sentence, { openBackup: (help) => help.runCommand('copies.openBackup') }, { detail });
}

/** The newest that holds just what was known, or goes on from its log where the file's does not. */
function findBackup({ store, known, sha256, folder, open }: RolledBack): BackupFile | undefined {
  const isLogMissing = !hasHead(store, known);
  const has = (backup: Store) =>
    sha256(readState(backup)) === known.state || (isLogMissing && hasHead(backup, known));
  const backups = folder.list(getGrove(store).id).slice(0, LOOKED_AT);
  return backups.find(({ path }) => {
    try {
      const backup = open(path);
      try {
        return has(backup);
      } finally {
        backup.close();
      }
    } catch (error) {
      // One that cannot be read, or is of an older version, is no help.
      if (error instanceof AspenError) return false;
      throw error;
    }
  });
}

function inWords(time: number): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });
}
