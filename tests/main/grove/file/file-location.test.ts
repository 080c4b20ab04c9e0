import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sha256 } from '#sha256';
import { AspenError } from '../../../../src/core/errors.ts';
import type { GroveOffer } from '../../../../src/ipc/wire/grove.ts';
import { FileLocation } from '../../../../src/main/grove/file/file-location.ts';
import type { OfferHelp } from '../../../../src/main/grove/grove-notices.ts';
import type { Store } from '../../../../src/main/store/connection/store.ts';
import { RECOVERED_DRAFT } from '../../../../src/ui-text/recovery.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { digestOf, openGrove, plantGrove, temporaryFolder } from '../../../helpers/grove.ts';
import { writeJournal } from '../../../helpers/hot-journal.ts';
import { never } from '../../../helpers/probe.ts';

/** Continuing with a grove whose file was moved, replaced or deleted while open. */

const beside = (desk: HandlersDesk, name: string) => join(dirname(desk.path), name);

const typeOn = async (desk: HandlersDesk, text: string, offset = 0) =>
  desk.call('draft.save', { ...(await desk.intent([desk.typed(text, { offset })])), digest: null });

const flush = (desk: HandlersDesk) => desk.call('draft.flush', { treeId: desk.treeId });

/** Moves the file of a grove away; the next write is refused. */
async function moveFileAway(desk: HandlersDesk, to = beside(desk, 'elsewhere.aspen')): Promise<string> {
  renameSync(desk.path, to);
  await typeOn(desk, 'Meanwhile. ');
  await expect(flush(desk)).rejects.toMatchObject({ code: 'MOVED' });
  return to;
}

const acceptOffer = (desk: HandlersDesk, offer: GroveOffer) =>
  desk.call('grove.takeOffer', { id: desk.grove.snapshot().trouble?.id ?? 0, offer });

async function deskWithText(firstId = 0): Promise<HandlersDesk> {
  const desk = new HandlersDesk(undefined, firstId);
  await desk.commit([desk.typed('It rained. ')]);
  return desk;
}

const labels = async (desk: HandlersDesk) =>
  (await desk.call('position.bookmarks', { treeId: desk.treeId })).map(({ label }) => label);

test('a missing file can be found, or the grove saved again', async () => {
  const desk = await deskWithText();
  const place = await moveFileAway(desk);
  expect(desk.grove.snapshot().trouble?.offers).toEqual(['findIt', 'saveHere', 'saveCopy']);
  desk.chosenFile = place;
  await acceptOffer(desk, 'findIt');
  expect(desk.grove.snapshot()).toMatchObject({ trouble: null, notices: [], fileName: 'elsewhere.aspen' });
  expect(desk.grove.path).toBe(place);
  await desk.commit();
  await desk.close();
  expect(existsSync(desk.path)).toBe(false);
  expect(await new HandlersDesk(place, 1_000).shown()).toBe('It rained. Meanwhile. ');
});

test.each([
  ['novel.aspen', 'Novel.ASPEN'],
  ['caf\u00e9.aspen', 'cafe\u0301.aspen'],
])('a file that is renamed only in case or Unicode form is followed: %s, %s', async (from, to) => {
  const desk = new HandlersDesk(join(temporaryFolder(), from));
  await desk.commit([desk.typed('It rained. ')]);
  renameSync(desk.path, beside(desk, to));
  await expect.poll(() => desk.grove.snapshot().fileName, { timeout: 5_000 }).toBe(to);
  expect(desk.grove.snapshot()).toMatchObject({ trouble: null, notices: [] });
  await desk.commit([desk.typed('On it goes. ')]);
  await desk.close();
  expect(await new HandlersDesk(beside(desk, to), 1_000).shown()).toBe('It rained. On it goes. ');
});

test('another grove under the name in another case is not taken for the one that is open', async () => {
  const desk = await deskWithText();
  const other = await deskWithText(500_000);
  await other.close();
  renameSync(desk.path, beside(desk, 'moved away.aspen'));
  copyFileSync(other.path, beside(desk, basename(desk.path).toUpperCase()));
  await typeOn(desk, 'Meanwhile. ');
  await expect.poll(() => desk.grove.snapshot().trouble?.offers, { timeout: 5_000 }).toContainEqual('findIt');
  expect(desk.grove.path).toBe(desk.path);
  renameSync(beside(desk, 'moved away.aspen'), desk.path);
});

