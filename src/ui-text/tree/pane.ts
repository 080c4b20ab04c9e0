/** The Outline tab: the outline, the map, and what they show of the tree. */
import { countOf } from '../plural.ts';

export const SHOW_TREE_AS = 'Show the tree as';
export const OUTLINE = 'Outline';
export const MAP = 'Map';
export const SAME_TREE = 'The outline and the map show the same tree and share one selection.';

export const FILTER = 'Filter';
export const FILTER_HINT = 'Filter (/)';
export const FOLD = 'Fold';
export const FOLD_HINT = 'Fold chains of single passages (F)';

/** @param title of the position that is shown with what is below it */
export function onlyBelow(title: string): string {
  return `Only below “${title}”`;
}
export const WHOLE_TREE = 'Whole tree';

const NOTHING_MATCHES = 'Nothing here matches.';
/** @param isComplete false if only the newest are listed */
export function foundText(count: number, isComplete: boolean): string {
  const found = count === 0 ? NOTHING_MATCHES : `${count.toLocaleString('en')} found`;
  return isComplete ? found : `${found}, the newest 1,000`;
}

export function notSeenYet(count: number): string {
  return `${count.toLocaleString('en')} not seen yet`;
}
export const NEXT_UNSEEN = 'Next';
export const ALL_SEEN = 'You have seen everything here.';

export function loadingTree(count: number): string {
  return `Loading the tree… ${countOf(count, 'passage')}`;
}
export const NOT_FULLY_LOADED = 'The tree is not fully loaded.';
export const CONTINUE = 'Continue';
export const NO_BRANCHES = 'There are no branches yet. What you write and generate appears here as a tree.';

/** The filter. */
export const FILTER_TREE = 'Filter the tree';
export const WORDS_IN_TREE = 'Words in the tree';
export const WORDS = 'Words';
export const BOOKMARKED_ONLY = 'Bookmarked';
export const UNSEEN_ONLY = 'Not seen yet';
export const SHOW_PRUNED = 'Show what is set aside';

/** The map. */
export function mapDescription(count: number): string {
  return `A drawing of the tree with ${countOf(count, 'passage')}. Use the arrow keys to move between them. The outline shows the same tree as a list.`;
}
export const SMALLER = 'Smaller';
export const LARGER = 'Larger';
export const FIT = 'Fit';
