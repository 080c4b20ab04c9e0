import { createHash } from 'node:crypto';
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
import type { GroveId } from '../../core/ids.ts';
import type { BackupFile, BackupFolder } from '../grove/copies/backup-folder.ts';

/** `2026-11-21T15-42-35.123Z.1a2b3c4d.aspen`: when it was made, and of which file. */
const NAME = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.([0-9a-f]{8})\.aspen$/;

const isId = (name: string) => /^[0-9A-Z]{26}$/.test(name);

/** Backups as files of the app's own data: a folder for each grove, by its id. They are this user's alone. */
export function openBackupFolder(folder: string): BackupFolder {
  const folderOf = (groveId: GroveId) => join(folder, groveId);
  return {
    groves: () => (existsSync(folder) ? (readdirSync(folder).filter(isId) as GroveId[]) : []),
    list: (groveId) => {
      const own = folderOf(groveId);
      if (!existsSync(own)) return [];
      const files = readdirSync(own).flatMap((name): readonly BackupFile[] => {
        const match = NAME.exec(name);
        if (match === null) return [];
        const [, day, hour, minute, second, origin = ''] = match;
        const time = Date.parse(`${day}${hour}:${minute}:${second}`);
        const path = join(own, name);
        const stats = statSync(path, { throwIfNoEntry: false });
        return stats === undefined || Number.isNaN(time)
          ? []
          : [{ name, path, time, origin, bytes: stats.size }];
      });
      return files.sort((a, b) => b.time - a.time);
    },
    originOf: (grovePath) => createHash('sha256').update(resolve(grovePath)).digest('hex').slice(0, 8),
    placeFor: (groveId, origin, time) => {
      const own = folderOf(groveId);
      mkdirSync(own, { recursive: true, mode: 0o700 });
      clearPartials(own, origin);
      return join(own, `${new Date(time).toISOString().replaceAll(':', '-')}.${origin}.aspen`);
    },
    remove: ({ path }) => unlinkSync(path),
    intoPlace,
  };
}

/** What a program that ended in the middle of a backup left there; a file has one backup at a time. */
function clearPartials(folder: string, origin: string): void {
  for (const name of readdirSync(folder))
    if (name.includes(`.${origin}.aspen.partial`)) unlinkSync(join(folder, name));
}

/** Brings a file that nothing has open to its place for good: its bytes, then its name, are on the disk after this. */
export function intoPlace(partial: string, target: string): void {
  sync(partial, 'r+');
  renameSync(partial, target);
  // Windows has no such thing as a folder that can be synced; its file systems log names themselves.
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
