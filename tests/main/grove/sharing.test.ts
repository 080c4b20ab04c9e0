import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeGrove, SMALL_SHAPE } from '../../../scripts/make-grove.ts';
import type { TreeId } from '../../../src/core/ids.ts';
import { moveIntoPlace } from '../../../src/main/backup/backup-folder.ts';
import { mergeGrove } from '../../../src/main/grove/copies/merge-grove.ts';
import { sharePath } from '../../../src/main/grove/copies/share-grove.ts';
import type { NewGrove } from '../../../src/main/store/connection/open-file.ts';
import { defineQuery, NONE } from '../../../src/main/store/connection/query.ts';
import { getGrove } from '../../../src/main/store/tables/grove.ts';
import { listAllLinks } from '../../../src/main/store/tables/marks/links.ts';
import { listSessions } from '../../../src/main/store/tables/sessions.ts';
import { listTrees } from '../../../src/main/store/tables/trees.ts';
import { loadPath } from '../../../src/main/store/tree/path-loading.ts';
import { eachStoredNode } from '../../../src/main/store/tree/whole-trees.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { examine } from '../../helpers/examine.ts';
import { countingIdsAndClock, openGrove, temporaryFolder } from '../../helpers/grove.ts';

/** Copies of a grove for other people (`storage.md`, *Backups*). */

const bodies = defineQuery('test.bodies', (db) =>
  db.selectFrom('raw_api_response').select(['response_body', 'response_headers', 'request', 'body_sha256']),
);

/** A grove with branches, versions, notes, models and their responses. */
function shareable(nodes = 300) {
  const path = join(temporaryFolder(), 'story.aspen');
  const made = makeGrove(path, { ...SMALL_SHAPE, nodes }, { seed: 5 });
  const store = openGrove(path);
  const idsAndClock = countingIdsAndClock(1_000_000);
  const target = join(temporaryFolder(), 'shared.aspen');
  const open = (file: string, create?: NewGrove) =>
    openGrove(file, { idsAndClock, ...(create === undefined ? {} : { create }) });
  return {
    made,
    store,
    sharing: {
      store,
      target,
      open,
      check: nothingWrong,
      verifyFile: nothingWrong,
      onProgress: () => undefined,
      newId: idsAndClock.newId,
      moveIntoPlace,
    },
  };
}

const nothingWrong = async () => [];

/** A sentence, three continuations by a model, and a shared copy of the grove. */
async function shareAnswered(answers: boolean) {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('The lamp was lit. ')]);
  const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
  if (model === undefined) throw new Error('the grove has no model');
  const options = { at: null, agentIds: [model.id], count: 3, maxTokens: 12 };
  await desk.call('generation.start', { ...(await desk.intent()), ...options });
  await expect.poll(() => desk.grove.generation.generator.running(desk.treeId)).toEqual([]);
  desk.newFile = join(temporaryFolder(), 'shared.aspen');
  expect(await desk.call('copy.share', { kind: 'grove', answers, traces: false })).toHaveProperty('handle');
  await desk.close();
  const stores = [desk.path, desk.newFile].map((file) => openGrove(file, { readonly: true }));
  const [before, after] = stores.map((store) => ({
    grove: getGrove(store).id,
    nodes: [...eachStoredNode(store, null)].map(({ node }) => node),
    sessions: listSessions(store).length,
    answers: store.all(bodies, NONE),
  }));
  for (const store of stores) store.close();
  if (before === undefined || after === undefined) throw new Error('a file is missing');
  return { before, after, examination: examine(desk.newFile) };
}

test('a whole grove is shared without what models were sent and answered, and passes all checks', async () => {
  const { before, after, examination } = await shareAnswered(false);
  expect(after.nodes).toEqual(before.nodes);
  expect(after.grove).not.toBe(before.grove);
  expect(after.sessions).toBe(0);
  expect(before.answers.length).toBeGreaterThan(0);
  expect(after.answers).toEqual(
    before.answers.map(({ request, body_sha256 }) => {
      const { style, model, parameters } = JSON.parse(request) as Readonly<Record<string, unknown>>;
      const left = JSON.stringify({ style, model, parameters, leftOut: true });
      return { request: left, body_sha256, response_body: null, response_headers: null };
    }),
  );
  expect(examination.isHealthy).toBe(true);
});

test('what models were sent and answered is included on request', async () => {
  const { before, after, examination } = await shareAnswered(true);
  expect(after.answers).toEqual(before.answers);
  expect(examination.isHealthy).toBe(true);
});

