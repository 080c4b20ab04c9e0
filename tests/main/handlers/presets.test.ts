import { expect, test } from 'vitest';
import { HandlersDesk } from '../../helpers/desk.ts';
import { DONE, ending, piece, streams, WireServer } from '../../helpers/wire-server.ts';

const PRESET = {
  id: 'one',
  name: 'Wild',
  agentId: null,
  count: 5,
  maxTokens: 80,
  parameters: { temperature: 1.4, stop: ['\n'] },
  key: 'F2',
} as const;

test('request parameters override the agent’s for one request, and the agent keeps its own', async () => {
  const server = await WireServer.start(streams(piece(' on'), ending(), DONE));
  const desk = new HandlersDesk();
  const provider = { name: 'Wire', baseUrl: server.baseUrl, headers: {}, extra: {} };
  const { id } = await desk.call('provider.save', { id: null, ...provider });
  const agent = await desk.call('agent.create', {
    name: 'Wire',
    modelRef: `${id}:wire-1`,
    configuration: { temperature: 0.7, topP: 0.9 },
    color: null,
  });
  await desk.call('generation.start', {
    ...(await desk.intent([desk.typed('Once')])),
    at: null,
    agentIds: [agent.id],
    count: 1,
    maxTokens: 5,
    parameters: { temperature: 1.4, topK: 40 },
  });
  await expect.poll(() => desk.grove.generation.generator.running(desk.treeId)).toEqual([]);
  expect(server.asked[0]?.json).toMatchObject({ temperature: 1.4, top_p: 0.9, top_k: 40 });
  expect(desk.grove.snapshot().agents).toContainEqual(agent);
});

test('a valid preset is saved; one beyond the limits is refused', async () => {
  const desk = new HandlersDesk();
  const { presets } = await desk.call('settings.update', { presets: [PRESET] });
  expect(presets).toEqual([PRESET]);
  for (const wrong of [
    { count: 11 },
    { key: 'Alt+Shift+1' },
    { parameters: { temperature: 9 } },
    { more: 1 },
  ]) {
    await expect(desk.callRaw('settings.update', { presets: [{ ...PRESET, ...wrong }] })).rejects.toThrow();
  }
  expect((await desk.call('settings.read', {})).presets).toEqual([PRESET]);
});

test('updating one setting of a tree keeps the others', async () => {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  await desk.call('tree.update', { treeId, settings: { memory: 'A cold lake.' } });
  await desk.call('tree.update', { treeId, settings: { agentIds: [], count: 4, presetId: null } });
  const [tree] = await desk.call('tree.list', {});
  expect(tree?.settings).toEqual({
    titleFrom: 'text',
    memory: 'A cold lake.',
    agentIds: [],
    count: 4,
    presetId: null,
  });
});
