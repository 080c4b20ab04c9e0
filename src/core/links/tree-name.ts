import { foldName } from '../documents/find-document.ts';
import type { TreeId } from '../ids.ts';

/** A title or an alias that a tree has or had (`documents.md`, *Names*). */
export interface TreeName {
  readonly kind: 'title' | 'alias';
  /** As the writer wrote it. */
  readonly shown: string;
  readonly since: number;
  /** Null while the tree has it. */
  readonly until: number | null;
}

/** An alias as a change sets it, and as the log has it. */
export type Alias = Omit<TreeName, 'kind'>;

/** A name with the tree whose name it is or was. */
export interface HeldName extends TreeName {
  readonly treeId: TreeId;
}

/**
 * The tree that a name means in a link of a time: the one that had the name then, by its title before one by an alias, and the
 * latest to get it; otherwise the last that had it before, and otherwise the first to get it later. All of that is past once the
 * name has been held, so neither a new title nor a new tree gives a link another target.
 * @param holders everything that has or had the name
 * @param at when the link was written
 */
export function holderOf(holders: readonly HeldName[], at: number): TreeId | null {
  const best = holders.reduce<HeldName | null>(
    (before, one) => (before === null || isBetter(one, before, at) ? one : before),
    null,
  );
  return best?.treeId ?? null;
}

function isBetter(one: HeldName, other: HeldName, at: number): boolean {
  const [rank, otherRank] = [rankOf(one, at), rankOf(other, at)];
  for (let index = 0; index < rank.length; index++) {
    const difference = (rank[index] ?? 0) - (otherRank[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return one.treeId > other.treeId;
}

function rankOf({ kind, since, until }: HeldName, at: number): readonly number[] {
  const byTitle = kind === 'title' ? 1 : 0;
  if (since > at) return [0, -since, byTitle];
  if (until === null || until > at) return [2, byTitle, since];
  return [1, until, byTitle];
}

/** Returns true if two names are compared as one. */
export function isSameName(one: string, other: string): boolean {
  return foldName(one) === foldName(other);
}
