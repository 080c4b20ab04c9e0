import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { RECOVERED } from '../../../src/main/grove/rescue/save-orphaned-draft.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { journalHere, openJournal } from '../../helpers/journal.ts';

/** What a session that ended in a crash left behind, on real files and the journal in its own thread. */

/** Two paths: where a grove is written, and where its file is put as it is when the program dies. */
function crashSite() {
  const folder = temporaryFolder();
  const journal = openJournal(join(folder, 'recovery.sqlite'));
  onTestFinished(() => journal.close());
  const path = join(folder, 'story.aspen');
  let crashes = 0;
  let openings = 0;
  return {
    path,
    journal,
    /** A copy of the file as it is now: opening it is what happens after a crash. */
    crash: () => {
      const copy = join(folder, `crashed-${++crashes}.aspen`);
      copyFileSync(path, copy);
      return copy;
    },
    open: async (at = path) => {
      const desk = new HandlersDesk(at, 1_000 * openings++, journal);
      await desk.grove.recover([desk.grove.sessionId]);
      return desk;
    },
  };
}

const save = async (desk: HandlersDesk, text: string, at: Parameters<HandlersDesk['typed']>[1] = {}) =>
  desk.call('draft.save', { ...(await desk.intent([desk.typed(text, at)])), digest: null });

/** The one node says “It rained.”, and an edit of it “It rained hard.”. */
async function editedSite() {
  const site = crashSite();
  const desk = await site.open();
  await desk.commit([desk.typed('It rained.')]);
  const nodeId = await desk.nodeAt(0);
  await save(desk, ' hard', { nodeId, offset: 9 });
  return { site, desk, nodeId };
}

const sentences = (desk: HandlersDesk) => desk.grove.snapshot().notices.map(({ sentence }) => sentence);

test('what the file did not have when the program ended is typed again, step by step', async () => {
  const site = crashSite();
  const desk = await site.open();
  await save(desk, 'It rained. ');
  await desk.call('draft.flush', { treeId: desk.treeId });
  await save(desk, 'It snowed. ', { offset: 11 });
  await save(desk, 'It froze.', { offset: 22 });
  const again = await site.open(site.crash());
  expect(await again.shown()).toBe('It rained. It snowed. It froze.');
  expect(sentences(again)).toEqual(['2 sentences that had not reached the file are back.']);
});

test('the caret is behind what came back, where the writer was typing, and not where the file knew it', async () => {
  const site = crashSite();
  const desk = await site.open();
  const place = { anchor: 11, head: 11, scroll: 0 };
  await save(desk, 'It rained. It froze.');
  await desk.call('cursor.save', { treeId: desk.treeId, cursor: place });
  await desk.call('draft.flush', { treeId: desk.treeId });
  await save(desk, 'It snowed. ', { offset: 11 });
  const again = await site.open(site.crash());
  const { cursor } = await again.call('path.read', { treeId: again.treeId });
  expect(await again.shown()).toBe('It rained. It snowed. It froze.');
  expect(cursor).toEqual({ anchor: 22, head: 22, scroll: 0 });
});

test('what the file has is not typed twice, though the journal had no time to hear of it', async () => {
  const site = crashSite();
  const desk = await site.open();
  await save(desk, 'It rained.');
  const before = await site.journal.read(desk.grove.snapshot().id, []);
  await desk.commit();
  const again = new HandlersDesk(site.crash(), 1_000, {
    ...journalHere(),
    read: async () => before,
  });
  await again.grove.recover([again.grove.sessionId]);
  expect(await again.shown()).toBe('It rained.');
  expect(sentences(again)).toEqual([]);
});

test('what the journal knew of an edit is not put in the place of the version that the edit grew into', async () => {
  const { site, desk, nodeId } = await editedSite();
  const before = await site.journal.read(desk.grove.snapshot().id, []);
  await desk.commit([desk.typed('er', { nodeId, offset: 14 })]);
  const again = new HandlersDesk(site.crash(), 1_000, { ...journalHere(), read: async () => before });
  await again.grove.recover([again.grove.sessionId]);
  await again.commit();
  expect(await again.shown()).toBe('It rained harder.');
  const [bookmark] = await again.call('position.bookmarks', { treeId: again.treeId });
  expect(bookmark).toMatchObject({ label: RECOVERED, excerpt: 'It rained hard.' });
});

test('a text brought back to what an earlier version said is so after a crash, too', async () => {
  const site = crashSite();
  const desk = await site.open();
  await desk.commit([desk.typed('He ran.')]);
  await desk.commit([desk.typed(' Fast', { nodeId: await desk.nodeAt(0), offset: 6 })]);
  const spans: [] = [];
  const ops = [{ nodeId: await desk.nodeAt(0), splice: { from: 6, to: 11, insert: '', spans } }];
  await desk.call('draft.save', { ...(await desk.intent(ops)), digest: null });
  expect(await desk.shown()).toBe('He ran.');
  const again = await site.open(site.crash());
  expect(await again.shown()).toBe('He ran.');
});

