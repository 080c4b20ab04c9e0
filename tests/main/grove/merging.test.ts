import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WholeNode } from '../../../src/core/tree/tree-node.ts';
import { verifyAll } from '../../../src/main/grove/checking/verify-all.ts';
import { mergeGrove } from '../../../src/main/grove/copies/merge-grove.ts';
import { getGrove } from '../../../src/main/store/tables/grove.ts';
import { eachStoredNode } from '../../../src/main/store/tree/whole-trees.ts';
import { MERGED_DRAFT } from '../../../src/ui-text/copies.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { casesFor } from '../../helpers/fast-check-runs.ts';
import { countingIdsAndClock, digestOf, openGrove, temporaryFolder } from '../../helpers/grove.ts';

/** Merging a grove with a copy of it that has diverged (`storage.md`). */

/** A grove and a copy of its file, as a sync program makes it; each continues with ids of its own. */
async function fork() {
  const first = new HandlersDesk();
  await first.commit([first.typed('It rained. ')]);
  await first.close();
  const path = join(temporaryFolder(), 'story (conflicted copy).aspen');
  copyFileSync(first.path, path);
  const ours = new HandlersDesk(first.path, 1_000, undefined, first.backups);
  const theirs = new HandlersDesk(path, 2_000);
  ours.chosenFile = path;
  return { ours, theirs, path };
}

const typeOn = async (desk: HandlersDesk, text: string) => {
  await desk.call('draft.save', { ...(await desk.intent([desk.typed(text)])), digest: null });
  await desk.call('draft.flush', { treeId: desk.treeId });
};

/** The hashes of all nodes in a file. */
function hashesIn(path: string): ReadonlySet<string> {
  const store = openGrove(path, { readonly: true });
  const hashes = new Set([...eachStoredNode(store, null)].map(({ node }) => node.contentHash as string));
  store.close();
  return hashes;
}

const notice = (desk: HandlersDesk) => desk.grove.snapshot().notices.at(-1);

async function expectSound(desk: HandlersDesk) {
  expect(await desk.call('grove.verify', {})).toMatchObject({
    nodes: { invalid: 0 },
    violations: [],
    log: [],
    records: [],
  });
}

test('a merge adds what only the copy has, keeps the text on the screen, and leaves the copy unchanged', async () => {
  const { ours, theirs, path } = await fork();
  await ours.commit([ours.typed('Here it stopped. ')]);
  await theirs.commit([theirs.typed('There it went on. ')]);
  const other = await theirs.call('tree.create', { title: 'Only there' });
  await theirs.commit([theirs.typed('Another story.')]);
  await theirs.close();
  const before = digestOf(path);
  const parentId = await ours.positionAt(0);
  const { treeId } = ours;
  expect(await ours.call('copy.merge', {})).toBe('done');
  expect(digestOf(path)).toBe(before);
  expect(await ours.shown()).toBe('It rained. Here it stopped. ');
  const children = await ours.call('path.children', { treeId, parentId });
  expect(children.map(({ excerpt }) => excerpt)).toEqual(['Here it stopped. ', 'There it went on. ']);
  expect(ours.grove.snapshot().trees.map(({ id }) => id)).toContain(other.id);
  await expectSound(ours);
  expect(notice(ours)).toMatchObject({
    isDone: true,
    sentence: 'Added 3 texts and 1 whole tree from “story (conflicted copy)”. Your own text is unchanged.',
    detail: 'The newest backup has the grove as it was before the merge.',
    offers: ['openBackup'],
  });
});

test('nothing is merged without a backup, and the reason is given', async () => {
  const { ours, theirs } = await fork();
  await theirs.commit([theirs.typed('There it went on. ')]);
  await theirs.close();
  rmSync(ours.backups, { recursive: true });
  writeFileSync(ours.backups, 'a file in place of the folder');
  await expect(ours.call('copy.merge', {})).resolves.toBe('failed');
  expect(notice(ours)).toMatchObject({
    sentence: 'This grove could not be backed up first, so it was not changed.',
    detail: expect.stringContaining('The backup folder cannot be used: '),
  });
  expect(await ours.shown()).toBe('It rained. ');
});

