import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { GroveId } from '../../../../src/core/ids.ts';
import type { GroveOffer } from '../../../../src/ipc/wire/grove.ts';
import { inspect } from '../../../../src/main/probe/inspect.ts';
import { FULL_CHECK_BYTES } from '../../../../src/main/store/connection/integrity.ts';
import { OTHER_NAMES } from '../../../../src/ui-text/opening.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { examine } from '../../../helpers/examine.ts';
import { digestOf, MIGRATIONS, openGrove, temporaryFolder } from '../../../helpers/grove.ts';
import { writeJournal } from '../../../helpers/hot-journal.ts';
import { journalHere } from '../../../helpers/journal.ts';
import { never, openProbe } from '../../../helpers/probe.ts';

/** Symbolic and hard links to a grove (`storage.md`, *Opening, in order*, 1). */

const probe = openProbe();

const TEXT = 'It rained. It snowed. It froze. ';

/** The bytes of a closed grove with `TEXT`, and of the same grove before each commit. */
interface Story {
  readonly last: Buffer;
  readonly states: readonly Buffer[];
}

let story: Promise<Story> | undefined;

function writeStory(): Promise<Story> {
  story ??= writeNow();
  return story;
}

async function writeNow(): Promise<Story> {
  const desk = new HandlersDesk();
  const states = [readFileSync(desk.path)];
  for (const text of ['It rained. ', 'It snowed. ', 'It froze. ']) {
    await desk.commit([desk.typed(text)]);
    states.push(readFileSync(desk.path));
  }
  await desk.close();
  return { last: readFileSync(desk.path), states };
}

/** A file in a folder of its own. */
function fileWith(bytes: Buffer | string): string {
  const path = join(temporaryFolder(), 'blob.aspen');
  writeFileSync(path, bytes);
  return path;
}

/** A link in a folder of its own. */
function linkTo(target: string, name = 'story.aspen'): string {
  const path = join(temporaryFolder(), name);
  symlinkSync(target, path);
  return path;
}

function chainTo(target: string): string {
  const folder = temporaryFolder();
  symlinkSync(linkTo(target, 'second.aspen'), join(folder, 'first.aspen'));
  symlinkSync('first.aspen', join(folder, 'story.aspen'));
  return join(folder, 'story.aspen');
}

function throughFolder(target: string): string {
  return join(linkTo(dirname(target), 'folder'), 'blob.aspen');
}

/** A program that opens groves, and has one of its own open elsewhere. */
const openHost = (firstId: number, journal = journalHere(), backups = join(temporaryFolder(), 'backups')) =>
  new HandlersDesk(join(temporaryFolder(), 'host.aspen'), firstId, journal, backups);

const acceptOffer = (desk: HandlersDesk, offer: GroveOffer) =>
  desk.call('grove.takeOffer', { id: desk.grove.snapshot().trouble?.id ?? 0, offer });

const typeOn = async (desk: HandlersDesk, text: string) =>
  desk.call('draft.save', { ...(await desk.intent([desk.typed(text)])), digest: null });

const LINKS = [
  ['a link', linkTo],
  ['a chain of links', chainTo],
  ['a link to its folder', throughFolder],
] as const;

