import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AgentTemplate } from '../../../src/ipc/preferences.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';

/** Agents that the writer keeps for all groves. */

const TEMPLATE: AgentTemplate = {
  id: 'one',
  name: 'Claude',
  modelRef: 'anthropic:claude-1',
  configuration: {
    completionStyle: 'chat-continue',
    temperature: 0.9,
    extra: { provider: { order: ['A'] } },
  },
  permissions: { loom_aware: 'allow', loom_write: 'never' },
  color: 'blue',
};

test('a new grove has an agent of each template, first, with colours of their own; an existing one has none', async () => {
  const desk = new HandlersDesk();
  const second: AgentTemplate = { ...TEMPLATE, id: 'two', name: 'Other', permissions: {} };
  await desk.call('settings.update', { agentTemplates: [TEMPLATE, second] });
  const path = join(temporaryFolder(), 'new.aspen');
  const grove = await desk.registry.open(path, true);
  const agents = grove.snapshot().agents.filter(({ type }) => type === 'model');
  await grove.close();
  expect(agents.map(({ name }) => name)).toEqual(['Claude', 'Other', 'Offline']);
  const { id: _, ...settings } = TEMPLATE;
  expect(agents[0]).toMatchObject(settings);
  expect(new Set(agents.map(({ color }) => color)).size).toBe(3);
  expect(desk.grove.snapshot().agents.map(({ name }) => name)).not.toContain('Claude');
});

test('what is not part of a template, such as a key, is refused and not stored', async () => {
  const desk = new HandlersDesk();
  for (const wrong of [
    { key: 'sk-secret' },
    { name: '' },
    { modelRef: 'no-service' },
    { configuration: { apiKey: 'sk-secret' } },
    { permissions: { everything: 'allow' } },
  ]) {
    const agentTemplates = [{ ...TEMPLATE, ...wrong }];
    await expect(desk.callRaw('settings.update', { agentTemplates })).rejects.toThrow();
  }
  await desk.call('settings.update', { agentTemplates: [TEMPLATE] });
  expect((await desk.call('settings.read', {})).agentTemplates).toEqual([TEMPLATE]);
  expect(readFileSync(join(desk.settingsFolder, 'settings.json'), 'utf8')).not.toContain('sk-secret');
});
