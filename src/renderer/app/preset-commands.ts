import { presetChosen, WITHOUT_PRESET } from '../../ui-text/settings/presets.ts';
import type { Preset, PresetKey } from '../session/settings/preferences-session.ts';
import type { Command, CommandKeys } from './commands.ts';

/** A command for each preset, with its key, and one that returns to the agents' own parameters. */
export function presetCommands(presets: readonly Preset[]): readonly Command[] {
  if (presets.length === 0) return [];
  return [
    ...presets.map(
      (preset): Command => ({
        id: `preset.${preset.id}`,
        title: presetChosen(preset.name),
        keys: keysOf(preset.key),
        when: ({ tree }) => tree !== null,
        run: ({ session, tree }) => {
          tree?.choice.choosePreset(preset);
          session.notices.announce(presetChosen(preset.name));
        },
      }),
    ),
    {
      id: 'preset.none',
      title: WITHOUT_PRESET,
      keys: keysOf(null),
      when: ({ tree }) => tree?.choice.store.get().presetId != null,
      run: ({ session, tree }) => {
        tree?.choice.choosePreset(null);
        session.notices.announce(WITHOUT_PRESET);
      },
    },
  ];
}

function keysOf(key: PresetKey | null): CommandKeys {
  if (key === null) return { mac: [], other: [] };
  const digit = /^Mod\+(\d)$/.exec(key)?.[1];
  if (digit === undefined) return { mac: [key], other: [key] };
  return { mac: [`Meta+Digit${digit}`], other: [`Ctrl+Digit${digit}`] };
}
