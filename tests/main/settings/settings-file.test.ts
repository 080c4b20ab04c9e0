import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultPreferences, type SettingsTrouble } from '../../../src/ipc/preferences.ts';
import { addRecentGrove, shortFolder } from '../../../src/main/settings/recent-groves.ts';
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
const unbroken = ({ sentence, detail }: SettingsTrouble) => {
  throw new Error(`${sentence} ${detail}`);
};
const open = (onTrouble: (trouble: SettingsTrouble) => void = unbroken) =>
  SettingsFile.open({ path, defaults, onTrouble });
/** With what was told on the way. */
const openTold = () => {
  const told: SettingsTrouble[] = [];
  return { file: open((trouble) => told.push(trouble)), told };
};
const kept = () => JSON.parse(readFileSync(path, 'utf8'));
const write = (text: string) => writeFileSync(path, text);
const writeSettings = (settings: object) => write(JSON.stringify({ ...defaults(), ...settings }));
const files = () => readdirSync(join(folder, 'data')).sort();
/** As on a computer where another writer would be made at a first start. */
const openAsAnother = () => {
  const told: SettingsTrouble[] = [];
  const another = () => ({ ...defaults(), writer: { id: '01HQ3K4N7Y8M2P5R6T9W0X1Z2B', name: 'Writer' } });
  return {
    file: SettingsFile.open({ path, defaults: another, onTrouble: (trouble) => told.push(trouble) }),
    told,
  };
};

test('a first start makes the file and its folder', () => {
  open();
  expect(kept()).toEqual(defaults());
});

test('what was changed is there at the next start, and no partial file is left', () => {
  open().update((settings) => addRecentGrove(settings, '/a/b/c.aspen', 'c', 7, 'h'));
  expect(open().current.recentGroves).toEqual([
    { handle: 'h', path: '/a/b/c.aspen', name: 'c', openedAt: 7 },
  ]);
  expect(files()).toEqual(['settings.json', 'settings.last.json']);
});

describe('a broken file', () => {
  test.each(['{ "writer": ', '[]', 'null', ''])('is kept aside, byte for byte: %s', (text) => {
    open();
    write(text);
    const { file, told } = openTold();
    expect(file.current).toEqual(defaults());
    expect(told).toHaveLength(1);
    expect(readFileSync(join(folder, 'data', 'settings.broken.json'), 'utf8')).toBe(text);
    expect(kept()).toEqual(defaults());
  });

  test('never takes the place of an earlier one', () => {
    open();
    for (const text of ['{', '{{', '{{{']) {
      write(text);
      openTold();
    }
    expect(files()).toEqual([
      'settings.broken-2.json',
      'settings.broken-3.json',
      'settings.broken.json',
      'settings.json',
      'settings.last.json',
    ]);
  });

  test('in the middle of someone’s work is left alone until the next change, and told once', () => {
    const { file, told } = openTold();
    file.update((settings) => ({ ...settings, preferences: { ...settings.preferences, leading: 2 } }));
    write('{ "preferences": { "textSize": 22');
    expect(file.reload()).toBe(false);
    expect(file.reload()).toBe(false);
    expect(told).toHaveLength(1);
    expect(file.current.preferences.leading).toBe(2);
    expect(files()).toEqual(['settings.json', 'settings.last.json']);
    file.update((settings) => ({ ...settings, preferences: { ...settings.preferences, measure: 60 } }));
    expect(files()).toEqual(['settings.broken.json', 'settings.json', 'settings.last.json']);
    expect(kept().preferences).toMatchObject({ leading: 2, measure: 60 });
  });
});

describe('a part that cannot be read', () => {
  test('falls back alone, is told by its name, and stays in the file until it is chosen anew', () => {
    open();
    writeSettings({ preferences: { textSize: 'large', leading: 2, theme: 'sepia' } });
    const { file, told } = openTold();
    expect(file.current.preferences).toEqual({ ...defaultPreferences, leading: 2 });
    expect(told.map(({ detail }) => detail)).toEqual([
      'In settings.json: preferences.theme, preferences.textSize.',
    ]);
    file.update((settings) => ({ ...settings, preferences: { ...settings.preferences, theme: 'dark' } }));
    expect(kept().preferences).toMatchObject({ textSize: 'large', leading: 2, theme: 'dark' });
    expect(files()).toEqual(['settings.json', 'settings.last.json']);
  });

  test('may be one service of several: the others hold, and it stays in the file', () => {
    open();
    const good = { id: 'here', name: 'Here', baseUrl: 'http://localhost:1234/v1' };
    const broken = { id: 'Not an id', name: 'There' };
    writeSettings({ providers: [broken, good] });
    const { file, told } = openTold();
    expect(file.current.providers).toEqual([{ ...good, headers: {}, extra: {} }]);
    expect(told[0]?.detail).toContain('providers[0]');
    file.update((settings) => settings);
    expect(kept().providers).toEqual([{ ...good, headers: {}, extra: {} }, broken]);
  });

  test.each(['preferences', 'providers', 'recentGroves', 'window'])('may be all of %s', (name) => {
    open();
    writeSettings({ [name]: 7 });
    const { file, told } = openTold();
    expect(file.current).toEqual(defaults());
    expect(told[0]?.detail).toContain(name);
  });

  test('that is the writer leaves who wrote before, and the file is kept aside', () => {
    open();
    writeSettings({ writer: { id: 'short', name: 'Mara' }, preferences: { leading: 2 } });
    const { file } = openTold();
    expect(file.current.writer).toEqual(defaults().writer);
    expect(file.current.preferences.leading).toBe(2);
    expect(files()).toEqual(['settings.broken.json', 'settings.json', 'settings.last.json']);
    expect(kept().writer).toEqual(defaults().writer);
  });
});

