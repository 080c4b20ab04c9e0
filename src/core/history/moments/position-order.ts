import type { PositionId } from '../../ids.ts';

/** A position and the one that it continues. */
export interface PositionParent {
  readonly position: PositionId;
  readonly parent: PositionId;
}

/** The positions of a tree, made so that whether one is above another is known at once. */
export class PositionOrder {
  /** Each position with its place in a walk through the tree, and that of the last position below it. */
  readonly #places = new Map<PositionId, { readonly first: number; last: number }>();
  readonly #parents: ReadonlyMap<PositionId, PositionId>;

  /** @param positions all but the root, in any order; those that a damaged file does not join to it are on no path */
  constructor(root: PositionId, positions: readonly PositionParent[]) {
    const children = new Map<PositionId, PositionId[]>();
    for (const { position, parent } of positions) {
      const siblings = children.get(parent);
      if (siblings === undefined) children.set(parent, [position]);
      else siblings.push(position);
    }
    this.#parents = new Map(positions.map(({ position, parent }) => [position, parent]));
    let count = 0;
    const open: {
      readonly place: { last: number };
      readonly children: readonly PositionId[];
      next: number;
    }[] = [];
    const enter = (position: PositionId) => {
      const place = { first: count, last: count };
      count += 1;
      this.#places.set(position, place);
      open.push({ place, children: children.get(position) ?? [], next: 0 });
    };
    enter(root);
    for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
      const child = at.children[at.next];
      at.next += 1;
      if (child === undefined) {
        at.place.last = count - 1;
        open.pop();
      } else if (!this.#places.has(child)) enter(child);
    }
  }

  /** Returns true if the path to `head` passes through a position, or ends there. */
  isOnPath(position: PositionId, head: PositionId): boolean {
    const [own, below] = [this.#places.get(position), this.#places.get(head)];
    return own !== undefined && below !== undefined && own.first <= below.first && below.first <= own.last;
  }

  /** The positions on the path to `head` after the last that the path to `other` has too, from above: up to `most`. */
  after(other: PositionId, head: PositionId, most: number): readonly PositionId[] | null {
    const tail: PositionId[] = [];
    for (let at: PositionId | undefined = head; at !== undefined; at = this.#parents.get(at)) {
      if (this.isOnPath(at, other)) return tail.reverse();
      if (tail.length === most) return null;
      tail.push(at);
    }
    return null;
  }
}
