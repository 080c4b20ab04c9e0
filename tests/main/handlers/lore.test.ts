import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { NodeId, PositionId, TreeId } from '../../../src/core/ids.ts';
import type { LoreEntry } from '../../../src/core/lore/lore-entry.ts';
import type { LoreVerdict } from '../../../src/core/lore/lore-verdict.ts';
import type { ContextPreview } from '../../../src/ipc/wire/context.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { DONE, ending, piece, streams, WireServer } from '../../helpers/wire-server.ts';

/** Lore through the program's own handlers, on a real file, sent to a server that keeps what it receives (`lore.md`). */

/** A story with a model that a server here answers for. */
async function open(text: string, contextLength = 8_000) {
  const server = await WireServer.start(streams(piece(' On.'), ending(), DONE));
  const desk = new HandlersDesk();
  const { treeId } = desk;
  await desk.commit([desk.typed(text)]);
  const provider = { name: 'Here', baseUrl: server.baseUrl, headers: {}, extra: {} };
  const { id } = await desk.call('provider.save', { id: null, ...provider });
  const configuration = { completionStyle: 'completion', contextLength } as const;
  const agent = await desk.call('agent.create', {
    name: 'Wire',
    modelRef: `${id}:base-1`,
    configuration,
    color: null,
  });

  return {
    desk,
    treeId,
    server,
    agent,
    /** Makes a document of a text, with entries; it is not shown. */
    document: async (title: string, text: string, ...lore: readonly LoreEntry[]): Promise<TreeId> => {
      const { id: documentId } = await desk.call('tree.create', { title, kind: 'document', isAside: true });
      await desk.commit([desk.typed(text)], documentId);
      await desk.call('tree.update', { treeId: documentId, settings: { lore } });
      return documentId;
    },
    preview: (at: PositionId | null = null) =>
      desk.call('generation.context', { treeId, at, agentId: agent.id, maxTokens: 50 }),
    list: (at: PositionId | null = null) =>
      desk.call('lore.list', { treeId, at, agentId: agent.id, maxTokens: 50 }),
    /** What a service receives as the prompt, and whether its record rebuilds it. */
    send: async (): Promise<{ readonly prompt: unknown; readonly record: unknown }> => {
      const parentId = await desk.positionAt((await desk.segments()).count - 1);
      const options = { at: null, agentIds: [agent.id], count: 1, maxTokens: 50 };
      await desk.call('generation.start', { ...(await desk.intent()), ...options });
      await expect.poll(() => desk.grove.generation.generator.running(treeId)).toEqual([]);
      const children = await desk.call('path.children', { treeId, parentId });
      const nodeId = children.at(-1)?.nodeId;
      if (nodeId === undefined) throw new Error('nothing came');
      const record = await desk.call('node.record', { treeId, nodeId });
      return { prompt: server.asked.at(-1)?.json.prompt, record: record?.prompt };
    },
  };
}

function textOf({ pieces, trimmed }: ContextPreview): string {
  const text = pieces.map((one) => one.text.beginning).join('');
  return text.slice(0, text.length - trimmed);
}

