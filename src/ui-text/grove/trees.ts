/** What was done with a tree of the grove. */
import { countOf } from '../plural.ts';

export function treeRenamed(title: string): string {
  return `The tree is now called “${title}”.`;
}

export const DESCRIPTION_SAVED = 'The description was saved.';
export const DESCRIPTION_REMOVED = 'The description was removed.';

export function treeDuplicated(copy: string, title: string): string {
  return `“${copy}” has every branch of “${title}”.`;
}
export const NOT_DUPLICATED = 'Stopped. The tree was not duplicated.';

export function treeArchived(title: string): string {
  return `“${title}” is in the archive.`;
}

export function treeRestored(title: string): string {
  return `“${title}” is back.`;
}

export interface MovedTree {
  readonly title: string;
  readonly fileName: string;
  readonly nodes: number;
  readonly answers: number;
}

export function treeMoved({ title, fileName, nodes, answers }: MovedTree): string {
  const what = `${countOf(nodes, 'text')} and ${countOf(answers, 'answer')}`;
  return `“${title}” was copied whole to ${fileName}, ${what}, compared there, and archived here.`;
}
export const NOT_MOVED = 'Stopped. The tree was not moved.';
export const BRING_BACK = 'Bring it back here';

export function treeDeleted(title: string): string {
  return `“${title}” was deleted.`;
}

/** The tree of the sample grove that explains the program, as `resources/sample` calls it. */
export const INTRODUCTION = 'First steps';
