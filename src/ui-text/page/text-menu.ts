/** The menu of the text: its groups, and what is no command. */

/** Its accessible name. */
export const TEXT_MENU = 'Text';
export const MENU_GROUPS = {
  suggestions: 'Suggestions',
  dictionary: 'Dictionary',
  edit: 'Edit',
  selection: 'Selection',
  tree: 'Tree',
} as const;

export const CLIPBOARD = { cut: 'Cut', copy: 'Copy', paste: 'Paste', all: 'Select all' } as const;

export const PASTE_PLAIN = 'Paste as plain text';

export const NO_SUGGESTIONS = 'No suggestions';
export const ADD_WORD = 'Add to dictionary';
export const REMOVE_WORD = 'Remove from dictionary';
export const IGNORE_WORD = 'Ignore';

export function wordAdded(word: string): string {
  return `Added to the dictionary: ${word}`;
}

export function wordRemoved(word: string): string {
  return `Removed from the dictionary: ${word}`;
}
