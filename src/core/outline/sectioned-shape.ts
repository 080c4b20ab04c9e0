import { parentSections } from '../sections/sections.ts';
import type { TreeShape } from './outline.ts';

/** A chapter or a scene of the path. */
export interface PlacedSection {
  readonly level: number;
  /** The first position of the path that begins in it, as an index of the path; past the end for none. */
  readonly first: number;
  /** Alternatives that leave a text of the path after this heading in it, in their order there; none by default. */
  readonly forks?: readonly number[];
}

/**
 * The tree with the sections of its path as first levels: section i has the number `shape.count + i`, is below the
 * section that contains it or else below the root, and what the path shows of it is below it. Alternatives stay below
 * what they continue, unless that begins before the section.
 * @param path the positions of the path in order, from the root
 * @param sections in text order
 */
export function withSections(
  shape: TreeShape,
  path: readonly number[],
  sections: readonly PlacedSection[],
): TreeShape {
  const [root] = path;
  if (root === undefined || sections.length === 0) return shape;
  const count = shape.count + sections.length;
  const grown = (from: Int32Array) => {
    const into = new Int32Array(count).fill(-1);
    into.set(from.subarray(0, shape.count));
    return into;
  };
  const parents = grown(shape.parents);
  const firstChildren = grown(shape.firstChildren);
  const nextSiblings = grown(shape.nextSiblings);

  const unlink = (child: number) => {
    const parent = parents[child] ?? -1;
    const next = nextSiblings[child] ?? -1;
    let before = -1;
    for (let at = firstChildren[parent] ?? -1; at >= 0 && at !== child; at = nextSiblings[at] ?? -1)
      before = at;
    if (before >= 0) nextSiblings[before] = next;
    else if (parent >= 0) firstChildren[parent] = next;
    nextSiblings[child] = -1;
  };
  for (const [index, { first, forks = [] }] of sections.entries()) {
    const position = path[first];
    const isEmpty = first === sections[index + 1]?.first;
    if (position !== undefined && position !== root && !isEmpty) unlink(position);
    for (const fork of forks) unlink(fork);
  }

  const lastChildren = new Map<number, number>();
  const link = (child: number, parent: number) => {
    let last = lastChildren.get(parent) ?? firstChildren[parent] ?? -1;
    for (let next = nextSiblings[last] ?? -1; next >= 0; next = nextSiblings[last] ?? -1) last = next;
    if (last < 0) firstChildren[parent] = child;
    else nextSiblings[last] = child;
    lastChildren.set(parent, child);
    parents[child] = parent;
  };
  const above = parentSections(sections);
  for (const [index, { first, forks = [] }] of sections.entries()) {
    const parent = above[index] ?? -1;
    link(shape.count + index, parent < 0 ? root : shape.count + parent);
    for (const fork of forks) link(fork, shape.count + index);
    const position = path[first];
    const isEmpty = first === sections[index + 1]?.first;
    if (position !== undefined && position !== root && !isEmpty) link(position, shape.count + index);
  }
  return { count, parents, firstChildren, nextSiblings };
}