/** `Marie: key`, or with its section. */
const reasons = (verdicts: readonly LoreVerdict[]) =>
  verdicts.map(({ title, part, why }) => `${title}${part === null ? '' : `#${part}`}: ${why.kind}`);

test('sends what the text speaks of after the memory, as the preview shows it, and its record rebuilds it', async () => {
  const { desk, treeId, document, preview, send } = await open('Marie came home.\nNobody spoke.\nThe end. ');
  const marie = await document('Marie', '# Marie\n\nA skater, born in 1904.\n', {});
  await document('Harbour', 'The harbour is frozen.', {});
  await desk.call('tree.update', { treeId, settings: { memory: 'A saga.' } });
  const before = await preview();
  expect(before.pieces.map(({ kind }) => kind)).toEqual(['memory', 'lore', 'text']);
  expect(textOf(before)).toBe(
    'A saga.\n# Marie\n\nA skater, born in 1904.\nMarie came home.\nNobody spoke.\nThe end.',
  );
  const place = { nodeId: await desk.nodeAt(0), from: 0, to: 5 };
  const why = { kind: 'key', key: 'Marie', place, paragraphsUp: 2 };
  const found = { treeId: marie, title: 'Marie', part: null, entry: 0, tokens: 9, fired: true, why };
  expect(before.lore).toEqual([found]);
  expect(await send()).toEqual({ prompt: textOf(before), record: 'rebuilt' });
});

test('what is typed in a document and not committed is its lore at once, and the record keeps its words', async () => {
  const { desk, document, preview, send } = await open('Marie came. ');
  const marie = await document('Marie', 'A skater.', {});
  const ops = [desk.typed(' Born in 1904.')];
  await desk.call('draft.save', { ...(await desk.intent(ops, marie)), digest: null });
  const before = await preview();
  expect(textOf(before)).toBe('A skater. Born in 1904.\nMarie came.');
  expect(await send()).toEqual({ prompt: textOf(before), record: 'rebuilt' });
  // The document was not committed for it.
  expect(await desk.call('path.read', { treeId: marie })).toMatchObject({
    buffer: { text: ' Born in 1904.' },
  });
  const edit = [desk.typed('X', { nodeId: await nodeOf(desk, marie) })];
  await desk.call('draft.save', { ...(await desk.intent(edit, marie)), digest: null });
  const edited = await preview();
  expect(textOf(edited)).toMatch(/^XA skater\. Born/);
  expect(await send()).toEqual({ prompt: textOf(edited), record: 'rebuilt' });
});

async function nodeOf(desk: HandlersDesk, treeId: TreeId) {
  return (await desk.call('path.read', { treeId })).segments.nodeIds.slice(0, 26) as NodeId;
}

test('what is kept from models wakes nothing, and none of it is sent as lore', async () => {
  const { desk, document, preview, list } = await open('Marie came.\n');
  await desk.commit([desk.typed('Harbour. ')]);
  const marie = await document('Marie', 'A skater.', {});
  await document('Harbour', 'Frozen.', {});
  await desk.commit([desk.typed(' She has a secret.')], marie);
  expect(reasons((await preview()).lore)).toEqual(['Harbour: key', 'Marie: key']);
  const second = await desk.positionAt(1);
  await desk.call('position.exclude', { ...(await desk.intent()), positionId: second, excluded: true });
  const { positionIds } = (await desk.call('path.read', { treeId: marie })).segments;
  const positionId = positionIds.slice(26) as PositionId;
  await desk.call('position.exclude', { ...(await desk.intent([], marie)), positionId, excluded: true });
  expect(textOf(await preview())).toBe('A skater.\nMarie came.\n');
  expect(reasons(await list())).toEqual(['Marie: key', 'Harbour: noKey']);
});

test('an entry is only on the branches after its positions, where it says so elsewhere', async () => {
  const { desk, treeId, document, preview, list } = await open('Marie came. ');
  await desk.commit([desk.typed('She stayed. ')]);
  const stayed = await desk.positionAt(1);
  await document('Marie', 'A wife.', { after: [stayed] }, { notAfter: [stayed], keys: ['Marie'], order: 50 });
  expect(reasons((await preview()).lore)).toEqual(['Marie: key', 'Marie: branch']);
  const start = await desk.positionAt(0);
  expect(reasons((await preview(start)).lore)).toEqual(['Marie: key', 'Marie: branch']);
  expect((await list(start)).map(({ entry, fired }) => [entry, fired])).toEqual([
    [1, true],
    [0, false],
  ]);
  // A split of the passage counts as the passage.
  await desk.call('node.split', { ...(await desk.intent()), nodeId: await desk.nodeAt(1), offset: 4 });
  expect((await preview()).lore.map(({ entry, fired }) => [entry, fired])).toEqual([
    [0, true],
    [1, false],
  ]);
  await desk.call('tree.update', { treeId, settings: { loreBook: { scan: 3 } } });
  expect((await preview()).lore).toEqual([]);
});

test('an archived document is no lore, nor is one without the tags of the story', async () => {
  const { desk, treeId, document, preview } = await open('Marie and Jan. ');
  const marie = await document('Marie', 'A skater.', {});
  const jan = await document('Jan', 'A smith.', {});
  const { rootPositionId } = (await desk.call('tree.list', {})).find(({ id }) => id === jan) ?? {};
  if (rootPositionId === undefined) throw new Error('no root');
  const tag = await desk.call('tag.assign', { treeId: jan, positionId: rootPositionId, name: 'book/one' });
  expect(reasons((await preview()).lore)).toEqual(['Jan: key', 'Marie: key']);
  await desk.call('tree.update', { treeId, settings: { loreBook: { tags: [tag.tagId] } } });
  expect(reasons((await preview()).lore)).toEqual(['Jan: key']);
  await desk.call('tree.update', { treeId, settings: { loreBook: {} } });
  await desk.call('tree.update', { treeId: marie, archived: true });
  expect(reasons((await preview()).lore)).toEqual(['Jan: key']);
});

test('tries a key where the text is, and says what is wrong with one', async () => {
  const { desk, treeId } = await open('Marie came.\n\nThen Jan. ');
  const tried = (key: string) => desk.call('lore.try', { treeId, at: null, key });
  const nodeId = await desk.nodeAt(0);
  expect(await tried('marie')).toEqual({ kind: 'found', place: { nodeId, from: 0, to: 5 }, paragraphsUp: 1 });
  expect(await tried('/J.n/')).toEqual({
    kind: 'found',
    place: { nodeId, from: 18, to: 21 },
    paragraphsUp: 0,
  });
  expect(await tried('Mari')).toEqual({ kind: 'notFound' });
  expect(await tried('/(?=a)/')).toEqual({ kind: 'badKey', reason: 'lookAround' });
});

test('a duplicate of a story has the lore of the same branches', async () => {
  const { desk, treeId, document, agent } = await open('Marie came. ');
  const came = await desk.positionAt(0);
  await document('Marie', 'A wife.', { after: [came] }, { notAfter: [came], keys: ['Marie'] });
  const copy = await desk.call('tree.duplicate', { treeId });
  if (copy === null) throw new Error('it was stopped');
  const list = { treeId: copy.id, at: null, agentId: agent.id, maxTokens: 50 };
  expect((await desk.call('lore.list', list)).map(({ entry, fired }) => [entry, fired])).toEqual([
    [0, true],
    [1, false],
  ]);
});

test('a story that moves to another grove asks there for the tags that have the same names', async () => {
  const { desk, treeId } = await open('Marie came. ');
  const root = (of: HandlersDesk, id: TreeId) =>
    of.grove.trees.list().find((tree) => tree.id === id)?.rootPositionId ?? expect.unreachable();
  const tag = async (of: HandlersDesk, id: TreeId) =>
    (await of.call('tag.assign', { treeId: id, positionId: root(of, id), name: 'people' })).tagId;
  const { id: document } = await desk.call('tree.create', { title: 'Jan', kind: 'document', isAside: true });
  const tags = [await tag(desk, document)];
  await desk.call('tree.create', { title: 'Another', isAside: true });
  await desk.call('tree.update', { treeId, settings: { loreBook: { tags } } });
  const there = new HandlersDesk(join(temporaryFolder(), 'there.aspen'), 1_000_000);
  const tagThere = await tag(there, there.treeId);
  await desk.grove.trees.moveTo(treeId, there.grove.trees, () => undefined, new AbortController().signal);
  const moved = there.grove.trees.list().find(({ id }) => id === treeId);
  expect(moved?.settings.loreBook).toEqual({ tags: [tagThere] });
  expect(tags).not.toContain(tagThere);
});
