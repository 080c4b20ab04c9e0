/** The keys for each command, in the settings. */

export const SHORTCUT_SET = 'Shortcut set';
export const RESETS_CHANGES = 'Choosing a set resets your changes below.';
export const UNAVAILABLE_KEYS = 'Keys that are not available';
export const FILTER_SHORTCUTS = 'Filter by name or key';
export const RESET_ALL = 'Reset all';
export const ALL_RESET = 'Every command has its original keys again.';
export const NO_KEY = 'No key';
export const REASSIGN = 'Reassign';
export const CANCEL = 'Cancel';
export const PRESS_A_KEY = 'Press a key';
export const PRESS_NEW_KEY = 'Press the new key. Escape cancels.';
export const PRESS_OTHER_KEY = 'Press the new key. Backspace removes this one, Escape cancels.';
export const newKeyFor = (title: string) => `New key for ${title}`;
export const belongsTo = (key: string, titles: readonly string[]) =>
  `${key} belongs to ${titles.map((title) => `“${title}”`).join(' and ')}.`;
export const keySet = (title: string, key: string) => `${title}: ${key}`;
export const keyRemoved = (title: string, key: string) => `${title}: ${key} removed`;
export const changeKey = (key: string, title: string) => `${key}: change this key of ${title}`;

/** Number of commands that a filter leaves; empty without one. */
export function commandCount(count: number, filter: string): string {
  if (filter.trim() === '') return '';
  if (count === 0) return `No command’s name or key matches “${filter.trim()}”.`;
  return count === 1 ? '1 command' : `${count} commands`;
}

/** The button that adds a key: its name, and its tooltip. */
export const addKeyFor = (title: string, isFirst: boolean) =>
  isFirst ? `Add a key for ${title}` : `Add another key for ${title}`;
export const addKey = (isFirst: boolean) => (isFirst ? 'Add a key' : 'Add another key');
export const alsoBelongsTo = (key: string, title: string) => `${key} also belongs to “${title}”.`;
export const removeFrom = (titles: readonly string[]) => `Remove it from ${titles.join(' and ')}`;
export const REMOVE_THERE = 'Remove it there';

/** The commands that choose a preset. */
export const PRESETS_GROUP = 'Presets';

/** Why commands cannot have some keys. */
export const RESERVED = {
  ends: 'Escape always ends the current activity.',
  focus: 'Tab moves the focus.',
  menu: 'This key opens a menu.',
  typing: 'This key is needed for typing: add a modifier other than Shift.',
  reloads: 'In other programs this reloads the page and loses unsaved text.',
  clipboard: 'This cuts, copies, pastes or selects in every field.',
  undoes: 'This undoes or redoes typing in every field.',
  movesInText: 'This moves the caret.',
  deletesWord: 'This deletes a word.',
  deletesLine: 'This deletes a line.',
  closes: 'This closes the window or the program.',
  hides: 'This hides the window.',
  ctrlAlt: 'Ctrl and Alt together type characters on many keyboards.',
  altShift: 'Alt and Shift together change the keyboard layout.',
  altBackspace: 'Alt+Backspace undoes typing in some programs.',
  option: 'Option types characters.',
  control: 'Control alone moves the caret: add Command.',
  system: 'This key belongs to the system.',
  systemKeys: 'These keys belong to the system.',
  pictures: 'These keys take a picture of the screen.',
} as const;

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
      'Alt+Backspace deleted a node; on some systems it undoes typing. Set aside is Ctrl+Shift+Backspace.',
      'Ctrl+Alt+N made a child and Ctrl+Alt+C a copy; on many keyboards Ctrl+Alt types characters.',
      'Alt+N made an empty sibling and Alt+M merged a node with its parent; there is no equivalent here. Alt+N adds a note, and Alt+M rewrites the selection.',
    ],
  },
  classic: {
    title: 'Loom classic',
    sentence:
      'As in the original Loom, as far as its keys are available. Its single-letter keys work in the Outline tab.',
    /** The keys of the program that it is like which commands cannot have here. */
    unavailable: [
      'Ctrl with the arrows moved through the tree; here it moves the caret, and Alt with the arrows moves through the tree.',
      'Ctrl+R went to the root; in other programs it reloads the page.',
      'Ctrl+A went to the previous bookmark; here it selects everything. Use Alt+PageUp.',
      'Ctrl+Backspace deleted a node; here it deletes a word. Set aside is Ctrl+Shift+Backspace.',
      'Ctrl+Period and Ctrl+Comma stepped through all nodes, and Ctrl+W walked at random; there is no equivalent here.',
      'Ctrl+E started editing; here the text can always be edited.',
      'Alt+H hoisted; here it shows who wrote what. Press o in the Outline tab to show only a branch.',
    ],
  },
} as const;
