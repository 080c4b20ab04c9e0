import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { Input } from '../../../src/ipc/contract.ts';
import { writeDraftsInto } from '../../../src/main/grove/rescue/write-drafts.ts';
import { tablesWhere } from '../../../src/main/store/tables/table-list.ts';
import { RECOVERED_DRAFT } from '../../../src/ui-text/recovery.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { countingIdsAndClock, digestOf } from '../../helpers/grove.ts';
import { writeJournal } from '../../helpers/hot-journal.ts';
import { OfferDesk } from '../../helpers/offer-desk.ts';
import { never } from '../../helpers/probe.ts';

/** A grove whose file is damaged, or becomes unreadable, during writing. */

const beside = (desk: HandlersDesk, name: string) => join(dirname(desk.path), name);

const type = async (desk: HandlersDesk, text: string, offset = 0) =>
  desk.call('draft.save', { ...(await desk.intent([desk.typed(text, { offset })])), digest: null });

/** Time for a child process to start and finish. */
const SOON = { timeout: 20_000 };

const flush = (desk: HandlersDesk) => desk.call('draft.flush', { treeId: desk.treeId });

const bookmarks = async (desk: HandlersDesk) =>
  (await desk.call('position.bookmarks', { treeId: desk.treeId } satisfies Input<'position.bookmarks'>)).map(
    ({ label }) => label,
  );

/** A grove with a text and a backup. */
async function backedUp(): Promise<HandlersDesk> {
  const first = new HandlersDesk();
  await first.commit([first.typed('It rained. ')]);
  await first.close();
  return new HandlersDesk(first.path, 10_000, undefined, first.backups);
}

/** Empties and deletes the file, so that an open connection cannot read it either. */
async function loseFile(desk: HandlersDesk): Promise<void> {
  const { treeId } = desk;
  const intent = await desk.intent([desk.typed('Meanwhile. ')]);
  truncateSync(desk.path, 0);
  unlinkSync(desk.path);
  await desk.call('draft.save', { ...intent, digest: null });
  await expect(desk.call('draft.flush', { treeId })).rejects.toMatchObject({ name: 'AspenError' });
  // Closing fails: nothing can be written.
  onTestFinished(() => desk.close().catch(() => undefined));
}

test('damage found during writing is recovered into a copy with the draft, and the window switches to it', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('It rained. ')]);
  await desk.commit([desk.typed('It snowed. ')]);
  await desk.close();
  const database = new Database(desk.path);
  database.exec("UPDATE node SET text = 'Somebody else wrote this. ' WHERE text = 'It rained. '");
  database.close();
  const open = new HandlersDesk(desk.path, 10_000);
  open.grove.checkInBackground();
  await expect
    .poll(() => open.grove.snapshot().trouble?.sentence, SOON)
    .toContain('This grove is damaged: 1 text');
  expect(open.grove.snapshot()).toMatchObject({
    readOnly: true,
    notices: [{ offers: ['recover', 'saveCopy'] }],
  });
  await type(open, 'Typed after that.');
  await expect(flush(open)).rejects.toMatchObject({ code: 'CORRUPT' });
  expect(open.grove.snapshot().notices).toHaveLength(1);

  const help = new OfferDesk(open, beside(open, 'recovered.aspen'));
  await help.accept('recover');
  const after = help.desk();
  expect(await after.shown()).toBe('Somebody else wrote this. It snowed. Typed after that.');
  expect(help.messages).toEqual([expect.stringContaining('1 of them could not be verified')]);
  expect(after.grove.snapshot().readOnly).toBe(false);
  await after.commit();
  expect((await after.grove.read.verify()).log).toEqual([]);
});

/** Overwrites the first page of a table. */
function destroyTable(path: string, name: string): void {
  const database = new Database(path, { readonly: true });
  const page = database
    .prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?')
    .pluck()
    .get(name);
  const size = Number(database.pragma('page_size', { simple: true }));
  database.close();
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(7, ((page ?? 1) - 1) * size, (page ?? 1) * size));
}

