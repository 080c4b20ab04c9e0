import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { NodeId, PositionId, TreeId } from '../../../src/core/ids.ts';
import type { LoreEntry } from '../../../src/core/lore/lore-entry.ts';
import type { LoreVerdict } from '../../../src/core/lore/lore-verdict.ts';
import type { AgentConfiguration, AgentPermissions } from '../../../src/core/tree/agent.ts';
import type { ContextPreview } from '../../../src/ipc/wire/context.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { COLLABORATOR, says, TurnDesk } from '../../helpers/turn-desk.ts';
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
    /** What a service receives as the prompt, and whether its record rebuilds it. @param meanwhile runs once the request has begun */
    send: async (
      meanwhile = async (): Promise<unknown> => undefined,
    ): Promise<{ readonly prompt: unknown; readonly record: unknown }> => {
      const parentId = await desk.positionAt((await desk.segments()).count - 1);
      const options = { at: null, agentIds: [agent.id], count: 1, maxTokens: 50 };
      await desk.call('generation.start', { ...(await desk.intent()), ...options });
      await meanwhile();
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

test('a document that is archived while a request runs changes nothing of that request', async () => {
  const { desk, document, preview, send } = await open('Marie came. ');
  const marie = await document('Marie', 'A skater.', {});
  const before = textOf(await preview());
  const archive = () => desk.call('tree.update', { treeId: marie, archived: true });
  expect(await send(archive)).toEqual({ prompt: before, record: 'rebuilt' });
  expect(reasons((await preview()).lore)).toEqual([]);
});

test('an entry that is longer than the window is passed over, unless it is for always', async () => {
  const { desk, document, preview } = await open('Marie came. ', 1_000);
  const marie = await document('Marie', 'She skates. '.repeat(1_000), {});
  const passed = await preview();
  expect(reasons(passed.lore)).toEqual(['Marie: budget']);
  expect([passed.refusal, textOf(passed)]).toEqual([null, 'Marie came.']);
  await desk.call('tree.update', { treeId: marie, settings: { lore: [{ always: true }] } });
  const refused = await preview();
  expect(reasons(refused.lore)).toEqual(['Marie: always']);
  expect(refused.refusal).toMatchObject({ code: 'CONTEXT_TOO_LONG' });
});

test('a passage that was pruned is on no branch', async () => {
  const { desk, document, preview } = await open('Marie came. ');
  await desk.commit([desk.typed('She stayed. ')]);
  const stayed = await desk.positionAt(1);
  await document('Marie', 'A wife.', { after: [stayed] });
  expect(reasons((await preview()).lore)).toEqual(['Marie: key']);
  await desk.call('position.prune', { ...(await desk.intent()), positionId: stayed });
  expect(reasons((await preview()).lore)).toEqual(['Marie: branch']);
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

/** A conversation about a story of three nodes, and a document that one of them speaks of. */
async function talk(permissions: AgentPermissions, configuration: AgentConfiguration = {}) {
  const answers = () => [says('Yes.'), says('No.')];
  const turns = await TurnDesk.open({ answers, permissions, configuration });
  const { desk } = turns;
  const { id: document } = await desk.call('tree.create', {
    title: 'Orchard',
    kind: 'document',
    isAside: true,
  });
  await desk.commit([desk.typed('Jan planted it.')], document);
  const lore = [
    {},
    { keys: ['good'], always: false, place: 0, part: 'Gone' },
    { keys: ['any good'], place: 1 },
  ];
  await desk.call('tree.update', { treeId: document, settings: { lore } });
  return { ...turns, turns, document };
}

/** What a preview shows, message for message. */
function messagesOf({ messages, pieces }: ContextPreview): readonly string[] {
  let next = 0;
  return messages.map(({ role, pieces: count }) => {
    const own = pieces.slice(next, next + count);
    next += count;
    return `${role}: ${own.map(({ text }) => text.beginning + text.end).join('')}`;
  });
}

test('a conversation about a story has the lore of its messages and of the story that is sent, as the preview shows', async () => {
  const { desk, talk: treeId, agentId, turns } = await talk({ loom_aware: 'never' });
  await desk.call('draft.save', {
    ...(await desk.intent([desk.typed('Is it any good?')], treeId)),
    digest: null,
  });
  const request = { treeId, at: null, agentId, maxTokens: 200 };
  const preview = await desk.call('generation.context', request);
  expect(reasons(preview.lore)).toEqual(['Orchard: key', 'Orchard: key', 'Orchard#Gone: noSection']);
  expect(messagesOf(preview)[0]).toBe('system: Jan planted it.');
  expect(messagesOf(preview)[1]).toMatch(
    /^user: === The manuscript .*\n===\n\n?Jan planted it\.\n+Is it any good\?$/s,
  );
  await desk.call('generation.start', {
    ...(await desk.intent([], treeId)),
    at: null,
    agentIds: [agentId],
    count: 1,
    maxTokens: 200,
  });
  await expect.poll(() => desk.grove.generation.generator.running(treeId)).toEqual([]);
  expect(turns.sent(0)).toBe(messagesOf(preview).join('\n---\n'));
  // Where the story is not sent, only the messages wake it.
  await desk.call('tree.update', { treeId, settings: { sendsTopic: false } });
  expect(reasons((await desk.call('generation.context', request)).lore)).toEqual([
    'Orchard: key',
    'Orchard#Gone: noSection',
  ]);
  await turns.expectSound();
});

test('an agent that acts in the story is sent lore too, with its commands quoted', async () => {
  const { desk, talk: treeId, agentId, turns, document } = await talk(COLLABORATOR);
  await desk.commit([desk.typed('\n→ view')], document);
  const ops = [desk.typed('Is it any good?')];
  await desk.call('draft.save', { ...(await desk.intent(ops, treeId)), digest: null });
  const request = { treeId, at: null, agentId, maxTokens: 200 };
  const preview = await desk.call('generation.context', request);
  expect(reasons(preview.lore)).toEqual(['Orchard: key', 'Orchard: key', 'Orchard#Gone: noSection']);
  const listed = await desk.call('lore.list', request);
  expect(listed.filter(({ why }) => why.kind !== 'noKey')).toEqual(preview.lore);
  await turns.turn('');
  for (const text of [messagesOf(preview).join('\n---\n'), turns.sent(0)]) {
    expect(text).toMatch(/^system: Jan planted it\.\n\\→ view\n\n/);
    expect(text).toContain('\n=== Lore ===\nJan planted it.\n\\→ view\n===\n');
  }
});

test('rewrites and edits have the lore of the text up to what they change', async () => {
  const { desk, treeId, agent, document, server } = await open('Marie came.\nJan stayed.\n');
  await document('Marie', 'A skater.', {});
  await document('Jan', 'A smith.', { place: 1 });
  const at = await desk.positionAt(0);
  const replace = {
    from: { at, offset: 0 },
    to: { at, offset: 5 },
    instruction: '',
    length: 'same',
  } as const;
  const request = { treeId, at: null, agentId: agent.id, maxTokens: 50 };
  const preview = await desk.call('generation.context', { ...request, replace });
  expect(reasons(preview.lore)).toEqual(['Marie: key']);
  expect(textOf(preview)).toBe('A skater.\n came.\nJan stayed.\n');
  const further = { ...replace, from: { at, offset: 16 }, to: { at, offset: 22 } };
  const both = await desk.call('generation.context', { ...request, replace: further });
  expect(textOf(both)).toBe('A skater.\nMarie came.\nA smith.\nJan .');
  const rewrite = { ...(await desk.intent()), ...further, agentIds: [agent.id], count: 1, maxTokens: 50 };
  await desk.call('generation.rewrite', rewrite);
  await expect.poll(() => desk.grove.generation.generator.running(treeId)).toEqual([]);
  expect(server.asked.at(-1)?.json.prompt).toBe('A skater.\nMarie came.\nA smith.\nJan');

  const chat = await desk.call('agent.create', {
    name: 'Chat',
    modelRef: agent.modelRef ?? '',
    configuration: { completionStyle: 'chat' },
    color: null,
  });
  const asked = { agentId: chat.id, instruction: 'Shorter', scope: 'all' } as const;
  await desk.call('proposal.ask', { ...(await desk.intent()), ...asked, range: { from: 0, to: 5 } });
  const content = expect.stringMatching(/^A skater\.\n\nThe user gives you/);
  await expect
    .poll(() => server.asked.at(-1)?.json.messages ?? [])
    .toContainEqual({ role: 'system', content });
});
