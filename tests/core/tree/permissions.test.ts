import { expect, test } from 'vitest';
import {
  type AgentPermissions,
  isLoomAware,
  PERMISSION_PRESETS,
  PRESET_NAMES,
  permissionOf,
  presetOf,
} from '../../../src/core/tree/agent.ts';

const model = (permissions: AgentPermissions, modelRef = 'here:llama') =>
  ({ type: 'model', modelRef, permissions }) as const;

const allOf = (agent: Parameters<typeof permissionOf>[0]) =>
  (['loom_aware', 'loom_write', 'loom_generate'] as const).map((name) => permissionOf(agent, name));

test('an agent is a subject until it is loom-aware; then it asks before it writes or generates', () => {
  expect(allOf(model({}))).toEqual(['never', 'never', 'never']);
  expect(allOf(model({ loom_write: 'allow', loom_generate: 'allow' }))).toEqual(['never', 'never', 'never']);
  expect(allOf(model({ loom_aware: 'allow' }))).toEqual(['allow', 'ask', 'ask']);
  expect(allOf(model({ loom_aware: 'ask', loom_write: 'allow', loom_generate: 'never' }))).toEqual([
    'ask',
    'allow',
    'never',
  ]);
});

test('the offline agent and a person are never loom-aware', () => {
  const permissions = PERMISSION_PRESETS.researchCollaborator;
  expect(allOf(model(permissions))).toEqual(['allow', 'allow', 'allow']);
  expect(isLoomAware(model(permissions, 'offline:variable-order'))).toBe(false);
  expect(isLoomAware({ type: 'human', modelRef: null, permissions })).toBe(false);
});

test('an agent has the preset that permits what it may do, however little of it is set', () => {
  for (const preset of PRESET_NAMES) expect(presetOf(model(PERMISSION_PRESETS[preset]))).toBe(preset);
  expect(presetOf(model({}))).toBe('subject');
  expect(presetOf(model({ loom_aware: 'never', loom_write: 'allow' }))).toBe('subject');
  expect(presetOf(model({ loom_aware: 'allow' }))).toBeNull();
  expect(presetOf(model({ loom_aware: 'ask', loom_write: 'never', loom_generate: 'never' }))).toBeNull();
  const offline = model(PERMISSION_PRESETS.researchCollaborator, 'offline:variable-order');
  expect(presetOf(offline)).toBe('subject');
});

test('edits are accepted on arrival only if that is permitted, and only if it may write', () => {
  const applies = (permissions: AgentPermissions) => permissionOf(model(permissions), 'edit_apply');
  expect(applies({ loom_aware: 'allow', loom_write: 'allow' })).toBe('never');
  expect(applies({ loom_aware: 'allow', loom_write: 'never', edit_apply: 'allow' })).toBe('never');
  expect(applies({ loom_aware: 'allow', edit_apply: 'allow' })).toBe('allow');
  expect(applies(PERMISSION_PRESETS.researchCollaborator)).toBe('ask');
});
