import { expect, test } from 'vitest';
import {
  addPreset,
  changePreset,
  removePreset,
  restorePreset,
} from '../../../../src/renderer/session/settings/edit-presets.ts';

test('a new preset has a unique name and changes nothing', () => {
  const presets = addPreset(addPreset([], 'a'), 'b');
  expect(presets.map(({ name }) => name)).toEqual(['Preset 1', 'Preset 2']);
  const [, second] = addPreset(removePreset(presets, 'a'), 'c');
  expect(second).toEqual({
    id: 'c',
    name: 'Preset 3',
    agentId: null,
    count: null,
    maxTokens: null,
    parameters: {},
    key: null,
  });
});

test('a key belongs to one preset: the last one assigned it', () => {
  const two = addPreset(addPreset([], 'a'), 'b');
  const first = changePreset(two, 'a', { key: 'F2' });
  expect(changePreset(first, 'b', { key: 'F2' }).map(({ key }) => key)).toEqual([null, 'F2']);
  expect(changePreset(first, 'b', { key: null }).map(({ key }) => key)).toEqual(['F2', null]);
  expect(changePreset(first, 'b', { name: 'Wild' }).map(({ key }) => key)).toEqual(['F2', null]);
});

test('a preset is restored in place, with its key unless another preset has it', () => {
  const three = changePreset(addPreset(addPreset(addPreset([], 'a'), 'b'), 'c'), 'b', { key: 'F4' });
  const gone = three[1];
  if (gone === undefined) expect.unreachable();
  expect(restorePreset(removePreset(three, 'b'), gone, 1)).toEqual(three);
  const taken = changePreset(removePreset(three, 'b'), 'a', { key: 'F4' });
  expect(restorePreset(taken, gone, 1).map(({ key }) => key)).toEqual(['F4', null, null]);
});
