import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AspenError } from '../../../../src/core/errors.ts';
import type { GroveId } from '../../../../src/core/ids.ts';
import { intoPlace, openBackupFolder } from '../../../../src/main/backup/backup-folder.ts';
import { Backups } from '../../../../src/main/grove/copies/backups.ts';
import { findFileFaults } from '../../../../src/main/store/connection/integrity.ts';
import { saveCheckedCopy } from '../../../../src/main/store/copies/save-copy.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { createGrove, openGrove, temporaryFolder } from '../../../helpers/grove.ts';

/** When a grove is backed up and what a backup holds (`storage.md`, *Backups*). */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MEGABYTE = 1024 * 1024;
const GROVE = '01KDXA0000000000000000000G' as GroveId;

/** A grove that is only a state, a clock that is turned by hand, and a folder on the disk. */
function clockwork(folder = temporaryFolder()) {
  const place = openBackupFolder(folder);
  const grove = { now: Date.UTC(2026, 10, 21, 9), state: 'a', size: MEGABYTE, fails: false, isSaved: true };
  const told: string[] = [];
  const open = (path = '/story.aspen') =>
    new Backups({
      folder: place,
      path,
      groveId: () => GROVE,
      now: () => grove.now,
      size: () => grove.size,
      state: () => grove.state,
      stateOf: () => grove.state,
      write: async (target) => {
        if (grove.fails) throw new AspenError('DISK_FULL', 'no room');
        writeFileSync(target, grove.state);
      },
      onLarge: async (isUnderWay) => void told.push(isUnderWay ? 'begins' : 'ends'),
      isSaved: () => grove.isSaved,
      onFailure: ({ code }) => told.push(code),
      warn: () => undefined,
    });
  const made = () => place.list(GROVE).length;
  return { grove, told, open, made, place };
}

describe('a backup is made', () => {
  test('the first time, once nothing was typed for five seconds', async () => {
    const { grove, open, made } = clockwork();
    const backups = open();
    await backups.opened();
    await backups.check();
    expect(made()).toBe(0);
    grove.now += 5_000;
    await backups.check();
    expect(made()).toBe(1);
  });

  test('every half hour while the grove changes, and never while someone types', async () => {
    const { grove, open, made } = clockwork();
    const backups = open();
    grove.now += MINUTE;
    await backups.check();
    grove.state = 'b';
    grove.now += 29 * MINUTE;
    await backups.check();
    expect(made()).toBe(1);
    grove.now += MINUTE;
    backups.noteInput();
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

  test('on closing where something changed', async () => {
    const { grove, open, made } = clockwork();
    const backups = open();
    await backups.closing();
    expect(made()).toBe(1);
    grove.state = 'b';
    grove.now += 1_000;
    await backups.closing();
    expect(made()).toBe(2);
  });

  test('of a large grove only when it is opened and closed, and it is told', async () => {
    const { grove, open, made, told } = clockwork();
    grove.size = 101 * MEGABYTE;
    const backups = open();
    await backups.opened();
    expect(made()).toBe(1);
    expect(told).toEqual(['begins', 'ends']);
    grove.state = 'b';
    grove.now += HOUR;
    await backups.check();
    expect(made()).toBe(1);
    await backups.closing();
    expect(made()).toBe(2);
  });
});

test('a backup that fails is told once, and tried again after half an hour and on closing', async () => {
  const { grove, open, made, told } = clockwork();
  grove.fails = true;
  const backups = open();
  grove.now += HOUR;
  await backups.check();
  grove.now += 6_000;
  await backups.check();
  grove.now += HOUR;
  await backups.check();
  expect(told).toEqual(['DISK_FULL']);
  grove.fails = false;
  await backups.closing();
  expect(made()).toBe(1);
});

test('none is made while the file cannot be written, which nobody is told twice, and one as soon as it can', async () => {
  const { grove, told, open, made } = clockwork();
  const backups = open();
  grove.now += 5_000;
  grove.isSaved = false;
  grove.fails = true;
  await backups.check();
  expect(told).toEqual([]);
  grove.isSaved = true;
  grove.fails = false;
  await backups.check();
  expect(made()).toBe(1);
});

test('a copy of the file that has the same id pushes none of the other’s out', async () => {
  const { grove, open, place } = clockwork();
  await open('/story.aspen').closing();
  const [first] = place.list(GROVE);
  const copy = open('/copy.aspen');
  for (const minutes of [10, 20, 24 * 60]) {
    grove.now += minutes * MINUTE;
    grove.state = `copy after ${minutes}`;
    await copy.closing();
  }
  // Of the copy's own first day only the last is left.
  expect(place.list(GROVE)).toHaveLength(3);
  expect(place.list(GROVE)).toContainEqual(first);
});

test('what an interrupted backup left is gone with the next one, and never listed', async () => {
  const { open, place } = clockwork();
  const path = place.placeFor(GROVE, place.originOf('/story.aspen'), Date.UTC(2026, 0, 1));
  writeFileSync(`${path}.partial`, 'half');
  expect(place.list(GROVE)).toEqual([]);
  await open().closing();
  expect(existsSync(`${path}.partial`)).toBe(false);
  expect(place.list(GROVE)).toHaveLength(1);
});

describe('the backup that closing leaves', () => {
  const filesOf = (desk: HandlersDesk) => {
    const folder = join(desk.backups, desk.grove.snapshot().id);
    return { folder, files: () => (existsSync(folder) ? readdirSync(folder) : []) };
  };

  test('is a sound grove with all that was committed and all that was not', async () => {
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

  test('of a large grove is looked through in a process of its own, and is sound', async () => {
    const desk = new HandlersDesk();
    await desk.commit([desk.typed('It rained and rained. '.repeat(250_000))]);
    const { folder, files } = filesOf(desk);
    await desk.close();
    expect(files()).toHaveLength(1);
    const store = openGrove(join(folder, files()[0] ?? ''), { readonly: true });
    expect(findFileFaults(store)).toEqual([]);
  });

  test('is not made again where nothing changed', async () => {
    const desk = new HandlersDesk();
    await desk.commit([desk.typed('It rained.')]);
    const { files } = filesOf(desk);
    await desk.close();
    const again = new HandlersDesk(desk.path, 1_000, undefined, desk.backups);
    await again.close();
    expect(files()).toHaveLength(1);
  });

  test('keeps nobody from closing where there is no room for it', async () => {
    const blocked = join(temporaryFolder(), 'backups');
    writeFileSync(blocked, 'a file stands where the folder should be');
    const desk = new HandlersDesk(undefined, 0, undefined, blocked);
    await desk.commit([desk.typed('It rained.')]);
    await desk.close();
    const again = new HandlersDesk(desk.path, 1_000, undefined, join(temporaryFolder(), 'other'));
    expect(await again.shown()).toBe('It rained.');
  });
});

test('of a copy that is not as it should be nothing is left, and what stood there stays', async () => {
  const store = createGrove();
  const target = join(temporaryFolder(), 'copy.aspen');
  writeFileSync(target, 'what stood there');
  const copying = { store, target, open: (path: string) => openGrove(path), intoPlace };
  await expect(saveCheckedCopy(copying, async () => ['a page is torn'])).rejects.toMatchObject({
    code: 'CORRUPT',
  });
  expect(readdirSync(dirname(target))).toEqual(['copy.aspen']);
  expect(readFileSync(target, 'utf8')).toBe('what stood there');
});
