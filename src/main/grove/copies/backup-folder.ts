import type { GroveId } from '../../../core/ids.ts';

/** A backup as a file of the app's own data. */
export interface BackupFile {
  /** Of the file, which names it among those of its grove. */
  readonly name: string;
  readonly path: string;
  /** When it was made, in milliseconds since 1970 UTC. */
  readonly time: number;
  /** Which file it is of: a grove that was copied by hand has one id and two files. */
  readonly origin: string;
  readonly bytes: number;
}

/** Where backups are, and how a copy comes to its place for good. */
export interface BackupFolder {
  /** Those that have any. */
  groves(): readonly GroveId[];
  /** A grove's, of whatever file, newest first. */
  list(groveId: GroveId): readonly BackupFile[];
  /** What backups of the file at a path are told by. */
  originOf(grovePath: string): string;
  /** The path of a backup that is to be made; its folder is there after this. */
  placeFor(groveId: GroveId, origin: string, time: number): string;
  remove(file: BackupFile): void;
  /** Renames a file that nothing has open; its bytes and its name are on the disk after this. */
  intoPlace(partial: string, target: string): void;
}