test('a malformed file is marked as damaged', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('It rained. ')]);
  const { treeId } = desk;
  const intent = await desk.intent([desk.typed('Meanwhile. ')]);
  destroyTable(desk.path, 'draft');
  onTestFinished(() => desk.close().catch(() => undefined));
  await desk.call('draft.save', { ...intent, digest: null });
  await expect(desk.call('draft.flush', { treeId })).rejects.toMatchObject({ code: 'CORRUPT' });
  await expect.poll(() => desk.grove.snapshot().trouble?.sentence, SOON).toContain('This grove is damaged');
  truncateSync(desk.path, 0);
  expect(desk.grove.snapshot()).toMatchObject({
    readOnly: true,
    notices: [{ offers: ['recover', 'saveCopy'] }],
  });
  // Nothing in it can be recovered, but its backup and what was written since restore everything.
  const help = new OfferDesk(desk, beside(desk, 'recovered.aspen'));
  await help.accept('recover');
  expect(help.messages).toEqual([
    expect.stringContaining('recovered.aspen was made from what was in memory'),
  ]);
  expect(await help.desk().shown()).toBe('It rained. Meanwhile. ');
});

test('a draft whose head or tree is missing in a copy becomes a branch of the copy', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('It rained. ')]);
  const path = beside(desk, 'older.aspen');
  await desk.grove.copies.save(path);
  await desk.commit([desk.typed('It snowed. ')]);
  await type(desk, 'Half a sentence.');
  const one = desk.grove.treeSession(desk.treeId);
  const inOne = { treeId: desk.treeId, draft: one.draft, cursor: one.draftState.cursor, above: one.above };
  await desk.call('tree.create', { title: 'Another' });
  await type(desk, 'Elsewhere.');
  const other = desk.grove.treeSession(desk.treeId);
  const inOther = {
    treeId: desk.treeId,
    draft: other.draft,
    cursor: other.draftState.cursor,
    above: other.above,
  };
  const writer = { id: desk.grove.snapshot().writerId, name: 'Mara' };
  const toWrite = { drafts: [inOne, inOther], writer, idsAndClock: countingIdsAndClock(90_000) };
  expect(writeDraftsInto(desk.grove.copies.open(path), toWrite)).toBe(true);
  const copy = new HandlersDesk(path, 50_000);
  expect(await copy.shown()).toBe('It rained. ');
  expect(await bookmarks(copy)).toEqual([RECOVERED_DRAFT, RECOVERED_DRAFT]);
});

test('stopping an offer changes nothing', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('It rained. ')]);
  await desk.close();
  const database = new Database(desk.path);
  database.exec("UPDATE node SET text = 'Other. ' WHERE text = 'It rained. '");
  database.close();
  const open = new HandlersDesk(desk.path, 10_000);
  open.grove.checkInBackground();
  await expect.poll(() => open.grove.snapshot().trouble, SOON).not.toBeNull();
  const help = new OfferDesk(open, beside(open, 'recovered.aspen'));
  help.runFileTask = async () => null;
  await help.accept('recover');
  expect(help.after).toBeUndefined();
  expect(open.grove.isOpen).toBe(true);
  expect(readdirSync(dirname(open.path))).not.toContain('recovered.aspen');
});

test('a file that is deleted and unreadable is saved again, with everything committed since its backup', async () => {
  const desk = await backedUp();
  await desk.commit([desk.typed('It snowed. ')]);
  await desk.call('tree.create', { title: 'Another' });
  await desk.commit([desk.typed('Another beginning. ')]);
  const hash = desk.grove.snapshot().id;
  await loseFile(desk);
  const cursor = { anchor: 30, head: 30, scroll: 0 };
  await desk.call('cursor.save', { treeId: desk.treeId, cursor });
  expect(desk.grove.snapshot().trouble?.offers).toEqual(['findIt', 'saveHere', 'saveCopy']);
  const help = new OfferDesk(desk, beside(desk, 'unused.aspen'));
  await help.accept('saveHere');
  const after = help.desk();
  expect(after.path).toBe(desk.path);
  expect(help.messages).toEqual([
    expect.stringMatching(/^The old file could no longer be read.*has everything\.$/),
  ]);
  const { id, trees } = after.grove.snapshot();
  expect(id).toBe(hash);
  expect(trees.map(({ title }) => title)).toContain('Another');
  expect(await after.shown()).toBe('Another beginning. Meanwhile. ');
  expect((await after.call('path.read', { treeId: after.treeId })).cursor).toEqual(cursor);
  const first = trees[0];
  if (first === undefined) throw new Error('no tree');
  await after.call('tree.show', { treeId: first.id });
  expect(await after.shown()).toBe('It rained. It snowed. ');
  const verified = await after.grove.read.verify();
  expect([verified.log, verified.violations, verified.nodes.invalid]).toEqual([[], [], 0]);
});

