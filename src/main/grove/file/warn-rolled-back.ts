import { sha256 } from '#sha256';
import { AspenError } from '../../../core/errors.ts';
import { GROVE_DIVERGED, GROVE_OLDER, rolledBackDetail } from '../../../ui-text/overwritten.ts';
import type { Store } from '../../store/connection/store.ts';
import { getGrove } from '../../store/tables/grove.ts';
import { readState } from '../../store/tables/grove-state.ts';
import { hasHead } from '../../store/tables/log.ts';
import type { BackupFile, BackupFolder } from '../copies/backup-folder.ts';
import type { GroveNotices } from '../grove-notices.ts';
import type { KnownHead } from '../writing/recovery-journal.ts';

/** Number of the newest backups that are searched. */
const MAX_BACKUPS = 10;

export interface RolledBackOptions {
  readonly store: Store;
  /** The head that this computer knew of the file and the file lacks. */
  readonly known: KnownHead;
  readonly notices: GroveNotices;
  readonly folder: BackupFolder;
  /** Opens a backup for reading. @throws {AspenError} */
  open(path: string): Store;
}

/**
 * Warns that a file is older than it was on this computer, or has diverged, and names a backup that has what
 * is missing.
 */
export function warnRolledBack(options: RolledBackOptions): void {
  const { store, known, notices } = options;
  const isOlder = known.seq > store.head.seq || hasHead(store, known);
  const sentence = isOlder ? GROVE_OLDER : GROVE_DIVERGED;
  const backup = findBackup(options);
  const detail = rolledBackDetail(known.writtenAt, backup?.time);
  notices.add(sentence, { openBackup: (help) => help.runCommand('copies.openBackup') }, { detail });
}

/** The newest backup whose state is the known one, or whose log continues the known head if the file's does not. */
function findBackup({ store, known, folder, open }: RolledBackOptions): BackupFile | undefined {
  const isLogMissing = !hasHead(store, known);
  const has = (backup: Store) =>
    sha256(readState(backup)) === known.state || (isLogMissing && hasHead(backup, known));
  const backups = folder.list(getGrove(store).id).slice(0, MAX_BACKUPS);
  return backups.find(({ path }) => {
    try {
      const backup = open(path);
      try {
        return has(backup);
      } finally {
        backup.close();
      }
    } catch (error) {
      // A backup that is unreadable, or of an older version, does not help.
      if (error instanceof AspenError) return false;
      throw error;
    }
  });
}
