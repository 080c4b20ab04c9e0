/** A tree of the list: its menu and its fields. */

/** The groups of the menu. */
export const TREE_MENU = {
  names: 'Title and description',
  copies: 'Copies',
  archive: 'Archive',
} as const;

export const TREE_ACTIONS = {
  rename: 'Rename…',
  describe: 'Describe…',
  duplicate: 'Duplicate',
  move: 'Move to another grove…',
  archive: 'Archive',
  restore: 'Restore',
  delete: 'Delete…',
} as const;

export function actionsFor(title: string): string {
  return `Actions for ${title}`;
}

export function titleOf(title: string): string {
  return `Title of ${title}`;
}

export function descriptionOf(title: string): string {
  return `Description of ${title}`;
}

export const DESCRIPTION_HINT = 'What it is about';

export function restoreTree(title: string): string {
  return `Restore ${title}`;
}

export function deleteTree(title: string): string {
  return `Delete ${title} for good`;
}
