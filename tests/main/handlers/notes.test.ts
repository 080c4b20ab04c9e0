import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { POSITION_FLAGS } from '../../../src/core/tree/tree-node.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { readGrove } from '../../helpers/grove-facts.ts';

/** Notes through the contract, on a real file. */

async function withNote() {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('A castle.')]);
  await desk.commit([desk.typed(' It rained.')]);
  const { treeId } = desk;
  const on = await desk.nodeAt(0);
  const note = await desk.call('node.annotate', { treeId, nodeId: on, text: 'Which castle?' });
  const notes = () => desk.call('node.annotations', { treeId, nodeId: on });
  const flags = async () => [...(await desk.segments()).flags];
  return { desk, treeId, on, note, notes, flags };
}

test('the path flags its positions with notes', async () => {
  const { flags } = await withNote();
  expect(await flags()).toEqual([POSITION_FLAGS.noted, 0]);
});

test('the window is notified when a position gets a note and when it loses it', async () => {
  const { desk, treeId, note } = await withNote();
  const positionId = await desk.positionAt(0);
  await yieldToEventLoop();
  expect(desk.emitted('tree.changed').at(-1)?.headers).toMatchObject([
    { positionId, flags: POSITION_FLAGS.noted },
    {},
  ]);
  await desk.call('node.keepNote', { treeId, nodeId: note.nodeId, kept: false });
  await yieldToEventLoop();
  expect(desk.emitted('tree.changed').at(-1)?.headers).toMatchObject([{ positionId, flags: 0 }]);
});

test('an edited note is a new version, and shows its latest text', async () => {
  const { desk, treeId, note, notes, flags } = await withNote();
  const revise = (text: string) => desk.call('node.reviseNote', { treeId, nodeId: note.nodeId, text });
  await revise('The castle by the lake?');
  expect(await notes()).toMatchObject([
    { text: 'The castle by the lake?', positionId: note.positionId, versionCount: 2 },
  ]);
  expect((await revise('Which castle?')).versionCount).toBe(3);
  expect(await notes()).toMatchObject([{ text: 'Which castle?' }]);
  const before = readGrove(desk.path).counts;
  await revise('Which castle?');
  expect(readGrove(desk.path).counts).toEqual(before);
  expect(await flags()).toEqual([POSITION_FLAGS.noted, 0]);
});

test('a removed note stays in the grove and can be restored', async () => {
  const { desk, treeId, note, notes, flags } = await withNote();
  await desk.call('node.keepNote', { treeId, nodeId: note.nodeId, kept: false });
  expect(await notes()).toMatchObject([{ text: 'Which castle?', removed: true }]);
  expect(await flags()).toEqual([0, 0]);
  await desk.call('node.keepNote', { treeId, nodeId: note.nodeId, kept: true });
  expect(await notes()).toMatchObject([{ removed: false }]);
  expect(await flags()).toEqual([POSITION_FLAGS.noted, 0]);
});

test('a draft stays a draft while notes are written', async () => {
  const { desk, treeId, on } = await withNote();
  await desk.call('draft.save', { ...(await desk.intent([desk.typed(' Typing')])), digest: null });
  await desk.call('node.annotate', { treeId, nodeId: on, text: 'Another.' });
  expect(await desk.shown()).toBe('A castle. It rained. Typing');
  expect(readGrove(desk.path).logIsWhole).toBe(true);
});

test('these requests edit and remove only notes', async () => {
  const { desk, treeId, on, note } = await withNote();
  const before = readGrove(desk.path).counts;
  const attempts = [
    () => desk.call('node.reviseNote', { treeId, nodeId: on, text: 'x' }),
    () => desk.call('node.reviseNote', { treeId, nodeId: note.nodeId, text: ' \n' }),
    () => desk.call('node.keepNote', { treeId, nodeId: on, kept: false }),
    () => desk.call('node.annotate', { treeId, nodeId: note.nodeId, text: 'x' }),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  expect(readGrove(desk.path).counts).toEqual(before);
});

async function withAnswer() {
  const noted = await withNote();
  const { desk, treeId } = noted;
  const agentId = desk.grove.snapshot().agents.find(({ type }) => type === 'model')?.id;
  if (agentId === undefined) throw new Error('no model');
  const options = { at: null, agentIds: [agentId], count: 1, maxTokens: 5 };
  await desk.call('generation.start', { ...(await desk.intent()), ...options });
  await expect.poll(() => desk.emitted('generation.updated').at(-1)?.state).toBe('done');
  const [child] = await desk.call('path.children', { treeId, parentId: await desk.positionAt(1) });
  if (child === undefined) throw new Error('no continuation');
  return { ...noted, child, record: await desk.call('node.record', { treeId, nodeId: child.nodeId }) };
}

test('a note is never sent to a model', async () => {
  const { desk, record } = await withAnswer();
  expect(record?.request).toMatchObject({
    prompt: { pieces: [{ node: await desk.nodeAt(0) }, { node: await desk.nodeAt(1) }] },
  });
  expect(JSON.stringify(record?.request)).not.toContain('Which castle');
});

test('a model’s node has the record of its response, and a person’s has none', async () => {
  const { desk, treeId, on, record } = await withAnswer();
  expect(record).toMatchObject({
    provider: 'offline',
    request: { parameters: expect.anything() },
    bodySha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    body: { cut: false },
  });
  expect(record?.body?.bytes).toBeGreaterThan(0);
  expect(Buffer.byteLength(record?.body?.text ?? '')).toBe(record?.body?.bytes);
  expect(await desk.call('node.record', { treeId, nodeId: on })).toBeNull();
});

test('the notes on whole texts of the path are read at once, in their newest versions, with the summaries', async () => {
  const { desk, treeId, on, note } = await withNote();
  const second = await desk.nodeAt(1);
  await desk.call('node.reviseNote', { treeId, nodeId: note.nodeId, text: 'The castle by the lake?' });
  const removed = await desk.call('node.annotate', { treeId, nodeId: second, text: 'Snow?' });
  await desk.call('node.keepNote', { treeId, nodeId: removed.nodeId, kept: false });
  await desk.call('node.annotate', { treeId, nodeId: on, text: 'Old.', phrase: { start: 2, length: 6 } });
  await desk.call('node.setSummary', { treeId, nodeId: second, summary: 'Rain.' });
  expect(await desk.call('path.remarks', { treeId })).toEqual({
    notes: [
      { positions: [await desk.positionAt(0)], noteId: note.positionId, text: 'The castle by the lake?' },
    ],
    summaries: [{ nodeId: second, text: 'Rain.' }],
  });
  await desk.call('path.moveHead', { ...(await desk.intent()), to: await desk.positionAt(0) });
  expect(await desk.call('path.remarks', { treeId })).toMatchObject({ summaries: [] });
});
