import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { digestSources } from '../../scripts/build.ts';

let folder: string;
const digest = () => digestSources(folder, ['src', 'package.json', 'not-there']);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sources-'));
  mkdirSync(join(folder, 'src', 'core'), { recursive: true });
  writeFileSync(join(folder, 'src', 'core', 'ids.ts'), 'a');
  writeFileSync(join(folder, 'package.json'), '{}');
});
afterEach(() => rm(folder, { recursive: true }));

test('touching a file does not make a build stale', () => {
  const before = digest();
  utimesSync(join(folder, 'src', 'core', 'ids.ts'), new Date(0), new Date());
  expect(digest()).toBe(before);
});

test('changing, renaming, adding or deleting a file makes a build stale', () => {
  const seen = [digest()];
  const file = join(folder, 'src', 'core', 'ids.ts');
  const change = (work: () => void) => {
    work();
    seen.push(digest());
  };
  change(() => writeFileSync(file, 'b'));
  change(() => renameSync(file, join(folder, 'src', 'core', 'id.ts')));
  change(() => writeFileSync(file, ''));
  change(() => rmSync(join(folder, 'package.json')));
  expect(new Set(seen).size).toBe(seen.length);
});
