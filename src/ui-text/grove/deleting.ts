/** The confirmation before a tree is deleted for good. */
import { countOf, listOf } from '../plural.ts';

export const DELETE_QUESTION = 'Delete this tree for good?';
export const TYPE_TITLE = 'Type its title';
export const DELETE_FOR_GOOD = 'Delete for good';
export const WHAT_REMAINS =
  'Copies and backups of this grove may still have them. The grove’s log keeps the tree’s titles.';

export interface TreeContents {
  readonly nodes: number;
  readonly notes: number;
  readonly answers: number;
  readonly conversations: number;
}

/** What is deleted. Uncommitted text does not count as a text of the tree, but is deleted too. */
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
