/** A conversation: what its intents commit of the draft, and what they leave in it (`dialogue.md`, *The tree*). */
import { expect, test } from 'vitest';
import type { NodeId, PositionId, TurnId } from '../../../src/core/ids.ts';
import { PathSession } from '../../../src/renderer/session/path/path-session.ts';
import { NOTHING_TO_SPLIT_OFF } from '../../../src/ui-text/refusals.ts';
import { HandlersDesk } from '../../helpers/desk.ts';

/** A conversation of three messages by the writer. */
async function openConversation(): Promise<HandlersDesk> {
  const desk = new HandlersDesk();
  await desk.call('tree.create', { title: 'Talk', mode: 'dialogue' });
  for (const message of ['Who are you?', 'I am a lamp.', 'Burn, then.'])
    await desk.commit([desk.typed(message)]);
  return desk;
}

/** The messages on the path, each with its open edit if it has one, and the composer. */
async function shown(desk: HandlersDesk) {
  const { segments, edits, buffer } = await desk.call('path.read', { treeId: desk.treeId });
  const messages = await Promise.all(
    Array.from({ length: segments.count }, async (_, index) => {
      const nodeId = await desk.nodeAt(index);
      const { content } = await desk.call('node.read', { treeId: desk.treeId, nodeId });
      const edit = edits.find((one) => one.nodeId === nodeId);
      return `${'text' in content ? content.text : ''}${edit === undefined ? '' : ` → ${edit.text}`}`;
    }),
  );
  return { messages, composer: buffer.text };
}

/** Types a word before a message, which opens an edit of it. */
async function edit(desk: HandlersDesk, index: number, word: string): Promise<NodeId> {
  const nodeId = await desk.nodeAt(index);
  const typing = await desk.intent([desk.typed(`${word} `, { nodeId })]);
  await desk.call('draft.save', { ...typing, digest: null });
  return nodeId;
}

async function write(desk: HandlersDesk, text: string): Promise<void> {
  await desk.call('draft.save', { ...(await desk.intent([desk.typed(text)])), digest: null });
}

test('sending commits the composer and leaves open edits open', async () => {
  const desk = await openConversation();
  await edit(desk, 1, 'Well,');
  await desk.commit([desk.typed('And now?')]);
  expect(await shown(desk)).toEqual({
    messages: ['Who are you?', 'I am a lamp. → Well, I am a lamp.', 'Burn, then.', 'And now?'],
    composer: '',
  });
});

test('moves commit nothing: the composer stays, and an edit returns with its message', async () => {
  const desk = await openConversation();
  await edit(desk, 2, 'Please,');
  await write(desk, 'And now?');
  const [first, last] = [await desk.positionAt(0), await desk.positionAt(2)];
  await desk.call('path.moveHead', { ...(await desk.intent()), to: first });
  expect(await shown(desk)).toEqual({ messages: ['Who are you?'], composer: 'And now?' });
  await desk.call('path.moveHead', { ...(await desk.intent()), to: last });
  expect(await shown(desk)).toEqual({
    messages: ['Who are you?', 'I am a lamp.', 'Burn, then. → Please, Burn, then.'],
    composer: 'And now?',
  });
});

test('an edit saved as a branch becomes the head; what followed stays below the message it was made of', async () => {
  const desk = await openConversation();
  await edit(desk, 0, 'Tell me:');
  const nodeId = await edit(desk, 1, 'Well,');
  await write(desk, 'And now?');
  const last = await desk.positionAt(2);
  await desk.call('message.saveEdit', { ...(await desk.intent()), nodeId, how: 'branch' });
  expect(await shown(desk)).toEqual({
    messages: ['Who are you? → Tell me: Who are you?', 'Well, I am a lamp.'],
    composer: 'And now?',
  });
  await desk.call('path.moveHead', { ...(await desk.intent()), to: last });
  expect((await shown(desk)).messages).toEqual([
    'Who are you? → Tell me: Who are you?',
    'I am a lamp.',
    'Burn, then.',
  ]);
});

