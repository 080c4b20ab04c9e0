import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultPreferences, type SettingsTrouble } from '../../../src/ipc/preferences.ts';
import {
  addRecentGrove,
  keepWindow,
  shortFolder,
  windowOf,
} from '../../../src/main/settings/recent-groves.ts';
import type { Settings } from '../../../src/main/settings/settings.ts';
import { SettingsFile } from '../../../src/main/settings/settings-file.ts';
import { runInChild } from '../../helpers/child.ts';

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
  noteDrafts: [],
});
const failOnTrouble = ({ sentence, detail }: SettingsTrouble) => {
  throw new Error(`${sentence} ${detail}`);
};
const open = (onTrouble: (trouble: SettingsTrouble) => void = failOnTrouble) =>
  SettingsFile.open({ path, defaults, onTrouble });
/** Also collects the problems reported while opening. */
const openWithProblems = () => {
  const problems: SettingsTrouble[] = [];
  return { file: open((trouble) => problems.push(trouble)), problems };
};
const saved = () => JSON.parse(readFileSync(path, 'utf8'));
const write = (text: string) => writeFileSync(path, text);
const writeSettings = (settings: object) => write(JSON.stringify({ ...defaults(), ...settings }));
const files = () => readdirSync(join(folder, 'data')).sort();
/** As on a computer where a first start would create another writer. */
const openAsAnother = () => {
  const problems: SettingsTrouble[] = [];
  const another = () => ({ ...defaults(), writer: { id: '01HQ3K4N7Y8M2P5R6T9W0X1Z2B', name: 'Writer' } });
  return {
    file: SettingsFile.open({ path, defaults: another, onTrouble: (trouble) => problems.push(trouble) }),
    problems,
  };
};

test('a first start creates the file and its folder', () => {
  open();
  expect(saved()).toEqual(defaults());
});

test('a change survives a restart and leaves no partial file', () => {
  open().update((settings) => addRecentGrove(settings, '/a/b/c.aspen', 'c', 7, 'h'));
  expect(open().current.recentGroves).toEqual([
    { handle: 'h', path: '/a/b/c.aspen', name: 'c', openedAt: 7 },
  ]);
  expect(files()).toEqual(['settings.json', 'settings.last.json']);
});

describe('a broken file', () => {
  const deep = `${'{"a":['.repeat(100_000)}${']}'.repeat(100_000)}`;
  test.each([
    '{ "writer": ',
    '[]',
    'null',
    '',
    '\0'.repeat(1_000),
    deep,
    `{ "telepathy": ${deep} }`,
    `{ "providers": [{ "id": "here", "name": "Here", "baseUrl": "", "extra": ${deep} }] }`,
    `{ "preferences": { "presets": ${deep} } }`,
  ])('is set aside byte for byte: %.40s', (text) => {
    open();
    write(text);
    const { file, problems } = openWithProblems();
    expect(file.current).toEqual(defaults());
    expect(problems).toHaveLength(1);
    expect(readFileSync(join(folder, 'data', 'settings.broken.json'), 'utf8')).toBe(text);
    expect(saved()).toEqual(defaults());
  });

  test('never replaces an earlier one', () => {
    open();
    for (const text of ['{', '{{', '{{{']) {
      write(text);
      openWithProblems();
    }
    expect(files()).toEqual([
      'settings.broken-2.json',
      'settings.broken-3.json',
      'settings.broken.json',
      'settings.json',
      'settings.last.json',
    ]);
  });

  test('while the program runs is left alone until the next change, and reported once', () => {
    const { file, problems } = openWithProblems();
    file.update((settings) => ({ ...settings, preferences: { ...settings.preferences, leading: 2 } }));
    write('{ "preferences": { "textSize": 22');
    expect(file.reload()).toBe(false);
    expect(file.reload()).toBe(false);
    expect(problems).toHaveLength(1);
    expect(file.current.preferences.leading).toBe(2);
    expect(files()).toEqual(['settings.json', 'settings.last.json']);
    file.update((settings) => ({ ...settings, preferences: { ...settings.preferences, measure: 60 } }));
    expect(files()).toEqual(['settings.broken.json', 'settings.json', 'settings.last.json']);
    expect(saved().preferences).toMatchObject({ leading: 2, measure: 60 });
  });
});