describe('a grove behind a link', () => {
  test.each(LINKS)('is not rolled back by an old journal beside the file: %s', async (_, linked) => {
    const { last, states } = await writeStory();
    const [older] = states;
    if (older === undefined) expect.unreachable();
    const real = fileWith(last);
    writeJournal(`${real}-journal`, older);
    const before = [digestOf(real), digestOf(`${real}-journal`)];
    const link = linked(real);

    expect(inspect({ path: link, migrations: MIGRATIONS })).toMatchObject({ kind: 'staleJournal' });
    expect(examine(link)).toMatchObject({ path: link, isHealthy: false });
    await expect(openHost(10_000).registry.open(link, false)).rejects.toMatchObject({ code: 'CORRUPT' });
    expect([digestOf(real), digestOf(`${real}-journal`)]).toEqual(before);

    const target = join(temporaryFolder(), 'copy.aspen');
    await probe.copy(link, target, never());
    expect([digestOf(real), digestOf(`${real}-journal`)]).toEqual(before);
    expect(await new HandlersDesk(target, 20_000).shown()).toBe(TEXT);
  });

  test.each(LINKS)('is rolled back by the journal of a crash: %s', async (_, linked) => {
    const { states } = await writeStory();
    const [previous, crashed] = states.slice(-2);
    if (previous === undefined || crashed === undefined) expect.unreachable();
    const real = fileWith(crashed);
    writeJournal(`${real}-journal`, previous);
    const link = linked(real);
    expect(inspect({ path: link, migrations: MIGRATIONS })).toMatchObject({ kind: 'sound', whole: true });
    expect(examine(link)).toMatchObject({ isHealthy: true });
    expect(await new HandlersDesk(link, 10_000).shown()).toBe('It rained. It snowed. ');
  });

  test('is opened whatever lies beside the link, which stays as it is', async () => {
    const { last, states } = await writeStory();
    const [older] = states;
    if (older === undefined) expect.unreachable();
    const link = linkTo(fileWith(last));
    writeJournal(`${link}-journal`, older);
    const before = digestOf(`${link}-journal`);
    expect(inspect({ path: link, migrations: MIGRATIONS })).toMatchObject({ kind: 'sound' });
    expect(examine(link)).toMatchObject({ isHealthy: true });
    const desk = new HandlersDesk(link, 10_000);
    await desk.commit([desk.typed('It thawed. ')]);
    await desk.close();
    expect(await new HandlersDesk(link, 20_000).shown()).toBe(`${TEXT}It thawed. `);
    expect(digestOf(`${link}-journal`)).toBe(before);
  });

  test('keeps the name of the link, and is the same grove under every name', async () => {
    const { last } = await writeStory();
    const real = fileWith(last);
    const link = chainTo(real);
    const { registry } = openHost(10_000);
    const grove = await registry.open(link, false);
    expect(grove.path).toBe(link);
    expect(grove.snapshot()).toMatchObject({ fileName: 'story.aspen', notices: [] });
    for (const name of [real, link, throughFolder(real)]) expect(registry.find(name)).toBe(grove);
    await grove.close();
    expect(readdirSync(dirname(real))).toEqual(['blob.aspen']);
  });

  test('is known to be older than it was under another name, and has the same backups', async () => {
    const { last, states } = await writeStory();
    const [older] = states;
    if (older === undefined) expect.unreachable();
    const real = fileWith(last);
    const journal = journalHere();
    const backups = join(temporaryFolder(), 'backups');
    const desk = new HandlersDesk(linkTo(real), 10_000, journal, backups);
    await desk.commit([desk.typed('It thawed. ')]);
    await desk.close();
    const [groveId = ''] = readdirSync(backups);
    const origins = () => new Set(readdirSync(join(backups, groveId)).map((name) => name.split('.').at(-2)));
    expect(origins().size).toBe(1);
    writeFileSync(real, older);
    const { registry } = openHost(20_000, journal, backups);
    const grove = await registry.open(real, false);
    expect(grove.snapshot().notices).toMatchObject([{ offers: ['openBackup'] }]);
    await grove.close();
    expect(origins().size).toBe(1);
  });

  test('is refused if the link leads to a folder', async () => {
    const link = linkTo(temporaryFolder());
    const refusal = { code: 'NOT_A_GROVE', detail: 'story.aspen is a folder' };
    expect(inspect({ path: link, migrations: MIGRATIONS })).toMatchObject({ kind: 'refused', ...refusal });
    await expect(openHost(0).registry.open(link, true)).rejects.toMatchObject(refusal);
  });
});

