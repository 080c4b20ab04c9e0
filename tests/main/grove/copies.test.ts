import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openBackupFolder } from '../../../src/main/backup/backup-folder.ts';
import { findLogFault } from '../../../src/main/store/tables/log.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { openGrove, temporaryFolder } from '../../helpers/grove.ts';

/** Copies of a grove that the writer makes: from a backup, Save As, Duplicate. */

const typeOn = async (desk: HandlersDesk, text: string) =>
  desk.call('draft.save', { ...(await desk.intent([desk.typed(text)])), digest: null });

/** A grove that was written, closed and reopened, so that it has a backup. */
async function deskWithBackup() {
  const first = new HandlersDesk();
  await first.commit([first.typed('It rained. ')]);
  await typeOn(first, 'It sno');
  await first.close();
  return new HandlersDesk(first.path, 1_000, undefined, first.backups);
}

test('backups are listed with their contents', async () => {
  const desk = await deskWithBackup();
  const { id, name } = desk.grove.snapshot();
  const [backup, ...more] = await desk.call('backup.list', {});
  expect(more).toEqual([]);
  expect(backup).toMatchObject({ groveId: id, groveName: name, nodes: 1, drafts: 1, trees: 1 });
});

test('a copy of a backup is a new grove, and the open grove and its backup stay', async () => {
  const desk = await deskWithBackup();
  const [backup] = await desk.call('backup.list', {});
  if (backup === undefined) throw new Error('no backup');
  await desk.commit([desk.typed('It froze.')]);
  const before = desk.grove.snapshot();
  desk.newFile = join(temporaryFolder(), 'before the frost.aspen');
  const input = { groveId: backup.groveId, name: backup.name, suggestedName: 'story.aspen' };
  expect(await desk.call('backup.open', input)).toEqual({ chosen: true, grove: null });
  expect(desk.events).toContainEqual({ name: 'shown', value: desk.newFile });
  const copy = new HandlersDesk(desk.newFile, 2_000);
  expect(await copy.shown()).toBe('It rained. It sno');
  expect(copy.grove.snapshot()).toMatchObject({ name: 'before the frost' });
  expect(copy.grove.snapshot().id).not.toBe(before.id);
  expect(desk.grove.snapshot()).toEqual(before);
  expect(await desk.call('backup.list', {})).toEqual([backup]);
});

test('nothing is written if the writer cancels or the target is open', async () => {
  const desk = await deskWithBackup();
  const [backup] = await desk.call('backup.list', {});
  if (backup === undefined) throw new Error('no backup');
  const input = { groveId: backup.groveId, name: backup.name, suggestedName: 'story.aspen' };
  expect(await desk.call('backup.open', input)).toEqual({ chosen: false, grove: null });
  desk.newFile = desk.path;
  await expect(desk.call('backup.open', input)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await expect(desk.call('copy.saveAs', {})).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await expect(desk.call('copy.duplicate', {})).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  desk.newFile = join(temporaryFolder(), 'x.aspen');
  await expect(desk.call('backup.open', { ...input, name: '../../story.aspen' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await desk.shown()).toBe('It rained. It sno');
});

test.each(['copy.saveAs', 'copy.duplicate'] as const)(
  '%s writes everything, including the draft, as a new grove with a valid log',
  async (request) => {
    const desk = new HandlersDesk();
    await desk.commit([desk.typed('It rained. ')]);
    await typeOn(desk, 'It sno');
    desk.newFile = join(temporaryFolder(), 'Winter.aspen');
    const outcome = await desk.call(request, {});
    expect(outcome).toEqual(request === 'copy.saveAs' ? 'done' : { handle: 1, name: 'Winter.aspen' });
    const { id } = desk.grove.snapshot();
    const store = openGrove(desk.newFile, { readonly: true });
    expect(findLogFault(store)).toBeUndefined();
    store.close();
    const copy = new HandlersDesk(desk.newFile, 2_000);
    expect(await copy.shown()).toBe('It rained. It sno');
    expect(copy.grove.snapshot()).toMatchObject({ name: 'Winter' });
    expect(copy.grove.snapshot().id).not.toBe(id);
    expect(await copy.call('grove.verify', {})).toMatchObject({ nodes: { invalid: 0 }, log: [] });
    expect(await desk.shown()).toBe('It rained. It sno');
  },
);

test('a grove of an older version is backed up before its migration', async () => {
  const folder = temporaryFolder();
  const desk = new HandlersDesk(join(folder, 'story.aspen'));
  await desk.commit([desk.typed('It rained.')]);
  await desk.close();
  const { migrations } = oldMigrations(folder);
  const old = openGrove(join(folder, 'old.aspen'), {
    migrations,
    create: { id: '01KDXA0000000000000000000G' as never, name: 'Old' },
  });
  old.close();
  const again = new HandlersDesk(join(folder, 'old.aspen'), 5_000, undefined, join(folder, 'backups'));
  const [backup] = await again.call('backup.list', {});
  if (backup === undefined) throw new Error('no backup');
  const file = new Database(join(folder, 'backups', backup.groveId, backup.name), { readonly: true });
  expect(file.pragma('user_version', { simple: true })).toBe(10);
  file.close();
  again.newFile = join(folder, 'copy.aspen');
  await again.call('backup.open', {
    groveId: backup.groveId,
    name: backup.name,
    suggestedName: 'copy.aspen',
  });
  expect(openGrove(again.newFile, { readonly: true }).head.seq).toBe(0);
  // This backup does not prevent one of what is written later.
  const { id } = again.grove.snapshot();
  await again.commit([again.typed('It goes on.')]);
  await again.close();
  expect(openBackupFolder(join(folder, 'backups')).list(id)).toHaveLength(2);
});

/** Large enough that checking a copy takes time. */
const LONG = 'It rained and rained. '.repeat(250_000);

test('Save As includes text typed meanwhile', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed(LONG)]);
  desk.newFile = join(temporaryFolder(), 'Winter.aspen');
  desk.whileChecking = () => typeOn(desk, 'It sno').then(() => undefined);
  expect(await desk.call('copy.saveAs', {})).toBe('done');
  const copy = new HandlersDesk(desk.newFile, 2_000);
  expect((await copy.shown()).slice(LONG.length)).toBe('It sno');
});