test('a version from the copy is added beside ours, and ours stays selected', async () => {
  const { ours, theirs, path } = await fork();
  const nodeId = await theirs.nodeAt(0);
  await theirs.commit([theirs.typed('Yesterday ', { nodeId })]);
  await theirs.close();
  await ours.call('copy.merge', {});
  const positionId = await ours.positionAt(0);
  const versions = await ours.call('node.versions', { treeId: ours.treeId, positionId });
  expect(versions).toHaveLength(2);
  expect(await ours.shown()).toBe('It rained. ');
  await expectSound(ours);
  const here = await hashesInOpen(ours);
  expect([...hashesIn(path)].every((hash) => here.has(hash))).toBe(true);
});

test('a summary that the writer wrote in the copy is added where there is none here', async () => {
  const { ours, theirs } = await fork();
  const { treeId } = ours;
  await ours.commit([ours.typed('It stopped.')]);
  const [rained, stopped] = [await ours.nodeAt(0), await ours.nodeAt(1)];
  await ours.call('node.setSummary', { treeId, nodeId: stopped, summary: 'Ours' });
  await theirs.call('node.setSummary', { treeId, nodeId: rained, summary: 'Weather' });
  await theirs.commit([theirs.typed('It went on.')]);
  const wentOn = await theirs.nodeAt(1);
  await theirs.call('node.setSummary', { treeId, nodeId: wentOn, summary: 'Theirs' });
  await theirs.close();
  expect(await ours.call('copy.merge', {})).toBe('done');
  const kept = await Promise.all(
    [rained, stopped, wentOn].map(async (nodeId) => {
      const { node } = await ours.call('node.read', { treeId, nodeId });
      return node.summary;
    }),
  );
  expect(kept).toEqual(['Weather', 'Ours', 'Theirs']);
  await expectSound(ours);
});

test('the summary that the writer wrote of the tree in the copy is added if there is none here', async () => {
  const merge = async (own: string | null) => {
    const { ours, theirs } = await fork();
    const { treeId } = ours;
    if (own !== null) await ours.call('tree.update', { treeId, summary: own });
    await theirs.call('tree.update', { treeId, summary: 'Theirs' });
    await theirs.close();
    expect(await ours.call('copy.merge', {})).toBe('done');
    await expectSound(ours);
    return ours.grove.snapshot().trees.find(({ id }) => id === treeId)?.summary;
  };
  expect(await merge(null)).toBe('Theirs');
  expect(await merge('Ours')).toBe('Ours');
});

test('two drafts become two branches', async () => {
  const { ours, theirs } = await fork();
  await typeOn(theirs, 'Theirs, half a sen');
  await theirs.close();
  await typeOn(ours, 'Ours, half a sen');
  await ours.call('copy.merge', {});
  expect(await ours.shown()).toBe('It rained. Ours, half a sen');
  const [mark] = await ours.call('position.bookmarks', { treeId: ours.treeId });
  expect(mark).toMatchObject({ label: MERGED_DRAFT });
  await ours.commit();
  const parentId = await ours.positionAt(0);
  const children = await ours.call('path.children', { treeId: ours.treeId, parentId });
  expect(children.map(({ excerpt }) => excerpt)).toEqual(['Theirs, half a sen', 'Ours, half a sen']);
  await expectSound(ours);
});

test('a version written after a merge is newer than the merged ones, whatever the clocks say', async () => {
  const { ours, theirs } = await fork();
  const nodeId = await ours.nodeAt(0);
  await theirs.commit([theirs.typed('Yesterday ', { nodeId })]);
  await theirs.close();
  await ours.call('copy.merge', {});
  await ours.commit([ours.typed('Today ', { nodeId })]);
  const positionId = await ours.positionAt(0);
  const versions = await ours.call('node.versions', { treeId: ours.treeId, positionId });
  expect(versions.map(({ selected }) => selected)).toEqual([false, false, true]);
});

