import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { RecordedPartials } from '../../src/main/partial-records.ts';
import { beginPartial, recordPartials } from '../../src/main/store/connection/partial-file.ts';
import { startChild } from '../helpers/child.ts';
import { MIGRATIONS, plantGrove, temporaryFolder } from '../helpers/grove.ts';

/** Leftovers of a killed program under temporary names (`storage.md`, *Backups*). */

/** A program that starts; its records are in `records`. */
function start(records: string) {
  const warnings: string[] = [];
  const partials = new RecordedPartials({
    folder: records,
    now: Date.now,
    warn: (message) => warnings.push(message),
  });
  recordPartials(partials);
  return { partials, warnings };
}

/** Begins a file as a program does that is killed before it ends it. @returns its temporary path */
function leave(records: string, target: string): string {
  start(records);
  const { path } = beginPartial(target);
  for (const file of [path, `${path}-journal`]) writeFileSync(file, 'half');
  return path;
}

const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

test('what a killed program was writing is deleted at the next start, and nothing else', async () => {
  const { store } = plantGrove();
  const records = join(temporaryFolder(), 'partials');
  const folder = temporaryFolder();
  const others = ['copy.aspen.partial', 'copy.aspen.0a1b2c3d.partial', 'story.md.partial'];
  for (const name of others) writeFileSync(join(folder, name), 'of another program');
  const program = await startChild(`
    import { RecordedPartials } from './src/main/partial-records.ts';
    import { writeExport, writeFolder } from './src/main/handlers/exchange-handlers.ts';
    import { openFile } from './src/main/store/connection/open-file.ts';
    import { recordPartials } from './src/main/store/connection/partial-file.ts';
    import { saveCheckedCopy } from './src/main/store/copies/save-copy.ts';
    const open = (path) => openFile(path, { migrations: ${JSON.stringify(MIGRATIONS)}, now: Date.now });
    const warn = (message) => { throw new Error(message); };
    recordPartials(new RecordedPartials({ folder: ${JSON.stringify(records)}, now: Date.now, warn }));
    const store = open(${JSON.stringify(store.path)});
    const target = ${JSON.stringify(join(folder, 'copy.aspen'))};
    const never = new Promise(() => undefined);
    void saveCheckedCopy({ store, target, open, moveIntoPlace: () => undefined }, () => never);
    let begin;
    const begun = new Promise((resolve) => { begin = resolve; });
    function* endless() {
      for (;;) {
        begin();
        yield 'Half. '.repeat(10_000);
      }
    }
    const files = [{ name: '1.md', pieces: ['Whole.'] }, { name: '2.md', pieces: endless() }];
    const how = { signal: new AbortController().signal, onProgress: () => undefined };
    void writeFolder(${JSON.stringify(join(folder, 'branches'))}, { title: '', count: 2, files }, how);
    await begun;
    function* pieces() {
      yield 'Once there was a light. '.repeat(10_000);
      console.log('all are half written');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    }
    await writeExport(${JSON.stringify(join(folder, 'story.md'))}, pieces());
  `);
  program.kill('SIGKILL');
  await once(program, 'exit');
  expect(filesIn(folder)).toHaveLength(others.length + 3);

  await start(records).partials.sweep();
  expect(filesIn(folder).sort()).toEqual(others.toSorted());
  expect(readFileSync(join(folder, 'copy.aspen.partial'), 'utf8')).toBe('of another program');
  expect(filesIn(records)).toEqual([]);
});

test('a file that the running program is writing is not deleted', async () => {
  const records = join(temporaryFolder(), 'partials');
  const { partials } = start(records);
  const file = beginPartial(join(temporaryFolder(), 'copy.aspen'));
  writeFileSync(file.path, 'half');
  await partials.sweep();
  expect(existsSync(file.path)).toBe(true);
  file.release();
  expect([filesIn(dirname(file.path)), filesIn(records)]).toEqual([[], []]);
});

test('a file on a drive that is not connected is deleted once the drive is back', async () => {
  const records = join(temporaryFolder(), 'partials');
  const drive = join(temporaryFolder(), 'drive');
  mkdirSync(drive);
  // The drive is found under its real path, wherever the link leads later.
  const link = join(temporaryFolder(), 'link');
  symlinkSync(drive, link, 'junction');
  const path = join(drive, leave(records, join(link, 'copy.aspen')).slice(link.length + 1));
  rmSync(link);
  renameSync(drive, `${drive} away`);
  await start(records).partials.sweep();
  expect(filesIn(records)).toHaveLength(1);
  renameSync(`${drive} away`, drive);
  expect(existsSync(path)).toBe(true);
  await start(records).partials.sweep();
  expect([filesIn(drive), filesIn(records)]).toEqual([[], []]);
});

test('a drive that goes away while a file is written leaves its record, for half a year', async () => {
  const records = join(temporaryFolder(), 'partials');
  const drive = join(temporaryFolder(), 'drive');
  mkdirSync(drive);
  start(records);
  const file = beginPartial(join(drive, 'copy.aspen'));
  writeFileSync(file.path, 'half');
  rmSync(drive, { recursive: true });
  file.release();
  await start(records).partials.sweep();
  const [record = ''] = filesIn(records);
  const then = Date.now() / 1_000 - 190 * 24 * 3_600;
  utimesSync(join(records, record), then, then);
  await start(records).partials.sweep();
  expect(filesIn(records)).toEqual([]);
});

test('a damaged record deletes nothing', async () => {
  const records = join(temporaryFolder(), 'partials');
  const folder = temporaryFolder();
  leave(records, join(folder, 'copy.aspen'));
  const [record = ''] = filesIn(records);
  const manuscript = join(folder, 'story.aspen');
  writeFileSync(manuscript, 'a grove');
  for (const text of ['', '{"path":', 'null', JSON.stringify({ path: manuscript, device: 1 })]) {
    writeFileSync(join(records, record), text);
    const { partials, warnings } = start(records);
    await partials.sweep();
    expect([filesIn(records), warnings]).toEqual([[], []]);
  }
  expect(readFileSync(manuscript, 'utf8')).toBe('a grove');
});

test('a file is written even if it cannot be recorded, and under the longest possible name', () => {
  const records = join(temporaryFolder(), 'partials');
  // A file in place of the folder.
  writeFileSync(records, '');
  const { warnings } = start(records);
  const file = beginPartial(join(temporaryFolder(), `${'ü'.repeat(124)}.aspen`));
  writeFileSync(file.path, 'half');
  file.release();
  expect(filesIn(dirname(file.path))).toEqual([]);
  expect(warnings).toHaveLength(1);
});
