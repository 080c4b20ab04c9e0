import { expect, test } from 'vitest';
import type { Agent } from '../../../../src/core/tree/agent.ts';
import { Notices } from '../../../../src/renderer/session/notices.ts';
import {
  agentFrom,
  canBeTemplate,
  removeTemplate,
  renameTemplate,
  restoreTemplate,
  saveTemplate,
} from '../../../../src/renderer/session/settings/agent-templates.ts';
import {
  defaultPreferences,
  type Preferences,
} from '../../../../src/renderer/session/settings/preferences-session.ts';
import { createStore } from '../../../../src/renderer/session/store.ts';
import { keepTemplate } from '../../../../src/renderer/session/window/connect-model.ts';

function agent(name: string, color: string, archivedAt: number | null = null) {
  const settings = { modelRef: 'here:llama', configuration: { temperature: 0.7 }, permissions: {} };
  return {
    id: name,
    name,
    type: 'model',
    color,
    archivedAt,
    createdAt: 1,
    updatedAt: 1,
    ...settings,
  } as Agent;
}

test('saving an agent again replaces the template of its name, and keeps its place', () => {
  const two = saveTemplate(saveTemplate([], agent('Llama', 'blue'), 'a'), agent('Other', 'rust'), 'b');
  const changed = { ...agent('Llama', 'green'), configuration: { temperature: 1 } };
  const again = saveTemplate(two, changed, 'c');
  expect(again.map(({ id, name }) => [id, name])).toEqual([
    ['a', 'Llama'],
    ['b', 'Other'],
  ]);
  expect(again[0]).toEqual({
    id: 'a',
    name: 'Llama',
    modelRef: 'here:llama',
    configuration: { temperature: 1 },
    permissions: {},
    color: 'green',
  });
});

test('a removed template is put back at its place, and a renamed one gets its name back', () => {
  const two = saveTemplate(saveTemplate([], agent('Llama', 'blue'), 'a'), agent('Other', 'rust'), 'b');
  const [first] = two;
  if (first === undefined) expect.unreachable();
  expect(restoreTemplate(removeTemplate(two, 'a'), first, 0)).toEqual(two);
  expect(renameTemplate(renameTemplate(two, 'a', 'New'), 'a', 'Llama')).toEqual(two);
});

test('an agent gets a template’s colour unless an active agent of the grove has it', () => {
  const [template] = saveTemplate([], agent('Llama', 'blue'), 'a');
  if (template === undefined) expect.unreachable();
  expect(agentFrom(template, [agent('Other', 'blue', 5)]).color).toBe('blue');
  expect(agentFrom(template, [agent('Other', 'blue')]).color).toBeNull();
});

test('the offline agent is no template: every grove has it', () => {
  expect(canBeTemplate({ modelRef: 'offline:variable-order' })).toBe(false);
  expect(canBeTemplate({ modelRef: 'here:llama' })).toBe(true);
});

test('replacing a template says so and can be undone, also after other changes', () => {
  const preferences = createStore(defaultPreferences);
  const notices = new Notices();
  const session = {
    preferences,
    notices,
    newId: () => 'a',
    setPreferences: (patch: Partial<Preferences>) => preferences.set({ ...preferences.get(), ...patch }),
  };
  const colours = () => preferences.get().agentTemplates.map(({ color }) => color);
  keepTemplate(session, agent('Llama', 'blue'));
  keepTemplate(session, agent('Llama', 'green'));
  const [notice] = notices.banners.get();
  expect(notice).toMatchObject({ sentence: 'The template Llama has these settings now.', stays: false });
  keepTemplate({ ...session, newId: () => 'b' }, agent('Other', 'rust'));
  expect(colours()).toEqual(['green', 'rust']);
  notice?.actions[0]?.run();
  expect(colours()).toEqual(['blue', 'rust']);
});