test('a backup is made before a merge, and merging again adds nothing', async () => {
  const { ours, theirs } = await fork();
  await theirs.commit([theirs.typed('There. ')]);
  await theirs.close();
  const count = (await ours.call('backup.list', {})).length;
  await ours.call('copy.merge', {});
  expect((await ours.call('backup.list', {})).length).toBe(count + 1);
  await ours.call('copy.merge', {});
  expect(notice(ours)?.sentence).toBe(
    'Nothing was added: this grove already has everything in “story (conflicted copy)”.',
  );
});

test('another grove, a damaged copy and the grove itself are refused, and nothing changes', async () => {
  const { ours, theirs, path } = await fork();
  await theirs.commit([theirs.typed('There. ')]);
  await theirs.close();
  const before = await hashesInOpen(ours);
  const stranger = new HandlersDesk(undefined, 5_000);
  await stranger.commit([stranger.typed('Another.')]);
  await stranger.close();
  ours.chosenFile = stranger.path;
  expect(await ours.call('copy.merge', {})).toBe('failed');
  expect(notice(ours)).toMatchObject({ sentence: 'That cannot be done here. Nothing was changed.' });
  ours.chosenFile = ours.path;
  await expect(ours.call('copy.merge', {})).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  const database = new Database(path);
  database.exec("UPDATE node SET text = 'forged' WHERE text = 'There. '");
  database.close();
  ours.chosenFile = path;
  expect(await ours.call('copy.merge', {})).toBe('failed');
  expect(notice(ours)).toMatchObject({ detail: expect.stringContaining('the copy is damaged') });
  expect(await hashesInOpen(ours)).toEqual(before);
  ours.chosenFile = null;
  expect(await ours.call('copy.merge', {})).toBe('dismissed');
});

test('a merge can be stopped, changes nothing, and the writer can continue', async () => {
  const { ours, theirs } = await fork();
  await theirs.commit([theirs.typed('There. ')]);
  await theirs.close();
  await typeOn(ours, 'Half a sen');
  const before = await hashesInOpen(ours);
  const backups = await ours.call('backup.list', {});
  ours.onProgress = () => void ours.call('exchange.stop', {});
  expect(await ours.call('copy.merge', {})).toBe('stopped');
  expect(await hashesInOpen(ours)).toEqual(before);
  expect(await ours.call('backup.list', {})).toEqual(backups);
  expect(ours.emitted('exchange.progressed')).toEqual([
    { kind: 'merge', name: 'story (conflicted copy)', share: null },
    null,
  ]);
  ours.onProgress = () => undefined;
  expect(await ours.shown()).toBe('It rained. Half a sen');
  expect(await ours.call('copy.merge', {})).toBe('done');
  expect(await ours.shown()).toBe('It rained. Half a sen');
});

test('a draft that could not be written before a merge is written once it can be, without further typing', async () => {
  const { ours, theirs } = await fork();
  await theirs.close();
  await ours.call('draft.save', { ...(await ours.intent([ours.typed('Half a sen')])), digest: null });
  const other = new Database(ours.path);
  other.exec('BEGIN IMMEDIATE');
  expect(await ours.call('copy.merge', {})).toBe('failed');
  await expect.poll(() => ours.emitted('save.changed').at(-1)?.state).toBe('notSaved');
  other.exec('ROLLBACK');
  other.close();
  await expect
    .poll(() => ours.emitted('save.changed').at(-1), { timeout: 10_000 })
    .toEqual({ state: 'saved' });
  expect(await ours.shown()).toBe('It rained. Half a sen');
});

test('a copy open in another window is merged with its current text', async () => {
  const { ours, theirs, path } = await fork();
  await theirs.close();
  await ours.registry.open(path, false, { isChecked: true });
  const other = ours.registry.find(path);
  if (other === undefined) throw new Error('the copy is not open');
  const { openTreeId } = other.snapshot();
  const { pathVersion } = other.treeSession(openTreeId).readPath();
  const spans = [{ agent: other.snapshot().writerId, length: 6 }];
  const ops = [{ nodeId: null, splice: { from: 0, to: 0, insert: 'There.', spans } }];
  other.treeSession(openTreeId).commit({ pathVersion, ops }, 'there' as never);
  expect(await ours.call('copy.merge', {})).toBe('done');
  expect(notice(ours)?.sentence).toContain('Added 1 text');
  await expectSound(ours);
  await other.close();
});

