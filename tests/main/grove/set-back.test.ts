import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DraftEntry } from '../../../src/main/grove/writing/recovery-journal.ts';
import { JournalFile } from '../../../src/main/journal/journal-file.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { journalHere } from '../../helpers/journal.ts';
import { writeOldJournal } from '../../helpers/old-journal.ts';

/** A file older than at its last use on this computer opens with a warning. */

/** A computer with its journal and its backups. */
function computer(firstId = 0) {
  const folder = temporaryFolder();
  const journal = journalHere();
  const backups = join(folder, 'backups');
  let openings = 0;
  return {
    path: join(folder, 'story.aspen'),
    backups,
    /** Commits texts as a window does, and closes. */
    write: async (path: string, ...texts: readonly string[]) => {
      const desk = new HandlersDesk(path, firstId + 1_000 * openings++, journal, backups);
      for (const text of texts) await desk.commit([desk.typed(text)]);
      await desk.close();
    },
    /** Types without committing, and closes. */
    type: async (path: string, text: string) => {
      const desk = new HandlersDesk(path, firstId + 1_000 * openings++, journal, backups);
      await desk.call('draft.save', { ...(await desk.intent([desk.typed(text)])), digest: null });
      await desk.close();
    },
    desk: (path: string) => new HandlersDesk(path, firstId + 1_000 * openings++, journal, backups),
    /** The notices for the writer when a file opens. */
    noticesFor: async (path: string, ids = firstId + 1_000 * openings++) => {
      const host = new HandlersDesk(join(temporaryFolder(), 'host.aspen'), ids, journal, backups);
      const grove = await host.registry.open(path, false);
      const { notices } = grove.snapshot();
      await grove.close();
      return notices.map(({ sentence, detail, offers }) => ({ sentence, detail, offers }));
    },
  };
}

const OLDER = 'This grove is older than the one last saved on this computer.';

test('an older file opens with a warning that says since when, and which backup has the rest', async () => {
  const { path, write, noticesFor } = computer();
  await write(path, 'One. ');
  copyFileSync(path, `${path}.older`);
  await write(path, 'Two. ');
  copyFileSync(`${path}.older`, path);
  const [notice, ...others] = await noticesFor(path);
  expect(others).toEqual([]);
  expect(notice).toMatchObject({ sentence: OLDER, offers: ['openBackup'] });
  expect(notice?.detail).toMatch(
    /^The changes saved here on .+ are not in this file\. .+ The backup from .+ has them\.$/,
  );
  // Nothing was written to it, so the warning is repeated.
  expect(await noticesFor(path)).toMatchObject([{ sentence: OLDER }]);
  await write(path, 'Another two. ');
  expect(await noticesFor(path)).toEqual([]);
});

test('a file that lacks only uncommitted text opens with a warning too, and its backup', async () => {
  const { path, write, type, noticesFor } = computer();
  await write(path, 'One. ');
  copyFileSync(path, `${path}.older`);
  await type(path, 'Typed on and on. ');
  copyFileSync(`${path}.older`, path);
  const [notice] = await noticesFor(path);
  expect(notice).toMatchObject({ sentence: OLDER });
  expect(notice?.detail).toMatch(/The backup from .+ has them\.$/);
  await type(path, 'Typed anew. ');
  expect(await noticesFor(path)).toEqual([]);
});

test('a file from the middle of its last session opens with a warning', async () => {
  const { path, desk, noticesFor } = computer();
  const open = desk(path);
  await open.commit([open.typed('One. ')]);
  copyFileSync(path, `${path}.older`);
  await open.call('draft.save', { ...(await open.intent([open.typed('Typed. ')])), digest: null });
  await open.close();
  copyFileSync(`${path}.older`, path);
  expect(await noticesFor(path)).toMatchObject([{ sentence: OLDER }]);
});

test('a file often opened elsewhere, which no longer lists the session here, opens without a warning', async () => {
  const { path, write, noticesFor } = computer();
  const attic = computer(500_000);
  await write(path, 'One. ');
  copyFileSync(path, attic.path);
  for (let session = 0; session < 12; session++) await attic.write(attic.path);
  copyFileSync(attic.path, path);
  // Ids continue from the greatest in the file.
  expect(await noticesFor(path, 700_000)).toEqual([]);
});

