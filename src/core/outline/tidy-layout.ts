/** A tree in depth-first order: parents before children, siblings in order. */
export interface OrderedTree {
  readonly count: number;
  /** The parent of each node; -1 for the first. */
  readonly parents: Int32Array;
}

/**
 * The x coordinates of a tidy tree drawing: siblings and cousins at least one apart, each parent centred over its
 * children, order preserved, equal subtrees drawn alike (Reingold and Tilford, in the linear-time form of Buchheim,
 * Jünger and Leipert). The y coordinate is the level. Not recursive, because a spine may be as deep as the tree.
 * @returns coordinates from 0, the leftmost being 0
 */
export function layOutTidyTree({ count, parents }: OrderedTree): Float64Array {
  const links = () => new Int32Array(count).fill(-1);
  const [first, last, next, previous, threads, numbers] = [
    links(),
    links(),
    links(),
    links(),
    links(),
    links(),
  ];
  const ancestors = new Int32Array(count);
  const floats = () => new Float64Array(count);
  // For each subtree: the x of its root, the offset of its descendants, their midpoint, and what to spread
  // over siblings.
  const [xs, modifiers, midpoints, changes, shifts] = [floats(), floats(), floats(), floats(), floats()];
  for (let node = count - 1; node > 0; node -= 1) {
    const parent = parents[node] ?? 0;
    const sibling = first[parent] ?? -1;
    next[node] = sibling;
    if (sibling < 0) last[parent] = node;
    else previous[sibling] = node;
    first[parent] = node;
    ancestors[node] = node;
  }

  const left = (node: number) => ((first[node] ?? -1) >= 0 ? (first[node] ?? -1) : (threads[node] ?? -1));
  const right = (node: number) => ((last[node] ?? -1) >= 0 ? (last[node] ?? -1) : (threads[node] ?? -1));

  /**
   * Moves a subtree clear of all siblings to its left (APPORTION); returns the default ancestor for the next sibling.
   */
  const apportion = (node: number, parent: number, defaultAncestor: number): number => {
    const sibling = previous[node] ?? -1;
    if (sibling < 0) return defaultAncestor;
    let [innerRight, outerRight, innerLeft, outerLeft] = [node, node, sibling, first[parent] ?? 0];
    let [sumInnerRight, sumOuterRight] = [modifiers[node] ?? 0, modifiers[node] ?? 0];
    let [sumInnerLeft, sumOuterLeft] = [modifiers[innerLeft] ?? 0, modifiers[outerLeft] ?? 0];
    let nextDefault = defaultAncestor;
    for (;;) {
      const nextLeft = right(innerLeft);
      const nextRight = left(innerRight);
      if (nextLeft < 0 || nextRight < 0) {
        if (nextLeft >= 0 && right(outerRight) < 0) {
          threads[outerRight] = nextLeft;
          modifiers[outerRight] = (modifiers[outerRight] ?? 0) + sumInnerLeft - sumOuterRight;
        }
        if (nextRight >= 0 && left(outerLeft) < 0) {
          threads[outerLeft] = nextRight;
          modifiers[outerLeft] = (modifiers[outerLeft] ?? 0) + sumInnerRight - sumOuterLeft;
          nextDefault = node;
        }
        return nextDefault;
      }
      innerLeft = nextLeft;
      innerRight = nextRight;
      outerLeft = left(outerLeft);
      outerRight = right(outerRight);
      ancestors[outerRight] = node;
      const gap = (xs[innerLeft] ?? 0) + sumInnerLeft - (xs[innerRight] ?? 0) - sumInnerRight + 1;
      if (gap > 0) {
        const ancestor = ancestors[innerLeft] ?? 0;
        const from = parents[ancestor] === parent ? ancestor : defaultAncestor;
        const share = gap / ((numbers[node] ?? 0) - (numbers[from] ?? 0));
        changes[node] = (changes[node] ?? 0) - share;
        changes[from] = (changes[from] ?? 0) + share;
        shifts[node] = (shifts[node] ?? 0) + gap;
        xs[node] = (xs[node] ?? 0) + gap;
        modifiers[node] = (modifiers[node] ?? 0) + gap;
        sumInnerRight += gap;
        sumOuterRight += gap;
      }
      sumInnerLeft += modifiers[innerLeft] ?? 0;
      sumInnerRight += modifiers[innerRight] ?? 0;
      sumOuterLeft += modifiers[outerLeft] ?? 0;
      sumOuterRight += modifiers[outerRight] ?? 0;
    }
  };

  // Descendants come later in the list, so going backwards finishes every subtree before its root.
  for (let parent = count - 1; parent >= 0; parent -= 1) {
    const firstChild = first[parent] ?? -1;
    if (firstChild < 0) continue;
    let defaultAncestor = firstChild;
    let number = 0;
    for (let node = firstChild; node >= 0; node = next[node] ?? -1) {
      numbers[node] = number++;
      const sibling = previous[node] ?? -1;
      const midpoint = midpoints[node] ?? 0;
      xs[node] = sibling < 0 ? midpoint : (xs[sibling] ?? 0) + 1;
      modifiers[node] = sibling < 0 || (first[node] ?? -1) < 0 ? 0 : (xs[node] ?? 0) - midpoint;
      defaultAncestor = apportion(node, parent, defaultAncestor);
    }
    let shift = 0;
    let change = 0;
    for (let node = last[parent] ?? -1; node >= 0; node = previous[node] ?? -1) {
      xs[node] = (xs[node] ?? 0) + shift;
      modifiers[node] = (modifiers[node] ?? 0) + shift;
      change += changes[node] ?? 0;
      shift += (shifts[node] ?? 0) + change;
    }
    midpoints[parent] = ((xs[firstChild] ?? 0) + (xs[last[parent] ?? firstChild] ?? 0)) / 2;
  }

  // From here on `modifiers` holds the total offset of the descendants, including that of all ancestors.
  let leftmost = 0;
  if (count > 0) xs[0] = midpoints[0] ?? 0;
  for (let node = 1; node < count; node += 1) {
    const modifier = modifiers[parents[node] ?? 0] ?? 0;
    xs[node] = (xs[node] ?? 0) + modifier;
    modifiers[node] = (modifiers[node] ?? 0) + modifier;
    leftmost = Math.min(leftmost, xs[node] ?? 0);
  }
  if (leftmost < 0) for (let node = 0; node < count; node += 1) xs[node] = (xs[node] ?? 0) - leftmost;
  return xs;
}
