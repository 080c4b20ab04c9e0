import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { NodeId } from '../../../src/core/ids.ts';
import { MAX_TEXT_LENGTH } from '../../../src/core/text/limits.ts';
import { RECOVERED_DRAFT } from '../../../src/ui-text/recovery.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { journalHere, openJournal } from '../../helpers/journal.ts';
import { proposeDirective } from '../../helpers/propose-directive.ts';

/** Recovery after a crash, with real files and the journal on its own thread. */

/** A grove at `path`, and copies of its file from the moment of each crash. */
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
    /** Copies the file as it is now: opening the copy is what happens after a crash. */
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

/** A grove with the node “It rained.” and the pending edit “It rained hard.”. */
async function editedSite() {
  const site = crashSite();
  const desk = await site.open();
  await desk.commit([desk.typed('It rained.')]);
  const nodeId = await desk.nodeAt(0);
  await save(desk, ' hard', { nodeId, offset: 9 });
  return { site, desk, nodeId };
}

const sentences = (desk: HandlersDesk) => desk.grove.snapshot().notices.map(({ sentence }) => sentence);

test('typing that had not reached the file is replayed, step by step', async () => {
  const site = crashSite();
  const desk = await site.open();
  await save(desk, 'It rained. ');
  await desk.call('draft.flush', { treeId: desk.treeId });
  await save(desk, 'It snowed. ', { offset: 11 });
  await save(desk, 'It froze.', { offset: 22 });
  const again = await site.open(site.crash());
  expect(await again.shown()).toBe('It rained. It snowed. It froze.');
  expect(sentences(again)).toEqual(['2 sentences that had not reached the file were restored.']);
});

test('what an earlier version journaled that is longer than a draft may be becomes a branch', async () => {
  const site = crashSite();
  const desk = await site.open();
  await desk.commit([desk.typed('It rained. ')]);
  await save(desk, 'a');
  const [journaled] = (await site.journal.read(desk.grove.snapshot().id, [])).drafts;
  if (journaled === undefined) throw new Error('nothing was journaled');
  const more = desk.typed('b'.repeat(MAX_TEXT_LENGTH), { offset: 1 });
  await site.journal.append(journaled.scope, { kind: 'ops', ops: [more] });
  const again = await site.open(site.crash());
  expect(await again.shown()).toBe('It rained. ');
  const [mark] = await again.call('position.bookmarks', { treeId: again.treeId });
  expect(mark?.label).toBe(RECOVERED_DRAFT);
  await again.call('path.goTo', { ...(await again.intent()), nodeId: mark?.nodeId as NodeId });
  expect((await again.shown()) === `It rained. a${'b'.repeat(MAX_TEXT_LENGTH)}`).toBe(true);
});

test('the caret is after the restored text, where the writer was typing, not where the file has it', async () => {
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

test('text already in the file is not restored again, even if the journal is stale', async () => {
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

test('a stale edit does not replace the version that the edit became', async () => {
  const { site, desk, nodeId } = await editedSite();
  const before = await site.journal.read(desk.grove.snapshot().id, []);
  await desk.commit([desk.typed('er', { nodeId, offset: 14 })]);
  const again = new HandlersDesk(site.crash(), 1_000, { ...journalHere(), read: async () => before });
  await again.grove.recover([again.grove.sessionId]);
  await again.commit();
  expect(await again.shown()).toBe('It rained harder.');
  const [bookmark] = await again.call('position.bookmarks', { treeId: again.treeId });
  expect(bookmark).toMatchObject({ label: RECOVERED_DRAFT, excerpt: 'It rained hard.' });
});

test('text changed back to an earlier version stays so after a crash', async () => {
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

test('a draft whose head is missing in an older file becomes a branch with a bookmark', async () => {
  const site = crashSite();
  const desk = await site.open();
  await save(desk, 'One. ');
  await desk.commit();
  const older = site.crash();
  await save(desk, 'Two. ');
  await desk.commit();
  await save(desk, 'Three, never saved.');
  // The file is restored from a backup: it does not have the head of the draft.
  const again = await site.open(older);
  expect(await again.shown()).toBe('One. ');
  expect(sentences(again)).toEqual([
    'Text that no longer has a place in the grove is in a branch, bookmarked “Recovered draft”.',
  ]);
  const [bookmark] = await again.call('position.bookmarks', { treeId: again.treeId });
  expect(bookmark).toMatchObject({ label: RECOVERED_DRAFT });
  const parentId = await again.positionAt(0);
  const children = await again.call('path.children', { treeId: again.treeId, parentId });
  expect(children.map(({ excerpt }) => excerpt)).toEqual(['Three, never saved.']);
  await again.close();
  const third = await site.open(older);
  expect(sentences(third)).toEqual([]);
});

test('a draft stored with a missing head becomes a branch', async () => {
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
  expect(bookmark).toMatchObject({ label: RECOVERED_DRAFT });
});

test('undo removes restored text, and redo brings it back', async () => {
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

/** Accepts the first offer of the newest notice. */
async function takeOffer(desk: HandlersDesk): Promise<void> {
  const notice = desk.grove.snapshot().notices.at(-1);
  const [offer] = notice?.offers ?? [];
  if (notice === undefined || offer === undefined) expect.unreachable();
  await desk.call('grove.takeOffer', { id: notice.id, offer });
}

test('undo leaves restored text that has been committed since', async () => {
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
  expect(sentences(again)).toEqual(['The text has changed since, so the restored text was left in it.']);
});

test('redo restores the text to a branch if the node has changed meanwhile', async () => {
  const { site, nodeId } = await editedSite();
  const again = await site.open(site.crash());
  await takeOffer(again);
  await again.commit([again.typed(' cats', { nodeId, offset: 9 })]);
  await takeOffer(again);
  await again.commit();
  expect(await again.shown()).toBe('It rained cats.');
  const [bookmark] = await again.call('position.bookmarks', { treeId: again.treeId });
  expect(bookmark).toMatchObject({ label: RECOVERED_DRAFT, excerpt: 'It rained hard.' });
});

test('text removed by undo is not lost if the file cannot be written at that moment', async () => {
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

test('suggestions are where their words are, after typing that had not reached the file', async () => {
  const site = crashSite();
  const desk = await site.open();
  await desk.commit([desk.typed('It rained. It rained again.')]);
  const nodeId = await desk.nodeAt(0);
  const { treeId, grove } = desk;
  const agentId = grove.snapshot().writerId;
  const { version } = grove.proposals.take({ treeId, agentId, scope: 'all', range: null, limit: 1_000 });
  await save(desk, 'It froze. ', { nodeId });
  const outcome = proposeDirective(grove.proposals, {
    treeId,
    agentId,
    askedBy: agentId,
    directive: {
      action: 'replace',
      version,
      content: 'snowed',
      range: { from: 14, to: 20 },
      fingerprint: null,
      rationale: null,
    },
    answer: 'snowed',
    instruction: null,
    responseId: null,
    requestedAt: 0,
    acceptsOnArrival: false,
  });
  expect(outcome.kind).toBe('proposed');
  await save(desk, 'It hailed. ', { nodeId });
  await save(desk, 'hard', { nodeId, offset: 3 });
  const again = await site.open(site.crash());
  const shown = await again.shown();
  expect(shown).toBe('It hardhailed. It froze. It rained. It rained again.');
  const { proposals } = await again.call('proposal.read', await again.intent());
  const range = proposals[0]?.suggestions[0]?.range ?? { from: 0, to: 0 };
  expect(range.from).toBe(shown.lastIndexOf('rained'));
  expect(shown.slice(range.from, range.to)).toBe('rained');
});