test('Save As includes commits and moves made meanwhile', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed(LONG)]);
  await desk.commit([desk.typed('It snowed. ')]);
  desk.newFile = join(temporaryFolder(), 'Winter.aspen');
  let times = 0;
  desk.whileChecking = async () => {
    times += 1;
    if (times > 1) return;
    await desk.call('path.moveHead', { ...(await desk.intent()), to: await desk.positionAt(0) });
    await desk.commit([desk.typed('It froze. ')]);
    await typeOn(desk, 'It tha');
  };
  expect(await desk.call('copy.saveAs', {})).toBe('done');
  expect(times).toBe(2);
  const copy = new HandlersDesk(desk.newFile, 2_000);
  expect((await copy.shown()).slice(LONG.length)).toBe('It froze. It tha');
  expect(await copy.call('grove.verify', {})).toMatchObject({ nodes: { invalid: 0 }, log: [] });
});

test('Save As includes a move made meanwhile, without writing the copy again', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed(LONG)]);
  await desk.commit([desk.typed('It snowed. ')]);
  desk.newFile = join(temporaryFolder(), 'Winter.aspen');
  let times = 0;
  desk.whileChecking = async () => {
    times += 1;
    await desk.call('path.moveHead', { ...(await desk.intent()), to: await desk.positionAt(0) });
  };
  expect(await desk.call('copy.saveAs', {})).toBe('done');
  expect(times).toBe(1);
  const copy = new HandlersDesk(desk.newFile, 2_000);
  expect(await copy.shown()).toBe(LONG);
});

test.each([
  ['copy.saveAs', {}, 'stopped'],
  ['copy.duplicate', {}, 'stopped'],
  ['copy.share', { kind: 'grove', answers: true, traces: true }, 'stopped'],
] as const)(
  '%s can be stopped and leaves nothing, and editing continues',
  async (request, input, outcome) => {
    const desk = new HandlersDesk();
    await desk.commit([desk.typed(LONG)]);
    const folder = temporaryFolder();
    desk.newFile = join(folder, 'Winter.aspen');
    desk.whileChecking = () => desk.call('exchange.stop', {}).then(() => undefined);
    expect(await desk.call(request as 'copy.share', input as never)).toBe(outcome);
    expect(readdirSync(folder)).toEqual([]);
    expect(desk.emitted('exchange.progressed')).toEqual([
      { kind: 'copy', name: 'Winter.aspen', share: null },
      null,
    ]);
    expect(desk.events.filter(({ name }) => name === 'shown' || name === 'moved to')).toEqual([]);
    await desk.commit([desk.typed('It snowed.')]);
    expect((await desk.shown()).slice(LONG.length)).toBe('It snowed.');
  },
);

