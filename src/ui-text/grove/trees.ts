/** A tree of the grove: its menu, its fields, and reports of actions on it. */
import { countOf, listOf } from '../plural.ts';

export function treeRenamed(title: string): string {
  return `The tree is now called “${title}”.`;
}

/** The title of a tree without words: `Untitled story`, `Untitled story 2`. It is stored in the file. @param number from 1 */
export function untitledTree(what: 'story' | 'document' | 'conversation', number: number): string {
  return number === 1 ? `Untitled ${what}` : `Untitled ${what} ${number}`;
}

export const DESCRIPTION_SAVED = 'The description was saved.';
export const DESCRIPTION_REMOVED = 'The description was removed.';

export function treeDuplicated(copy: string, title: string): string {
  return `“${copy}” has every branch of “${title}”.`;
}
export const NOT_DUPLICATED = 'Stopped. The tree was not duplicated.';

export function treeArchived(title: string): string {
  return `“${title}” is put away.`;
}

export function treeRestored(title: string): string {
  return `“${title}” is back.`;
}

interface MovedTree {
  readonly title: string;
  readonly fileName: string;
  readonly nodes: number;
  readonly answers: number;
}

export function treeMoved({ title, fileName, nodes, answers }: MovedTree): string {
  const what = `${countOf(nodes, 'text')} and ${countOf(answers, 'answer')}`;
  return `“${title}” was copied whole to ${fileName}, ${what}, compared there, and put away here.`;
}
export const NOT_MOVED = 'Stopped. The tree was not moved.';
export const BRING_BACK = 'Bring it back here';

export function treeDeleted(title: string): string {
  return `“${title}” was deleted.`;
}

/** The tree of the sample grove that explains the program, as `resources/sample` calls it. */
export const INTRODUCTION = 'First steps';

// Trees made of other trees.

/** The title of the manuscript made of a conversation. */
export function manuscriptOf(title: string): string {
  return `${title}, as a manuscript`;
}

/** A manuscript was made of a conversation. */
export function madeManuscript(title: string): string {
  return `The messages are in the new tree “${title}”.`;
}

export const MANUSCRIPT_STOPPED = 'Stopped. What was written so far is put away, below the trees.';

/** The confirmation before a tree is deleted for good. */
export const DELETE_QUESTION = 'Delete this tree for good?';
export const TYPE_TITLE = 'Type its title';
export const DELETE_FOR_GOOD = 'Delete for good';
export const WHAT_REMAINS =
  'Copies and backups of this grove may still have them. The grove’s log keeps the tree’s titles.';

interface TreeContents {
  readonly nodes: number;
  readonly notes: number;
  readonly answers: number;
  readonly conversations: number;
}

/** Description of what is deleted. Uncommitted text does not count as a text of the tree, but is deleted too. */
export function describeLoss({ nodes, notes, answers, conversations }: TreeContents): string {
  const parts = [
    ...(nodes === 0 ? [] : [countOf(nodes, 'text')]),
    ...(notes === 0 ? [] : [countOf(notes, 'note')]),
    ...(answers === 0 ? [] : [countOf(answers, 'answer')]),
    ...(conversations === 0 ? [] : [`${countOf(conversations, 'conversation')} about it`]),
  ];
  const what = parts.length === 0 ? 'Its uncommitted text' : listOf(parts);
  const rest = nodes + notes + answers + conversations > 1 ? ', with every branch and version,' : '';
  return `${what} will be deleted${rest} and overwritten in the file. This cannot be undone.`;
}

/** The groups of the menu. */
export const TREE_MENU = {
  names: 'Title and description',
  beside: 'Beside the text',
  book: 'Book',
  copies: 'Copies',
  archive: 'Put away',
} as const;

export const TREE_ACTIONS = {
  rename: 'Rename…',
  describe: 'Describe…',
  tag: 'Add a tag…',
  untag: 'Remove a tag…',
  duplicate: 'Duplicate',
  move: 'Move to another grove…',
  archive: 'Put away',
  restore: 'Bring back',
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
  return `Bring back ${title}`;
}

export function deleteTree(title: string): string {
  return `Delete ${title} for good`;
}
