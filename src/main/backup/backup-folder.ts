import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { sha256 } from '#sha256';
import type { GroveId } from '../../core/ids.ts';
import type { BackupFile, BackupFolder } from '../grove/copies/backup-folder.ts';

/**
 * `2026-11-21T15-42-35.123Z.1a2b3c4d.aspen`: the time of the backup and the file it was made from; with
 * `.replaced` before the extension if it was kept because that file was replaced.
 */
const NAME = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.([0-9a-f]{8})(\.replaced)?\.aspen$/;

const isId = (name: string) => /^[0-9A-Z]{26}$/.test(name);

/** Stores backups in the app's data folder, in a folder per grove id that only this user can read. */
export function openBackupFolder(folder: string): BackupFolder {
  const folderOf = (groveId: GroveId) => join(folder, groveId);
  return {
    groves: () => (existsSync(folder) ? (readdirSync(folder).filter(isId) as GroveId[]) : []),
    list: (groveId) => {
      const groveFolder = folderOf(groveId);
      if (!existsSync(groveFolder)) return [];
      const files = readdirSync(groveFolder).flatMap((name): readonly BackupFile[] => {
        const match = NAME.exec(name);
        if (match === null) return [];
        const [, day, hour, minute, second, origin = '', replaced] = match;
        const time = Date.parse(`${day}${hour}:${minute}:${second}`);
        const path = join(groveFolder, name);
        const stats = statSync(path, { throwIfNoEntry: false });
        return stats === undefined || Number.isNaN(time)
          ? []
          : [{ name, path, time, origin, isReplaced: replaced !== undefined, bytes: stats.size }];
      });
      return files.sort((a, b) => b.time - a.time);
    },
    originOf: (grovePath) => sha256(resolve(grovePath)).slice(0, 8),
    pathFor: (groveId, origin, time, isReplaced = false) => {
      const groveFolder = folderOf(groveId);
      mkdirSync(groveFolder, { recursive: true, mode: 0o700 });
      const name = `${new Date(time).toISOString().replaceAll(':', '-')}.${origin}`;
      return join(groveFolder, `${name}${isReplaced ? '.replaced' : ''}.aspen`);
    },
    remove: ({ path }) => unlinkSync(path),
    moveIntoPlace,
  };
}

/** Renames a file that nothing has open. Afterwards its bytes and its name are durable. */
export function moveIntoPlace(partial: string, target: string): void {
  sync(partial, 'r+');
  renameSync(partial, target);
  // Windows cannot sync folders; its file systems journal names themselves.
  if (process.platform !== 'win32') sync(dirname(target), 'r');
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
