/**
 * The shortcut sets. Each lists what differs from the command list, including every command that loses a key
 * to another one, so that no set has a conflict.
 */
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
    title: 'Aspen',
    sentence: 'Aspen Grove’s own keys.',
    keys: {},
    unavailable: [],
  },
  {
    id: 'loomsidian',
    title: 'Loomsidian-like',
    sentence:
      'As in Loomsidian, the Loom for Obsidian: Ctrl+Space generates, and Alt with the arrows moves through the tree.',
    keys: {
      'generation.start': { mac: ['Meta+Enter'], other: ['Ctrl+Space', 'Ctrl+Enter'] },
      'generation.siblings': {
        mac: ['Shift+Meta+Enter'],
        other: ['Ctrl+Shift+Space', 'Ctrl+Shift+Enter'],
      },
      'palette.open': { mac: ['Meta+p', 'F1'], other: ['Ctrl+p', 'F1'] },
      'exchange.print': NO_KEYS,
    },
    unavailable: [
      'Alt+Backspace deleted a node; on some systems it undoes typing. Prune is Ctrl+Shift+Backspace.',
      'Ctrl+Alt+N made a child and Ctrl+Alt+C a copy; on many keyboards Ctrl+Alt types characters.',
      'Alt+N made an empty sibling and Alt+M merged a node with its parent; there is no equivalent here. Alt+N adds a note, and Alt+M rewrites the selection.',
    ],
  },
  {
    id: 'classic',
    title: 'Loom classic',
    sentence:
      'As in the original Loom, as far as its keys are available. Its single-letter keys work in the Tree tab.',
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
    unavailable: [
      'Ctrl with the arrows moved through the tree; here it moves the caret, and Alt with the arrows moves through the tree.',
      'Ctrl+R went to the root; in other programs it reloads the page.',
      'Ctrl+A went to the previous bookmark; here it selects everything. Use Alt+PageUp.',
      'Ctrl+Backspace deleted a node; here it deletes a word. Prune is Ctrl+Shift+Backspace.',
      'Ctrl+Period and Ctrl+Comma stepped through all nodes, and Ctrl+W walked at random; there is no equivalent here.',
      'Ctrl+E started editing; here the text can always be edited.',
      'Alt+H hoisted; here it shows who wrote what. Use o in the Tree tab to hoist.',
    ],
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
