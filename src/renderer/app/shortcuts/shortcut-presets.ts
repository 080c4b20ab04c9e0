/**
 * The shortcut sets. Each lists what differs from the command list, including every command that loses a key
 * to another one, so that no set has a conflict.
 */
import { SHORTCUT_SETS } from '../../../ui-text/settings/shortcuts.ts';
import type { ShortcutPresetId } from '../../session/settings/preferences-session.ts';
import { type CommandKeys, mod, NO_KEYS, treeKey } from '../commands/command.ts';

export interface ShortcutPreset {
  readonly id: ShortcutPresetId;
  readonly title: string;
  readonly sentence: string;
  /** By command id. */
  readonly keys: Readonly<Record<string, CommandKeys>>;
  /** Keys of the original program that are not available here, and why. */
  readonly unavailable: readonly string[];
}

export const shortcutPresets: readonly ShortcutPreset[] = [
  {
    id: 'aspen',
    ...SHORTCUT_SETS.aspen,
    keys: {},
  },
  {
    id: 'loomsidian',
    ...SHORTCUT_SETS.loomsidian,
    keys: {
      'generation.start': { mac: ['Meta+Enter'], other: ['Ctrl+Space', 'Ctrl+Enter'] },
      'generation.siblings': {
        mac: ['Shift+Meta+Enter'],
        other: ['Ctrl+Shift+Space', 'Ctrl+Shift+Enter'],
      },
      'palette.open': { mac: ['Meta+p', 'F1'], other: ['Ctrl+p', 'F1'] },
      'exchange.print': NO_KEYS,
    },
  },
  {
    id: 'classic',
    ...SHORTCUT_SETS.classic,
    keys: {
      'generation.start': { mac: ['Meta+g', 'Meta+Enter'], other: ['Ctrl+g', 'Ctrl+Enter'] },
      'find.next': { mac: ['F3'], other: ['F3'] },
      'find.previous': { mac: ['Shift+F3'], other: ['Shift+F3'] },
      'palette.goTo': mod('Shift+g'),
      'view.map': mod('j'),
      'bookmark.toggle': mod('b'),
      'bookmark.next': { mac: ['Meta+d', 'Ctrl+Meta+PageDown'], other: ['Ctrl+d', 'Alt+PageDown'] },
      'node.branchEdit': treeKey('e'),
      'message.edit': NO_KEYS,
      'view.node': mod('Shift+n'),
      'view.context': mod('Shift+m'),
      'settings.open': mod('p', 'Comma'),
      'exchange.print': NO_KEYS,
    },
  },
];

export function getShortcutPreset(id: ShortcutPresetId): ShortcutPreset {
  const preset = shortcutPresets.find((known) => known.id === id);
  if (preset === undefined) throw new Error(`no preset is called ${id}`);
  return preset;
}

/** A command's keys in a preset, before the writer's changes. */
export function keysInPreset(
  preset: ShortcutPreset,
  command: { readonly id: string; readonly keys: CommandKeys },
): CommandKeys {
  return preset.keys[command.id] ?? command.keys;
}
