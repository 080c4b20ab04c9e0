import { expect, test } from 'vitest';
import type { PositionId } from '../../../src/core/ids.ts';
import { HandlersDesk } from '../../helpers/desk.ts';

test('choosing another token makes a branch by the model and leaves the old path intact', async () => {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  await desk.commit([desk.typed('The lamp was lit.')]);
  const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
  if (model === undefined) throw new Error('the grove has no model');
  const options = { at: null, agentIds: [model.id], count: 1, maxTokens: 8 };
  const { job } = await desk.call('generation.start', { ...(await desk.intent()), ...options });
  await expect.poll(() => desk.grove.generation.generator.running(treeId)).toEqual([]);
  const positionId = job.slots[0]?.positionId as PositionId;
  await desk.call('path.arrive', { ...(await desk.intent()), positionId });
  const before = await desk.shown();
  const nodeId = await desk.nodeAt(1);
  const tokens = await desk.call('node.tokens', { treeId, nodeId });
  const text = before.slice('The lamp was lit.'.length);
  expect(tokens.map(({ from, to }) => text.slice(from, to)).join('')).toBe(text);
  const second = tokens[1];
  if (second === undefined) throw new Error('one token is too few for this test');

  await desk.call('node.chooseToken', {
    ...(await desk.intent()),
    nodeId,
    offset: second.from,
    text: ' OTHER',
  });
  expect(await desk.shown()).toBe(`The lamp was lit.${text.slice(0, second.from)} OTHER`);
  const details = await desk.call('node.read', { treeId, nodeId: await desk.nodeAt(2) });
  expect(details.node).toMatchObject({ authorId: model.id, responseId: null });
  expect(details.verdict.verdict).toBe('incomplete');
  await desk.call('path.moveHead', { ...(await desk.intent()), to: positionId });
  expect(await desk.shown()).toBe(before);
});

test('the writer’s own text has no tokens to choose from', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('The lamp.')]);
  const nodeId = await desk.nodeAt(0);
  expect(await desk.call('node.tokens', { treeId: desk.treeId, nodeId })).toEqual([]);
  await expect(
    desk.call('node.chooseToken', { ...(await desk.intent()), nodeId, offset: 3, text: ' x' }),
  ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});