test('a file changed by another session gets both texts, and the window reloads', async () => {
  const desk = await deskWithText();
  const place = await moveFileAway(desk);
  const other = new HandlersDesk(place, 1_000);
  await other.commit([other.typed('It snowed. ')]);
  await other.close();
  desk.chosenFile = place;
  await acceptOffer(desk, 'findIt');
  expect(desk.emitted('draft.replaced')).not.toEqual([]);
  const shown = await desk.shown();
  expect(shown).toContain('It rained. ');
  expect(shown).toContain('Meanwhile. ');
  await desk.commit();
  expect((await desk.grove.read.verify()).log).toEqual([]);
});

test('a draft in the found file is not overwritten: it becomes a branch', async () => {
  const desk = await deskWithText();
  const place = await moveFileAway(desk);
  const other = new HandlersDesk(place, 1_000);
  await typeOn(other, 'A word of another day.');
  await other.close();
  desk.chosenFile = place;
  await acceptOffer(desk, 'findIt');
  expect(await desk.shown()).toBe('It rained. Meanwhile. ');
  expect(await labels(desk)).toEqual([RECOVERED_DRAFT]);
});

test('an older copy and another grove are refused and stay unchanged, byte for byte', async () => {
  const desk = new HandlersDesk();
  const older = beside(desk, 'older.aspen');
  copyFileSync(desk.path, older);
  await desk.commit([desk.typed('It rained. ')]);
  const foreign = await deskWithText(5_000);
  await foreign.close();
  const place = await moveFileAway(desk);
  for (const [path, detail] of [
    [older, 'older.aspen is an older copy of this grove, without its last 2 changes.'],
    [foreign.path, 'story.aspen is another grove.'],
  ] as const) {
    const before = digestOf(path);
    desk.chosenFile = path;
    await expect(acceptOffer(desk, 'findIt')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', detail });
    expect(digestOf(path)).toBe(before);
  }
  expect(await desk.shown()).toBe('It rained. Meanwhile. ');
  expect(desk.grove.snapshot().trouble).not.toBeNull();
  renameSync(place, desk.path);
});

test('a copy never replaces another file', async () => {
  const desk = await deskWithText();
  await moveFileAway(desk);
  writeFileSync(desk.path, 'Another program saved this here.');
  desk.newFile = desk.path;
  await expect(acceptOffer(desk, 'saveHere')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  const before = digestOf(desk.path);
  desk.newFile = beside(desk, 'mine.aspen');
  await acceptOffer(desk, 'saveHere');
  expect(desk.grove.snapshot()).toMatchObject({ trouble: null, fileName: 'mine.aspen' });
  await desk.commit();
  await desk.close();
  expect(digestOf(desk.path)).toBe(before);
  expect(await new HandlersDesk(desk.newFile, 1_000).shown()).toBe('It rained. Meanwhile. ');
});

test('a copy is not saved beside an old journal, which would be rolled back into it', async () => {
  const desk = new HandlersDesk();
  const older = readFileSync(desk.path);
  await desk.commit([desk.typed('It rained. ')]);
  await moveFileAway(desk);
  writeJournal(`${desk.path}-journal`, older);
  desk.newFile = beside(desk, 'mine.aspen');
  await acceptOffer(desk, 'saveHere');
  await desk.close().catch(() => undefined);
  expect(existsSync(desk.path)).toBe(false);
  expect(await new HandlersDesk(beside(desk, 'elsewhere.aspen'), 1_000).shown()).toBe('It rained. ');
  expect(desk.events).toContainEqual({ name: 'moved to', value: desk.newFile });
});

test('a file that is found but cannot be used is closed again', async () => {
  const { store } = plantGrove();
  const elsewhere = `${store.path}.elsewhere`;
  renameSync(store.path, elsewhere);
  let found: Store | undefined;
  const place = new FileLocation({
    store,
    open: (path) => {
      found = openGrove(path);
      return found;
    },
    openToRead: (path) => openGrove(path, { readonly: true }),
    copyTo: async () => undefined,
    beforeSwitch: () => {
      throw new AspenError('IO_ERROR', 'a draft cannot be read');
    },
    openKept: () => expect.unreachable(),
    onChange: () => undefined,
    onTouched: () => undefined,
    onMoved: () => undefined,
  });
  const help: OfferHelp = {
    chooseNewFile: async () => null,
    chooseFile: async () => elsewhere,
    isOpenElsewhere: () => false,
    runFileTask: (_wait, _name, work) => work(never()),
    checkForOpening: async () => undefined,
    recoverCopy: async () => ({ nodes: 0, unverified: 0, lost: [] }),
    moveTo: async () => undefined,
    migrateWithoutBackup: async () => undefined,
    findGrove: () => undefined,
    showGrove: async () => undefined,
    showInFolder: () => undefined,
    runCommand: () => undefined,
    closeAnyway: () => undefined,
  };
  await expect(place.find(help)).rejects.toMatchObject({ code: 'IO_ERROR' });
  expect(found?.isOpen).toBe(false);
  expect(store.isOpen).toBe(true);
});

test('drafts of trees that were never opened are kept', async () => {
  const first = await deskWithText();
  const one = first.treeId;
  await typeOn(first, 'Half a sentence');
  await first.call('tree.create', { title: 'Another' });
  await first.close();
  const desk = new HandlersDesk(first.path, 1_000);
  unlinkSync(desk.path);
  await typeOn(desk, 'Meanwhile. ');
  await expect(flush(desk)).rejects.toMatchObject({ code: 'MOVED' });
  await acceptOffer(desk, 'saveHere');
  await desk.close();
  const again = new HandlersDesk(desk.path, 2_000);
  const { buffer } = await again.call('path.read', { treeId: one });
  expect(buffer.text).toBe('Half a sentence');
});

/** A side of a comparison with nothing of its own. */
const NOTHING = {
  own: 0,
  beginnings: [],
  ownTrees: [],
  typedWords: 0,
  notes: 0,
  bookmarks: 0,
  tags: 0,
  pruned: 0,
  summaries: 0,
};

test('comparing with the file now at the path lists what only one of them has', async () => {
  const desk = await deskWithText();
  const place = await moveFileAway(desk);
  copyFileSync(place, desk.path);
  const other = new HandlersDesk(desk.path, 1_000);
  await other.commit([other.typed('It snowed. ')]);
  await other.call('tree.create', { title: 'Another' });
  await other.close();
  await expect(flush(desk)).rejects.toMatchObject({ code: 'MOVED' });
  expect(desk.grove.snapshot().trouble?.offers).toContain('compare');
  const before = digestOf(desk.path);
  await acceptOffer(desk, 'compare');
  expect(desk.emitted('grove.compared')).toEqual([
    {
      fileName: 'story.aspen',
      refusal: null,
      sides: {
        isSameGrove: true,
        here: { ...NOTHING, texts: 1, typedWords: 1 },
        there: { ...NOTHING, texts: 2, own: 1, beginnings: ['It snowed.'], ownTrees: ['Another'] },
      },
    },
  ]);
  expect(digestOf(desk.path)).toBe(before);
  renameSync(place, desk.path);
});

/** Large enough that checking a copy takes time. */
const LONG = 'It rained and rained. '.repeat(250_000);

/** A large grove whose file is missing. */
async function largeWithoutFile(): Promise<HandlersDesk> {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed(LONG)]);
  await moveFileAway(desk);
  return desk;
}

