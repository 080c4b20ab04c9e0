import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { JournalFile } from '../../../src/main/journal/journal-file.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { journalHere } from '../../helpers/journal.ts';

/** A grove's file is older than when this computer last had it open: the writer is told, and nothing is in their way. */

/** A computer: its journal, its backups and what it opens. */
function computer(firstId = 0) {
  const folder = temporaryFolder();
  const journal = journalHere();
  const backups = join(folder, 'backups');
  let openings = 0;
  return {
    path: join(folder, 'story.aspen'),
    backups,
    /** Writes as a window does, and closes. */
    write: async (path: string, ...texts: readonly string[]) => {
      const desk = new HandlersDesk(path, firstId + 1_000 * openings++, journal, backups);
      for (const text of texts) await desk.commit([desk.typed(text)]);
      await desk.close();
    },
    /** Leaves what is typed uncommitted. */
    type: async (path: string, text: string) => {
      const desk = new HandlersDesk(path, firstId + 1_000 * openings++, journal, backups);
      await desk.call('draft.save', { ...(await desk.intent([desk.typed(text)])), digest: null });
      await desk.close();
    },
    desk: (path: string) => new HandlersDesk(path, firstId + 1_000 * openings++, journal, backups),
    /** What the writer is told who opens a file. */
    told: async (path: string, ids = firstId + 1_000 * openings++) => {
      const host = new HandlersDesk(join(temporaryFolder(), 'host.aspen'), ids, journal, backups);
      const grove = await host.registry.open(path, false);
      const { notices } = grove.snapshot();
      await grove.close();
      return notices.map(({ sentence, detail, offers }) => ({ sentence, detail, offers }));
    },
  };
}

const OLDER = 'This grove is older than the one last saved on this computer.';

test('a file that was set back is opened, and the writer is told since when, and which backup has the rest', async () => {
  const { path, write, told } = computer();
  await write(path, 'One. ');
  copyFileSync(path, `${path}.older`);
  await write(path, 'Two. ');
  copyFileSync(`${path}.older`, path);
  const [notice, ...others] = await told(path);
  expect(others).toEqual([]);
  expect(notice).toMatchObject({ sentence: OLDER, offers: ['openBackup'] });
  expect(notice?.detail).toMatch(
    /^The changes saved here on .+ are not in this file\. .+ The backup from .+ has them\.$/,
  );
  // Nothing was written to it: it is said again.
  expect(await told(path)).toMatchObject([{ sentence: OLDER }]);
  await write(path, 'Another two. ');
  expect(await told(path)).toEqual([]);
});

test('a file that was set back by what was typed and not committed is told too, with its backup', async () => {
  const { path, write, type, told } = computer();
  await write(path, 'One. ');
  copyFileSync(path, `${path}.older`);
  await type(path, 'Typed on and on. ');
  copyFileSync(`${path}.older`, path);
  const [notice] = await told(path);
  expect(notice).toMatchObject({ sentence: OLDER });
  expect(notice?.detail).toMatch(/The backup from .+ has them\.$/);
  await type(path, 'Typed anew. ');
  expect(await told(path)).toEqual([]);
});

test('a file that was set back to the middle of its last session is told', async () => {
  const { path, desk, told } = computer();
  const open = desk(path);
  await open.commit([open.typed('One. ')]);
  copyFileSync(path, `${path}.older`);
  await open.call('draft.save', { ...(await open.intent([open.typed('Typed. ')])), digest: null });
  await open.close();
  copyFileSync(`${path}.older`, path);
  expect(await told(path)).toMatchObject([{ sentence: OLDER }]);
});

test('nothing is said of a file that was opened often elsewhere and forgot the session that was here', async () => {
  const { path, write, told } = computer();
  const attic = computer(500_000);
  await write(path, 'One. ');
  copyFileSync(path, attic.path);
  for (let session = 0; session < 12; session++) await attic.write(attic.path);
  copyFileSync(attic.path, path);
  // Ids go on from the greatest in the file.
  expect(await told(path, 700_000)).toEqual([]);
});

test('without a backup that has it the notice says so', async () => {
  const { path, backups, write, told } = computer();
  await write(path, 'One. ');
  copyFileSync(path, `${path}.older`);
  await write(path, 'Two. ');
  copyFileSync(`${path}.older`, path);
  rmSync(backups, { recursive: true });
  expect((await told(path))[0]?.detail).toMatch(/None of the newest backups has them\.$/);
});

test('a file that went another way, and further, lacks what was written here', async () => {
  const { path, write, told } = computer();
  const attic = computer(500_000);
  await write(path, 'One. ');
  copyFileSync(path, attic.path);
  await write(path, 'Two. ');
  await attic.write(attic.path, 'In the attic. ', 'For long. ', 'And on. ');
  copyFileSync(attic.path, path);
  expect(await told(path)).toMatchObject([
    { sentence: 'This grove lacks changes that were made on this computer.' },
  ]);
});

test('nothing is said of a file that goes on from what was here, wherever that was written', async () => {
  const { path, write, told } = computer();
  const attic = computer(500_000);
  await write(path, 'One. ', 'Two. ');
  expect(await told(path)).toEqual([]);
  copyFileSync(path, attic.path);
  await attic.write(attic.path, 'In the attic. ');
  copyFileSync(attic.path, path);
  expect(await told(path)).toEqual([]);
});

test('nothing is said of a file into which another computer has merged what was written here', async () => {
  const { path, write, told } = computer();
  const attic = computer(500_000);
  await write(path, 'One. ');
  copyFileSync(path, attic.path);
  await write(path, 'Two. ');
  await attic.write(attic.path, 'In the attic. ');
  const desk = attic.desk(attic.path);
  await desk.grove.merge(path, 'copy');
  await desk.close();
  copyFileSync(attic.path, path);
  expect(await told(path)).toEqual([]);
});

test('nothing is said of a grove that was made anew or copied there', async () => {
  const { path, write, told, desk } = computer();
  await write(path, 'One. ', 'Two. ');
  const aside = join(temporaryFolder(), 'aside.aspen');
  renameSync(path, aside);
  await write(path, 'Another story. ');
  expect(await told(path)).toEqual([]);

  const copy = join(temporaryFolder(), 'copy.aspen');
  const open = desk(path);
  await open.grove.copies.save(copy);
  await open.close();
  await write(copy, 'It goes its own way. ');
  const again = desk(path);
  await again.grove.copies.save(copy);
  await again.close();
  expect(await told(copy)).toEqual([]);
});

test('nothing keeps a grove from being opened where what is known of it cannot be read', async () => {
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

test('a journal from before heads were remembered keeps all it has', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'recovery.sqlite');
  const place = { groveId: 'G', treeId: 'T', agentId: 'A', sessionId: 'S' } as never;
  const draft = { head: 'P', buffer: { text: 'Typed.', spans: [] }, edits: [] } as never;
  const first = JournalFile.open(path, 0).file;
  first.append(place, { kind: 'whole', draft, fileDigest: '', above: [] });
  first.close();
  const old = new Database(path);
  old.exec('DROP TABLE head; PRAGMA user_version = 1');
  old.close();
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