/** All rows that are replayed, but of a cursor not the caret, and of the grove not the time. */
function rowsOf(path: string): unknown {
  const database = new Database(path, { readonly: true });
  const tables = tablesWhere(({ redo, isDerived, id }) => redo === 'all' && !isDerived && id?.of !== 'file');
  const rows = tables.map((table) => [
    table,
    database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3`).all(),
  ]);
  const cursors = database
    .prepare('SELECT loom_tree_key, agent_key, head_position_key FROM cursor ORDER BY 1')
    .all();
  const grove = database.prepare('SELECT id, name, owner_agent_key, log_seq, log_hash FROM grove').all();
  const words = database.prepare("SELECT rowid FROM node_text WHERE node_text MATCH 'rained'").all();
  database.close();
  return [...rows, cursors, grove, words];
}

test('replaying all operations onto the backup gives the same grove, row by row', async () => {
  const desk = await backedUp();
  const { treeId } = desk;
  const first = await desk.nodeAt(0);
  await desk.commit([desk.typed('And again, it rained. ')]);
  const positionId = await desk.positionAt(1);
  await desk.call('node.split', { ...(await desk.intent()), nodeId: await desk.nodeAt(1), offset: 5 });
  await desk.commit([desk.typed('Suddenly ', { nodeId: first })]);
  await desk.call('node.annotate', { treeId, nodeId: await desk.nodeAt(0), text: 'A note.' });
  await desk.call('position.bookmark', {
    ...(await desk.intent()),
    positionId,
    bookmarked: true,
    label: 'Here',
  });
  const agent = desk.grove.snapshot().agents.find((known) => known.type === 'model');
  if (agent === undefined) throw new Error('no model');
  const options = { at: null, agentIds: [agent.id], count: 2, maxTokens: 5 };
  await desk.call('generation.start', { ...(await desk.intent()), ...options });
  await expect.poll(() => desk.grove.generation.generator.running(treeId)).toEqual([]);
  await desk.call('path.goToChild', await desk.intent());
  await desk.call('position.prune', { ...(await desk.intent()), positionId });
  const copy = await desk.call('tree.duplicate', { treeId });
  if (copy === null) throw new Error('no copy');
  await desk.call('tree.update', { treeId: copy.id, archived: true });
  await desk.call('tree.delete', { treeId: copy.id, title: copy.title });
  await desk.call('tree.create', { title: 'Another' });
  await desk.commit([desk.typed('Another beginning. ')]);
  await desk.call('agent.duplicate', { agentId: agent.id });
  await desk.call('grove.rename', { name: 'Of another name' });
  const place = beside(desk, 'as-it-was.aspen');
  await desk.grove.copies.save(place);
  await loseFile(desk);
  const help = new OfferDesk(desk, beside(desk, 'again.aspen'));
  await help.accept('saveCopy');
  expect(help.messages).toEqual([expect.stringContaining('has everything.')]);
  expect(rowsOf(beside(desk, 'again.aspen'))).toEqual(rowsOf(place));
});

test('a copy can be saved elsewhere, and the window stays with its grove', async () => {
  const desk = await backedUp();
  await desk.commit([desk.typed('It snowed. ')]);
  await loseFile(desk);
  const place = beside(desk, 'copy.aspen');
  const help = new OfferDesk(desk, place);
  await help.accept('saveCopy');
  expect(help.after).toBeUndefined();
  const copy = new HandlersDesk(place, 50_000);
  expect(await copy.shown()).toBe('It rained. It snowed. Meanwhile. ');
});

test('a file beside a foreign journal stays unchanged, and a copy of the grove has everything', async () => {
  const desk = await backedUp();
  const older = readFileSync(desk.path);
  await desk.commit([desk.typed('It snowed. ')]);
  const intent = await desk.intent([desk.typed('Meanwhile. ')]);
  writeJournal(`${desk.path}-journal`, older);
  onTestFinished(() => desk.close().catch(() => undefined));
  const before = digestOf(desk.path);
  await desk.call('draft.save', { ...intent, digest: null });
  await expect(flush(desk)).rejects.toMatchObject({ code: 'IN_USE' });
  await expect
    .poll(() => desk.grove.snapshot().trouble?.sentence, SOON)
    .toContain('There is another program’s journal next to the grove’s file');
  expect(desk.grove.snapshot().trouble?.offers).toEqual(['saveCopy']);
  const help = new OfferDesk(desk, beside(desk, 'copy.aspen'));
  await help.accept('saveCopy');
  expect(help.messages).toEqual([
    expect.stringMatching(/^The grove’s own file cannot be read at the moment.*everything\.$/),
  ]);
  expect(await new HandlersDesk(beside(desk, 'copy.aspen'), 50_000).shown()).toBe(
    'It rained. It snowed. Meanwhile. ',
  );
  expect(digestOf(desk.path)).toBe(before);
});

test('a new grove without a backup is saved again from what was written in this session', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('It rained. ')]);
  await loseFile(desk);
  const help = new OfferDesk(desk, desk.path);
  await help.accept('saveHere');
  expect(await help.desk().shown()).toBe('It rained. Meanwhile. ');
});

test('without the newest backup, text typed since is in branches', async () => {
  const desk = await backedUp();
  // A backup other than the one that this session continues from.
  await desk.commit([desk.typed('It snowed. ')]);
  const folder = readdirSync(desk.backups)[0] ?? '';
  for (const name of readdirSync(join(desk.backups, folder))) {
    const database = new Database(join(desk.backups, folder, name));
    database.exec(
      'UPDATE grove SET log_seq = log_seq - 1; DELETE FROM log WHERE seq > (SELECT log_seq FROM grove)',
    );
    database.exec('UPDATE grove SET log_hash = (SELECT hash FROM log WHERE seq = log_seq)');
    database.close();
  }
  await loseFile(desk);
  const help = new OfferDesk(desk, desk.path);
  await help.accept('saveHere');
  const after = help.desk();
  expect(help.messages).toEqual([expect.stringContaining('What you wrote since is in branches')]);
  expect(await bookmarks(after)).toContain(RECOVERED_DRAFT);
});

test('a copy never replaces a file open in another window', async () => {
  const desk = await backedUp();
  await loseFile(desk);
  const help = new OfferDesk(desk, beside(desk, 'copy.aspen'));
  help.isOpenElsewhere = () => true;
  for (const offer of ['saveCopy', 'saveHere'] as const)
    await expect(help.accept(offer)).rejects.toMatchObject({ code: 'IN_USE' });
  expect(readdirSync(dirname(desk.path))).not.toContain('copy.aspen');
});

/** The folder of the copy is missing at the first write, as on a removable disk. */
function failingHelp(desk: HandlersDesk): OfferDesk {
  const folder = beside(desk, 'usb');
  mkdirSync(folder);
  const help = new OfferDesk(desk, join(folder, 'copy.aspen'));
  help.runFileTask = async (_wait, _name, work) => {
    rmSync(folder, { recursive: true });
    try {
      return await work(never());
    } finally {
      mkdirSync(folder);
    }
  };
  return help;
}

test('a failure of the target is not reported as an unreadable source', async () => {
  const desk = await backedUp();
  renameSync(desk.path, beside(desk, 'elsewhere.aspen'));
  await type(desk, 'Meanwhile. ', 0);
  await expect(flush(desk)).rejects.toMatchObject({ code: 'MOVED' });
  onTestFinished(() => desk.close().catch(() => undefined));
  const help = failingHelp(desk);
  await expect(help.accept('saveCopy')).rejects.toMatchObject({ code: 'IO_ERROR' });
  expect(help.messages).toEqual([]);
  expect(readdirSync(beside(desk, 'usb'))).toEqual([]);
});

test('not even if a damaged file was being recovered', async () => {
  const desk = await backedUp();
  await desk.close();
  const database = new Database(desk.path);
  database.exec("UPDATE node SET text = 'Other. ' WHERE text = 'It rained. '");
  database.close();
  const open = new HandlersDesk(desk.path, 20_000, undefined, desk.backups);
  open.grove.checkInBackground();
  await expect.poll(() => open.grove.snapshot().trouble, SOON).not.toBeNull();
  const help = failingHelp(open);
  await expect(help.accept('recover')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect([help.messages, help.after]).toEqual([[], undefined]);
  expect(readdirSync(beside(open, 'usb'))).toEqual([]);
});

/** Large enough that checking a copy takes time. */
const LONG = 'It rained and rained. '.repeat(250_000);

/** A large grove with a backup and a later commit, and a function that types on. */
async function backedUpLarge() {
  const first = new HandlersDesk();
  await first.commit([first.typed(LONG)]);
  await first.close();
  const desk = new HandlersDesk(first.path, 10_000, undefined, first.backups);
  await desk.commit([desk.typed('It snowed. ')]);
  const intent = await desk.intent();
  const typeOn = async (text: string, offset: number) => {
    await desk.call('draft.save', { ...intent, ops: [desk.typed(text, { offset })], digest: null });
  };
  return { desk, typeOn };
}

test.each(['saveHere', 'saveCopy'] as const)(
  '%s: text typed while a large grove is restored from its backup is included',
  async (offer) => {
    const { desk, typeOn } = await backedUpLarge();
    await loseFile(desk);
    const help = new OfferDesk(desk, beside(desk, 'copy.aspen'));
    let times = 0;
    desk.whileChecking = async () => {
      times += 1;
      await typeOn('It tha', 'Meanwhile. '.length);
    };
    await help.accept(offer);
    expect(times).toBe(1);
    expect(help.messages).toEqual([expect.stringContaining('has everything.')]);
    const after = offer === 'saveHere' ? help.desk() : new HandlersDesk(beside(desk, 'copy.aspen'), 50_000);
    expect((await after.shown()).slice(LONG.length)).toBe('It snowed. Meanwhile. It tha');
    const { log, violations, nodes } = await after.grove.read.verify();
    expect([log, violations, nodes.invalid]).toEqual([[], [], 0]);
    expect(readdirSync(dirname(desk.path)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  },
);

test.each(['saveHere', 'saveCopy'] as const)(
  '%s: restoring from a backup can be stopped, changes nothing, and can be repeated',
  async (offer) => {
    const { desk } = await backedUpLarge();
    await loseFile(desk);
    const { trouble } = desk.grove.snapshot();
    const help = new OfferDesk(desk, beside(desk, 'copy.aspen'));
    const before = readdirSync(dirname(desk.path));
    const stop = new AbortController();
    help.runFileTask = async (_wait, _name, work) => {
      try {
        return await work(stop.signal);
      } catch (error) {
        if (error !== stop.signal.reason) throw error;
        return null;
      }
    };
    desk.whileChecking = () => stop.abort();
    await help.accept(offer);
    expect([help.messages, help.after]).toEqual([[], undefined]);
    expect(readdirSync(dirname(desk.path))).toEqual(before);
    expect(desk.grove.isOpen).toBe(true);
    expect(desk.grove.snapshot().trouble).toEqual(trouble);
    help.runFileTask = (_wait, _name, work) => work(never());
    desk.whileChecking = () => undefined;
    await help.accept(offer);
    expect(help.messages).toEqual([expect.stringContaining('has everything.')]);
  },
);

test('text committed during the copy, once the file can be read again, is included', async () => {
  const { desk, typeOn } = await backedUpLarge();
  const older = readFileSync(desk.path);
  const journal = `${desk.path}-journal`;
  writeJournal(journal, older);
  onTestFinished(() => desk.close().catch(() => undefined));
  await typeOn('Meanwhile. ', 0);
  await expect(flush(desk)).rejects.toMatchObject({ code: 'IN_USE' });
  await expect.poll(() => desk.grove.snapshot().trouble?.offers, SOON).toEqual(['saveCopy']);
  const help = new OfferDesk(desk, beside(desk, 'copy.aspen'));
  let times = 0;
  desk.whileChecking = async () => {
    times += 1;
    if (times > 1) return;
    rmSync(journal);
    await desk.commit([desk.typed('It froze. ', { offset: 'Meanwhile. '.length })]);
  };
  await help.accept('saveCopy');
  expect(times).toBe(2);
  const copy = new HandlersDesk(beside(desk, 'copy.aspen'), 50_000);
  expect((await copy.shown()).slice(LONG.length)).toBe('It snowed. Meanwhile. It froze. ');
  expect((await copy.grove.read.verify()).log).toEqual([]);
});

test('a failure to write the copy is reported, and the window stays', async () => {
  const desk = await backedUp();
  await loseFile(desk);
  const nowhere = join(dirname(desk.path), 'none');
  writeFileSync(nowhere, '');
  const help = new OfferDesk(desk, join(nowhere, 'copy.aspen'));
  await expect(help.accept('saveCopy')).rejects.toMatchObject({ name: 'AspenError' });
  expect(desk.grove.isOpen).toBe(true);
  rmSync(nowhere);
});
