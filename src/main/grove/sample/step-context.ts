import { assert } from '../../../core/assert.ts';
import type { NodeId, TreeId } from '../../../core/ids.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { Author } from '../../../core/tree/new-node.ts';

/** The authors of the sample, by their names in its files. */
export type Authors = ReadonlyMap<string, Author>;

/** A tree whose steps have been run. */
export type WrittenTree = Pick<StepContext, 'treeId' | 'names'>;

/** The state shared by the steps of one tree. */
export interface StepContext {
  readonly treeId: TreeId;
  /** The tree that it is about; null for none. */
  readonly topic: WrittenTree | null;
  /** The trees before it, by their titles. */
  readonly earlier: ReadonlyMap<string, WrittenTree>;
  readonly authors: Authors;
  /** The nodes written so far, by their names in the file; each step adds its own. */
  readonly names: Map<string, NodeId>;
  readonly idsAndClock: IdsAndClock;
}

/** The author with this name in the sample. */
export function getAuthor(authors: Authors, name: string): Author {
  const author = authors.get(name);
  assert(author !== undefined, `the sample has no author ${name}`);
  return author;
}

/** The node with this name in the sample. */
export function getNamed(names: StepContext['names'], name: string): NodeId {
  const id = names.get(name);
  assert(id !== undefined, `the sample has no node ${name} yet`);
  return id;
}