const TYPED = 'Meanwhile. ';

/** The grove’s file and those beside it, without journals: an open file keeps an empty one. */
const filesOf = (desk: HandlersDesk) =>
  readdirSync(dirname(desk.path))
    .filter((name) => !name.endsWith('-journal'))
    .toSorted();

test('saving a large grove again includes text typed meanwhile, and a second request is ignored', async () => {
  const desk = await largeWithoutFile();
  let times = 0;
  desk.whileChecking = async () => {
    times += 1;
    await typeOn(desk, 'It sno', TYPED.length);
    // The first request is still running.
    await acceptOffer(desk, 'saveHere');
  };
  await acceptOffer(desk, 'saveHere');
  expect(times).toBe(1);
  expect(desk.emitted('wait' as 'save.changed')).toEqual([{ wait: 'saving', name: 'story.aspen' }]);
  expect(desk.grove.snapshot()).toMatchObject({ trouble: null, notices: [], fileName: 'story.aspen' });
  await typeOn(desk, 'wed.', TYPED.length + 'It sno'.length);
  await desk.commit();
  expect((await desk.grove.read.verify()).log).toEqual([]);
  await desk.close();
  const again = new HandlersDesk(desk.path, 1_000);
  expect((await again.shown()).slice(LONG.length)).toBe(`${TYPED}It snowed.`);
  expect(filesOf(desk)).toEqual(['elsewhere.aspen', 'story.aspen']);
});

