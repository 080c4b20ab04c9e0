import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { GroveId } from '../../../src/core/ids.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { digestOf, MIGRATIONS, openGrove, temporaryFolder } from '../../helpers/grove.ts';

/** A grove of an older version is migrated only after a backup (`storage.md`, *Opening, in order*). */

/** A grove in the first version of the format, alone in its folder. */
function oldGrove(): string {
  const migrations = join(temporaryFolder(), 'migrations');
  mkdirSync(migrations);
  const name = '0010-grove-trees-nodes.sql';
  copyFileSync(join(MIGRATIONS, name), join(migrations, name));
  const path = join(temporaryFolder(), 'old.aspen');
  openGrove(path, {
    migrations,
    create: { id: '01KDXG00000000000000000000' as GroveId, name: 'Old' },
  }).close();
  return path;
}

/** A desk whose backup folder cannot be created, since there is a file in its place. */
function deskWithoutRoom(): HandlersDesk {
  const blocked = join(temporaryFolder(), 'backups');
  writeFileSync(blocked, '');
  return new HandlersDesk(join(temporaryFolder(), 'host.aspen'), 900_000, undefined, blocked);
}

function versionOf(path: string): unknown {
  const database = new Database(path, { readonly: true });
  try {
    return database.pragma('user_version', { simple: true });
  } finally {
    database.close();
  }
}

test('if no backup can be made, the file stays unchanged and the reason is given', async () => {
  const path = oldGrove();
  const before = digestOf(path);
  const { registry } = deskWithoutRoom();
  await expect(registry.open(path, false)).rejects.toMatchObject({
    code: 'NO_BACKUP',
    detail: expect.stringMatching(/^The backup folder cannot be used/),
  });
  expect(digestOf(path)).toBe(before);
  expect(readdirSync(dirname(path))).toEqual(['old.aspen']);
});

test('the writer can choose to migrate without a backup', async () => {
  const path = oldGrove();
  const { registry } = deskWithoutRoom();
  const grove = await registry.open(path, false, { withoutBackup: true });
  expect(grove.name).toBe('Old');
  await grove.close();
  expect(versionOf(path)).toBe(20);
});

test('a damaged file stays unchanged and is reported as damaged', async () => {
  const path = oldGrove();
  const bytes = readFileSync(path);
  const page = bytes.length - 4096;
  writeFileSync(path, bytes.fill(0xff, page));
  const before = digestOf(path);
  const host = new HandlersDesk(join(temporaryFolder(), 'host.aspen'), 900_000);
  await expect(host.registry.open(path, false)).rejects.toMatchObject({ code: 'CORRUPT' });
  expect(digestOf(path)).toBe(before);
});

test('a file found in place of a missing one is not migrated without a backup either', () => {
  const path = oldGrove();
  const before = digestOf(path);
  const { grove } = deskWithoutRoom();
  expect(() => grove.copies.open(path)).toThrow(/NO_BACKUP/);
  expect(digestOf(path)).toBe(before);
});
