/** A conversation: what its intents commit of the draft, and what they leave in it (`dialogue.md`, *The tree*). */
import { expect, test } from 'vitest';
import type { NodeId, PositionId } from '../../../src/core/ids.ts';
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
  await desk.call('path.moveHead', { ...(await desk.intent()), to: last });
  expect((await shown(desk)).messages[1]).toBe('I am a lamp. → Well, I am a lamp.');
  for (const place of [
    { nodeId, offset: 0 },
    { nodeId: null, offset: 1 },
  ]) {
    const asked = { ...(await desk.intent()), ...place };
    await expect(desk.call('node.split', asked)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  }
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
  await expect.poll(() => desk.grove.generation.running(desk.treeId)).toEqual([]);
  const positionId = job.slots[0]?.positionId as PositionId;
  await desk.call('path.arrive', { ...(await desk.intent()), positionId });
  const { messages, composer } = await shown(desk);
  expect([messages.length, composer]).toEqual([4, 'And now?']);
  expect(await desk.positionAt(3)).toBe(positionId);
});