test('a folder in place of the file is kept under the name that the report gives', () => {
  open();
  rmSync(path);
  mkdirSync(join(path, 'inside'), { recursive: true });
  const { file, problems } = openWithProblems();
  expect(problems).toEqual([
    {
      sentence: 'The settings file could not be read. The previous settings stay in effect.',
      detail: 'It will be kept as settings.broken.json when the settings are next saved.',
    },
  ]);
  expect(file.current).toEqual(defaults());
  expect(saved()).toEqual(defaults());
  expect(readdirSync(join(folder, 'data', 'settings.broken.json'))).toEqual(['inside']);
});

describe('a disk that cannot be written', () => {
  /** Blocks the temporary name of a file, so that it cannot be written. */
  const block = (name: string) => {
    const partial = join(folder, 'data', `${name}.partial`);
    mkdirSync(partial, { recursive: true });
    return () => rmSync(partial, { recursive: true });
  };
  const NOT_SAVED = 'The settings could not be saved. They stay in effect until you quit the program.';
  const withLeading = (leading: number) => (settings: Settings) => ({
    ...settings,
    preferences: { ...settings.preferences, leading },
  });

  test('leaves changes in effect, reports that once, and they are saved once there is room', () => {
    const { file, problems } = openWithProblems();
    const unblock = block('settings.json');
    file.update(withLeading(2));
    file.update((settings) => ({ ...settings, preferences: { ...settings.preferences, measure: 60 } }));
    expect(problems.map(({ sentence }) => sentence)).toEqual([NOT_SAVED]);
    expect(file.reload()).toBe(false);
    expect(file.current.preferences).toMatchObject({ leading: 2, measure: 60 });
    expect(saved()).toEqual(defaults());
    unblock();
    file.reload();
    expect(saved().preferences).toMatchObject({ leading: 2, measure: 60 });
    block('settings.json');
    file.update(withLeading(2.4));
    expect(problems).toHaveLength(2);
  });

  test.each([
    ['a broken file', '{ "preferences": '],
    ['a file with an invalid writer', '{ "writer": "Mara", "preferences": { "leading": 2 } }'],
  ])('keeps %s until it can be kept under the name that was reported', (_, text) => {
    open();
    write(text);
    const unblock = block('settings.broken.json');
    const { file, problems } = openWithProblems();
    expect(problems.map(({ sentence }) => sentence)).toContain(NOT_SAVED);
    expect(file.current.writer).toEqual(defaults().writer);
    expect(readFileSync(path, 'utf8')).toBe(text);
    unblock();
    file.update(withLeading(1.8));
    expect(readFileSync(join(folder, 'data', 'settings.broken.json'), 'utf8')).toBe(text);
    expect(saved()).toMatchObject({ writer: defaults().writer, preferences: { leading: 1.8 } });
  });

  test('does not cut the file short when there is only room for a part of it', () => {
    open();
    const { output } = runInChild(
      `import { writePrivateFile } from './src/main/settings/write-private-file.ts';
       try { writePrivateFile(${JSON.stringify(path)}, 'a'.repeat(100_000)); } catch (error) { console.log(error.code); }`,
      'trap "" XFSZ; ulimit -f 8',
    );
    expect(output.trim()).toBe('EFBIG');
    expect(saved()).toEqual(defaults());
    expect(files()).toEqual(['settings.json', 'settings.last.json']);
  });
});

