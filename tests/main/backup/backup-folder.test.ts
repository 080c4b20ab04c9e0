import fs, { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { moveIntoPlace } from '../../../src/main/backup/backup-folder.ts';
import { temporaryFolder } from '../../helpers/grove.ts';

/** Records disk operations in order, and performs them. */
function watchDisk(): string[] {
  const operations: string[] = [];
  const { fsyncSync, renameSync } = fs;
  fs.fsyncSync = (descriptor) => {
    operations.push(fs.fstatSync(descriptor).isDirectory() ? 'sync the folder' : 'sync the file');
    fsyncSync(descriptor);
  };
  fs.renameSync = (from, to) => {
    operations.push('rename');
    renameSync(from, to);
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(fs, { fsyncSync, renameSync });
    syncBuiltinESMExports();
  });
  return operations;
}

test('a copy is synced before it gets its name, and then its folder is synced', () => {
  const folder = temporaryFolder();
  const [partial, target] = [join(folder, 'copy.aspen.partial'), join(folder, 'copy.aspen')];
  writeFileSync(partial, 'a grove');
  const operations = watchDisk();
  moveIntoPlace(partial, target);
  expect(operations).toEqual(['sync the file', 'rename', 'sync the folder']);
  expect(existsSync(partial)).toBe(false);
  expect(readFileSync(target, 'utf8')).toBe('a grove');
});
