import { expect, test } from 'vitest';
import { HandlersDesk } from '../../helpers/desk.ts';

const WISH = {
  name: 'Llama',
  modelRef: 'here:llama:70b',
  configuration: { completionStyle: 'completion', temperature: 0.7, extra: { mirostat: 2 } },
  color: null,
} as const;

test('an agent is made with a colour of its own, and the window is told', async () => {
  const desk = new HandlersDesk();
  const agent = await desk.call('agent.create', WISH);
  expect(agent).toMatchObject({ name: 'Llama', type: 'model', modelRef: 'here:llama:70b', archivedAt: null });
  const { agents } = desk.grove.snapshot();
  expect(new Set(agents.filter(({ type }) => type === 'model').map(({ color }) => color)).size).toBe(2);
  expect(desk.events.map(({ name }) => name)).toContain('grove.changed');
  expect(agents).toContainEqual(agent);
});

test('an agent is changed, archived and brought back; what is left out stays', async () => {
  const desk = new HandlersDesk();
  const { id: agentId } = await desk.call('agent.create', WISH);
  const changed = await desk.call('agent.update', { agentId, name: ' Goat ', configuration: { topK: 40 } });
  expect(changed).toMatchObject({ name: 'Goat', modelRef: WISH.modelRef, configuration: { topK: 40 } });
  expect((await desk.call('agent.update', { agentId, archived: true })).archivedAt).not.toBeNull();
  expect((await desk.call('agent.update', { agentId, archived: false })).archivedAt).toBeNull();
});

test('a duplicate asks in the same way under another name and in another colour', async () => {
  const desk = new HandlersDesk();
  const agent = await desk.call('agent.create', WISH);
  const copy = await desk.call('agent.duplicate', { agentId: agent.id });
  expect(copy).toMatchObject({ name: 'Llama 2', configuration: WISH.configuration, modelRef: WISH.modelRef });
  expect(copy.id).not.toBe(agent.id);
  expect(copy.color).not.toBe(agent.color);
  expect((await desk.call('agent.duplicate', { agentId: agent.id })).name).toBe('Llama 3');
});

test('the writer is no model agent, and an agent has a name and a model', async () => {
  const desk = new HandlersDesk();
  const { writerId, agents } = desk.grove.snapshot();
  const refused = { code: 'INVALID_ARGUMENT' };
  await expect(desk.call('agent.update', { agentId: writerId, name: 'X' })).rejects.toMatchObject(refused);
  await expect(desk.call('agent.duplicate', { agentId: writerId })).rejects.toMatchObject(refused);
  await expect(desk.call('agent.create', { ...WISH, name: ' ' })).rejects.toMatchObject(refused);
  await expect(desk.callRaw('agent.create', { ...WISH, modelRef: 'nobody' })).rejects.toThrow();
  await expect(
    desk.callRaw('agent.create', { ...WISH, configuration: { temperature: 9 } }),
  ).rejects.toThrow();
  expect(desk.grove.snapshot().agents).toEqual(agents);
});
