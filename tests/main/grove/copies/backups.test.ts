import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AspenError, type ErrorCode } from '../../../../src/core/errors.ts';
import type { GroveId } from '../../../../src/core/ids.ts';
import { moveIntoPlace, openBackupFolder } from '../../../../src/main/backup/backup-folder.ts';
import { Backups } from '../../../../src/main/grove/copies/backups.ts';
import { InputClock } from '../../../../src/main/grove/grove-scope.ts';
import { findFileFaults } from '../../../../src/main/store/connection/integrity.ts';
import { partialPathOf } from '../../../../src/main/store/connection/partial-file.ts';
import { saveCheckedCopy } from '../../../../src/main/store/copies/save-copy.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { createGrove, openGrove, temporaryFolder } from '../../../helpers/grove.ts';

/** When a grove is backed up and what a backup contains (`storage.md`, *Backups*). */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MEGABYTE = 1024 * 1024;
const GROVE = '01KDXA0000000000000000000G' as GroveId;

/** A fake grove and clock with a real backup folder. */
function fakeGrove(folder = temporaryFolder()) {
  const backupFolder = openBackupFolder(folder);
  const grove = {
    now: Date.UTC(2026, 10, 21, 9),
    state: 'a',
    size: MEGABYTE,
    isSaved: true,
    fails: null as ErrorCode | null,
  };
  const events: string[] = [];
  const input = new InputClock(() => grove.now);
  const open = (path = '/story.aspen') =>
    new Backups({
      folder: backupFolder,
      path,
      groveId: () => GROVE,
      now: () => grove.now,
      idleFor: () => input.idleFor(),
      size: () => grove.size,
      state: () => grove.state,
      stateOf: () => grove.state,
      write: async (target) => {
        if (grove.fails !== null) throw new AspenError(grove.fails, 'no');
        writeFileSync(target, grove.state);
      },
      onLarge: async (isRunning) => void events.push(isRunning ? 'begins' : 'ends'),
      examine: () => undefined,
      isSaved: () => grove.isSaved,
      onFailure: ({ code }) => events.push(code),
      onRecovered: () => events.push('recovered'),
      warn: () => undefined,
    });
  const made = () => backupFolder.list(GROVE).length;
  return { grove, events, open, made, backupFolder, input };
}

describe('a backup is made', () => {
  test('the first time after five seconds without typing', async () => {
    const { grove, open, made } = fakeGrove();
    const backups = open();
    await backups.opened();
    await backups.check();
    expect(made()).toBe(0);
    grove.now += 5_000;
    await backups.check();
    expect(made()).toBe(1);
  });

  test('every half hour if the grove has changed, but never during typing', async () => {
    const { grove, open, made, input } = fakeGrove();
    const backups = open();
    grove.now += MINUTE;
    await backups.check();
    grove.state = 'b';
    grove.now += 29 * MINUTE;
    await backups.check();
    expect(made()).toBe(1);
    grove.now += MINUTE;
    input.note();
    await backups.check();
    expect(made()).toBe(1);
    grove.now += 5_000;
    await backups.check();
    expect(made()).toBe(2);
    grove.now += 10 * HOUR;
    await backups.check();
    await backups.closing();
    expect(made()).toBe(2);
  });

  test('on closing if something has changed', async () => {
    const { grove, open, made } = fakeGrove();
    const backups = open();
    await backups.closing();
    expect(made()).toBe(1);
    grove.state = 'b';
    grove.now += 1_000;
    await backups.closing();
    expect(made()).toBe(2);
  });

  test('of a large grove only on opening and closing, and is announced', async () => {
    const { grove, open, made, events } = fakeGrove();
    grove.size = 101 * MEGABYTE;
    const backups = open();
    await backups.opened();
    expect(made()).toBe(1);
    expect(events).toEqual(['begins', 'ends']);
    grove.state = 'b';
    grove.now += HOUR;
    await backups.check();
    expect(made()).toBe(1);
    await backups.closing();
    expect(made()).toBe(2);
  });
});

test('a failing backup is reported once, and tried again after half an hour and on closing', async () => {
  const { grove, open, made, events } = fakeGrove();
  grove.fails = 'DISK_FULL';
  const backups = open();
  grove.now += HOUR;
  await backups.check();
  grove.now += 6_000;
  await backups.check();
  grove.now += HOUR;
  await backups.check();
  expect(events).toEqual(['DISK_FULL']);
  grove.fails = null;
  await backups.closing();
  expect(made()).toBe(1);
  expect(events).toEqual(['DISK_FULL', 'recovered']);
});

