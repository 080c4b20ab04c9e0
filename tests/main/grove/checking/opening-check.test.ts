import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { SaveState } from '../../../../src/ipc/wire/grove.ts';
import { HashPass } from '../../../../src/main/grove/checking/hash-pass.ts';
import { inspect } from '../../../../src/main/probe/inspect.ts';
import { RECORDS_CHANGED } from '../../../../src/ui-text/opening.ts';
import { ORPHANED_TEXT, RECOVERED_DRAFT } from '../../../../src/ui-text/recovery.ts';
import { flipBitIn, stateOf } from '../../../helpers/damage.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { MIGRATIONS, openGrove, temporaryFolder } from '../../../helpers/grove.ts';
import { readGrove } from '../../../helpers/grove-facts.ts';
import { journalHere } from '../../../helpers/journal.ts';
import { OfferDesk } from '../../../helpers/offer-desk.ts';
import { never, openProbe } from '../../../helpers/probe.ts';

/** A grove opened after only the quick checks: nothing is written before its texts are verified (`storage.md`, *Opening*). */

const WAITING: SaveState = { state: 'safe', waitsFor: 'check' };
const SOON = { timeout: 10_000 };

/** One computer, with its journal and its backups, and a closed grove with a text on its path and one beside it. */
async function closedGrove() {
  const folder = temporaryFolder();
  const path = join(folder, 'story.aspen');
  const backups = join(folder, 'backups');
  const journal = journalHere();
  let openings = 0;
  const open = (checksFirst: boolean, at = path) => {
    const desk = new HandlersDesk(at, 10_000 * openings++, journal, backups, undefined, checksFirst);
    onTestFinished(() => desk.close().catch(() => undefined));
    return desk;
  };
  const desk = open(false);
  await desk.commit([desk.typed('It rained. ')]);
  await desk.commit([desk.typed('It snowed. ')]);
  await desk.call('path.moveHead', { ...(await desk.intent()), to: await desk.positionAt(0) });
  await desk.commit([desk.typed('It froze. ')]);
  await desk.close();
  return {
    path,
    journal,
    /** Opens it after only the quick checks; the check itself does not run before `check`. */
    open: (at = path) => open(true, at),
    /** Opens it after a full check, as the program does when the journal has text. */
    reopen: async (at = path) => {
      const again = open(false, at);
      await again.grove.warnIfRolledBack();
      await again.grove.start(() => [again.grove.sessionId]);
      return again;
    },
  };
}

const check = (desk: HandlersDesk) => desk.grove.start(() => [desk.grove.sessionId]);

const type = async (desk: HandlersDesk, text: string, offset = 0) =>
  desk.call('draft.save', { ...(await desk.intent([desk.typed(text, { offset })])), digest: null });

const moveCaret = (desk: HandlersDesk, at: number) =>
  desk.call('cursor.save', { treeId: desk.treeId, cursor: { anchor: at, head: at, scroll: 0 } });

const sentences = (desk: HandlersDesk) => desk.grove.snapshot().notices.map(({ sentence }) => sentence);

/** Everything that happens by itself while a writer has a grove open and types. */
async function write(desk: HandlersDesk): Promise<void> {
  await type(desk, 'Typed. ');
  await moveCaret(desk, 3);
  await desk.call('tree.show', { treeId: desk.treeId });
  await expect.poll(() => desk.emitted('save.changed').at(-1), SOON).toEqual(WAITING);
  // As when the window loses the keyboard.
  await desk.call('draft.flush', { treeId: desk.treeId });
}

