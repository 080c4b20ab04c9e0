/**
 * The sets of keys to begin with. Each says what differs from the command list; a command whose key another one takes
 * is named here too, with what it keeps, so that no set has a conflict.
 */
import type { ShortcutPresetId } from '../../session/settings/preferences-session.ts';
import { type CommandKeys, mod, NO_KEYS, treeKey } from '../commands/command.ts';

export interface ShortcutPreset {
  readonly id: ShortcutPresetId;
  readonly title: string;
  readonly sentence: string;
  /** By a command's id. */
  readonly keys: Readonly<Record<string, CommandKeys>>;
  /** Keys of the program it is made after that it has not, and why. */
  readonly leftOut: readonly string[];
}

export const shortcutPresets: readonly ShortcutPreset[] = [
  {
    id: 'aspen',
    title: 'Aspen',
    sentence: 'The program’s own keys.',
    keys: {},
    leftOut: [],
  },
  {
    id: 'loomsidian',
    title: 'Loomsidian-like',
    sentence: 'As in the Loom for Obsidian: Space generates, and the arrows with Alt go through the tree.',
    keys: {
      'generation.start': { mac: ['Meta+Enter'], other: ['Ctrl+Space', 'Ctrl+Enter'] },
      'generation.siblings': {
        mac: ['Shift+Meta+Enter'],
        other: ['Ctrl+Shift+Space', 'Ctrl+Shift+Enter'],
      },
      'palette.open': { mac: ['Meta+p', 'F1'], other: ['Ctrl+p', 'F1'] },
      'exchange.print': NO_KEYS,
    },
    leftOut: [
      'Alt+Backspace deleted a node; it takes back typing on some systems, and Prune has Ctrl+Shift+Backspace.',
      'Ctrl+Alt+N made a child and Ctrl+Alt+C a copy; Ctrl+Alt types characters on many keyboards.',
      'Alt+N made an empty sibling, Alt+M merged a node with its parent; there is nothing of the kind here.',
    ],
  },
  {
    id: 'classic',
    title: 'Loom classic',
    sentence: 'As in the first Loom, as far as its keys are free. Its letters alone work in the Tree tab.',
    keys: {
      'generation.start': { mac: ['Meta+g', 'Meta+Enter'], other: ['Ctrl+g', 'Ctrl+Enter'] },
      'find.next': { mac: ['F3'], other: ['F3'] },
      'find.previous': { mac: ['Shift+F3'], other: ['Shift+F3'] },
      'palette.goTo': mod('Shift+g'),
      'view.map': mod('j'),
      'bookmark.toggle': mod('b'),
      'bookmark.next': { mac: ['Meta+d', 'Ctrl+Meta+PageDown'], other: ['Ctrl+d', 'Alt+PageDown'] },
      'node.branchEdit': treeKey('e'),
      'view.node': mod('Shift+n'),
      'view.context': mod('Shift+m'),
      'settings.open': mod('p', 'Comma'),
      'exchange.print': NO_KEYS,
    },
    leftOut: [
      'Ctrl with the arrows went through the tree; it moves in the text here, and Alt with the arrows goes through the tree.',
      'Ctrl+R went to the root; in other programs it reads the page again.',
      'Ctrl+A went to the bookmark before; it selects everything here. Alt+PageUp does it.',
      'Ctrl+Backspace deleted a node; it deletes a word here. Prune has Ctrl+Shift+Backspace.',
      'Ctrl+Period and Ctrl+Comma went through all nodes in turn, Ctrl+W walked at random; there is nothing of the kind here.',
      'Ctrl+E began to edit; the text can always be edited here.',
      'Alt+H hoisted; it shows who wrote what here, and o hoists in the Tree tab.',
    ],
  },
];

export function getShortcutPreset(id: ShortcutPresetId): ShortcutPreset {
  const preset = shortcutPresets.find((known) => known.id === id);
  if (preset === undefined) throw new Error(`no preset is called ${id}`);
  return preset;
}

/** The keys of a command as a preset has them, before anything was changed. */
export function presetKeys(
  preset: ShortcutPreset,
  command: { readonly id: string; readonly keys: CommandKeys },
): CommandKeys {
  return preset.keys[command.id] ?? command.keys;
}