describe('an invalid part', () => {
  test.each([
    ['window', { width: 1e308, height: 800, maximized: false }],
    ['window', { width: 0.5, height: 800, maximized: false }],
    ['window', { x: 1e15, y: 0, width: 800, height: 800, maximized: false }],
    ['recentGroves[0]', [{ handle: 'h', path: '/a.aspen', name: 'a', openedAt: 1e300 }]],
    ['recentGroves[0]', [{ handle: 'h', path: '/a.aspen', name: 'a'.repeat(100_000), openedAt: 1 }]],
    ['writer', { id: '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', name: 'Writer' }],
    ['writer', { id: defaults().writer.id, name: 'a'.repeat(100_000) }],
    ['preferences.textSize', { textSize: 1e308 }],
    ['preferences.theme', { theme: 'toString' }],
    ['preferences.presets', { presets: [{ parameters: { extra: 5 } }] }],
  ])('that would harm the program or groves is reset: %s', (name, value) => {
    open();
    const [key = ''] = name.split(/[.[]/);
    writeSettings({ [key]: value });
    const { file, problems } = openWithProblems();
    expect(file.current).toEqual(defaults());
    expect(problems.map(({ detail }) => detail)).toEqual([`In settings.json: ${name}.`]);
  });

  test('may be a second provider of the same id, and stays in the file', () => {
    open();
    const [one, other] = ['http://localhost:1/v1', 'http://localhost:2/v1'].map((baseUrl) => ({
      id: 'here',
      name: 'Here',
      baseUrl,
    }));
    writeSettings({ providers: [one, other] });
    const { file, problems } = openWithProblems();
    expect(file.current.providers).toMatchObject([one]);
    expect(problems[0]?.detail).toContain('providers[1]');
    file.update((settings) => settings);
    expect(saved().providers).toMatchObject([one, other]);
  });

  test('is not a property that every object has', () => {
    open();
    write(
      `{ "__proto__": { "providers": 5 }, "writer": ${JSON.stringify(defaults().writer)}, "preferences": { "__proto__": { "textSize": 30 }, "constructor": 5 } }`,
    );
    const { file } = openWithProblems();
    expect(file.current.preferences.textSize).toBe(defaultPreferences.textSize);
    file.update((settings) => settings);
    expect(open().current).toEqual(defaults());
  });

  test('alone falls back to its default, is reported by name, and stays in the file until it is set again', () => {
    open();
    writeSettings({ preferences: { textSize: 'large', leading: 2, theme: 'sepia' } });
    const { file, problems } = openWithProblems();
    expect(file.current.preferences).toEqual({ ...defaultPreferences, leading: 2 });
    expect(problems.map(({ detail }) => detail)).toEqual([
      'In settings.json: preferences.theme, preferences.textSize.',
    ]);
    file.update((settings) => ({ ...settings, preferences: { ...settings.preferences, theme: 'dark' } }));
    expect(saved().preferences).toMatchObject({ textSize: 'large', leading: 2, theme: 'dark' });
    expect(files()).toEqual(['settings.json', 'settings.last.json']);
  });

  test('may be one of several providers: the others work, and it stays in the file', () => {
    open();
    const good = { id: 'here', name: 'Here', baseUrl: 'http://localhost:1234/v1' };
    const broken = { id: 'Not an id', name: 'There' };
    writeSettings({ providers: [broken, good] });
    const { file, problems } = openWithProblems();
    expect(file.current.providers).toEqual([{ ...good, headers: {}, extra: {} }]);
    expect(problems[0]?.detail).toContain('providers[0]');
    file.update((settings) => settings);
    expect(saved().providers).toEqual([{ ...good, headers: {}, extra: {} }, broken]);
  });

  test.each(['preferences', 'providers', 'recentGroves', 'window'])('may be all of %s', (name) => {
    open();
    writeSettings({ [name]: 7 });
    const { file, problems } = openWithProblems();
    expect(file.current).toEqual(defaults());
    expect(problems[0]?.detail).toContain(name);
  });

  test('that is the writer keeps the previous writer, and the file is set aside', () => {
    open();
    writeSettings({ writer: { id: 'short', name: 'Mara' }, preferences: { leading: 2 } });
    const { file } = openWithProblems();
    expect(file.current.writer).toEqual(defaults().writer);
    expect(file.current.preferences.leading).toBe(2);
    expect(files()).toEqual(['settings.broken.json', 'settings.json', 'settings.last.json']);
    expect(saved().writer).toEqual(defaults().writer);
  });
});

describe('the writer stays the same, with drafts and positions,', () => {
  test.each([
    ['broken', () => write('{ "writer": ')],
    ['empty', () => write('')],
    ['gone', () => rmSync(path)],
    ['without a writer', () => write('{ "preferences": { "leading": 2 } }')],
    ['with an invalid writer', () => writeSettings({ writer: 'Mara' })],
  ])('when the file is %s', (_, damage) => {
    open();
    damage();
    expect(openAsAnother().file.current.writer).toEqual(defaults().writer);
    expect(openAsAnother().file.current.writer).toEqual(defaults().writer);
    expect(saved().writer).toEqual(defaults().writer);
  });

  test('even if the file and its copy break one after the other', () => {
    open();
    write('{');
    openAsAnother();
    write('{ "preferences": {} }');
    openAsAnother();
    rmSync(path);
    expect(openAsAnother().file.current.writer).toEqual(defaults().writer);
  });
});

test('a file that is broken at the start keeps the previous settings', () => {
  const provider = { id: 'here', name: 'Here', baseUrl: 'http://localhost:1234/v1', headers: {}, extra: {} };
  open().update((settings) => ({
    ...settings,
    preferences: { ...settings.preferences, leading: 2 },
    providers: [provider],
  }));
  write('{ "preferences": { broken');
  const { file, problems } = openAsAnother();
  expect(problems).toHaveLength(1);
  expect(file.current.preferences.leading).toBe(2);
  expect(file.current.providers).toEqual([provider]);
});

test('a copy that cannot be saved is reported, and the settings work without it', () => {
  mkdirSync(join(folder, 'data', 'settings.last.json.partial'), { recursive: true });
  const { file, problems } = openWithProblems();
  expect(problems.map(({ sentence }) => sentence)).toEqual([
    'The backup copy of the settings could not be saved. The settings themselves are in effect.',
  ]);
  expect(saved()).toEqual(file.current);
});

test('settings that cannot be written at a first start are reported, and work', () => {
  mkdirSync(`${path}.partial`, { recursive: true });
  const { file, problems } = openWithProblems();
  expect(problems.map(({ sentence }) => sentence)).toEqual([
    'The settings could not be saved. They stay in effect until you quit the program.',
  ]);
  expect(file.current).toEqual(defaults());
  rmSync(`${path}.partial`, { recursive: true });
  file.update((settings) => ({ ...settings, writer: { ...settings.writer, name: 'Mara' } }));
  expect(saved().writer).toEqual({ ...defaults().writer, name: 'Mara' });
});

test('deleting the file resets the settings', () => {
  open().update((settings) => ({ ...settings, preferences: { ...settings.preferences, leading: 2 } }));
  rmSync(path);
  expect(openAsAnother().file.current.preferences).toEqual(defaultPreferences);
});

test('fields that this version does not know stay in the file', () => {
  open();
  const provider = { id: 'here', name: 'Here', baseUrl: 'http://localhost:1234/v1', region: 'eu' };
  writeSettings({ preferences: { sepia: true }, providers: [provider], telepathy: { range: 3 } });
  const file = open();
  file.update((settings) => ({ ...settings, preferences: { ...settings.preferences, leading: 2 } }));
  expect(saved()).toMatchObject({
    telepathy: { range: 3 },
    preferences: { sepia: true, leading: 2 },
    providers: [provider],
  });
  expect(open().current).not.toHaveProperty('telepathy');
});

test('an edit by hand takes effect on reload, and the program’s next change keeps it', () => {
  const file = open();
  writeSettings({ preferences: { textSize: 24 } });
  expect(file.reload()).toBe(true);
  expect(file.reload()).toBe(false);
  expect(file.current.preferences.textSize).toBe(24);
  writeSettings({ preferences: { textSize: 25 } });
  file.update((settings) => ({ ...settings, preferences: { ...settings.preferences, leading: 2 } }));
  expect(saved().preferences).toMatchObject({ textSize: 25, leading: 2 });
});

test('a short file written by hand is enough', () => {
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

test('a reopened grove moves to the top and keeps its handle', () => {
  const one = addRecentGrove(defaults(), '/a/one.aspen', 'one', 1, 'h1');
  const place = { x: 10, y: 20, width: 900, height: 600, maximized: true };
  const closed = keepWindow(one, '/a/one.aspen', place);
  expect(closed.window).toEqual(place);
  expect(windowOf(addRecentGrove(closed, '/a/one.aspen', 'one', 4, 'h4'), '/a/one.aspen')).toEqual(place);
  expect(windowOf(closed, '/a/two.aspen')).toBeUndefined();
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
