import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from '../../scripts/setup/lock.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('work with the same name runs one at a time, and the lock is deleted afterwards', async () => {
  const events: string[] = [];
  const work = (name: string) => async () => {
    events.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    events.push(`${name} ends`);
  };
  await Promise.all([withLock('build', work('one'), folder), withLock('build', work('two'), folder)]);
  expect(events).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
  expect(existsSync(join(folder, 'build'))).toBe(false);
});

test('the lock is released when work fails', async () => {
  const failing = withLock('build', () => Promise.reject(new Error('no space')), folder);
  await expect(failing).rejects.toThrow('no space');
  await expect(withLock('build', async () => 'done', folder)).resolves.toBe('done');
});

test('the lock of a killed process is taken over', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(join(folder, 'build'), String(pid));
  await expect(withLock('build', async () => 'done', folder)).resolves.toBe('done');
});

test('a lock that was not refreshed is taken over, even if its process id is in use again', async () => {
  const lock = join(folder, 'build');
  writeFileSync(lock, String(process.pid));
  const twoMinutesAgo = new Date(Date.now() - 120_000);
  utimesSync(lock, twoMinutesAgo, twoMinutesAgo);
  await expect(withLock('build', async () => 'done', folder)).resolves.toBe('done');
});
