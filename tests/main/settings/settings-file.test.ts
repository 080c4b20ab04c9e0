import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultPreferences } from '../../../src/ipc/preferences.ts';
import { rememberGrove, shortFolder } from '../../../src/main/settings/recent-groves.ts';
import type { Settings } from '../../../src/main/settings/settings.ts';
import { SettingsFile } from '../../../src/main/settings/settings-file.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aspen-settings-'));
  path = join(folder, 'data', 'settings.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const defaults = (): Settings => ({
  writer: { id: '01HQ3K4N7Y8M2P5R6T9W0X1Z2A', name: 'Writer' },
  recentGroves: [],
  preferences: defaultPreferences,
  providers: [],
});
const unbroken = (reason: string) => {
  throw new Error(reason);
};

test('a first start makes the file and its folder', () => {
  SettingsFile.open(path, defaults, unbroken);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(defaults());
});

test('what was changed is there at the next start, and no partial file is left', () => {
  SettingsFile.open(path, defaults, unbroken).update((settings) =>
    rememberGrove(settings, '/a/b/c.aspen', 'c', 7, 'h'),
  );
  const again = SettingsFile.open(path, () => expect.unreachable(), unbroken);
  expect(again.current.recentGroves).toEqual([{ handle: 'h', path: '/a/b/c.aspen', name: 'c', openedAt: 7 }]);
  expect(readdirSync(join(folder, 'data'))).toEqual(['settings.json']);
});

test.each(['{ "writer": ', '[]', '{"writer":{"id":"short","name":"x"}}'])(
  'a broken file is kept aside, byte for byte: %s',
  (text) => {
    SettingsFile.open(path, defaults, unbroken);
    writeFileSync(path, text);
    const reasons: string[] = [];
    const file = SettingsFile.open(path, defaults, (reason) => reasons.push(reason));
    expect(file.current).toEqual(defaults());
    expect(reasons).toHaveLength(1);
    expect(readFileSync(join(folder, 'data', 'settings.broken.json'), 'utf8')).toBe(text);
  },
);

test('a grove opened again moves to the top and keeps its handle', () => {
  const one = rememberGrove(defaults(), '/a/one.aspen', 'one', 1, 'h1');
  const two = rememberGrove(one, '/a/two.aspen', 'two', 2, 'h2');
  const again = rememberGrove(two, '/a/one.aspen', 'one', 3, 'h3');
  expect(again.recentGroves.map(({ handle, openedAt }) => [handle, openedAt])).toEqual([
    ['h1', 3],
    ['h2', 2],
  ]);
});

test('a folder is shortened to its last two names', () => {
  expect(shortFolder('/home/mara/writing/novel/winter.aspen')).toBe('writing/novel');
});

test('a preference that a hand has broken is the default, and the others stay', () => {
  SettingsFile.open(path, defaults, unbroken);
  const stored = { ...defaults(), preferences: { textSize: 'large', leading: 2, sepia: true } };
  writeFileSync(path, JSON.stringify(stored));
  const { preferences } = SettingsFile.open(path, () => expect.unreachable(), unbroken).current;
  expect(preferences).toEqual({ ...defaultPreferences, leading: 2 });
});
