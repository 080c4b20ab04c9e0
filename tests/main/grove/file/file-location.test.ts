import { copyFileSync, existsSync, readdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { AspenError } from '../../../../src/core/errors.ts';
import type { GroveOffer } from '../../../../src/ipc/wire/grove.ts';
import { FileLocation } from '../../../../src/main/grove/file/file-location.ts';
import type { OfferHelp } from '../../../../src/main/grove/grove-notices.ts';
import type { Store } from '../../../../src/main/store/connection/store.ts';
import { RECOVERED_DRAFT } from '../../../../src/ui-text/recovery.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { digestOf, openGrove, plantGrove, sha256 } from '../../../helpers/grove.ts';
import { never } from '../../../helpers/probe.ts';

/** Where a grove goes on whose file was moved, replaced or deleted while it was open. */

const beside = (desk: HandlersDesk, name: string) => join(dirname(desk.path), name);

const typeOn = async (desk: HandlersDesk, text: string, offset = 0) =>
  desk.call('draft.save', { ...(await desk.intent([desk.typed(text, { offset })])), digest: null });

const flush = (desk: HandlersDesk) => desk.call('draft.flush', { treeId: desk.treeId });

/** A grove with a text in it, whose file is put aside; the first write after that is refused. */
async function lose(desk: HandlersDesk, to = beside(desk, 'elsewhere.aspen')): Promise<string> {
  renameSync(desk.path, to);
  await typeOn(desk, 'Meanwhile. ');
  await expect(flush(desk)).rejects.toMatchObject({ code: 'MOVED' });
  return to;
}

const take = (desk: HandlersDesk, offer: GroveOffer) =>
  desk.call('grove.takeOffer', { id: desk.grove.snapshot().trouble?.id ?? 0, offer });

async function written(firstId = 0): Promise<HandlersDesk> {
  const desk = new HandlersDesk(undefined, firstId);
  await desk.commit([desk.typed('It rained. ')]);
  return desk;
}

const labels = async (desk: HandlersDesk) =>
  (await desk.call('position.bookmarks', { treeId: desk.treeId })).map(({ label }) => label);

test('a file that is gone can be found, or the grove written anew', async () => {
  const desk = await written();
  const place = await lose(desk);
  expect(desk.grove.snapshot().trouble?.offers).toEqual(['findIt', 'saveHere', 'saveCopy']);
  desk.chosenFile = place;
  await take(desk, 'findIt');
  expect(desk.grove.snapshot()).toMatchObject({ trouble: null, notices: [], fileName: 'elsewhere.aspen' });
  expect(desk.events).toContainEqual({ name: 'moved', value: place });
  await desk.commit();
  await desk.close();
  expect(existsSync(desk.path)).toBe(false);
  expect(await new HandlersDesk(place, 1_000).shown()).toBe('It rained. Meanwhile. ');
});

test('a file that another session went on in has both, and what was open here is read again', async () => {
  const desk = await written();
  const place = await lose(desk);
  const other = new HandlersDesk(place, 1_000);
  await other.commit([other.typed('It snowed. ')]);
  await other.close();
  desk.chosenFile = place;
  await take(desk, 'findIt');
  expect(desk.emitted('draft.replaced')).not.toEqual([]);
  const shown = await desk.shown();
  expect(shown).toContain('It rained. ');
  expect(shown).toContain('Meanwhile. ');
  await desk.commit();
  expect((await desk.grove.read.verify()).log).toEqual([]);
});

test('a draft that the other file got meanwhile is not written over: it becomes a branch', async () => {
  const desk = await written();
  const place = await lose(desk);
  const other = new HandlersDesk(place, 1_000);
  await typeOn(other, 'A word of another day.');
  await other.close();
  desk.chosenFile = place;
  await take(desk, 'findIt');
  expect(await desk.shown()).toBe('It rained. Meanwhile. ');
  expect(await labels(desk)).toEqual([RECOVERED_DRAFT]);
});

test('an older copy and another grove are refused, and not a byte of them is changed', async () => {
  const desk = new HandlersDesk();
  const older = beside(desk, 'older.aspen');
  copyFileSync(desk.path, older);
  await desk.commit([desk.typed('It rained. ')]);
  const foreign = await written(5_000);
  await foreign.close();
  const place = await lose(desk);
  for (const path of [older, foreign.path]) {
    const before = digestOf(path);
    desk.chosenFile = path;
    await expect(take(desk, 'findIt')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(digestOf(path)).toBe(before);
  }
  expect(await desk.shown()).toBe('It rained. Meanwhile. ');
  expect(desk.grove.snapshot().trouble).not.toBeNull();
  renameSync(place, desk.path);
});

test('a copy never takes the place of another file', async () => {
  const desk = await written();
  await lose(desk);
  writeFileSync(desk.path, 'Another program saved this here.');
  desk.newFile = desk.path;
  await expect(take(desk, 'saveHere')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  const before = digestOf(desk.path);
  desk.newFile = beside(desk, 'mine.aspen');
  await take(desk, 'saveHere');
  expect(desk.grove.snapshot()).toMatchObject({ trouble: null, fileName: 'mine.aspen' });
  await desk.commit();
  await desk.close();
  expect(digestOf(desk.path)).toBe(before);
  expect(await new HandlersDesk(desk.newFile, 1_000).shown()).toBe('It rained. Meanwhile. ');
});

test('a file that is found and not gone on in is closed again', async () => {
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
    onChange: () => undefined,
    onMoved: () => undefined,
  });
  const help: OfferHelp = {
    chooseNewFile: async () => null,
    chooseFile: async () => elsewhere,
    isOpenElsewhere: () => false,
    runFileTask: (_wait, _name, work) => work(never()),
    checkForOpening: async () => undefined,
    recoverCopy: async () => ({ nodes: 0, unverified: 0, lost: [] }),
    onFileSwitched: () => undefined,
    moveTo: async () => undefined,
    findGrove: () => undefined,
    showGrove: async () => undefined,
    runCommand: () => undefined,
    closeAnyway: () => undefined,
  };
  await expect(place.find(help)).rejects.toMatchObject({ code: 'IO_ERROR' });
  expect(found?.isOpen).toBe(false);
  expect(store.isOpen).toBe(true);
});

test('drafts of trees that nobody looked at come along', async () => {
  const first = await written();
  const one = first.treeId;
  await typeOn(first, 'Half a sentence');
  await first.call('tree.create', { title: 'Another' });
  await first.close();
  const desk = new HandlersDesk(first.path, 1_000);
  unlinkSync(desk.path);
  await typeOn(desk, 'Meanwhile. ');
  await expect(flush(desk)).rejects.toMatchObject({ code: 'MOVED' });
  await take(desk, 'saveHere');
  await desk.close();
  const again = new HandlersDesk(desk.path, 2_000);
  const { buffer } = await again.call('path.read', { treeId: one });
  expect(buffer.text).toBe('Half a sentence');
});

/** A side of a comparison that has nothing by itself. */
const NOTHING = {
  own: 0,
  beginnings: [],
  ownTrees: [],
  typedWords: 0,
  notes: 0,
  bookmarks: 0,
  pruned: 0,
  summaries: 0,
};

test('what stands there now is compared by what each has alone', async () => {
  const desk = await written();
  const place = await lose(desk);
  copyFileSync(place, desk.path);
  const other = new HandlersDesk(desk.path, 1_000);
  await other.commit([other.typed('It snowed. ')]);
  await other.call('tree.create', { title: 'Another' });
  await other.close();
  await expect(flush(desk)).rejects.toMatchObject({ code: 'MOVED' });
  expect(desk.grove.snapshot().trouble?.offers).toContain('compare');
  const before = digestOf(desk.path);
  await take(desk, 'compare');
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

/** More than a moment's work to look through. */
const LONG = 'It rained and rained. '.repeat(250_000);

/** A large grove whose file is gone. */
async function lostLarge(): Promise<HandlersDesk> {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed(LONG)]);
  await lose(desk);
  return desk;
}

const TYPED = 'Meanwhile. ';

/** What is beside the grove's file, and it; the journal of a file that is open is emptied and stays. */
const filesOf = (desk: HandlersDesk) =>
  readdirSync(dirname(desk.path))
    .filter((name) => !name.endsWith('-journal'))
    .toSorted();

test('what is typed while a large grove is written anew is in it, and it is asked for once', async () => {
  const desk = await lostLarge();
  let times = 0;
  desk.whileChecking = async () => {
    times += 1;
    await typeOn(desk, 'It sno', TYPED.length);
    // It is on its way already.
    await take(desk, 'saveHere');
  };
  await take(desk, 'saveHere');
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

test('a grove that is not written anew after all is as it was, and can be', async () => {
  const desk = await lostLarge();
  desk.whileChecking = () => desk.call('grove.stopOpening', {}).then(() => undefined);
  await take(desk, 'saveHere');
  expect(filesOf(desk)).toEqual(['elsewhere.aspen']);
  expect(desk.grove.snapshot().trouble?.offers).toEqual(['findIt', 'saveHere', 'saveCopy']);
  expect((await desk.shown()).slice(LONG.length)).toBe(TYPED);
  desk.whileChecking = () => undefined;
  await take(desk, 'saveHere');
  expect(desk.grove.snapshot().trouble).toBeNull();
});

test('a file that comes back while the grove is written anew is gone on in as it is', async () => {
  const desk = await lostLarge();
  desk.whileChecking = () => renameSync(beside(desk, 'elsewhere.aspen'), desk.path);
  await take(desk, 'saveHere');
  expect(desk.grove.snapshot()).toMatchObject({ trouble: null, notices: [] });
  expect(filesOf(desk)).toEqual(['story.aspen']);
  await desk.commit();
  await desk.close();
  const again = new HandlersDesk(desk.path, 1_000);
  expect((await again.shown()).slice(LONG.length)).toBe(TYPED);
});

test('what is written to the file that is back is in the copy elsewhere that is gone on in', async () => {
  const desk = await lostLarge();
  writeFileSync(desk.path, 'Another program saved this here.');
  desk.newFile = beside(desk, 'mine.aspen');
  let times = 0;
  desk.whileChecking = async () => {
    times += 1;
    if (times > 1) return;
    renameSync(beside(desk, 'elsewhere.aspen'), desk.path);
    await desk.commit([desk.typed('It snowed. ', { offset: TYPED.length })]);
  };
  await take(desk, 'saveHere');
  expect(times).toBe(2);
  expect(desk.grove.snapshot()).toMatchObject({ trouble: null, fileName: 'mine.aspen' });
  expect((await desk.shown()).slice(LONG.length)).toBe(`${TYPED}It snowed. `);
  expect((await desk.grove.read.verify()).log).toEqual([]);
});

test('a grove that is closed while it is written anew leaves nothing of that', async () => {
  const desk = await lostLarge();
  desk.whileChecking = () => desk.close().catch(() => undefined);
  await take(desk, 'saveHere');
  expect(filesOf(desk)).toEqual(['elsewhere.aspen']);
});

test('a file that takes the place meanwhile stays, and the banner with its offers too', async () => {
  const desk = await lostLarge();
  // What is typed has no file.
  onTestFinished(() => desk.close().catch(() => undefined));
  desk.whileChecking = () => writeFileSync(desk.path, 'Another program saved this here.');
  await expect(take(desk, 'saveHere')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  expect(filesOf(desk)).toEqual(['elsewhere.aspen', 'story.aspen']);
  expect(digestOf(desk.path)).toBe(sha256('Another program saved this here.'));
  expect(desk.grove.snapshot().trouble?.offers).toContain('saveHere');
});
