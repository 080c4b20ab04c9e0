import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeOnce } from '../../scripts/setup/make-once.mjs';

let cache: string;
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'make-once-'));
});
afterEach(() => rm(cache, { recursive: true }));

test('a folder is made once, by the first of two processes', async () => {
  let times = 0;
  const make = () =>
    makeOnce(
      'tool-1',
      async ({ result, scratch }) => {
        times += 1;
        writeFileSync(join(scratch, 'download'), 'big');
        writeFileSync(join(result, 'tool'), 'ready');
      },
      cache,
    );
  const [one, two] = await Promise.all([make(), make()]);
  expect(two).toBe(one);
  expect(times).toBe(1);
  expect(readFileSync(join(one, 'tool'), 'utf8')).toBe('ready');
  expect(readdirSync(cache).sort()).toEqual(['locks', 'tool-1']);
});

test('a failed attempt leaves nothing behind, and the next one tries again', async () => {
  const failing = makeOnce(
    'tool-1',
    async ({ result }) => {
      writeFileSync(join(result, 'half'), '');
      throw new Error('cut off');
    },
    cache,
  );
  await expect(failing).rejects.toThrow('cut off');
  expect(readdirSync(cache)).toEqual(['locks']);
  const folder = await makeOnce(
    'tool-1',
    async ({ result }) => writeFileSync(join(result, 'whole'), ''),
    cache,
  );
  expect(readdirSync(folder)).toEqual(['whole']);
});

test('the leftovers of a killed process are removed by the next one', async () => {
  mkdirSync(join(cache, 'tool-1.draft-4711', 'result'), { recursive: true });
  await makeOnce('tool-1', async () => {}, cache);
  expect(readdirSync(cache).sort()).toEqual(['locks', 'tool-1']);
});
