import type { GroveId } from '../../../core/ids.ts';

/** A backup file in the app's data folder. */
export interface BackupFile {
  /** The file name, unique among the grove's backups. */
  readonly name: string;
  readonly path: string;
  /** When it was made, in milliseconds since 1970 UTC. */
  readonly time: number;
  /** The file that it is a backup of: manual copies of a grove share its id but are different files. */
  readonly origin: string;
  /** Kept because the file was about to be replaced, or had been (`storage.md`, *Overwritten in place*). */
  readonly isReplaced: boolean;
  readonly bytes: number;
}

/** The folder of backups, and how a finished copy moves to its target. */
export interface BackupFolder {
  /** The groves that have backups. */
  groves(): readonly GroveId[];
  /** The backups of a grove, whichever file they are of, newest first. */
  list(groveId: GroveId): readonly BackupFile[];
  /** The `origin` of backups of the file at a path. */
  originOf(grovePath: string): string;
  /** The path for a new backup; creates its folder. */
  pathFor(groveId: GroveId, origin: string, time: number, isReplaced?: boolean): string;
  remove(file: BackupFile): void;
  /** Renames a file that nothing has open; its bytes and name are synced to disk when it returns. */
  moveIntoPlace(partial: string, target: string): void;
}
