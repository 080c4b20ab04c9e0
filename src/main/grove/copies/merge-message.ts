import type { MergedGrove } from './merge-grove.ts';

/** What came over from a copy, in a sentence. */
export function mergeMessage(name: string, { nodes, trees, drafts }: MergedGrove): string {
  const parts = [
    ...(nodes === 0 ? [] : [count(nodes, 'text')]),
    ...(trees === 0 ? [] : [count(trees, 'whole tree')]),
    ...(drafts === 0 ? [] : [`${count(drafts, 'draft')} as a branch with a bookmark`]),
  ];
  if (parts.length === 0) return `Nothing was missing here: this grove has all that “${name}” has.`;
  const last = parts.at(-1) ?? '';
  const listed = parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
  return `From “${name}” came ${listed}. Your text is as it was.`;
}

/** What else there is to know, and how to go back. */
export function undoMergeMessage({ nodes, renamed, trees, drafts }: MergedGrove): string {
  if (nodes + trees + drafts === 0) return '';
  const beside =
    renamed === 0 ? '' : `${count(renamed, 'text')} that differed under one name stand beside yours. `;
  return `${beside}The grove as it was before is the newest backup.`;
}

function count(number: number, word: string): string {
  return `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`;
}
