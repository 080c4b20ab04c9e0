import { describe, expect, test } from 'vitest';
import {
  handFiles,
  ownArguments,
  readCommandLine,
  readHandedFiles,
} from '../../../src/main/app/lifecycle/command-line.ts';

const FOLDER = '/home/ada';

function pathsOf(...args: readonly string[]): readonly string[] | string {
  const read = readCommandLine(args, FOLDER);
  return read.kind === 'open' ? read.files.paths : read.kind;
}

describe('files on the command line', () => {
  const long = `${'é'.repeat(124)}.aspen!`;
  test.each<[string, readonly string[], readonly string[]]>([
    ['none', [], []],
    ['a relative path', ['story.aspen'], ['/home/ada/story.aspen']],
    ['a path upwards', ['../story.aspen'], ['/home/story.aspen']],
    ['an absolute path', ['/tmp/story.aspen'], ['/tmp/story.aspen']],
    ['any capitals', ['Story.ASPEN', 'b.Aspen'], ['/home/ada/Story.ASPEN', '/home/ada/b.Aspen']],
    ['any extension, or none', ['story.sqlite', 'story'], ['/home/ada/story.sqlite', '/home/ada/story']],
    ['one file named twice', ['a.aspen', './a.aspen'], ['/home/ada/a.aspen']],
    ['an empty argument', ['', 'a.aspen'], ['/home/ada/a.aspen']],
    ['quotes', [`it's "one".aspen`], [`/home/ada/it's "one".aspen`]],
    ['a line break', ['a\nb.aspen'], ['/home/ada/a\nb.aspen']],
    ['emoji', ['🌲.aspen'], ['/home/ada/🌲.aspen']],
    ['255 bytes', [long], [`/home/ada/${long}`]],
    [
      'a name that looks like an option',
      ['--', '-a.aspen', '--help'],
      ['/home/ada/-a.aspen', '/home/ada/--help'],
    ],
    ['files on both sides of --', ['a.aspen', '--', '-b.aspen'], ['/home/ada/a.aspen', '/home/ada/-b.aspen']],
    ['a second --, which is a name', ['--', '--'], ['/home/ada/--']],
    ['an address', ['file:///tmp/story.aspen'], ['/tmp/story.aspen']],
    ['an address in capitals', ['FILE:///tmp/Story.ASPEN'], ['/tmp/Story.ASPEN']],
    ['an address of this computer', ['file://localhost/tmp/a.aspen'], ['/tmp/a.aspen']],
    ['an encoded address', ['file:///tmp/a%20b%23c%3Fd%F0%9F%8C%B2.aspen'], ['/tmp/a b#c?d🌲.aspen']],
    ['an address that is not encoded', ['file:///tmp/a b#c?d 100%🌲.aspen'], ['/tmp/a b#c?d 100%🌲.aspen']],
    ['an address that is no text', ['file:///tmp/%FF.aspen'], ['/home/ada/file:/tmp/%FF.aspen']],
    ['an address of another computer', ['file://attic/a.aspen'], ['/home/ada/file:/attic/a.aspen']],
  ])('%s', (_what, args, paths) => {
    expect(pathsOf(...args)).toEqual(paths);
  });
});

describe('options', () => {
  test.each([
    '--no-sandbox',
    '--remote-debugging-port=0',
    '--user-data-dir=/tmp/data',
    '--ozone-platform=wayland',
    '--ozone-platform-hint=auto',
    '--log-level=3',
    '--log-net-log=/tmp/log',
    '--inspect=0',
    '--inspect-brk',
    '--disable-gpu',
    '--enable-features=A,B',
    '--force-device-scale-factor=2',
    '--force-renderer-accessibility',
    '--js-flags=--expose-gc',
    '--lang=nl',
    '-psn_0_12345',
    '-NSDocumentRevisionsDebugMode',
  ])('%s belongs to others', (option) => {
    expect(pathsOf(option, 'a.aspen')).toEqual(['/home/ada/a.aspen']);
  });

  test.each(['--hlep', '--opne', '-x', '-', '--no-sandboxes', '--newwindow=1'])('%s is unknown', (option) => {
    expect(readCommandLine(['a.aspen', option], FOLDER)).toEqual({ kind: 'unknown', option });
  });

  test('help and version answer whatever else is there, and --create is read', () => {
    expect(pathsOf('a.aspen', '--bad', '--help')).toBe('help');
    expect(pathsOf('-h')).toBe('help');
    expect(pathsOf('--version')).toBe('version');
    expect(pathsOf('-v')).toBe('version');
    expect(readCommandLine(['--create', 'a.aspen'], FOLDER)).toEqual({
      kind: 'open',
      files: { paths: ['/home/ada/a.aspen'], creates: true },
    });
  });
});

test('in a checkout, the arguments begin after the app’s folder', () => {
  const argv = ['electron', '-r', 'loader.js', '--no-sandbox', '.', '--user-data-dir=x', 'a.aspen'];
  expect(ownArguments(argv, true)).toEqual(['--user-data-dir=x', 'a.aspen']);
  expect(ownArguments(['electron', '--inspect=0'], true)).toEqual([]);
  expect(ownArguments(['/opt/aspen-grove', 'a.aspen'], false)).toEqual(['a.aspen']);
});

test('what a second start hands over is read, and nothing else', () => {
  const files = { paths: ['/ä “🌲”\n.aspen'], creates: true };
  expect(readHandedFiles(handFiles(files))).toEqual(files);
  expect(handFiles(files).files).toMatch(/^[ -~]+$/);
  for (const value of [
    undefined,
    null,
    'a',
    {},
    { files: 1 },
    { files: '{"paths":[1],"creates":0}' },
    { files: '[]' },
  ])
    expect(readHandedFiles(value)).toEqual({ paths: [], creates: false });
});
