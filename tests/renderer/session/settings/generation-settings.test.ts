import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AgentId, TreeId } from '../../../../src/core/ids.ts';
import type { Agent } from '../../../../src/core/tree/agent.ts';
import type { TreeSettings } from '../../../../src/core/tree/loom-tree.ts';
import type { Preset } from '../../../../src/ipc/preferences.ts';
import type { GroveSnapshot } from '../../../../src/ipc/wire/grove.ts';
import { GenerationChoice } from '../../../../src/renderer/session/settings/generation-settings.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const [A, B, C] = ['a', 'b', 'c'] as unknown as readonly [AgentId, AgentId, AgentId];
const TREE = 'tree' as TreeId;

function groveWith(
  settings: TreeSettings,
  archived: readonly AgentId[] = [],
  readOnly = false,
): GroveSnapshot {
  const agents = [A, B, C].map((id) => ({
    id,
    type: 'model',
    configuration: {},
    archivedAt: archived.includes(id) ? 1 : null,
  })) as unknown as readonly Agent[];
  return { agents, trees: [{ id: TREE, settings }], readOnly } as unknown as GroveSnapshot;
}

const PRESET: Preset = {
  id: 'wild',
  name: 'Wild',
  agentId: C,
  count: 6,
  maxTokens: null,
  parameters: { temperature: 1.5 },
  key: 'F2',
};

/** A choice whose saves are collected, and fail while `failing` is on. */
function open(grove: GroveSnapshot) {
  const saved: TreeSettings[] = [];
  const errors: unknown[] = [];
  const state = { failing: false };
  const choice = new GenerationChoice({
    treeId: TREE,
    grove,
    save: async (settings) => {
      if (state.failing) throw new Error('full');
      saved.push(settings);
    },
    findPreset: (id) => (id === PRESET.id ? PRESET : undefined),
    onError: (error) => errors.push(error),
  });
  return { choice, saved, errors, state };
}

test('a tree that remembers nothing asks the first agent for three times fifty', () => {
  const { choice } = open(groveWith({}));
  expect(choice.store.get()).toEqual({ agentIds: [A], count: 3, maxTokens: 50, presetId: null });
});

test('what an older version remembered as one agent is read', () => {
  const { choice } = open(groveWith({ agentId: B, count: 2 }));
  expect(choice.store.get()).toMatchObject({ agentIds: [B], count: 2 });
});

test('what changes quickly is saved once, and only that', async () => {
  const { choice, saved } = open(groveWith({}));
  for (const count of [4, 5, 6]) choice.change({ count });
  choice.toggleAgent(B);
  expect(choice.store.get()).toMatchObject({ agentIds: [A, B], count: 6 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toEqual([{ agentIds: [A, B], count: 6 }]);
});

test('somebody is always asked', () => {
  const { choice } = open(groveWith({}));
  choice.toggleAgent(A);
  expect(choice.store.get().agentIds).toEqual([A]);
  choice.toggleAgent(B);
  choice.toggleAgent(A);
  expect(choice.store.get().agentIds).toEqual([B]);
});

test('an agent that is archived is not asked, and is again when it comes back', () => {
  const { choice } = open(groveWith({ agentIds: [B, C] }));
  choice.takeGrove(groveWith({}, [B]));
  expect(choice.store.get().agentIds).toEqual([C]);
  choice.takeGrove(groveWith({}, [B, C]));
  expect(choice.store.get().agentIds).toEqual([A]);
  choice.takeGrove(groveWith({}));
  expect(choice.store.get().agentIds).toEqual([B, C]);
});

test('a preset sets what it names and leaves the rest; its parameters go along until it is put away', () => {
  const { choice } = open(groveWith({ maxTokens: 80 }));
  choice.choosePreset(PRESET);
  expect(choice.store.get()).toEqual({ agentIds: [C], count: 6, maxTokens: 80, presetId: 'wild' });
  expect(choice.parameters).toEqual({ temperature: 1.5 });
  choice.choosePreset(null);
  expect(choice.store.get()).toEqual({ agentIds: [C], count: 6, maxTokens: 80, presetId: null });
  expect(choice.parameters).toEqual({});
});

test('a preset that this computer no longer has says nothing', () => {
  const { choice } = open(groveWith({ presetId: 'gone' }));
  expect(choice.parameters).toEqual({});
});

test('a failure is told once and saved with the next change', async () => {
  const { choice, saved, errors, state } = open(groveWith({}));
  state.failing = true;
  choice.change({ count: 7 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(errors).toHaveLength(1);
  state.failing = false;
  choice.change({ maxTokens: 90 });
  await choice.flush();
  expect(saved).toEqual([{ count: 7, maxTokens: 90 }]);
});

test('in a grove that can only be read the choice is for this window', async () => {
  const { choice, saved } = open(groveWith({}, [], true));
  choice.change({ count: 8 });
  await choice.flush();
  expect(choice.store.get().count).toBe(8);
  expect(saved).toEqual([]);
});
