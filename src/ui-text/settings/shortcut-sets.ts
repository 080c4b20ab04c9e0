/** The sets of keys to start from. */

export const SHORTCUT_SETS = {
  aspen: {
    title: 'Aspen',
    sentence: 'Aspen Grove’s own keys.',
    /** The keys of the program that it is like which commands cannot have here. */
    unavailable: [],
  },
  loomsidian: {
    title: 'Loomsidian-like',
    sentence:
      'As in Loomsidian, the Loom for Obsidian: Ctrl+Space generates, and Alt with the arrows moves through the tree.',
    /** The keys of the program that it is like which commands cannot have here. */
    unavailable: [
      'Alt+Backspace deleted a node; on some systems it undoes typing. Prune is Ctrl+Shift+Backspace.',
      'Ctrl+Alt+N made a child and Ctrl+Alt+C a copy; on many keyboards Ctrl+Alt types characters.',
      'Alt+N made an empty sibling and Alt+M merged a node with its parent; there is no equivalent here. Alt+N adds a note, and Alt+M rewrites the selection.',
    ],
  },
  classic: {
    title: 'Loom classic',
    sentence:
      'As in the original Loom, as far as its keys are available. Its single-letter keys work in the Tree tab.',
    /** The keys of the program that it is like which commands cannot have here. */
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
} as const;
