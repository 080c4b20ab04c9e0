import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { RequestId } from '../../../src/core/ids.ts';
import { openBackupFolder } from '../../../src/main/backup/backup-folder.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { OfferDesk } from '../../helpers/offer-desk.ts';

/** The open file is overwritten in place by another program (`storage.md`, *Overwritten in place*). */

/** Overwrites a file as restore and sync programs do: the same inode gets other bytes. */
const overwrite = (from: string, path: string) => void execFileSync('cp', [from, path]);

const aside = (desk: HandlersDesk) => join(temporaryFolder(), `${desk.treeId}.aspen`);

const save = async (desk: HandlersDesk, text: string, offset = 0) => {
  await desk.call('draft.save', { ...(await desk.intent([desk.typed(text, { offset })])), digest: null });
  await desk.call('draft.flush', { treeId: desk.treeId });
};

/** A grove that was written and closed, a copy of that state, and the grove open again. */
async function reopened(text = 'It rained. ', firstId = 0): Promise<{ desk: HandlersDesk; older: string }> {
  const first = new HandlersDesk(undefined, firstId);
  await first.commit([first.typed(text)]);
  await first.close();
  const older = aside(first);
  overwrite(first.path, older);
  const desk = new HandlersDesk(first.path, firstId + 10_000, first.journal, first.backups);
  onTestFinished(() => desk.close().catch(() => undefined));
  return { desk, older };
}

const noticed = (desk: HandlersDesk) =>
  expect.poll(() => desk.grove.snapshot().trouble?.detail, { timeout: 10_000 });

const kept = (desk: HandlersDesk) =>
  openBackupFolder(desk.backups)
    .list(desk.grove.snapshot().id)
    .filter(({ isReplaced }) => isReplaced);

const OLDER =
  'Another program overwrote the grove’s file with another version of this grove, which lacks text you wrote. Your text is kept in this window.';

test('an older state of the grove loses nothing: the version here is in the backups, and can be put back', async () => {
  const { desk, older } = await reopened();
  await desk.commit([desk.typed('It snowed. ')]);
  await save(desk, 'Typed. ');
  const more = {
    ...(await desk.intent([desk.typed('More. ', { offset: 7 })])),
    requestId: '01KDXR00000000000000000000' as RequestId,
  };
  overwrite(older, desk.path);
  const bytes = readFileSync(older);
  await expect(desk.call('draft.commit', more)).rejects.toMatchObject({
    code: 'REPLACED',
  });
  await noticed(desk).toMatch(/Your version is in the backups, from .+, complete\./);
  const { trouble } = desk.grove.snapshot();
  expect(trouble).toMatchObject({ sentence: OLDER, offers: ['putBack', 'compare', 'saveCopy'] });
  expect(readFileSync(desk.path).equals(bytes)).toBe(true);

  const window = new OfferDesk(desk, desk.path, 10_000);
  await window.accept('compare');
  const sides = desk.emitted('grove.compared').at(-1)?.sides;
  expect(sides).toMatchObject({ isSameGrove: true, here: { texts: 2, typedWords: 2 }, there: { texts: 1 } });
  await window.accept('putBack');
  const after = window.desk();
  expect(await after.shown()).toBe('It rained. It snowed. Typed. More. ');
  expect(window.messages).toEqual([
    'Your version is back in its file, complete. What was found there instead is in the backups.',
  ]);
  expect(kept(after).some(({ path }) => readFileSync(path).equals(bytes))).toBe(true);

  // A program that does it again within a minute would win in the end.
  await save(after, 'Again. ');
  overwrite(older, after.path);
  await noticed(after).toMatch(/Your version is in the backups/);
  expect(after.grove.snapshot().trouble?.offers).toEqual(['compare', 'saveCopy']);
});

test('an older state that lacks only uncommitted text is noticed within two seconds, without a write', async () => {
  const { desk, older } = await reopened();
  await save(desk, 'Typed. ');
  overwrite(older, desk.path);
  await expect
    .poll(() => desk.grove.snapshot().trouble?.sentence, { timeout: 2_000, interval: 100 })
    .toBe(OLDER);
  await noticed(desk).toMatch(/complete\./);
  expect(await desk.grove.settle()).toEqual({ where: 'backup' });
  await desk.close();
  expect(readFileSync(desk.path).equals(readFileSync(older))).toBe(true);

  const host = new HandlersDesk(join(temporaryFolder(), 'host.aspen'), 20_000, desk.journal, desk.backups);
  const again = await host.registry.open(desk.path, false, { isChecked: true });
  onTestFinished(() => again.close());
  expect(again.treeSession(again.snapshot().openTreeId).draft.buffer.text).toBe('Typed. ');
});