test('a draft that went on from a file which has changed since becomes a branch with a bookmark', async () => {
  const site = crashSite();
  const desk = await site.open();
  await save(desk, 'One. ');
  await desk.commit();
  const older = site.crash();
  await save(desk, 'Two. ');
  await desk.commit();
  await save(desk, 'Three, never saved.');
  // The file is put back from a backup: the head that the draft followed is not there.
  const again = await site.open(older);
  expect(await again.shown()).toBe('One. ');
  expect(sentences(again)).toEqual([
    'Text that has no place in the grove any more is in a branch. Its bookmark is “Recovered draft”.',
  ]);
  const [bookmark] = await again.call('position.bookmarks', { treeId: again.treeId });
  expect(bookmark).toMatchObject({ label: RECOVERED });
  const parentId = await again.positionAt(0);
  const children = await again.call('path.children', { treeId: again.treeId, parentId });
  expect(children.map(({ excerpt }) => excerpt)).toEqual(['Three, never saved.']);
  await again.close();
  const third = await site.open(older);
  expect(sentences(third)).toEqual([]);
});

test('a draft in the file whose head is gone becomes a branch', async () => {
  const site = crashSite();
  const desk = await site.open();
  await save(desk, 'One. ');
  await desk.commit();
  await save(desk, 'Held.');
  await desk.close();
  const database = new Database(site.path);
  database.pragma('foreign_keys = OFF');
  database.prepare('UPDATE draft SET head_position_key = 9999').run();
  database.close();
  const again = await site.open();
  expect(await again.shown()).toBe('One. ');
  expect(sentences(again)).toHaveLength(1);
  const [bookmark] = await again.call('position.bookmarks', { treeId: again.treeId });
  expect(bookmark).toMatchObject({ label: RECOVERED });
});

test('undo takes what was brought back away again, and keeps it', async () => {
  const site = crashSite();
  const desk = await site.open();
  await save(desk, 'It rained.');
  const again = await site.open(site.crash());
  const [notice] = again.grove.snapshot().notices;
  if (notice === undefined) expect.unreachable();
  await again.call('grove.takeOffer', { id: notice.id, offer: 'undoRecovery' });
  expect(await again.shown()).toBe('');
  const [other] = again.grove.snapshot().notices;
  if (other === undefined) expect.unreachable();
  await again.call('grove.takeOffer', { id: other.id, offer: 'redoRecovery' });
  expect(await again.shown()).toBe('It rained.');
});

/** Does what the newest notice offers. */
async function takeOffer(desk: HandlersDesk): Promise<void> {
  const notice = desk.grove.snapshot().notices.at(-1);
  const [offer] = notice?.offers ?? [];
  if (notice === undefined || offer === undefined) expect.unreachable();
  await desk.call('grove.takeOffer', { id: notice.id, offer });
}

test('what was brought back and is committed by now is left there by undo', async () => {
  const site = crashSite();
  const desk = await site.open();
  await save(desk, 'It rained.');
  await desk.call('draft.flush', { treeId: desk.treeId });
  await save(desk, ' It snowed.', { offset: 10 });
  const again = await site.open(site.crash());
  await again.commit();
  await save(again, ' It froze.');
  await takeOffer(again);
  expect(await again.shown()).toBe('It rained. It snowed. It froze.');
  expect(sentences(again)).toEqual(['The text has gone on since: what was brought back was left in it.']);
});

test('what undo took away goes to a branch where the text has gone on meanwhile', async () => {
  const { site, nodeId } = await editedSite();
  const again = await site.open(site.crash());
  await takeOffer(again);
  await again.commit([again.typed(' cats', { nodeId, offset: 9 })]);
  await takeOffer(again);
  await again.commit();
  expect(await again.shown()).toBe('It rained cats.');
  const [bookmark] = await again.call('position.bookmarks', { treeId: again.treeId });
  expect(bookmark).toMatchObject({ label: RECOVERED, excerpt: 'It rained hard.' });
});

test('what undo took away is not lost where the file could not be written just then', async () => {
  const site = crashSite();
  const desk = await site.open();
  await save(desk, 'It rained.');
  const again = await site.open(site.crash());
  const other = new Database(again.path);
  other.exec('BEGIN IMMEDIATE');
  await takeOffer(again);
  expect(await again.shown()).toBe('');
  await takeOffer(again);
  other.close();
  expect(await again.shown()).toBe('It rained.');
});
