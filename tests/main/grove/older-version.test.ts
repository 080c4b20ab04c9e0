import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { AspenError } from '../../../src/core/errors.ts';
import type { GroveId } from '../../../src/core/ids.ts';
import type { OfferHelp } from '../../../src/main/grove/grove-notices.ts';
import type { OpenGrove } from '../../../src/main/grove/open-grove.ts';
import type { ResolvedFile } from '../../../src/main/grove/registry.ts';
import { insertTree } from '../../../src/main/grove/writing/tree-commands.ts';
import { newestVersion, readMigrations } from '../../../src/main/store/connection/migrate.ts';
import { addAgent } from '../../../src/main/store/tables/agents.ts';
import { NOT_BACKED_UP } from '../../../src/ui-text/opening.ts';
import { stateOf } from '../../helpers/damage.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import {
  agentOf,
  countingIdsAndClock,
  digestOf,
  MIGRATIONS,
  openGrove,
  temporaryFolder,
} from '../../helpers/grove.ts';
import { makeOlder } from '../../helpers/older-grove.ts';
import { never, openProbe } from '../../helpers/probe.ts';

/** A grove of an older version is migrated only after a backup (`storage.md`, *Opening, in order*). */

const NEWEST = newestVersion(readMigrations(MIGRATIONS));

/** A grove in the first version of the format, alone in its folder. */
function oldGrove(): string {
  const path = join(temporaryFolder(), 'old.aspen');
  const idsAndClock = countingIdsAndClock();
  const store = openGrove(path, {
    create: { id: '01KDXG00000000000000000000' as GroveId, name: 'Old' },
  });
  store.transact((tx) => {
    const human = agentOf(idsAndClock, 'human', 'Writer');
    addAgent(tx, human);
    insertTree(tx, 'Old', human.id, idsAndClock);
  });
  store.close();
  makeOlder(path, 10);
  return path;
}

/** A desk whose backup folder cannot be created, since there is a file in its place. */
function deskWithoutRoom(): HandlersDesk {
  const blocked = join(temporaryFolder(), 'backups');
  writeFileSync(blocked, '');
  return new HandlersDesk(join(temporaryFolder(), 'host.aspen'), 900_000, undefined, blocked);
}

function versionOf(path: string): unknown {
  const database = new Database(path, { readonly: true });
  try {
    return database.pragma('user_version', { simple: true });
  } finally {
    database.close();
  }
}

test.each([
  ['keeps the texts', 'CREATE INDEX another ON agent (name);', 'older'],
  ['damages a text', "UPDATE node SET text = text || '!' WHERE text <> '';", 'damaged'],
  ['fails', 'CREATE UNIQUE INDEX another ON agent (grove);', 'damaged'],
])('a migration that %s is tried on a copy before the file is opened', async (_what, sql, kind) => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('It rained. ')]);
  await desk.close();
  const before = stateOf(desk.path);
  const migrations = join(temporaryFolder(), 'migrations');
  cpSync(MIGRATIONS, migrations, { recursive: true });
  writeFileSync(join(migrations, '0990-next.sql'), sql);
  const looking = join(temporaryFolder(), 'looking');
  expect(await openProbe(undefined, looking, migrations).inspect(desk.path, never())).toMatchObject({ kind });
  expect(stateOf(desk.path)).toBe(before);
  expect([existsSync(looking) ? readdirSync(looking) : [], readdirSync(dirname(desk.path))]).toEqual([
    [],
    [basename(desk.path)],
  ]);
});

test('without a backup, a grove that another one needs stays unchanged, and the reason is given', async () => {
  const path = oldGrove();
  const before = digestOf(path);
  const { registry } = deskWithoutRoom();
  const useIt = async () => expect.unreachable();
  await expect(registry.with(path, async () => undefined, useIt)).rejects.toMatchObject({
    code: 'NO_BACKUP',
    detail: expect.stringMatching(/^The backup folder cannot be used/),
  });
  expect(digestOf(path)).toBe(before);
  expect(readdirSync(dirname(path))).toEqual(['old.aspen']);
});

/** The window's actions when it is told to go on without a backup. */
class Help implements Partial<OfferHelp> {
  readonly #desk: HandlersDesk;
  /** The grove that the window shows. */
  shown: OpenGrove;
  /** The present fault of the file. */
  fault: AspenError | null = null;

  constructor(desk: HandlersDesk, shown: OpenGrove) {
    this.#desk = desk;
    this.shown = shown;
  }

  runFileTask: OfferHelp['runFileTask'] = (_wait, _name, work) => work(never());
  checkForOpening = async () => {
    if (this.fault !== null) throw this.fault;
  };
  migrateWithoutBackup = async (file: ResolvedFile) => {
    const before = this.shown;
    this.shown = await this.#desk.registry.open(file, false, { ifNoBackup: 'migrate' });
    await before.close();
  };