describe('a link that leads nowhere', () => {
  const links = [
    ['to nothing', () => linkTo(join(temporaryFolder(), 'blob.aspen'))],
    ['to nothing, by other links', () => chainTo(join(temporaryFolder(), 'blob.aspen'))],
    [
      'to itself',
      () => {
        const path = join(temporaryFolder(), 'story.aspen');
        symlinkSync(path, path);
        return path;
      },
    ],
  ] as const;

  test.each(links)('is neither opened nor replaced by a new grove: %s', async (_, broken) => {
    const link = broken();
    const target = readlinkSync(link);
    const refusal = { code: 'NOT_FOUND', detail: 'story.aspen is a link to a file that does not exist' };
    const { registry } = openHost(0);
    for (const create of [true, false])
      await expect(registry.open(link, create)).rejects.toMatchObject(refusal);
    await expect(
      registry.with(
        link,
        async () => undefined,
        async () => undefined,
      ),
    ).rejects.toMatchObject(refusal);
    expect(() => registry.resolve(link)).toThrow(refusal.detail);
    expect(() => openGrove(link, { create: { id: '01' as GroveId, name: 'New' } })).toThrow(refusal.detail);
    expect(inspect({ path: link, migrations: MIGRATIONS })).toEqual({ kind: 'refused', ...refusal });
    expect(examine(link)).toMatchObject({ isHealthy: false });
    expect(readlinkSync(link)).toBe(target);
    expect(existsSync(link)).toBe(false);
  });

  test.each(links.slice(0, 2))('is not replaced by a copy: %s', async (_, broken) => {
    const link = broken();
    const files = readdirSync(dirname(link));
    const { last } = await writeStory();
    const desk = new HandlersDesk(fileWith(last), 10_000);
    desk.newFile = link;
    const refusal = { code: 'INVALID_ARGUMENT', detail: expect.stringContaining('choose another name') };
    for (const request of ['copy.saveAs', 'copy.duplicate'] as const)
      await expect(desk.call(request, {}), request).rejects.toMatchObject(refusal);
    await desk.close();
    for (const way of ['recover', 'copy'] as const)
      await expect(probe[way](desk.path, link, never()), way).rejects.toMatchObject(refusal);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(existsSync(link)).toBe(false);
    expect(readdirSync(dirname(link))).toEqual(files);
  });
});

describe('a copy put in place over a link', () => {
  test.each(['copy.saveAs', 'copy.duplicate', 'copy.share', 'recover', 'copy'] as const)(
    'replaces the file that it leads to: %s',
    async (way) => {
      const { last } = await writeStory();
      const desk = new HandlersDesk(fileWith(last), 10_000);
      const real = fileWith('what stood there');
      const link = chainTo(real);
      const files = readdirSync(dirname(link));
      if (way === 'recover' || way === 'copy') {
        await desk.close();
        await probe[way](desk.path, link, never());
      } else {
        desk.newFile = link;
        const input = way === 'copy.share' ? { kind: 'grove' as const, answers: true, traces: true } : {};
        const outcome = await desk.call(way, input as never);
        expect(outcome).toEqual(way === 'copy.saveAs' ? 'done' : { handle: 1, name: basename(link) });
      }
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
      expect(readdirSync(dirname(link))).toEqual(files);
      expect(readdirSync(dirname(real))).toEqual(['blob.aspen']);
      expect(lstatSync(real).isSymbolicLink()).toBe(false);
      expect(await new HandlersDesk(link, 20_000).shown()).toBe(TEXT);
    },
  );

  test.each(['recover', 'copy'] as const)('is refused beside a journal that is there: %s', async (way) => {
    const { last } = await writeStory();
    const real = fileWith(last);
    writeFileSync(`${real}-journal`, 'another program’s');
    const before = digestOf(real);
    await expect(probe[way](fileWith(last), linkTo(real), never())).rejects.toThrow('there is a journal');
    expect(digestOf(real)).toBe(before);
  });
});