test('a damaged grove that was closed cleanly is not written to, and what is typed is in the journal', async () => {
  const { path, journal, open } = await closedGrove();
  flipBitIn(path, 'It snowed. ');
  const before = stateOf(path);
  const desk = open();
  await desk.grove.warnIfRolledBack();
  desk.grove.watchHead();
  await write(desk);
  expect(desk.grove.snapshot()).toMatchObject({
    isChecking: true,
    readOnly: false,
    notices: [],
    trouble: null,
  });
  await check(desk);
  await expect
    .poll(() => desk.grove.snapshot().trouble?.sentence, SOON)
    .toContain('This grove is damaged: 1 text could not be verified.');
  expect(desk.grove.snapshot()).toMatchObject({ isChecking: false, readOnly: true });
  expect(desk.emitted('save.changed').at(-1)).toMatchObject({
    state: 'notSaved',
    error: { code: 'CORRUPT' },
    safe: true,
  });
  await type(desk, 'And on. ', 7);
  await expect(desk.commit()).rejects.toMatchObject({ code: 'CORRUPT' });
  await desk.close().catch(() => undefined);
  expect(stateOf(path)).toBe(before);
  const { drafts } = await journal.read(desk.grove.snapshot().id, []);
  expect(drafts).toHaveLength(1);
});

test('what was typed into a grove found to be damaged is in a copy saved elsewhere, and in one recovered when it is opened again', async () => {
  const { path, open, reopen } = await closedGrove();
  flipBitIn(path, 'It snowed. ');
  const before = stateOf(path);
  const desk = open();
  await write(desk);
  await check(desk);
  await expect.poll(() => desk.grove.snapshot().readOnly, SOON).toBe(true);
  await type(desk, 'And on. ', 7);
  const elsewhere = join(temporaryFolder(), 'elsewhere.aspen');
  await new OfferDesk(desk, elsewhere).accept('saveCopy');
  expect(readGrove(elsewhere).draftText).toBe('Typed. And on. ');
  await desk.close().catch(() => undefined);

  const recovered = join(temporaryFolder(), 'recovered.aspen');
  await openProbe().recover(path, recovered, never());
  expect(await (await reopen(recovered)).shown()).toBe('It rained. It froze. Typed. And on. ');
  expect(stateOf(path)).toBe(before);
});

test('a caret that could not be written to a damaged grove is not reported', async () => {
  const { path, open } = await closedGrove();
  flipBitIn(path, 'It snowed. ');
  const before = stateOf(path);
  const desk = open();
  await moveCaret(desk, 3);
  await check(desk);
  await expect.poll(() => desk.grove.snapshot().readOnly, SOON).toBe(true);
  expect(desk.emitted('save.changed').filter(({ state }) => state !== 'saved')).toEqual([]);
  expect(await desk.grove.settle()).toEqual({ where: 'file' });
  await desk.close();
  expect(stateOf(path)).toBe(before);
});

test('what waited is written once all texts are verified', async () => {
  const { path, open } = await closedGrove();
  const before = stateOf(path);
  const desk = open();
  await write(desk);
  expect(stateOf(path)).toBe(before);
  await check(desk);
  await expect.poll(() => desk.emitted('save.changed').at(-1), SOON).toEqual({ state: 'saved' });
  await expect.poll(() => desk.grove.snapshot().isChecking, SOON).toBe(false);
  expect(desk.emitted('grove.changed').at(-1)).toMatchObject({ isChecking: false, notices: [] });
  expect(readGrove(path)).toMatchObject({ draftText: 'Typed. ', unclosedSessions: 1, logIsWhole: true });
  const { cursor } = await desk.call('path.read', { treeId: desk.treeId });
  expect(cursor).toMatchObject({ head: 3 });
  await desk.close();
  expect(readGrove(path)).toMatchObject({ unclosedSessions: 0 });
});

test('closing before the check has ended writes nothing, asks nothing, and loses nothing', async () => {
  const { path, open, reopen } = await closedGrove();
  const before = stateOf(path);
  const desk = open();
  await desk.grove.warnIfRolledBack();
  desk.grove.watchHead();
  await write(desk);
  expect(await desk.grove.settle()).toEqual({ where: 'waiting' });
  await desk.close();
  expect(stateOf(path)).toBe(before);
  expect(existsSync(`${path}-journal`)).toBe(false);

  const again = await reopen();
  expect(await again.shown()).toBe('It rained. It froze. Typed. ');
  expect(sentences(again)).toEqual(['1 word that had not reached the file was restored.']);
});

