import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLog } from '../../../src/main/log.ts';
import { redact } from '../../../src/main/support/redact.ts';
import { Support } from '../../../src/main/support/support.ts';
import { temporaryFolder } from '../../helpers/grove.ts';

describe('what the kept log leaves out', () => {
  test.each([
    ['a path', 'ENOENT: open \'/home/ada/My book (draft) "two"/story.aspen\'', "ENOENT: open 'story.aspen'"],
    ['a path of Windows', 'cannot read C:\\Users\\ada\\book\\story.aspen', 'cannot read story.aspen'],
    ['all folders of two paths', 'copied /home/ada/a.aspen to /home/ada/secret/b.aspen', 'copied b.aspen'],
    ['the folders of a stack', 'at run (file:///home/ada/x/out/main/index.js:1:2)', 'at run (index.js:1:2)'],
    [
      'the beginning of a text',
      'Unexpected token O, "Once upon a time" is not JSON',
      'Unexpected token O, “…” is not JSON',
    ],
    ['a text that breaks off', 'Unexpected token O, "Once upon', 'Unexpected token O, “…”'],
    ['a title', '“The Winter Orchard” is gone', '“…” is gone'],
    ['keys', 'key sk-abc123456 or Bearer xyz.1 refused', 'key … or … refused'],
  ])('%s', (_what, message, kept) => {
    expect(redact(message)).toBe(kept);
  });

  test('an address of a service stays', () => {
    expect(redact('no answer from https://example.test/v1')).toBe('no answer from https://example.test/v1');
  });
});

function start(dataFolder: string) {
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const program = { version: '1.0', runtime: 'Electron 45', system: 'Linux', isForTrial: true, licences: [] };
  const support = new Support({ program, dataFolder, isPortable: false, log, now: () => 0 });
  return { log, support, lines };
}

test('the log is kept in a file of 1 MB and the one before it, and a disk that fails is reported once', () => {
  const folder = temporaryFolder();
  const { log } = start(folder);
  const kept = (name: string) => readFileSync(join(folder, 'logs', name), 'utf8');
  log.error('Could not open', new Error(`ENOENT '/home/ada/story.aspen'`));
  expect(kept('aspen-grove.log')).toContain("Could not open: Error: ENOENT 'story.aspen'");
  expect(kept('aspen-grove.log')).not.toContain('/home');
  for (let i = 0; i < 25; i++) log.info('x '.repeat(50_000));
  expect(readdirSync(join(folder, 'logs')).sort()).toEqual([
    'aspen-grove.log',
    'aspen-grove.old.log',
    'running',
  ]);
  expect(kept('aspen-grove.log').length).toBeLessThan(2 ** 20);
  expect(kept('aspen-grove.old.log').length).toBeLessThan(2 ** 20);

  const blocked = temporaryFolder();
  writeFileSync(join(blocked, 'logs'), '');
  const { lines, log: other } = start(blocked);
  other.info('goes on');
  expect(lines.filter((line) => line.includes('the log cannot be written'))).toHaveLength(1);
  expect(lines.at(-1)).toContain('goes on');
});

test('an error that nothing expected is recorded for the next start, once, without texts and folders', () => {
  const folder = temporaryFolder();
  const { support } = start(folder);
  support.run.recordCrash(new TypeError('no "Once upon a time" in /home/ada/story.aspen'));
  support.run.end();
  const next = start(folder).support;
  const text = next.run.take();
  expect(text).toContain('Aspen Grove 1.0 for trial (Electron 45; Linux)');
  expect(text).toContain('TypeError: no “…” in story.aspen');
  expect(text).not.toContain('/home');
  expect(text).not.toContain('neither quit nor crashed');
  expect(next.run.take()).toBeNull();
  expect(existsSync(join(folder, 'logs', 'crash-shown.txt'))).toBe(true);
});

test('a run that did not end is found by the next start, with the end of its log', () => {
  const folder = temporaryFolder();
  start(folder).log.warn('the last line');
  const killed = start(folder).support;
  const text = killed.run.take();
  expect(text).toContain('neither quit nor crashed');
  expect(text).toContain('the last line');
  killed.run.end();
  expect(start(folder).support.run.take()).toBeNull();
});

test('the report has versions, sizes and the log', () => {
  const folder = temporaryFolder();
  const { support, log } = start(folder);
  writeFileSync(join(folder, 'settings.json'), '12345');
  const grove = join(temporaryFolder(), 'secret.aspen');
  writeFileSync(grove, '123');
  log.warn('a warning');
  const report = support.report([grove, '/gone.aspen']);
  for (const part of [
    'Aspen Grove 1.0',
    'settings.json: 5 bytes',
    '  3 bytes',
    '  missing',
    'warn a warning',
  ])
    expect(report).toContain(part);
  expect(report).not.toContain('secret');
  expect(report).not.toContain(folder);
});
