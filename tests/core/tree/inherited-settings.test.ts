import { expect, test } from 'vitest';
import type { Agent } from '../../../src/core/tree/agent.ts';
import { inheritedSettings } from '../../../src/core/tree/inherited-settings.ts';
import type { LoomTree, TreeMode, TreeSettings } from '../../../src/core/tree/loom-tree.ts';

const AGENTS = [
  { id: 'offline', modelRef: 'offline:statistical' },
  { id: 'ada', modelRef: 'here:ada' },
  { id: 'bo', modelRef: 'here:bo' },
] as unknown as readonly Agent[];

const treeOf = (mode: TreeMode, settings: TreeSettings, updatedAt = 1) =>
  ({ mode, settings, updatedAt }) as LoomTree;

test('a tree asks as the one of its mode where it is made, and has nothing else of it', () => {
  const asking = { agentIds: ['ada'], count: 5, maxTokens: 120, presetId: 'wild' };
  const story = treeOf('buffer', { ...asking, memory: 'A fable.', titleFrom: 'text' });
  expect(inheritedSettings('buffer', story, [story], AGENTS)).toEqual(asking);
  expect(inheritedSettings('buffer', treeOf('buffer', { agentId: 'bo' }), [], AGENTS)).toEqual({
    agentIds: ['bo'],
  });
  expect(inheritedSettings('buffer', undefined, [], AGENTS)).toEqual({});
});

test('a conversation beside a manuscript asks as the conversation that was changed last', () => {
  const story = treeOf('buffer', { agentIds: ['bo'], count: 5, maxTokens: 120 }, 9);
  const trees = [
    story,
    treeOf('dialogue', { agentIds: ['ada'], count: 2 }, 5),
    treeOf('dialogue', { agentIds: ['bo'] }, 3),
    treeOf('dialogue', { count: 7 }, 8),
  ];
  expect(inheritedSettings('dialogue', story, trees, AGENTS)).toEqual({ agentIds: ['ada'], count: 2 });
});

test('the first conversation asks whom the manuscript asks, but not the built-in model, and for its own amounts', () => {
  const story = treeOf('buffer', { agentIds: ['offline', 'bo'], count: 5, maxTokens: 120 });
  expect(inheritedSettings('dialogue', story, [story], AGENTS)).toEqual({ agentIds: ['bo'] });
  const alone = treeOf('buffer', { agentIds: ['offline'], count: 5 });
  expect(inheritedSettings('dialogue', alone, [alone], AGENTS)).toEqual({});
});