test('a shared path with additions merges back into its place', async () => {
  const { ours } = await fork();
  const nodeId = await ours.nodeAt(0);
  await ours.commit([ours.typed('Yesterday ', { nodeId })]);
  await ours.commit([ours.typed('Nobody came. ')]);
  ours.newFile = join(temporaryFolder(), 'shared.aspen');
  await ours.call('copy.share', { kind: 'path', treeId: ours.treeId, documents: [] });
  const friend = new HandlersDesk(ours.newFile, 7_000);
  await friend.commit([friend.typed('A friend came. ')]);
  const text = await friend.shown();
  expect(text).toBe('Yesterday It rained. Nobody came. A friend came. ');
  await friend.close();
  ours.chosenFile = ours.newFile;
  await ours.call('copy.merge', {});
  expect(await ours.shown()).toBe('Yesterday It rained. Nobody came. ');
  await expectSound(ours);
  const all = [...hashesIn(ours.newFile)];
  const here = await hashesInOpen(ours);
  expect(all.filter((hash) => !here.has(hash))).toEqual([]);
});

/** The hashes of all nodes in an open grove, from a saved copy: nothing else opens its file. */
async function hashesInOpen(desk: HandlersDesk): Promise<ReadonlySet<string>> {
  const copy = join(temporaryFolder(), 'look.aspen');
  await desk.grove.copies.save(copy);
  return hashesIn(copy);
}

/** What a writer does in a tree; `at` chooses the place. */
const someActs = fc.array(
  fc.record({
    what: fc.constantFrom('on', 'on', 'edit', 'edit', 'back', 'split', 'note', 'version', 'sibling', 'prune'),
    at: fc.nat({ max: 100 }),
  }),
  { maxLength: 8 },
);
type Acts = typeof someActs extends fc.Arbitrary<infer T> ? T : never;

async function actAll(desk: HandlersDesk, acts: Acts, name: string) {
  for (const [index, { what, at }] of acts.entries()) {
    const { treeId } = desk;
    const isTalk = desk.grove.snapshot().trees.find(({ id }) => id === treeId)?.mode === 'dialogue';
    const text = `${name}${index} `;
    const length = (await desk.segments()).nodeIds.length / 26;
    if (what === 'on' || length === 0) {
      await desk.commit([desk.typed(text)]);
      continue;
    }
    const [nodeId, positionId] = [await desk.nodeAt(at % length), await desk.positionAt(at % length)];
    const intent = await desk.intent();
    const step = at % 2 === 0 ? 1 : -1;
    const ops = [desk.typed(text, { nodeId })];
    const saveEdit = async (how: 'branch' | 'inPlace') =>
      desk.call('message.saveEdit', { ...(await desk.intent(ops)), nodeId, how });
    if (isTalk && what === 'edit') await saveEdit('inPlace');
    else if (isTalk && what === 'split') await saveEdit('branch');
    else if (what === 'edit') await desk.commit(ops);
    else if (what === 'back') await desk.call('path.moveHead', { ...intent, to: positionId });
    else if (what === 'note') await desk.call('node.annotate', { treeId, nodeId, text });
    else if (what === 'prune') await desk.call('position.prune', { ...intent, positionId });
    else if (what === 'split') await desk.call('node.split', { ...intent, nodeId, offset: 1 });
    else if (what === 'version')
      await desk.call('path.selectVersion', { ...intent, at: positionId, to: { step } });
    else await desk.call('path.selectSibling', { ...intent, at: positionId, to: { step } });
  }
}

/** Everything written in a file, by text, time and author, with the position that it is at. */
function writtenIn(path: string): ReadonlyMap<string, string> {
  const store = openGrove(path, { readonly: true });
  const written = [...eachStoredNode(store, null)].map(
    ({ node }) => [nameOf(node), node.positionId] as const,
  );
  store.close();
  expect(new Set(written.map(([name]) => name)).size).toBe(written.length);
  return new Map(written);
}

