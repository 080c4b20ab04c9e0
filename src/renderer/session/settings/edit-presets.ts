/** Changes to the writer's list of presets: each function returns the new list. */

import { PRESET_KEYS, type Preset, type PresetKey } from '../../../ipc/preferences.ts';
import { presetName } from '../../../ui-text/settings/presets.ts';

export { PRESET_KEYS, type Preset, type PresetKey };

/** A new preset that changes nothing yet. */
export function addPreset(presets: readonly Preset[], id: string): readonly Preset[] {
  const names = new Set(presets.map(({ name }) => name));
  let count = presets.length + 1;
  while (names.has(presetName(count))) count += 1;
  const preset: Preset = {
    id,
    name: presetName(count),
    agentId: null,
    count: null,
    maxTokens: null,
    parameters: {},
    key: null,
  };
  return [...presets, preset];
}

/** Changes a preset. A key it takes from another preset is removed there. */
export function changePreset(
  presets: readonly Preset[],
  id: string,
  patch: Partial<Omit<Preset, 'id'>>,
): readonly Preset[] {
  return presets.map((preset) => {
    if (preset.id === id) return { ...preset, ...patch };
    return patch.key != null && preset.key === patch.key ? { ...preset, key: null } : preset;
  });
}

export function removePreset(presets: readonly Preset[], id: string): readonly Preset[] {
  return presets.filter((preset) => preset.id !== id);
}

/** Puts a preset back at its index, without its key if another preset has it now. */
export function restorePreset(presets: readonly Preset[], preset: Preset, at: number): readonly Preset[] {
  const isTaken = presets.some(({ key }) => key !== null && key === preset.key);
  return presets.toSpliced(at, 0, isTaken ? { ...preset, key: null } : preset);
}
