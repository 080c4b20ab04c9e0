/** Distinctions between trees of one title. */
import type { LoomTree } from '../../core/tree/loom-tree.ts';
import { dateAndTime } from '../time.ts';

type Titled = Pick<LoomTree, 'id' | 'title' | 'createdAt'>;

/** For each tree whose title another one of the list has too, when it was begun; numbered where that is equal too. */
export function notesOnEqualTitles(trees: readonly Titled[]): ReadonlyMap<LoomTree['id'], string> {
  const titles = countOf(trees.map(({ title }) => title));
  const equal = trees.filter(({ title }) => (titles.get(title) ?? 0) > 1);
  const labelOf = ({ title, createdAt }: Titled) => `${dateAndTime(createdAt)} ${title}`;
  const labels = countOf(equal.map(labelOf));
  const numbered = new Map<string, number>();
  return new Map(
    equal.map((tree) => {
      const note = `begun ${dateAndTime(tree.createdAt)}`;
      const label = labelOf(tree);
      if ((labels.get(label) ?? 0) < 2) return [tree.id, note];
      const number = (numbered.get(label) ?? 0) + 1;
      numbered.set(label, number);
      return [tree.id, `${note} (${number})`];
    }),
  );
}

/** A tree's title, and when it was begun if another one of the list has that title too. */
export function distinctTitle(tree: Titled, trees: readonly Titled[]): string {
  return titleWithNote(tree.title, notesOnEqualTitles(trees).get(tree.id));
}

/** As `Winter, begun 14 March 2026, 21:05`. @param note undefined where the title is enough */
export function titleWithNote(title: string, note: string | undefined): string {
  return note === undefined ? title : `${title}, ${note}`;
}

/** Says which of several trees of one title is meant. */
export const whichTree = (title: string, note: string) => `This is the “${title}” ${note}.`;

function countOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