test('a backup during which another program writes the grove is tried again soon, and is no failure', async () => {
  const { grove, open, made, events } = fakeGrove();
  grove.fails = 'CONFLICT';
  const backups = open();
  grove.now += HOUR;
  await backups.check();
  grove.fails = null;
  await backups.check();
  expect(made()).toBe(1);
  expect(events).toEqual([]);
});

test('while the file cannot be written, no backup is tried or reported, and one is made once it can', async () => {
  const { grove, events, open, made } = fakeGrove();
  const backups = open();
  grove.now += 5_000;
  grove.isSaved = false;
  grove.fails = 'DISK_FULL';
  await backups.check();
  expect(events).toEqual([]);
  grove.isSaved = true;
  grove.fails = null;
  await backups.check();
  expect(made()).toBe(1);
});

test('backups of a copy with the same id do not push out those of the original', async () => {
  const { grove, open, backupFolder } = fakeGrove();
  await open('/story.aspen').closing();
  const [first] = backupFolder.list(GROVE);
  const copy = open('/copy.aspen');
  for (const minutes of [10, 20, 24 * 60]) {
    grove.now += minutes * MINUTE;
    grove.state = `copy after ${minutes}`;
    await copy.closing();
  }
  // Only the last backup of the copy’s first day remains.
  expect(backupFolder.list(GROVE)).toHaveLength(3);
  expect(backupFolder.list(GROVE)).toContainEqual(first);
});

test('a backup that is still being written is not listed', () => {
  const { backupFolder } = fakeGrove();
  const path = backupFolder.pathFor(GROVE, backupFolder.originOf('/story.aspen'), Date.UTC(2026, 0, 1));
  for (const name of [partialPathOf(path), `${path}.0a1b2c3d.partial`]) writeFileSync(name, 'half');
  expect(backupFolder.list(GROVE)).toEqual([]);
});

describe('the backup on closing', () => {
  const filesOf = (desk: HandlersDesk) => {
    const folder = join(desk.backups, desk.grove.snapshot().id);
    return { folder, files: () => (existsSync(folder) ? readdirSync(folder) : []) };
  };

  test('is a sound grove with all committed and uncommitted text', async () => {
    const desk = new HandlersDesk();
    await desk.commit([desk.typed('It rained. ')]);
    await desk.call('draft.save', { ...(await desk.intent([desk.typed('It sno')])), digest: null });
    const { folder, files } = filesOf(desk);
    await desk.close();
    expect(files()).toHaveLength(1);
    const copy = join(folder, files()[0] ?? '');
    const store = openGrove(copy, { readonly: true });
    expect(findFileFaults(store)).toEqual([]);
    store.close();
    const again = new HandlersDesk(copy, 1_000);
    expect(await again.shown()).toBe('It rained. It sno');
  });

  test('of a large grove is checked in a separate process, and is sound', async () => {
    const desk = new HandlersDesk();
    await desk.commit([desk.typed('It rained and rained. '.repeat(250_000))]);
    const { folder, files } = filesOf(desk);
    await desk.close();
    expect(files()).toHaveLength(1);
    const store = openGrove(join(folder, files()[0] ?? ''), { readonly: true });
    expect(findFileFaults(store)).toEqual([]);
  });

  test('is skipped if nothing has changed', async () => {
    const desk = new HandlersDesk();
    await desk.commit([desk.typed('It rained.')]);
    const { files } = filesOf(desk);
    await desk.close();
    const again = new HandlersDesk(desk.path, 1_000, undefined, desk.backups);
    await again.close();
    expect(files()).toHaveLength(1);
  });

  test('may fail for lack of space without blocking closing', async () => {
    const blocked = join(temporaryFolder(), 'backups');
    writeFileSync(blocked, 'a file stands where the folder should be');
    const desk = new HandlersDesk(undefined, 0, undefined, blocked);
    await desk.commit([desk.typed('It rained.')]);
    await desk.close();
    const again = new HandlersDesk(desk.path, 1_000, undefined, join(temporaryFolder(), 'other'));
    expect(await again.shown()).toBe('It rained.');
  });
});

test('a bad copy is deleted, and the file at its target stays', async () => {
  const store = createGrove();
  const target = join(temporaryFolder(), 'copy.aspen');
  writeFileSync(target, 'what stood there');
  const copying = { store, target, open: (path: string) => openGrove(path), moveIntoPlace };
  await expect(saveCheckedCopy(copying, async () => ['a page is torn'])).rejects.toMatchObject({
    code: 'CORRUPT',
  });
  expect(readdirSync(dirname(target))).toEqual(['copy.aspen']);
  expect(readFileSync(target, 'utf8')).toBe('what stood there');
});