test.each([
  ['copy.saveAs', {}],
  ['copy.duplicate', {}],
  ['copy.share', { kind: 'grove', answers: true, traces: true }],
  ['backup.open', { suggestedName: 'story.aspen' }],
] as const)('%s never replaces a file that was opened meanwhile', async (request, input) => {
  const first = new HandlersDesk();
  await first.commit([first.typed(LONG)]);
  await first.close();
  const desk = new HandlersDesk(first.path, 1_000, undefined, first.backups);
  const [backup] = await desk.call('backup.list', {});
  desk.newFile = join(temporaryFolder(), 'Winter.aspen');
  const other = new HandlersDesk(undefined, 50_000);
  await other.close();
  desk.whileChecking = async () => {
    copyFileSync(other.path, desk.newFile ?? '');
    const opened = await desk.registry.open(desk.newFile ?? '', false);
    onTestFinished(() => opened.close());
  };
  const backupInput = { groveId: backup?.groveId, name: backup?.name, ...input };
  const answer = desk.callRaw(request, request === 'backup.open' ? backupInput : input);
  if (request === 'copy.saveAs') expect(await answer).toBe('failed');
  else await expect(answer).rejects.toMatchObject({ detail: expect.stringContaining('is open in a window') });
  expect(readdirSync(dirname(desk.newFile))).not.toContain('Winter.aspen.partial');
  // The registry finds files by identity: this is still the file that was opened.
  expect(desk.registry.find(desk.newFile)).toBeDefined();
});

test('Save As can be stopped while it writes the copy again', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed(LONG)]);
  const folder = temporaryFolder();
  desk.newFile = join(folder, 'Winter.aspen');
  let times = 0;
  desk.whileChecking = async () => {
    times += 1;
    if (times === 1) await desk.commit([desk.typed('It snowed. ')]);
    else await desk.call('exchange.stop', {});
  };
  expect(await desk.call('copy.saveAs', {})).toBe('stopped');
  expect(times).toBe(2);
  expect(readdirSync(folder)).toEqual([]);
  expect((await desk.shown()).slice(LONG.length)).toBe('It snowed. ');
});

test('Save As fails if the copy cannot be moved into place, and a banner gives the reason', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed(LONG)]);
  const folder = temporaryFolder();
  desk.newFile = join(folder, 'Winter.aspen');
  desk.whileChecking = () => mkdirSync(join(folder, 'Winter.aspen'));
  expect(await desk.call('copy.saveAs', {})).toBe('failed');
  expect(desk.grove.snapshot().notices).toMatchObject([
    { sentence: 'The disk could not be read or written. Your text is kept in this window.' },
  ]);
  expect(readdirSync(folder)).toEqual(['Winter.aspen']);
  await desk.commit([desk.typed('It snowed. ')]);
});

test('Save As stops if its grove closes', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed(LONG)]);
  const folder = temporaryFolder();
  desk.newFile = join(folder, 'Winter.aspen');
  desk.whileChecking = () => desk.close();
  expect(await desk.call('copy.saveAs', {})).toBe('stopped');
  expect(readdirSync(folder)).toEqual([]);
});

test('opening a backup can be stopped and then leaves nothing', async () => {
  const first = new HandlersDesk();
  await first.commit([first.typed(LONG)]);
  await first.close();
  const desk = new HandlersDesk(first.path, 1_000, undefined, first.backups);
  const [backup] = await desk.call('backup.list', {});
  if (backup === undefined) throw new Error('no backup');
  const folder = temporaryFolder();
  desk.newFile = join(folder, 'before.aspen');
  desk.whileChecking = () => desk.call('exchange.stop', {}).then(() => undefined);
  const input = { groveId: backup.groveId, name: backup.name, suggestedName: 'story.aspen' };
  expect(await desk.call('backup.open', input)).toEqual({ chosen: false, grove: null });
  expect(readdirSync(folder)).toEqual([]);
});

/** A folder with only the first migration. */
function oldMigrations(folder: string) {
  const migrations = join(folder, 'migrations');
  mkdirSync(migrations);
  const name = '0010-grove-trees-nodes.sql';
  copyFileSync(join(import.meta.dirname, '../../../migrations', name), join(migrations, name));
  return { migrations };
}