test.each(['closed', 'killed'] as const)(
  'a grove %s before the check has ended opens without a notice that it is older',
  async (how) => {
    const { path, open, reopen } = await closedGrove();
    const desk = open();
    await desk.grove.warnIfRolledBack();
    desk.grove.watchHead();
    if (how === 'closed') await desk.close();
    // After a kill, the file is as it was, and the journal as it is now.
    const at = path;
    const again = await reopen(at);
    expect(sentences(again)).toEqual([]);
    await again.close();
    expect(sentences(await reopen(at))).toEqual([]);
  },
);

test('once the check has ended, a file that lacks this session counts as older again', async () => {
  const { path, open, reopen } = await closedGrove();
  const desk = open();
  await desk.grove.warnIfRolledBack();
  desk.grove.watchHead();
  await check(desk);
  await expect.poll(() => desk.grove.snapshot().isChecking, SOON).toBe(false);
  const killed = join(temporaryFolder(), 'story.aspen');
  copyFileSync(path, killed);
  await desk.close();
  copyFileSync(killed, path);
  const again = await reopen();
  // The session that was closed afterwards is missing from the file.
  expect(sentences(again)).toEqual(['This grove is older than the one last saved on this computer.']);
});

test('a draft whose head is missing becomes a branch only once all texts are verified', async () => {
  const { path, open } = await closedGrove();
  const database = new Database(path);
  database.pragma('foreign_keys = OFF');
  database.exec(`INSERT INTO draft (loom_tree_key, agent_key, head_position_key, buffer, edits, updated_at)
    SELECT loom_tree_key, agent_key, 9999, '{"text":"Lost. ","authorship":null}', '[]', 0 FROM cursor`);
  database.close();
  const before = stateOf(path);
  const desk = open();
  await type(desk, 'Typed. ');
  expect(stateOf(path)).toBe(before);
  await check(desk);
  await expect.poll(() => desk.grove.snapshot().isChecking, SOON).toBe(false);
  expect(sentences(desk)).toEqual([ORPHANED_TEXT]);
  expect(desk.emitted('draft.replaced')).toHaveLength(1);
  expect(await desk.shown()).toBe('It rained. It froze. Typed. ');
  expect(await desk.call('position.bookmarks', { treeId: desk.treeId })).toMatchObject([
    { label: RECOVERED_DRAFT },
  ]);
});

test('an action waits for the check, with its progress, and is then done once', async () => {
  const { path, open } = await closedGrove();
  const before = stateOf(path);
  const desk = open();
  await type(desk, 'Typed. ');
  const committed = desk.commit();
  const renamed = desk.call('grove.rename', { name: 'Weather' });
  await expect.poll(() => desk.events.filter(({ name }) => name === 'wait')).toHaveLength(1);
  expect(desk.events.find(({ name }) => name === 'wait')?.value).toEqual({
    wait: 'checking',
    name: 'story.aspen',
  });
  // Typing goes on meanwhile.
  await type(desk, 'On. ', 7);
  expect(stateOf(path)).toBe(before);
  await check(desk);
  await committed;
  expect(await renamed).toMatchObject({ name: 'Weather', isChecking: false });
  expect(await desk.shown()).toBe('It rained. It froze. Typed. On. ');
  expect(desk.events.filter(({ name }) => name === 'share').length).toBeGreaterThan(0);
  expect((await desk.grove.read.verify()).log).toEqual([]);
});

test('waiting can be stopped: nothing is done, nothing is lost, and the check goes on', async () => {
  const { path, open } = await closedGrove();
  const before = stateOf(path);
  const desk = open();
  await type(desk, 'Typed. ');
  const refused = expect(desk.commit()).rejects.toMatchObject({ code: 'CANCELLED' });
  await expect.poll(() => desk.events.some(({ name }) => name === 'share')).toBe(true);
  await desk.call('grove.stopOpening', {});
  await refused;
  expect(stateOf(path)).toBe(before);
  expect(await desk.shown()).toBe('It rained. It froze. Typed. ');
  await check(desk);
  await expect.poll(() => desk.emitted('save.changed').at(-1), SOON).toEqual({ state: 'saved' });
  await desk.commit();
});