test('an edit fixed in place becomes a version, and what follows is shared', async () => {
  const desk = await openConversation();
  const nodeId = await edit(desk, 1, 'Well,');
  await write(desk, 'And now?');
  const position = await desk.positionAt(1);
  await desk.call('message.saveEdit', { ...(await desk.intent()), nodeId, how: 'inPlace' });
  expect(await shown(desk)).toEqual({
    messages: ['Who are you?', 'Well, I am a lamp.', 'Burn, then.'],
    composer: 'And now?',
  });
  expect(await desk.positionAt(1)).toBe(position);
  expect(await desk.call('grove.verify', {})).toMatchObject({
    nodes: { verdict: 'valid' },
    violations: [],
    log: [],
    records: [],
  });
});

test('an edit that changes nothing just closes, and one that leaves nothing stays open', async () => {
  const desk = await openConversation();
  const nodeId = await edit(desk, 1, 'Well,');
  const back = { nodeId, splice: { from: 0, to: 6, insert: '', spans: [] } };
  await desk.call('message.saveEdit', { ...(await desk.intent([back])), nodeId, how: 'branch' });
  expect((await shown(desk)).messages).toEqual(['Who are you?', 'I am a lamp.', 'Burn, then.']);

  const cleared = { nodeId, splice: { from: 0, to: 12, insert: '', spans: [] } };
  const blank = await desk.intent([cleared, desk.typed(' ', { nodeId })]);
  await desk.call('draft.save', { ...blank, digest: null });
  const refused = { ...(await desk.intent()), nodeId, how: 'inPlace' } as const;
  await expect(desk.call('message.saveEdit', refused)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  expect((await shown(desk)).messages[1]).toBe('I am a lamp. →  ');
});

test('a split in an open edit writes what is before the caret as a branch, and the edit stays open', async () => {
  const desk = await openConversation();
  const nodeId = await edit(desk, 1, 'Well,');
  const last = await desk.positionAt(2);
  await desk.call('node.split', { ...(await desk.intent()), nodeId, offset: 'Well, I am'.length });
  expect((await shown(desk)).messages).toEqual(['Who are you?', 'Well, I am']);
  // Beside the message, as any other branch: nothing is divided, and no text has a fork in it.
  const { segments } = await desk.call('path.read', { treeId: desk.treeId });
  expect([[...segments.siblingCounts], segments.forks]).toEqual([[1, 2], []]);
  expect(await desk.call('grove.verify', {})).toMatchObject({ violations: [], log: [] });
  await desk.call('path.moveHead', { ...(await desk.intent()), to: last });
  expect((await shown(desk)).messages[1]).toBe('I am a lamp. → Well, I am a lamp.');
  const split = async (place: { nodeId: NodeId | null; offset: number }) =>
    desk.call('node.split', { ...(await desk.intent()), ...place });
  await expect(split({ nodeId, offset: 0 })).rejects.toMatchObject({ detail: NOTHING_TO_SPLIT_OFF });
  await expect(split({ nodeId: null, offset: 1 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

test('a manuscript has no messages to save', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('Once.')]);
  const nodeId = await edit(desk, 0, 'So,');
  const asked = { ...(await desk.intent()), nodeId, how: 'branch' } as const;
  await expect(desk.call('message.saveEdit', asked)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  expect(await desk.shown()).toBe('So, Once.');
});

test('a reply becomes the head while the composer holds text', async () => {
  const desk = await openConversation();
  const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
  if (model === undefined) expect.unreachable('the grove has no model');
  const options = { at: null, agentIds: [model.id], count: 1, maxTokens: 8 };
  const { job } = await desk.call('generation.start', { ...(await desk.intent()), ...options });
  await write(desk, 'And now?');
  await expect.poll(() => desk.grove.generation.generator.running(desk.treeId)).toEqual([]);
  const positionId = job.slots[0]?.positionId as PositionId;
  await desk.call('path.arrive', { ...(await desk.intent()), positionId });
  const { messages, composer } = await shown(desk);
  expect([messages.length, composer]).toEqual([4, 'And now?']);
  expect(await desk.positionAt(3)).toBe(positionId);
});

test('an edited reply keeps its speaker, on the path that a window reads and in what it is told', async () => {
  const desk = await openConversation();
  const { writerId, agents } = desk.grove.snapshot();
  const model = agents.find(({ type }) => type === 'model');
  if (model === undefined) expect.unreachable('the grove has no model');
  const options = { at: null, agentIds: [model.id], count: 1, maxTokens: 8 };
  const { job } = await desk.call('generation.start', { ...(await desk.intent()), ...options });
  await expect.poll(() => desk.grove.generation.generator.running(desk.treeId)).toEqual([]);
  const positionId = job.slots[0]?.positionId as PositionId;
  await desk.call('path.arrive', { ...(await desk.intent()), positionId });
  const path = new PathSession(await desk.call('path.read', { treeId: desk.treeId }));
  const reply = () => path.mirror.get().headers[3];
  expect(reply()).toMatchObject({ authorId: model.id, speakerId: model.id, isCut: true });

  for (const how of ['inPlace', 'branch', 'branch'] as const) {
    const nodeId = await edit(desk, 3, 'Well,');
    path.apply(await desk.call('message.saveEdit', { ...(await desk.intent()), nodeId, how }));
    expect(reply()).toMatchObject({ authorId: writerId, speakerId: model.id, isCut: false });
  }
  expect(await desk.segments()).toMatchObject({ speakers: [{ at: 3, speakerId: model.id }] });

  const own = await edit(desk, 0, 'Tell me:');
  path.apply(await desk.call('message.saveEdit', { ...(await desk.intent()), nodeId: own, how: 'inPlace' }));
  expect(path.mirror.get().headers[0]).toMatchObject({ authorId: writerId, speakerId: writerId });
});

test('a manuscript has authors only', async () => {
  const desk = new HandlersDesk();
  const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
  if (model === undefined) expect.unreachable('the grove has no model');
  await desk.commit([desk.typed('Once.')]);
  const options = { at: null, agentIds: [model.id], count: 1, maxTokens: 8 };
  const { job } = await desk.call('generation.start', { ...(await desk.intent()), ...options });
  await expect.poll(() => desk.grove.generation.generator.running(desk.treeId)).toEqual([]);
  const positionId = job.slots[0]?.positionId as PositionId;
  await desk.call('path.arrive', { ...(await desk.intent()), positionId });
  const nodeId = await edit(desk, 1, 'So,');
  const reply = await desk.commit();
  expect(reply.committed).toMatchObject([{ was: nodeId, authorId: desk.grove.snapshot().writerId }]);
  expect(reply.committed[0]).not.toHaveProperty('speakerId');
  expect(await desk.segments()).toMatchObject({ speakers: [], cut: [] });
});

test('white space is not sent, and what was said before is the same message, also if it was pruned', async () => {
  const desk = await openConversation();
  const last = await desk.positionAt(2);
  expect((await desk.commit([desk.typed(' \n')])).committed).toEqual([]);
  expect(await shown(desk)).toMatchObject({
    messages: ['Who are you?', 'I am a lamp.', 'Burn, then.'],
    composer: ' \n',
  });
  const cleared = { nodeId: null, splice: { from: 0, to: 2, insert: '', spans: [] } };
  await desk.call('position.prune', { ...(await desk.intent([cleared])), positionId: last });
  await desk.commit([desk.typed('Burn, then.')]);
  expect(await desk.positionAt(2)).toBe(last);
  expect(await desk.call('grove.verify', {})).toMatchObject({ violations: [], log: [], records: [] });
});

test('nothing that leaves the path is lost: by undo, a switch or pruning', async () => {
  const desk = await openConversation();
  const { treeId } = desk;
  const [first, second] = [await desk.positionAt(0), await desk.positionAt(1)];
  const versions = [await desk.nodeAt(0), await desk.nodeAt(1), await desk.nodeAt(2)];
  const head = await desk.positionAt(2);
  const waiting = async () =>
    (await desk.call('path.read', { treeId })).waitingEdits.map(({ positionId, text }) => [positionId, text]);
  await edit(desk, 2, 'Please,');
  await edit(desk, 1, 'Well,');
  const { buffer, edits } = await desk.call('path.read', { treeId });
  await desk.call('path.moveHead', { ...(await desk.intent()), to: first });
  await edit(desk, 0, 'Hey,');
  const undone = { head, versions, pruned: [] };
  // The undone step knew of these edits; that of the message which is shown now was closed by it.
  const { pathVersion } = await desk.intent();
  const [well] = edits.map(({ nodeId, text, spans }) => ({ nodeId, text, spans }));
  if (well === undefined) expect.unreachable();
  await desk.call('path.restore', { treeId, pathVersion, ...undone, draft: { buffer, edits: [well] } });
  expect(await shown(desk)).toEqual({
    messages: ['Who are you?', 'I am a lamp. → Well, I am a lamp.', 'Burn, then. → Please, Burn, then.'],
    composer: '',
  });
  await desk.call('position.prune', { ...(await desk.intent()), positionId: second });
  expect(await waiting()).toEqual([
    [second, 'Well, I am a lamp.'],
    [head, 'Please, Burn, then.'],
  ]);
  // Saved in place, it is a version of its message, wherever that is.
  const nodeId = versions[2] as NodeId;
  await desk.call('message.saveEdit', { ...(await desk.intent()), nodeId, how: 'inPlace' });
  expect(await waiting()).toEqual([[second, 'Well, I am a lamp.']]);
  await desk.call('position.setPruned', {
    ...(await desk.intent()),
    positions: [{ positionId: second, pruned: false }],
  });
  await desk.call('path.goTo', { ...(await desk.intent()), nodeId });
  expect((await shown(desk)).messages[2]).toBe('Burn, then.');
  expect(await waiting()).toEqual([]);
  await desk.call('path.selectVersion', { ...(await desk.intent()), at: head, to: { step: 1 } });
  expect((await shown(desk)).messages).toEqual([
    'Who are you?',
    'I am a lamp. → Well, I am a lamp.',
    'Please, Burn, then.',
  ]);
});

test('only messages are edited in a draft, and a model is sent none of its edits', async () => {
  const desk = await openConversation();
  const { treeId } = desk;
  const { rootPositionId } = await desk.call('path.read', { treeId });
  const nodeId = await edit(desk, 1, 'Well,');
  const note = await desk.call('node.annotate', { treeId, nodeId, text: 'Hm.' });
  for (const other of [note.nodeId, rootPositionId as string as NodeId]) {
    const typing = await desk.intent([desk.typed('So ', { nodeId: other })]);
    await expect(desk.call('draft.save', { ...typing, digest: null })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    const draft = { buffer: { text: '', spans: [] }, edits: [{ nodeId: other, text: '', spans: [] }] };
    const step = {
      treeId,
      pathVersion: typing.pathVersion,
      head: rootPositionId,
      versions: [],
      pruned: [],
      draft,
    };
    await expect(desk.call('path.restore', step)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  }
  const session = desk.grove.treeSession(treeId);
  await write(desk, ' ');
  expect(session.shown.contextNodes(null).map(({ text }) => text)).toEqual([
    'Who are you?',
    'I am a lamp.',
    'Burn, then.',
  ]);
  const blank = {
    nodeId,
    whole: { text: ' ', spans: [{ agent: desk.grove.snapshot().writerId, length: 1 }] },
  };
  const asked = { ...(await desk.intent([blank])), nodeId };
  await expect(desk.call('node.branchEdit', asked)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

test('a conversation is called what its first message says, once there is one', async () => {
  const desk = new HandlersDesk();
  await desk.call('tree.create', { title: null, mode: 'dialogue' });
  const title = () => desk.grove.trees.list().find(({ id }) => id === desk.treeId)?.title;
  await write(desk, 'Who are you? Tell me.');
  await desk.call('draft.flush', { treeId: desk.treeId });
  expect(title()).toBe('Untitled conversation');
  await desk.commit();
  expect(title()).toBe('Who are you?');
  expect(
    desk
      .emitted('grove.changed')
      .at(-1)
      ?.trees.map((tree) => tree.title),
  ).toContain('Who are you?');
  await desk.commit([desk.typed('!?')]);
  const { rootPositionId } = await desk.call('path.read', { treeId: desk.treeId });
  await edit(desk, 0, 'Say:');
  await desk.call('path.moveHead', { ...(await desk.intent()), to: rootPositionId });
  expect(title()).toBe('Who are you?');
  await desk.commit([desk.typed('...')]);
  await desk.commit([desk.typed('A lamp, I think')]);
  expect(title()).toBe('A lamp, I think');
  await desk.call('tree.update', { treeId: desk.treeId, title: 'Lamps' });
  await desk.commit([desk.typed('Oh.')]);
  expect(title()).toBe('Lamps');
});

test('commands are carried out from the place, and leave the draft and the path alone', async () => {
  const desk = await openConversation();
  const edited = await edit(desk, 1, 'Well,');
  await write(desk, '→ tree');
  const { treeId } = desk;
  const before = await shown(desk);
  const localIdOf = async (nodeId: NodeId) => (await desk.call('node.read', { treeId, nodeId })).node.localId;
  const [first, second] = [await localIdOf(await desk.nodeAt(0)), await localIdOf(edited)];
  const outcomes = await desk.call('message.runCommands', {
    treeId,
    at: await desk.positionAt(0),
    text: `→ respond here "A candle?"\n→ bookmark [${first}]\n→ edit [${second}] "x"\n→ prune [${second}]`,
  });
  expect(outcomes).toEqual([
    { line: '→ respond here "A candle?"', text: expect.stringMatching(/^✓ created/), isRefused: false },
    { line: `→ bookmark [${first}]`, text: `✓ bookmarked [${first}]`, isRefused: false },
    { line: `→ edit [${second}] "x"`, text: expect.stringContaining('✗ CONFLICT'), isRefused: true },
    { line: `→ prune [${second}]`, text: expect.stringContaining('✗ CONFLICT'), isRefused: true },
  ]);
  expect(await shown(desk)).toEqual(before);
  expect(await desk.call('position.bookmarks', { treeId })).toHaveLength(1);
  const [turn] = await desk.call('turn.trace', { treeId });
  expect(turn).toMatchObject({
    agentId: desk.grove.snapshot().writerId,
    state: 'done',
    calls: [],
    actions: outcomes.map(({ line, text }) => ({ line, result: text })),
  });
  await desk.call('turn.undo', { turnId: turn?.turnId ?? ('' as TurnId) });
  expect(await desk.call('position.bookmarks', { treeId })).toEqual([]);
  expect(await shown(desk)).toEqual(before);
  const verdict = await desk.call('grove.verify', {});
  expect(verdict).toMatchObject({ nodes: { invalid: 0 }, violations: [], log: [], records: [] });
  const told = desk.events.filter(({ name }) => name === 'tree.changed');
  expect(told.length).toBeGreaterThan(0);
  await expect(
    desk.call('message.runCommands', { treeId, at: await desk.positionAt(0), text: 'Hello.\n→ tree' }),
  ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

test('no more commands run at once than an agent may run in a turn', async () => {
  const desk = await openConversation();
  const { treeId } = desk;
  const outcomes = await desk.call('message.runCommands', {
    treeId,
    at: await desk.positionAt(0),
    text: '→ help\n'.repeat(202),
  });
  expect(outcomes).toHaveLength(201);
  expect(outcomes.at(-1)?.text).toMatch(/^✗ LIMIT_EXCEEDED: max commands at once is 200\n/);
});