test('a grove that is closed right after its file was overwritten is in the backups, too', async () => {
  const { desk, older } = await reopened();
  await desk.commit([desk.typed('It snowed. ')]);
  overwrite(older, desk.path);
  expect(await desk.grove.settle()).toEqual({ where: 'backup' });
  expect(kept(desk)).toHaveLength(1);
  await desk.close();
  expect(readFileSync(desk.path).equals(readFileSync(older))).toBe(true);
});

test('text typed into another grove’s file is kept in memory and the backups, and never written into it', async () => {
  const { desk } = await reopened('Mine. ');
  // Made by the same steps, so that SQLite’s change counters agree.
  const { desk: other } = await reopened('Else. ', 500_000);
  const theirs = aside(other);
  overwrite(other.path, theirs);
  const typed = await desk.intent([desk.typed('Typed. ')]);
  overwrite(theirs, desk.path);
  await desk.call('draft.save', { ...typed, digest: null });
  await expect(desk.call('draft.flush', { treeId: desk.treeId })).rejects.toMatchObject({ code: 'REPLACED' });
  await noticed(desk).toMatch(/complete\./);
  expect(desk.grove.snapshot().trouble?.sentence).toBe(
    'Another program overwrote the grove’s file with another grove. Your text is kept in this window.',
  );
  expect(readFileSync(desk.path).equals(readFileSync(theirs))).toBe(true);
  const window = new OfferDesk(desk, join(temporaryFolder(), 'copy.aspen'));
  await window.accept('saveCopy');
  expect(window.messages).toHaveLength(1);
  const copy = new HandlersDesk(join(await window.chooseNewFile()), 20_000);
  expect(await copy.shown()).toBe('Mine. Typed. ');
});

test('a change that brings no text is not written into another grove’s file either', async () => {
  const { desk } = await reopened('Mine. ');
  // Made by the same steps, so that SQLite’s change counters agree and it trusts the pages that it has read.
  const { desk: other } = await reopened('Else. ', 500_000);
  const theirs = readFileSync(other.path);
  overwrite(other.path, desk.path);
  await expect(desk.call('grove.rename', { name: 'Renamed' })).rejects.toMatchObject({ code: 'REPLACED' });
  expect(readFileSync(desk.path).equals(theirs)).toBe(true);
});

for (const [what, bytes] of [
  ['nothing', Buffer.alloc(0)],
  ['another program’s file', Buffer.alloc(9_000, 'Not a database. ')],
] as const)
  test(`a file overwritten with ${what} is not this grove, and resumes when it is put right`, async () => {
    const { desk } = await reopened();
    await save(desk, 'Typed. ');
    const good = aside(desk);
    overwrite(desk.path, good);
    const more = await desk.intent([desk.typed('More. ', { offset: 7 })]);
    const bad = join(temporaryFolder(), 'bad');
    writeFileSync(bad, bytes);
    overwrite(bad, desk.path);
    await noticed(desk).toMatch(/complete\./);
    expect(desk.grove.snapshot().trouble).toMatchObject({ offers: ['putBack', 'saveCopy'] });
    await desk.call('draft.save', { ...more, digest: null });
    overwrite(good, desk.path);
    await expect.poll(() => desk.grove.snapshot().trouble, { timeout: 10_000 }).toBeNull();
    await desk.call('draft.flush', { treeId: desk.treeId });
    expect(await desk.shown()).toBe('It rained. Typed. More. ');
  });

test('a draft and a move that were taken back, which no log row records, are written again', async () => {
  const { desk } = await reopened();
  const back = await desk.positionAt(0);
  await desk.commit([desk.typed('It snowed. ')]);
  const during = aside(desk);
  overwrite(desk.path, during);
  await desk.call('path.moveHead', { ...(await desk.intent()), to: back });
  await save(desk, 'Typed elsewhere. ');
  overwrite(during, desk.path);
  await expect
    .poll(
      async () => {
        await desk.call('draft.flush', { treeId: desk.treeId });
        const copy = aside(desk);
        overwrite(desk.path, copy);
        const reader = new HandlersDesk(copy, 20_000);
        const shown = await reader.shown();
        await reader.close();
        return shown;
      },
      { timeout: 10_000 },
    )
    .toBe('It rained. Typed elsewhere. ');
  expect(await desk.shown()).toBe('It rained. Typed elsewhere. ');
  expect(desk.grove.snapshot().trouble).toBeNull();
});

test('a file that was only touched, or moved away and back, goes on without a conflict', async () => {
  const { desk } = await reopened();
  utimesSync(desk.path, 1, 1);
  await desk.commit([desk.typed('It snowed. ')]);
  renameSync(desk.path, `${desk.path}.away`);
  renameSync(`${desk.path}.away`, desk.path);
  await desk.commit([desk.typed('It thawed. ')]);
  expect(await desk.shown()).toBe('It rained. It snowed. It thawed. ');
  expect(desk.grove.snapshot().notices).toEqual([]);
});