test('closing cancels the actions that wait', async () => {
  const { path, open } = await closedGrove();
  const before = stateOf(path);
  const desk = open();
  const refused = expect(desk.call('tree.create', { title: 'Another' })).rejects.toMatchObject({
    code: 'CANCELLED',
  });
  await expect.poll(() => desk.events.some(({ name }) => name === 'share')).toBe(true);
  await desk.close();
  await refused;
  expect(stateOf(path)).toBe(before);
});

test('an action that waits for a damaged grove is refused as damaged', async () => {
  const { path, open } = await closedGrove();
  flipBitIn(path, 'It froze. ');
  const before = stateOf(path);
  const desk = open();
  const refused = expect(desk.commit([desk.typed('Typed. ')])).rejects.toMatchObject({ code: 'CORRUPT' });
  await check(desk);
  await refused;
  expect(await desk.grove.settle()).toMatchObject({ where: 'journal', error: { code: 'CORRUPT' } });
  await desk.close().catch(() => undefined);
  expect(stateOf(path)).toBe(before);
});

test('a row that cannot be read as it was written is damage too', async () => {
  const { path, open } = await closedGrove();
  const database = new Database(path);
  database.exec("UPDATE node SET authorship = '[[null]]' WHERE text = 'It snowed. '");
  database.close();
  const before = stateOf(path);
  const desk = open();
  await type(desk, 'Typed. ');
  await check(desk);
  await expect.poll(() => desk.grove.snapshot().trouble?.sentence, { timeout: 20_000 }).toContain('damaged');
  await desk.close().catch(() => undefined);
  expect(stateOf(path)).toBe(before);
});

test('a file that cannot be read for a while is checked later', async () => {
  const { path, open } = await closedGrove();
  const desk = open();
  await type(desk, 'Typed. ');
  const locker = new Database(path);
  locker.exec('BEGIN EXCLUSIVE');
  const refused = expect(desk.call('grove.rename', { name: 'Weather' })).rejects.toMatchObject({
    code: 'IN_USE',
  });
  await check(desk);
  await refused;
  locker.exec('ROLLBACK');
  locker.close();
  await expect.poll(() => desk.emitted('save.changed').at(-1), SOON).toEqual({ state: 'saved' });
});

test('what opening writes is tried again if the file cannot be written when the check ends', async () => {
  const { path, open } = await closedGrove();
  const desk = open();
  await type(desk, 'Typed. ');
  const locker = new Database(path);
  locker.exec('BEGIN IMMEDIATE');
  await check(desk);
  await expect
    .poll(() => desk.emitted('save.changed').at(-1), SOON)
    .toMatchObject({ state: 'notSaved', error: { code: 'IN_USE' }, safe: true });
  locker.exec('ROLLBACK');
  locker.close();
  await expect.poll(() => desk.emitted('save.changed').at(-1), SOON).toEqual({ state: 'saved' });
  await expect.poll(() => readGrove(path).unclosedSessions, SOON).toBe(1);
  await desk.close();
  expect(readGrove(path).unclosedSessions).toBe(0);
});

test('a grove that moved before the check has ended continues in the file that the writer finds', async () => {
  const { path, open } = await closedGrove();
  const desk = open();
  await type(desk, 'Typed. ');
  const moved = join(temporaryFolder(), 'moved.aspen');
  renameSync(path, moved);
  await expect.poll(() => desk.grove.snapshot().trouble?.offers, SOON).toContain('findIt');
  desk.chosenFile = moved;
  await desk.call('grove.takeOffer', { id: desk.grove.snapshot().trouble?.id ?? 0, offer: 'findIt' });
  // That file was checked as a whole.
  await expect.poll(() => desk.grove.snapshot().isChecking, SOON).toBe(false);
  expect(readGrove(moved)).toMatchObject({ draftText: 'Typed. ', unclosedSessions: 1 });
  await desk.commit();
  await desk.close();
  expect(readGrove(moved)).toMatchObject({ draftText: null, unclosedSessions: 0 });
});

