import type { Preset, PresetKey } from '../session/settings/preferences-session.ts';
import type { Command, CommandKeys } from './commands.ts';

/** A command for each preset, with its key, and one to go back to the agents' own parameters. */
export function presetCommands(presets: readonly Preset[]): readonly Command[] {
  if (presets.length === 0) return [];
  return [
    ...presets.map(
      (preset): Command => ({
        id: `preset.${preset.id}`,
        title: `Preset: ${preset.name}`,
        keys: keysOf(preset.key),
        when: ({ tree }) => tree !== null,
        run: ({ session, tree }) => {
          tree?.choice.choosePreset(preset);
          session.notices.announce(`Preset: ${preset.name}`);
        },
      }),
    ),
    {
      id: 'preset.none',
      title: 'No preset',
      keys: keysOf(null),
      when: ({ tree }) => tree?.choice.store.get().presetId != null,
      run: ({ session, tree }) => {
        tree?.choice.choosePreset(null);
        session.notices.announce('No preset');
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