describe('a grove that is open through a link', () => {
  async function openLinked(): Promise<{ readonly desk: HandlersDesk; readonly real: string }> {
    const { last } = await writeStory();
    const real = fileWith(last);
    const desk = new HandlersDesk(linkTo(real), 10_000);
    onTestFinished(() => desk.close().catch(() => undefined));
    return { desk, real };
  }

  test('is saved again in the place of its file, and keeps its name', async () => {
    const { desk, real } = await openLinked();
    unlinkSync(real);
    await typeOn(desk, 'It thawed. ');
    await expect(desk.call('draft.flush', { treeId: desk.treeId })).rejects.toMatchObject({ code: 'MOVED' });
    expect(desk.grove.snapshot().trouble?.offers).toEqual(['findIt', 'saveHere', 'saveCopy']);
    await acceptOffer(desk, 'saveHere');
    expect(desk.grove.snapshot()).toMatchObject({ trouble: null, fileName: 'story.aspen' });
    expect(desk.grove.path).toBe(desk.path);
    expect(readlinkSync(desk.path)).toBe(real);
    await desk.commit();
    await desk.close();
    expect(await new HandlersDesk(real, 20_000).shown()).toBe(`${TEXT}It thawed. `);
  });

  test('is found where it was moved to, by a link', async () => {
    const { desk, real } = await openLinked();
    const elsewhere = `${real}.elsewhere`;
    renameSync(real, elsewhere);
    await typeOn(desk, 'It thawed. ');
    await expect(desk.call('draft.flush', { treeId: desk.treeId })).rejects.toMatchObject({ code: 'MOVED' });
    desk.chosenFile = linkTo(elsewhere, 'found.aspen');
    await acceptOffer(desk, 'findIt');
    expect(desk.grove.snapshot()).toMatchObject({ trouble: null, fileName: 'found.aspen' });
    expect(desk.grove.path).toBe(desk.chosenFile);
    await desk.commit();
    await desk.close();
    expect(await new HandlersDesk(elsewhere, 20_000).shown()).toBe(`${TEXT}It thawed. `);
  });

  test('says so when the link leads elsewhere, and goes on writing to its own file', async () => {
    const { desk, real } = await openLinked();
    const { last } = await writeStory();
    const other = fileWith(last);
    unlinkSync(desk.path);
    symlinkSync(other, desk.path);
    const before = digestOf(other);
    await expect.poll(() => desk.grove.snapshot().trouble?.offers).toContain('compare');
    await desk.commit([desk.typed('It thawed. ')]);
    await acceptOffer(desk, 'compare');
    expect(desk.emitted('grove.compared').at(-1)?.sides?.here).toMatchObject({ own: 1 });

    // Its own file, which it has open, is never replaced, whatever its name.
    desk.newFile = real;
    await expect(acceptOffer(desk, 'saveHere')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await desk.close();
    expect(digestOf(other)).toBe(before);
    expect(await new HandlersDesk(real, 20_000).shown()).toBe(`${TEXT}It thawed. `);
  });
});

describe('a file with several names', () => {
  /** A large grove whose last session was closed, with a second hard link. */
  async function writeTwoNames(): Promise<string> {
    const { last } = await writeStory();
    const path = fileWith(last);
    // Smaller files are checked completely in any case.
    const database = new Database(path);
    database.exec(`CREATE TABLE large AS SELECT zeroblob(${FULL_CHECK_BYTES}) AS bytes; DROP TABLE large`);
    database.close();
    const folder = join(dirname(path), 'backup');
    mkdirSync(folder);
    linkSync(path, join(folder, 'story.aspen'));
    return path;
  }

  test('opens after a complete check, with a notice', async () => {
    const path = await writeTwoNames();
    expect(inspect({ path, migrations: MIGRATIONS })).toMatchObject({ kind: 'sound', whole: true });
    expect(examine(path).about.join('\n')).toContain('hard links');
    const { registry } = openHost(10_000);
    for (const readOnly of [true, false]) {
      const grove = await registry.open(path, false, { readOnly });
      expect(grove.snapshot().notices).toMatchObject([{ sentence: OTHER_NAMES, isDone: false }]);
      await grove.close();
    }
  });

  test('is not opened with damage that only the complete check finds', async () => {
    const path = await writeTwoNames();
    const database = new Database(path);
    database.exec("UPDATE node SET text = 'It poured. ' WHERE text = 'It rained. '");
    database.close();
    expect(inspect({ path, migrations: MIGRATIONS })).toMatchObject({ kind: 'damaged' });
  });
});