const nameOf = ({ content, createdAt, authorId }: WholeNode) =>
  `${content.type === 'text' ? content.text : ''} ${createdAt} ${authorId}`;

function mergeFiles(path: string, other: string) {
  const [store, from] = [openGrove(path), openGrove(other, { readonly: true })];
  const by = getGrove(store).ownerId ?? expect.unreachable('an owner');
  const merged = mergeGrove({ store, from, by, idsAndClock: countingIdsAndClock(9_000_000) });
  const { records } = verifyAll(store);
  for (const each of [store, from]) each.close();
  expect(records).toEqual([]);
  return merged;
}

test('a grove and shared paths of it merge, each into the others, without loss, and once', async () => {
  const paths = fc.array(someActs, { minLength: 2, maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(fc.boolean(), someActs, paths, someActs, async (isTalk, before, shared, after) => {
      const desk = new HandlersDesk();
      if (isTalk) await desk.call('tree.create', { title: 'Talk', mode: 'dialogue' });
      await actAll(desk, before, 'A');
      const files = [desk.path];
      for (const [index, acts] of shared.entries()) {
        desk.newFile = join(temporaryFolder(), `path ${index}.aspen`);
        await desk.call('copy.share', { kind: 'path', treeId: desk.treeId, documents: [] });
        const friend = new HandlersDesk(desk.newFile, 1_000_000 * (index + 1));
        await actAll(friend, acts, `B${index}-`);
        await friend.close();
        files.push(desk.newFile);
        await actAll(desk, after, `C${index}-`);
      }
      await desk.close();
      const all = new Set(files.flatMap((file) => [...writtenIn(file).keys()]));
      const original = writtenIn(desk.path);
      for (const file of files) {
        const copy = join(temporaryFolder(), 'merged.aspen');
        copyFileSync(file, copy);
        const others = files.filter((one) => one !== file);
        for (const other of others) mergeFiles(copy, other);
        const here = writtenIn(copy);
        expect(new Set(here.keys())).toEqual(all);
        for (const other of others) expect(mergeFiles(copy, other)).toMatchObject({ nodes: 0, renamed: 0 });
        // What were versions of one text in the original are versions of one text.
        const places = [...original].map(([name, position]) => `${position} ${here.get(name)}`);
        expect(new Set(places).size).toBe(new Set(original.values()).size);
      }
    }),
    casesFor('program'),
  );
}, 120_000);

test('a merge loses nothing that either side wrote', async () => {
  const step = fc.record({
    who: fc.constantFrom('ours' as const, 'theirs' as const),
    what: fc.constantFrom('on' as const, 'edit' as const, 'back' as const, 'tree' as const),
    text: fc.stringMatching(/^[a-z ]{1,12}$/),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
      const { ours, theirs, path } = await fork();
      for (const { who, what, text } of steps) {
        const desk = who === 'ours' ? ours : theirs;
        const length = (await desk.segments()).nodeIds.length / 26;
        if (what === 'tree') await desk.call('tree.create', { title: text });
        else if (what === 'on' || length === 0) await desk.commit([desk.typed(`${text} `)]);
        else if (what === 'edit') {
          const nodeId = await desk.nodeAt(Math.floor(length / 2));
          await desk.commit([desk.typed(text, { nodeId })]);
        } else {
          const to = await desk.positionAt(0);
          await desk.call('path.moveHead', { ...(await desk.intent()), to });
        }
      }
      await theirs.close();
      const [mine, others, shown] = [await hashesInOpen(ours), hashesIn(path), await ours.shown()];
      await ours.call('copy.merge', {});
      const merged = await hashesInOpen(ours);
      expect([...mine, ...others].filter((hash) => !merged.has(hash))).toEqual([]);
      expect(await ours.shown()).toBe(shown);
      await expectSound(ours);
      await ours.close();
    }),
    // Each case opens and copies five files.
    { ...casesFor('file'), numRuns: Math.ceil(casesFor('file').numRuns / 5) },
  );
}, 120_000);
