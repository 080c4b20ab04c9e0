/** The list of backups. */
import { countOf } from '../plural.ts';

export const OPEN_A_COPY = 'Open a copy from…';
export const BACKUPS = 'Backups';
export const NO_BACKUPS =
  'There are no backups yet. One is made when a grove is closed, and every half hour while it changes.';
export const CHOOSE_BACKUP =
  'You choose where to save the copy. It opens as a separate grove; the current grove and its backups do not change.';

interface BackupContents {
  readonly nodes: number;
  readonly trees: number;
  /** Made before another file took the place of the grove's. */
  readonly isReplaced: boolean;
}

export function backupContents({ nodes, trees, isReplaced }: BackupContents): string {
  return `${countOf(nodes, 'node')} in ${countOf(trees, 'tree')}${isReplaced ? ', before the file was replaced' : ''}`;
}

const KILO = 1_000;

/** `340 KB`, `1.2 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < KILO * KILO) return `${Math.ceil(bytes / KILO).toLocaleString('en')} KB`;
  const megabytes = bytes / KILO / KILO;
  return `${megabytes.toLocaleString('en', { maximumFractionDigits: megabytes < 10 ? 1 : 0 })} MB`;
}