describe('who writes stays the same, and finds drafts and places again,', () => {
  test.each([
    ['broken', () => write('{ "writer": ')],
    ['empty', () => write('')],
    ['gone', () => rmSync(path)],
    ['without a writer', () => write('{ "preferences": { "leading": 2 } }')],
    ['with a writer that is none', () => writeSettings({ writer: 'Mara' })],
  ])('when the file is %s', (_, harm) => {
    open();
    harm();
    expect(openAsAnother().file.current.writer).toEqual(defaults().writer);
    expect(openAsAnother().file.current.writer).toEqual(defaults().writer);
    expect(kept().writer).toEqual(defaults().writer);
  });

  test('also where both the file and its copy are harmed one after the other', () => {
    open();
    write('{');
    openAsAnother();
    write('{ "preferences": {} }');
    openAsAnother();
    rmSync(path);
    expect(openAsAnother().file.current.writer).toEqual(defaults().writer);
  });
});

test('a file that is broken at the start leaves the settings as they were before it', () => {
  const provider = { id: 'here', name: 'Here', baseUrl: 'http://localhost:1234/v1', headers: {}, extra: {} };
  open().update((settings) => ({
    ...settings,
    preferences: { ...settings.preferences, leading: 2 },
    providers: [provider],
  }));
  write('{ "preferences": { broken');
  const { file, told } = openAsAnother();
  expect(told).toHaveLength(1);
  expect(file.current.preferences.leading).toBe(2);
  expect(file.current.providers).toEqual([provider]);
});

test('a copy that cannot be kept is told of, and the settings hold without it', () => {
  mkdirSync(join(folder, 'data', 'settings.last.json.partial'), { recursive: true });
  const { file, told } = openTold();
  expect(told.map(({ sentence }) => sentence)).toEqual([
    'The backup copy of the settings could not be saved. The settings themselves are in effect.',
  ]);
  expect(kept()).toEqual(file.current);
});

test('settings that cannot be written at a first start are told of, and hold', () => {
  mkdirSync(`${path}.partial`, { recursive: true });
  const { file, told } = openTold();
  expect(told.map(({ sentence }) => sentence)).toEqual([
    'The settings could not be saved. They stay in effect until you quit the program.',
  ]);
  expect(file.current).toEqual(defaults());
  rmSync(`${path}.partial`, { recursive: true });
  file.update((settings) => ({ ...settings, writer: { ...settings.writer, name: 'Mara' } }));
  expect(kept().writer).toEqual({ ...defaults().writer, name: 'Mara' });
});

test('a file that was taken away makes new settings', () => {
  open().update((settings) => ({ ...settings, preferences: { ...settings.preferences, leading: 2 } }));
  rmSync(path);
  expect(openAsAnother().file.current.preferences).toEqual(defaultPreferences);
});

test('what this version does not know stays in the file', () => {
  open();
  const provider = { id: 'here', name: 'Here', baseUrl: 'http://localhost:1234/v1', region: 'eu' };
  writeSettings({ preferences: { sepia: true }, providers: [provider], telepathy: { range: 3 } });
  const file = open();
  file.update((settings) => ({ ...settings, preferences: { ...settings.preferences, leading: 2 } }));
  expect(kept()).toMatchObject({
    telepathy: { range: 3 },
    preferences: { sepia: true, leading: 2 },
    providers: [provider],
  });
  expect(open().current).not.toHaveProperty('telepathy');
});

test('what a hand changes while the program runs holds when it is read again, and a change of ours keeps it', () => {
  const file = open();
  writeSettings({ preferences: { textSize: 24 } });
  expect(file.reload()).toBe(true);
  expect(file.reload()).toBe(false);
  expect(file.current.preferences.textSize).toBe(24);
  writeSettings({ preferences: { textSize: 25 } });
  file.update((settings) => ({ ...settings, preferences: { ...settings.preferences, leading: 2 } }));
  expect(kept().preferences).toMatchObject({ textSize: 25, leading: 2 });
});

test('a file that a hand has written in full, with little in it, is enough', () => {
  open();
  write(
    '\uFEFF{ "preferences": { "shortcuts": { "preset": "classic", "overrides": { "node.split": ["F9"] } } } }',
  );
  expect(open().current).toEqual({
    ...defaults(),
    preferences: {
      ...defaultPreferences,
      shortcuts: { preset: 'classic', overrides: { 'node.split': ['F9'] } },
    },
  });
});

test('a grove opened again moves to the top and keeps its handle', () => {
  const one = addRecentGrove(defaults(), '/a/one.aspen', 'one', 1, 'h1');
  const two = addRecentGrove(one, '/a/two.aspen', 'two', 2, 'h2');
  const again = addRecentGrove(two, '/a/one.aspen', 'one', 3, 'h3');
  expect(again.recentGroves.map(({ handle, openedAt }) => [handle, openedAt])).toEqual([
    ['h1', 3],
    ['h2', 2],
  ]);
});

test('a folder is shortened to its last two names', () => {
  expect(shortFolder('/home/mara/writing/novel/winter.aspen')).toBe('writing/novel');
});