test('a shared path has only its text and authors, and passes all checks', async () => {
  const { made, store, sharing } = shareable();
  const shown = loadPath(store, made.treeId, made.writer);
  await sharePath(sharing, [made.treeId], made.writer);
  const copy = openGrove(sharing.target, { readonly: true });
  const shared = loadPath(copy, made.treeId, made.writer);
  const facts = (path: typeof shown) =>
    path.map(({ node: { content, spans, authorId, createdAt, responseId, excluded } }) => ({
      content,
      spans,
      authorId,
      createdAt,
      responseId,
      excluded,
    }));
  expect(facts(shared)).toEqual(facts(shown));
  const all = [...eachStoredNode(copy, null)];
  expect(all).toHaveLength(shown.length);
  expect(all.every(({ node }) => node.editedFrom === null && !node.pruned)).toBe(true);
  for (const { response_body, request } of copy.all(bodies, NONE)) {
    expect(response_body).toBeNull();
    expect(Object.keys(JSON.parse(request) as object)).not.toContain('prompt');
  }
  const [tree] = listTrees(copy);
  expect(tree).toMatchObject({ systemContext: null, settings: {}, description: null });
  copy.close();
  const { isHealthy, findings } = examine(sharing.target);
  expect({ isHealthy, findings }).toMatchObject({ isHealthy: true });
});

test('merging a shared path adds only what was written there', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('One, ')]);
  const first = await desk.nodeAt(0);
  await desk.commit([desk.typed('two, ')]);
  await desk.commit([desk.typed('three, ')]);
  await desk.commit([desk.typed('Number ', { nodeId: first, offset: 0 })]);
  const end = await desk.positionAt(2);
  desk.newFile = join(temporaryFolder(), 'path.aspen');
  expect(await desk.call('copy.share', { kind: 'path', treeId: desk.treeId, documents: [] })).toHaveProperty(
    'handle',
  );
  await desk.close();
  const store = openGrove(desk.path);
  const by = getGrove(store).ownerId ?? expect.unreachable('an owner');
  const idsAndClock = countingIdsAndClock(2_000_000);
  const nodes = () => [...eachStoredNode(store, null)];
  const merge = () => {
    const from = openGrove(desk.newFile ?? '');
    const merged = mergeGrove({ store, from, by, idsAndClock });
    from.close();
    return merged;
  };
  const before = nodes();
  const shared = openGrove(desk.newFile);
  const ids = [...eachStoredNode(shared, null)].map(({ node }) => node.id);
  shared.close();
  // A continuation of the first text follows a version of it there, and so has other ids.
  expect(ids.filter((id) => !before.some(({ node }) => node.id === id))).toHaveLength(2);
  expect(merge()).toEqual({ nodes: 0, renamed: 0, trees: 0, drafts: 0 });
  expect(nodes()).toEqual(before);

  const copy = new HandlersDesk(desk.newFile, 5_000_000);
  await copy.commit([copy.typed('four.')]);
  await copy.close();
  expect(merge()).toMatchObject({ nodes: 1 });
  expect(merge()).toMatchObject({ nodes: 0 });
  const added = nodes().find(({ node }) => !before.some((one) => one.node.id === node.id));
  expect(added?.edge?.sources).toMatchObject([{ role: 'primary', positionId: end }]);
});

test('documents that are ticked go along, with their names, tags and links', async () => {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  await desk.commit([desk.typed('Once. ')]);
  const write = async (title: string, text: string) => {
    const { id } = await desk.call('tree.create', { title, kind: 'document' });
    await desk.commit([desk.typed(text)]);
    await desk.commit([desk.typed('Old. ', { nodeId: await desk.nodeAt(0) })]);
    return id;
  };
  const marie = await write('Mary', 'Lives in [[Harbour]].');
  const harbour = await write('Harbour', 'A town.');
  const secret = await write('Secret', 'She did it, [[Mary]].');
  await desk.call('tree.update', { treeId: marie, title: 'Marie' });
  await desk.call('tree.addAlias', { treeId: marie, name: 'M.' });
  await desk.call('tag.assign', { treeId: marie, positionId: await rootOf(desk, marie), name: 'people' });
  await desk.call('tree.show', { treeId });
  const text = '→ link here to doc:"Marie" note:"Her"\n→ link here to doc:"Secret"';
  await desk.call('message.runCommands', { treeId, at: null, text });

  const offered = await desk.call('copy.documents', { treeId });
  expect(offered).toEqual([
    { treeId: harbour, title: 'Harbour', linkedFrom: [marie] },
    { treeId: marie, title: 'Marie', linkedFrom: [treeId, secret] },
    { treeId: secret, title: 'Secret', linkedFrom: [treeId] },
  ]);

  desk.newFile = join(temporaryFolder(), 'shared.aspen');
  await desk.call('copy.share', { kind: 'path', treeId, documents: [harbour, marie] });
  expect(readFileSync(desk.newFile).toString('latin1')).not.toContain('She did it');
  expect(examine(desk.newFile).isHealthy).toBe(true);
  const shared = new HandlersDesk(desk.newFile, 7_000);
  expect(shared.treeId).toBe(treeId);
  const titles = shared.grove.snapshot().trees.map(({ title }) => title);
  expect(titles.toSorted()).toEqual(['Harbour', 'Marie', 'Once']);
  const link = { nodeId: null, section: null, localId: null, passage: null } as const;
  const found = await shared.call('link.resolve', {
    treeId,
    links: ['M.', 'Mary', 'Secret'].map((name) => ({ ...link, name })),
  });
  expect(found.map((target) => target?.title)).toEqual(['Marie', 'Marie', undefined]);
  expect((await shared.call('tag.list', {})).tags).toMatchObject([{ name: 'people', count: 1 }]);
  const store = openGrove(desk.newFile, { readonly: true });
  expect(listAllLinks(store)).toMatchObject([{ targetTree: marie, note: 'Her', removedAt: null }]);
  store.close();
});