test('a copy saved before the check has ended has what was typed', async () => {
  const { path, open } = await closedGrove();
  const before = stateOf(path);
  const desk = open();
  await type(desk, 'Typed. ');
  const copy = join(temporaryFolder(), 'copy.aspen');
  await desk.grove.copies.save(copy);
  expect(readGrove(copy)).toMatchObject({ draftText: 'Typed. ', unclosedSessions: 0 });
  expect(stateOf(path)).toBe(before);
});

test('a grove that its writer has never been in is verified before it opens, because opening writes their path', async () => {
  const { path } = await closedGrove();
  flipBitIn(path, 'It snowed. ');
  const before = stateOf(path);
  const noah = { id: '01KDXB00000000000000000000', name: 'Noah' };
  expect(() => new HandlersDesk(path, 50_000, undefined, undefined, noah, true)).toThrow(/CORRUPT/);
  expect(stateOf(path)).toBe(before);
  flipBitIn(path, 'Ht snowed. ');
  const desk = new HandlersDesk(path, 50_000, undefined, undefined, noah, true);
  expect(desk.grove.snapshot().isChecking).toBe(false);
  expect(await desk.shown()).toBe('It rained. It froze. ');
});

test('what the writer sees is verified before everything else', async () => {
  const { path } = await closedGrove();
  flipBitIn(path, 'It froze. ');
  const store = openGrove(path, { readonly: true });
  const database = new Database(path, { readonly: true });
  const last = database.prepare('SELECT id FROM node ORDER BY key DESC LIMIT 1').pluck().get();
  database.close();
  const pass = new HashPass({ reader: store, firstNodes: () => [last as never] });
  pass.step();
  expect([pass.hasVerifiedFirst, pass.isDone, pass.countDamaged()]).toEqual([true, false, 1]);
  while (!pass.isDone) pass.step();
  expect([pass.share, pass.countDamaged()]).toEqual([1, 1]);
});

test('records that are not as they were written are named in a banner before anything is written', async () => {
  const { path, open } = await closedGrove();
  const database = new Database(path);
  database.exec("update loom_tree set title = 'Another title'");
  database.close();
  const before = stateOf(path);
  const desk = open();
  expect(stateOf(path)).toBe(before);
  await check(desk);
  await expect.poll(() => sentences(desk), SOON).toContain(RECORDS_CHANGED);
  const { detail } = desk.grove.snapshot().notices.find(({ sentence }) => sentence === RECORDS_CHANGED) ?? {};
  expect(detail).toContain('its title is not the one in the log');
  await expect.poll(() => desk.grove.snapshot().isChecking, SOON).toBe(false);
  await desk.commit([desk.typed('Written. ')]);
  expect(desk.grove.snapshot()).toMatchObject({ readOnly: false, trouble: null });
});

test('nothing is said of a grove whose records are as they were written', async () => {
  const { open } = await closedGrove();
  const desk = open();
  await check(desk);
  await expect.poll(() => desk.grove.snapshot().isChecking, SOON).toBe(false);
  expect(sentences(desk)).not.toContain(RECORDS_CHANGED);
});

test('a check before opening names the records that are not as they were written, and the window shows them', async () => {
  const { path } = await closedGrove();
  const database = new Database(path);
  database.exec("update loom_tree set title = 'Another title'");
  database.close();
  const inspection = inspect({ path, migrations: MIGRATIONS });
  expect(inspection).toMatchObject({
    kind: 'sound',
    whole: true,
    changed: [expect.stringContaining('its title is not the one in the log')],
  });
  if (inspection.kind !== 'sound') expect.unreachable();
  const host = new HandlersDesk(join(temporaryFolder(), 'host.aspen'), 900_000);
  const grove = await host.registry.open(path, false, {
    isChecked: true,
    changedRecords: inspection.changed,
  });
  onTestFinished(() => grove.close());
  expect(grove.snapshot().notices.map(({ sentence }) => sentence)).toContain(RECORDS_CHANGED);
});
