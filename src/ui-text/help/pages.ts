/** The help's pages and the list of shortcuts. */

export const HELP = 'Help';
export const HELP_PAGE_LIST = 'Pages';
export const CLOSE_HELP = 'Close the help';

export const HELP_TITLES = {
  loom: 'The loom',
  editing: 'Editing and branching',
  models: 'Models',
  conversations: 'Conversations',
  files: 'Files and safety',
  keys: 'Keys',
  shortcuts: 'Keyboard shortcuts',
} as const;

/** In a sentence, in place of the key of a command that has none. */
export const THE_PALETTE = 'the palette';

export const FILTER_SHORTCUTS = 'Filter by name or key';

export function noShortcutFound(filter: string): string {
  return `No command’s name or key matches “${filter}”.`;
}

/** In the list, in place of a key. */
export const IN_THE_PALETTE = 'in the palette';

/** Below the list; the link is to the settings. */
export const SHORTCUTS_FOOT = {
  before: 'Commands without a key are in the palette. You can',
  link: 'change the keys',
  after: 'of any command.',
} as const;
