import fs, { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { moveIntoPlace } from '../../../src/main/backup/backup-folder.ts';
import { temporaryFolder } from '../../helpers/grove.ts';

/** What the disk is asked, in order; each is done as well. */
function watchDisk(): string[] {
  const asked: string[] = [];
  const { fsyncSync, renameSync } = fs;
  fs.fsyncSync = (descriptor) => {
    asked.push(fs.fstatSync(descriptor).isDirectory() ? 'sync the folder' : 'sync the file');
    fsyncSync(descriptor);
  };
  fs.renameSync = (from, to) => {
    asked.push('rename');
    renameSync(from, to);
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(fs, { fsyncSync, renameSync });
    syncBuiltinESMExports();
  });
  return asked;
}

test('a copy has its name when its bytes are on the disk, and then the name is there too', () => {
  const folder = temporaryFolder();
  const [partial, target] = [join(folder, 'copy.aspen.partial'), join(folder, 'copy.aspen')];
  writeFileSync(partial, 'a grove');
  const asked = watchDisk();
  moveIntoPlace(partial, target);
  expect(asked).toEqual(['sync the file', 'rename', 'sync the folder']);
  expect(existsSync(partial)).toBe(false);
  expect(readFileSync(target, 'utf8')).toBe('a grove');
});
