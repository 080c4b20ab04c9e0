import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AgentId, TreeId } from '../../../../src/core/ids.ts';
import type { Agent } from '../../../../src/core/tree/agent.ts';
import type { TreeSettings } from '../../../../src/core/tree/loom-tree.ts';
import type { Preset } from '../../../../src/ipc/preferences.ts';
import type { GroveSnapshot } from '../../../../src/ipc/wire/grove.ts';
import { GenerationChoice } from '../../../../src/renderer/session/settings/generation-choice.ts';

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

/** A choice whose saves are recorded, and fail while `failing` is on. */
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

test('a tree without settings asks the first agent for three continuations of fifty tokens', () => {
  const { choice } = open(groveWith({}));
  expect(choice.store.get()).toEqual({
    agentIds: [A],
    count: 3,
    maxTokens: 50,
    inTurn: false,
    presetId: null,
  });
});

test('an older version’s single-agent setting is read', () => {
  const { choice } = open(groveWith({ agentId: B, count: 2 }));
  expect(choice.store.get()).toMatchObject({ agentIds: [B], count: 2 });
});

test('quick changes are saved once, and nothing else is', async () => {
  const { choice, saved } = open(groveWith({}));
  for (const count of [4, 5, 6]) choice.change({ count });
  choice.toggleAgent(B);
  expect(choice.store.get()).toMatchObject({ agentIds: [A, B], count: 6 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toEqual([{ agentIds: [A, B], count: 6 }]);
});

test('at least one agent is always selected', () => {
  const { choice } = open(groveWith({}));
  choice.toggleAgent(A);
  expect(choice.store.get().agentIds).toEqual([A]);
  choice.toggleAgent(B);
  choice.toggleAgent(A);
  expect(choice.store.get().agentIds).toEqual([B]);
});

test('an archived agent is not asked until it is unarchived', () => {
  const { choice } = open(groveWith({ agentIds: [B, C] }));
  choice.onGrove(groveWith({}, [B]));
  expect(choice.store.get().agentIds).toEqual([C]);
  choice.onGrove(groveWith({}, [B, C]));
  expect(choice.store.get().agentIds).toEqual([A]);
  choice.onGrove(groveWith({}));
  expect(choice.store.get().agentIds).toEqual([B, C]);
});

test('a preset sets only its own fields, and its parameters apply until it is cleared', () => {
  const { choice } = open(groveWith({ maxTokens: 80 }));
  choice.choosePreset(PRESET);
  expect(choice.store.get()).toEqual({
    agentIds: [C],
    count: 6,
    maxTokens: 80,
    inTurn: false,
    presetId: 'wild',
  });
  expect(choice.parameters).toEqual({ temperature: 1.5 });
  choice.choosePreset(null);
  expect(choice.store.get()).toEqual({
    agentIds: [C],
    count: 6,
    maxTokens: 80,
    inTurn: false,
    presetId: null,
  });
  expect(choice.parameters).toEqual({});
});

test('the agent that a message addresses is asked, whoever is chosen, and chosen by nothing of it', async () => {
  const { choice, saved } = open(groveWith({ agentIds: [A, B], count: 2 }));
  choice.address(C);
  expect(choice.asked.get()).toMatchObject({ agentIds: [C], count: 2 });
  choice.change({ count: 4 });
  expect(choice.asked.get()).toMatchObject({ agentIds: [C], count: 4 });
  choice.address(null);
  expect(choice.asked.get()).toEqual(choice.store.get());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toEqual([{ count: 4 }]);
});

test('a preset missing from this computer has no effect', () => {
  const { choice } = open(groveWith({ presetId: 'gone' }));
  expect(choice.parameters).toEqual({});
});

test('a failed save is reported once and saved with the next change', async () => {
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

test('in a read-only grove the choice applies only to this window', async () => {
  const { choice, saved } = open(groveWith({}, [], true));
  choice.change({ count: 8 });
  await choice.flush();
  expect(choice.store.get().count).toBe(8);
  expect(saved).toEqual([]);
});

test('a conversation asks the newest agent but the built-in one for one reply of several hundred tokens', () => {
  const conversation = (agents: readonly Partial<Agent>[], settings: TreeSettings = {}) =>
    open({
      agents: agents.map((agent) => ({ type: 'model', configuration: {}, archivedAt: null, ...agent })),
      trees: [{ id: TREE, mode: 'dialogue', settings }],
      readOnly: false,
    } as unknown as GroveSnapshot).choice.store.get();
  const offline = { id: A, modelRef: 'offline:statistical', configuration: { maxTokens: 50 } };
  const others = [
    { id: B, modelRef: 'here:b' },
    { id: C, modelRef: 'here:c', configuration: { maxTokens: 900 } },
  ];
  expect(conversation([offline])).toMatchObject({ agentIds: [A], count: 1, maxTokens: 400 });
  expect(conversation([offline, ...others])).toMatchObject({ agentIds: [C], count: 1, maxTokens: 900 });
  expect(conversation([offline, ...others], { agentIds: [B], count: 2 })).toMatchObject({
    agentIds: [B],
    count: 2,
    maxTokens: 400,
  });
});
