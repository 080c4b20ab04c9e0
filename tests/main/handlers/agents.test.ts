import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { MARKERS } from '../../../src/core/context/infill.ts';
import { HandlersDesk } from '../../helpers/desk.ts';

const AGENT = {
  name: 'Llama',
  modelRef: 'here:llama:70b',
  configuration: { completionStyle: 'completion', temperature: 0.7, extra: { mirostat: 2 } },
  color: null,
} as const;

test('a new agent gets a colour of its own, and the window is notified', async () => {
  const desk = new HandlersDesk();
  const agent = await desk.call('agent.create', AGENT);
  expect(agent).toMatchObject({ name: 'Llama', type: 'model', modelRef: 'here:llama:70b', archivedAt: null });
  const { agents } = desk.grove.snapshot();
  expect(new Set(agents.filter(({ type }) => type === 'model').map(({ color }) => color)).size).toBe(2);
  expect(desk.events.map(({ name }) => name)).toContain('grove.changed');
  expect(agents).toContainEqual(agent);
});

test('an agent can be changed, archived and restored; omitted fields stay', async () => {
  const desk = new HandlersDesk();
  const { id: agentId } = await desk.call('agent.create', AGENT);
  const changed = await desk.call('agent.update', { agentId, name: ' Goat ', configuration: { topK: 40 } });
  expect(changed).toMatchObject({ name: 'Goat', modelRef: AGENT.modelRef, configuration: { topK: 40 } });
  expect((await desk.call('agent.update', { agentId, archived: true })).archivedAt).not.toBeNull();
  expect((await desk.call('agent.update', { agentId, archived: false })).archivedAt).toBeNull();
});

test('a duplicate has the same settings with another name and colour', async () => {
  const desk = new HandlersDesk();
  const agent = await desk.call('agent.create', AGENT);
  const copy = await desk.call('agent.duplicate', { agentId: agent.id });
  expect(copy).toMatchObject({
    name: 'Llama 2',
    configuration: AGENT.configuration,
    modelRef: AGENT.modelRef,
  });
  expect(copy.id).not.toBe(agent.id);
  expect(copy.color).not.toBe(agent.color);
  expect((await desk.call('agent.duplicate', { agentId: agent.id })).name).toBe('Llama 3');
});

test('an agent keeps how it fills in, with every character of its markers, and so does a duplicate', async () => {
  const desk = new HandlersDesk();
  const configuration = { infill: { kind: 'template', ...MARKERS.codeLlama } } as const;
  const { id: agentId } = await desk.call('agent.create', { ...AGENT, configuration });
  expect((await desk.call('agent.duplicate', { agentId })).configuration).toEqual(configuration);
  for (const infill of [
    { kind: 'magic' },
    { ...configuration.infill, prefix: '' },
    { kind: 'chat', middle: '' },
  ])
    await expect(desk.callRaw('agent.update', { agentId, configuration: { infill } })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
});

test('the writer is not a model agent, and an agent needs a name and a model', async () => {
  const desk = new HandlersDesk();
  const { writerId, agents } = desk.grove.snapshot();
  const refused = { code: 'INVALID_ARGUMENT' };
  await expect(desk.call('agent.update', { agentId: writerId, name: 'X' })).rejects.toMatchObject(refused);
  await expect(desk.call('agent.duplicate', { agentId: writerId })).rejects.toMatchObject(refused);
  await expect(desk.call('agent.create', { ...AGENT, name: ' ' })).rejects.toMatchObject(refused);
  await expect(desk.callRaw('agent.create', { ...AGENT, modelRef: 'nobody' })).rejects.toThrow();
  await expect(
    desk.callRaw('agent.create', { ...AGENT, configuration: { temperature: 9 } }),
  ).rejects.toThrow();
  expect(desk.grove.snapshot().agents).toEqual(agents);
});

test('fields that are nested too deeply to be read again are refused', async () => {
  const desk = new HandlersDesk();
  const withExtra = (depth: number) => ({
    ...AGENT,
    configuration: { extra: JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`) },
  });
  for (const depth of [52, 100_000])
    await expect(desk.callRaw('agent.create', withExtra(depth))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  await desk.callRaw('agent.create', withExtra(50));
  expect(desk.grove.snapshot().agents.map(({ name }) => name)).toContain('Llama');
});

test('permissions are changed one by one, and a duplicate has the same, also those of a newer version', async () => {
  const desk = new HandlersDesk();
  const { id: agentId, permissions } = await desk.call('agent.create', AGENT);
  expect(permissions).toEqual({});
  await expect(
    desk.callRaw('agent.update', { agentId, permissions: { loom_aware: 'always' } }),
  ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await desk.call('agent.update', { agentId, permissions: { loom_aware: 'allow' } });
  const { path } = desk;
  await desk.close();
  const database = new Database(path);
  database.exec(`UPDATE agent SET permissions = '{"loom_aware":"allow","net_read":"ask"}'
    WHERE permissions = '{"loom_aware":"allow"}' AND loom_aware = 1`);
  database.close();
  const later = new HandlersDesk(path, 1_000);
  await later.call('agent.update', { agentId, permissions: { loom_write: 'never' } });
  const copy = await later.call('agent.duplicate', { agentId });
  expect(copy.permissions).toEqual({ loom_aware: 'allow', net_read: 'ask', loom_write: 'never' });
});