async function rootOf(desk: HandlersDesk, treeId: TreeId) {
  const tree = desk.grove.snapshot().trees.find(({ id }) => id === treeId);
  return (tree ?? expect.unreachable('a tree')).rootPositionId;
}

test('nothing omitted remains in the bytes of the file', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('The lake froze. ')]);
  await desk.commit([desk.typed('ABANDONEDBRANCH went on. ')]);
  await desk.call('path.moveHead', { ...(await desk.intent()), to: await desk.positionAt(0) });
  await desk.commit([desk.typed('Nobody came. ')]);
  await desk.call('draft.save', { ...(await desk.intent([desk.typed('UNCOMMITTEDWORDS')])), digest: null });
  await desk.call('draft.flush', { treeId: desk.treeId });
  desk.newFile = join(temporaryFolder(), 'path.aspen');
  expect(await desk.call('copy.share', { kind: 'path', treeId: desk.treeId, documents: [] })).toHaveProperty(
    'handle',
  );
  const path = readFileSync(desk.newFile).toString('latin1');
  expect(path.includes('Nobody came.')).toBe(true);
  expect(path.includes('ABANDONEDBRANCH')).toBe(false);
  expect(path.includes('UNCOMMITTEDWORDS')).toBe(false);
  desk.newFile = join(temporaryFolder(), 'whole.aspen');
  expect(await desk.call('copy.share', { kind: 'grove', answers: false, traces: false })).toHaveProperty(
    'handle',
  );
  const whole = readFileSync(desk.newFile).toString('latin1');
  expect(whole.includes('ABANDONEDBRANCH')).toBe(true);
  expect(whole.includes('UNCOMMITTEDWORDS')).toBe(false);
  expect(whole.includes('desk')).toBe(false);
});

/** A grove whose path is longer than one write. */
async function deskWithLongPath() {
  const desk = new HandlersDesk();
  const parts = Array.from({ length: 450 }, (_, index) => `# Part ${index}\n\nIt rained.\n`);
  const file = join(temporaryFolder(), 'rain.md');
  writeFileSync(file, parts.join(''));
  desk.chosen = [file];
  await desk.call('exchange.importTexts', {});
  const folder = temporaryFolder();
  desk.newFile = join(folder, 'path.aspen');
  return { desk, folder, options: { kind: 'path', treeId: desk.treeId, documents: [] } as const };
}

test('sharing a long path reports progress, keeps the text, and passes all checks', async () => {
  const { desk, options } = await deskWithLongPath();
  const text = await desk.shown();
  expect(await desk.call('copy.share', options)).toHaveProperty('handle');
  const shares = desk.emitted('exchange.progressed').map((progress) => progress?.share);
  expect(shares.filter((share) => typeof share === 'number' && share > 0).length).toBeGreaterThan(1);
  expect(examine(desk.newFile ?? '').isHealthy).toBe(true);
  const copy = new HandlersDesk(desk.newFile ?? '', 5_000);
  expect(await copy.shown()).toBe(text);
});

test('sharing a long path can be stopped and then leaves nothing', async () => {
  const { desk, folder, options } = await deskWithLongPath();
  desk.onProgress = () => void desk.call('exchange.stop', {});
  expect(await desk.call('copy.share', options)).toBe('stopped');
  expect(readdirSync(folder)).toEqual([]);
});