test('saving again can be stopped, changes nothing, and can be repeated', async () => {
  const desk = await largeWithoutFile();
  desk.whileChecking = () => desk.call('grove.stopOpening', {}).then(() => undefined);
  await acceptOffer(desk, 'saveHere');
  expect(filesOf(desk)).toEqual(['elsewhere.aspen']);
  expect(desk.grove.snapshot().trouble?.offers).toEqual(['findIt', 'saveHere', 'saveCopy']);
  expect((await desk.shown()).slice(LONG.length)).toBe(TYPED);
  desk.whileChecking = () => undefined;
  await acceptOffer(desk, 'saveHere');
  expect(desk.grove.snapshot().trouble).toBeNull();
});

test('a file that comes back during saving is used unchanged', async () => {
  const desk = await largeWithoutFile();
  desk.whileChecking = () => renameSync(beside(desk, 'elsewhere.aspen'), desk.path);
  await acceptOffer(desk, 'saveHere');
  expect(desk.grove.snapshot()).toMatchObject({ trouble: null, notices: [] });
  expect(filesOf(desk)).toEqual(['story.aspen']);
  await desk.commit();
  await desk.close();
  const again = new HandlersDesk(desk.path, 1_000);
  expect((await again.shown()).slice(LONG.length)).toBe(TYPED);
});

test('text written to a file that comes back is also in the copy saved elsewhere', async () => {
  const desk = await largeWithoutFile();
  writeFileSync(desk.path, 'Another program saved this here.');
  desk.newFile = beside(desk, 'mine.aspen');
  let times = 0;
  desk.whileChecking = async () => {
    times += 1;
    if (times > 1) return;
    renameSync(beside(desk, 'elsewhere.aspen'), desk.path);
    await desk.commit([desk.typed('It snowed. ', { offset: TYPED.length })]);
  };
  await acceptOffer(desk, 'saveHere');
  expect(times).toBe(2);
  expect(desk.grove.snapshot()).toMatchObject({ trouble: null, fileName: 'mine.aspen' });
  expect((await desk.shown()).slice(LONG.length)).toBe(`${TYPED}It snowed. `);
  expect((await desk.grove.read.verify()).log).toEqual([]);
});

test('closing a grove while it is saved again leaves no partial file', async () => {
  const desk = await largeWithoutFile();
  desk.whileChecking = () => desk.close().catch(() => undefined);
  await acceptOffer(desk, 'saveHere');
  expect(filesOf(desk)).toEqual(['elsewhere.aspen']);
});

test('a file that appears at the path meanwhile stays, and so does the banner with its offers', async () => {
  const desk = await largeWithoutFile();
  // The typed text has no file.
  onTestFinished(() => desk.close().catch(() => undefined));
  desk.whileChecking = () => writeFileSync(desk.path, 'Another program saved this here.');
  await expect(acceptOffer(desk, 'saveHere')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  expect(filesOf(desk)).toEqual(['elsewhere.aspen', 'story.aspen']);
  expect(digestOf(desk.path)).toBe(sha256('Another program saved this here.'));
  expect(desk.grove.snapshot().trouble?.offers).toContain('saveHere');
});