test('the warning says if no backup has the missing changes', async () => {
  const { path, backups, write, noticesFor } = computer();
  await write(path, 'One. ');
  copyFileSync(path, `${path}.older`);
  await write(path, 'Two. ');
  copyFileSync(`${path}.older`, path);
  rmSync(backups, { recursive: true });
  expect((await noticesFor(path))[0]?.detail).toMatch(/None of the newest backups has them\.$/);
});

test('a diverged file opens with a warning even if it is longer', async () => {
  const { path, write, noticesFor } = computer();
  const attic = computer(500_000);
  await write(path, 'One. ');
  copyFileSync(path, attic.path);
  await write(path, 'Two. ');
  await attic.write(attic.path, 'In the attic. ', 'For long. ', 'And on. ');
  copyFileSync(attic.path, path);
  expect(await noticesFor(path)).toMatchObject([
    { sentence: 'This grove lacks changes that were made on this computer.' },
  ]);
});

test('a file that continues from the known state opens without a warning, wherever it was written', async () => {
  const { path, write, noticesFor } = computer();
  const attic = computer(500_000);
  await write(path, 'One. ', 'Two. ');
  expect(await noticesFor(path)).toEqual([]);
  copyFileSync(path, attic.path);
  await attic.write(attic.path, 'In the attic. ');
  copyFileSync(attic.path, path);
  expect(await noticesFor(path)).toEqual([]);
});

test('a file that another computer merged with what was written here opens without a warning', async () => {
  const { path, write, noticesFor } = computer();
  const attic = computer(500_000);
  await write(path, 'One. ');
  copyFileSync(path, attic.path);
  await write(path, 'Two. ');
  await attic.write(attic.path, 'In the attic. ');
  const desk = attic.desk(attic.path);
  await desk.grove.merge(path, 'copy');
  await desk.close();
  copyFileSync(attic.path, path);
  expect(await noticesFor(path)).toEqual([]);
});

test('a grove newly created or copied at the path opens without a warning', async () => {
  const { path, write, noticesFor, desk } = computer();
  await write(path, 'One. ', 'Two. ');
  const aside = join(temporaryFolder(), 'aside.aspen');
  renameSync(path, aside);
  await write(path, 'Another story. ');
  expect(await noticesFor(path)).toEqual([]);

  const copy = join(temporaryFolder(), 'copy.aspen');
  const open = desk(path);
  await open.grove.copies.save(copy);
  await open.close();
  await write(copy, 'It goes its own way. ');
  const again = desk(path);
  await again.grove.copies.save(copy);
  await again.close();
  expect(await noticesFor(copy)).toEqual([]);
});

test('a grove opens even if its known head cannot be read', async () => {
  const { path, write } = computer();
  await write(path, 'One. ');
  const broken = {
    ...journalHere(),
    findHead: () => Promise.reject(new Error('gone')),
    saveHead: () => Promise.reject(new Error('gone')),
  };
  const host = new HandlersDesk(join(temporaryFolder(), 'host.aspen'), 900_000, broken);
  const grove = await host.registry.open(path, false);
  expect(grove.snapshot().notices).toEqual([]);
  await grove.close();
});

test('a journal without the table of heads keeps its drafts', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'recovery.sqlite');
  const place = { groveId: 'G', treeId: 'T', agentId: 'A', sessionId: 'S' } as never;
  const draft = { head: 'P', buffer: { text: 'Typed.', spans: [] }, edits: [] } as never;
  const whole: DraftEntry = { kind: 'whole', draft, fileDigest: '', above: [] };
  writeOldJournal(path, { version: 1, scope: place, entries: [whole] });
  const { file, setAside } = JournalFile.open(path, 0);
  expect(setAside).toBeNull();
  expect(file.read('G', []).drafts).toMatchObject([{ whole: { draft: { buffer: { text: 'Typed.' } } } }]);
  const known = { groveId: 'G', origin: 'o' } as never;
  const head = {
    seq: 3,
    hash: 'h',
    state: 's',
    writtenAt: 5,
    sessionId: 'S',
    closedAt: null,
    newestNode: null,
  };
  file.saveHead(known, head as never);
  expect(file.findHead(known)).toEqual(head);
  file.forgetHeads('o');
  expect(file.findHead(known)).toBeNull();
  file.close();
});