  goOn(): Promise<void> {
    const id = this.shown.snapshot().notices.at(0)?.id ?? 0;
    return this.shown.acceptOffer(id, 'goOnWithoutBackup', this as Partial<OfferHelp> as OfferHelp);
  }
}

async function openToRead(path: string): Promise<Help> {
  const desk = deskWithoutRoom();
  const grove = await desk.registry.open(path, false, { ifNoBackup: 'read' });
  const help = new Help(desk, grove);
  onTestFinished(() => help.shown.close().catch(() => undefined));
  return help;
}

test('if no backup can be made, the grove opens for reading, and a banner says why', async () => {
  const path = oldGrove();
  const before = digestOf(path);
  const { shown } = await openToRead(path);
  const { name, readOnly, notices, openTreeId, trees } = shown.snapshot();
  expect({ name, readOnly }).toEqual({ name: 'Old', readOnly: true });
  expect(trees.map(({ id }) => id)).toEqual([openTreeId]);
  expect(notices).toMatchObject([
    {
      sentence: NOT_BACKED_UP,
      detail: expect.stringMatching(/^The backup folder cannot be used/),
      offers: ['goOnWithoutBackup'],
    },
  ]);
  // Every query can read it: it is a copy of the newest version, which can be saved elsewhere.
  expect(shown.read.verify()).toMatchObject({ violations: [], log: [] });
  expect(() => shown.rename('New')).toThrow(/READ_ONLY/);
  const target = join(temporaryFolder(), 'copy.aspen');
  await shown.copies.save(target);
  expect(versionOf(target)).toBe(NEWEST);
  await shown.close();
  expect(digestOf(path)).toBe(before);
  expect(readdirSync(dirname(path))).toEqual(['old.aspen']);
});

test('the writer can go on without a backup, in the same window', async () => {
  const path = oldGrove();
  const help = await openToRead(path);
  await help.goOn();
  const { readOnly, notices } = help.shown.snapshot();
  expect({ readOnly, notices }).toEqual({ readOnly: false, notices: [] });
  help.shown.rename('New');
  await help.shown.close();
  expect(versionOf(path)).toBe(NEWEST);
  expect(openGrove(path).head.seq).toBeGreaterThan(0);
});

test('going on without a backup is refused if the file has become unusable meanwhile', async () => {
  const path = oldGrove();
  const help = await openToRead(path);
  help.fault = new AspenError('CORRUPT', 'a page is torn');
  const before = digestOf(path);
  await expect(help.goOn()).rejects.toBe(help.fault);
  expect(help.shown.snapshot()).toMatchObject({ readOnly: true, notices: [{ sentence: NOT_BACKED_UP }] });
  expect(digestOf(path)).toBe(before);
});

test('the window’s grove is known as open, before and after going on without a backup', async () => {
  const path = oldGrove();
  const desk = deskWithoutRoom();
  const help = new Help(desk, await desk.registry.open(path, false, { ifNoBackup: 'read' }));
  expect(desk.registry.find(path)).toBe(help.shown);
  await help.goOn();
  expect(desk.registry.find(path)).toBe(help.shown);
  await help.shown.close();
  expect(desk.registry.find(path)).toBeUndefined();
});

test('a backup is made all the same if that has become possible', async () => {
  const path = oldGrove();
  const desk = new HandlersDesk(join(temporaryFolder(), 'host.aspen'), 900_000);
  await (await desk.registry.open(path, false, { ifNoBackup: 'migrate' })).close();
  expect(versionOf(path)).toBe(NEWEST);
  const backups = readdirSync(desk.backups, { recursive: true, withFileTypes: true });
  const versions = backups
    .filter((file) => file.isFile())
    .map((file) => versionOf(join(file.parentPath, file.name)));
  expect(versions).toContain(10);
});

test('a grove that is to be opened for reading can be read, whatever its version', async () => {
  const path = oldGrove();
  const before = digestOf(path);
  const { registry } = deskWithoutRoom();
  const grove = await registry.open(path, false, { readOnly: true });
  expect(grove.snapshot()).toMatchObject({ name: 'Old', readOnly: true, notices: [] });
  await grove.close();
  expect(digestOf(path)).toBe(before);
});

test('a damaged file stays unchanged and is reported as damaged', async () => {
  const path = oldGrove();
  const bytes = readFileSync(path);
  const page = bytes.length - 4096;
  writeFileSync(path, bytes.fill(0xff, page));
  const before = digestOf(path);
  const host = new HandlersDesk(join(temporaryFolder(), 'host.aspen'), 900_000);
  await expect(host.registry.open(path, false)).rejects.toMatchObject({ code: 'CORRUPT' });
  expect(digestOf(path)).toBe(before);
});

test('a file found in place of a missing one is not migrated without a backup either', () => {
  const path = oldGrove();
  const before = digestOf(path);
  const { grove } = deskWithoutRoom();
  expect(() => grove.copies.open(path)).toThrow(/NO_BACKUP/);
  expect(digestOf(path)).toBe(before);
});
