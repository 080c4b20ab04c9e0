/** A tree as lines of an outline: parents before children, each subtree in one piece, siblings in order. */
export interface OrderedTree {
  readonly count: number;
  /** The index of each one's parent; -1 for the first. */
  readonly parents: Int32Array;
}

/**
 * Where each of a tree stands from left to right, in steps of one: siblings and cousins at least one apart, a parent over
 * the middle of its children, the order kept, and equal subtrees alike (Reingold and Tilford; in linear time as Buchheim,
 * Jünger and Leipert do it). How far down it stands is its level. Nothing recurses: a spine may be as deep as the tree.
 * @returns places from 0 on, the leftmost being at 0
 */
export function layOutTidily({ count, parents }: OrderedTree): Float64Array {
  const links = () => new Int32Array(count).fill(-1);
  const [first, last, next, before, threads, numbers] = [
    links(),
    links(),
    links(),
    links(),
    links(),
    links(),
  ];
  const ancestors = new Int32Array(count);
  const numbersOf = () => new Float64Array(count);
  // Of each subtree: where its top stands, how far what is below it moves with it, and what is to be spread over siblings.
  const [places, moves, middles, changes, shifts] = [
    numbersOf(),
    numbersOf(),
    numbersOf(),
    numbersOf(),
    numbersOf(),
  ];
  for (let one = count - 1; one > 0; one -= 1) {
    const parent = parents[one] ?? 0;
    const sibling = first[parent] ?? -1;
    next[one] = sibling;
    if (sibling < 0) last[parent] = one;
    else before[sibling] = one;
    first[parent] = one;
    ancestors[one] = one;
  }

  const left = (one: number) => ((first[one] ?? -1) >= 0 ? (first[one] ?? -1) : (threads[one] ?? -1));
  const right = (one: number) => ((last[one] ?? -1) >= 0 ? (last[one] ?? -1) : (threads[one] ?? -1));

  /** Puts a subtree beside all to the left of it; answers whose place the next one is to be spread from. */
  const putBeside = (one: number, parent: number, standIn: number): number => {
    const sibling = before[one] ?? -1;
    if (sibling < 0) return standIn;
    let [innerRight, outerRight, innerLeft, outerLeft] = [one, one, sibling, first[parent] ?? 0];
    let [sumInnerRight, sumOuterRight] = [moves[one] ?? 0, moves[one] ?? 0];
    let [sumInnerLeft, sumOuterLeft] = [moves[innerLeft] ?? 0, moves[outerLeft] ?? 0];
    let after = standIn;
    for (;;) {
      const nextLeft = right(innerLeft);
      const nextRight = left(innerRight);
      if (nextLeft < 0 || nextRight < 0) {
        if (nextLeft >= 0 && right(outerRight) < 0) {
          threads[outerRight] = nextLeft;
          moves[outerRight] = (moves[outerRight] ?? 0) + sumInnerLeft - sumOuterRight;
        }
        if (nextRight >= 0 && left(outerLeft) < 0) {
          threads[outerLeft] = nextRight;
          moves[outerLeft] = (moves[outerLeft] ?? 0) + sumInnerRight - sumOuterLeft;
          after = one;
        }
        return after;
      }
      innerLeft = nextLeft;
      innerRight = nextRight;
      outerLeft = left(outerLeft);
      outerRight = right(outerRight);
      ancestors[outerRight] = one;
      const gap = (places[innerLeft] ?? 0) + sumInnerLeft - (places[innerRight] ?? 0) - sumInnerRight + 1;
      if (gap > 0) {
        const known = ancestors[innerLeft] ?? 0;
        const from = parents[known] === parent ? known : standIn;
        const share = gap / ((numbers[one] ?? 0) - (numbers[from] ?? 0));
        changes[one] = (changes[one] ?? 0) - share;
        changes[from] = (changes[from] ?? 0) + share;
        shifts[one] = (shifts[one] ?? 0) + gap;
        places[one] = (places[one] ?? 0) + gap;
        moves[one] = (moves[one] ?? 0) + gap;
        sumInnerRight += gap;
        sumOuterRight += gap;
      }
      sumInnerLeft += moves[innerLeft] ?? 0;
      sumInnerRight += moves[innerRight] ?? 0;
      sumOuterLeft += moves[outerLeft] ?? 0;
      sumOuterRight += moves[outerRight] ?? 0;
    }
  };

  // All below one stands behind it in the list, so that backwards every subtree is done before its top.
  for (let parent = count - 1; parent >= 0; parent -= 1) {
    const eldest = first[parent] ?? -1;
    if (eldest < 0) continue;
    let standIn = eldest;
    let number = 0;
    for (let one = eldest; one >= 0; one = next[one] ?? -1) {
      numbers[one] = number++;
      const sibling = before[one] ?? -1;
      const middle = middles[one] ?? 0;
      places[one] = sibling < 0 ? middle : (places[sibling] ?? 0) + 1;
      moves[one] = sibling < 0 || (first[one] ?? -1) < 0 ? 0 : (places[one] ?? 0) - middle;
      standIn = putBeside(one, parent, standIn);
    }
    let shift = 0;
    let change = 0;
    for (let one = last[parent] ?? -1; one >= 0; one = before[one] ?? -1) {
      places[one] = (places[one] ?? 0) + shift;
      moves[one] = (moves[one] ?? 0) + shift;
      change += changes[one] ?? 0;
      shift += (shifts[one] ?? 0) + change;
    }
    middles[parent] = ((places[eldest] ?? 0) + (places[last[parent] ?? eldest] ?? 0)) / 2;
  }

  // From here on `moves` of one is how far all below it moves, its own ancestors' moves with it.
  let leftmost = 0;
  if (count > 0) places[0] = middles[0] ?? 0;
  for (let one = 1; one < count; one += 1) {
    const moved = moves[parents[one] ?? 0] ?? 0;
    places[one] = (places[one] ?? 0) + moved;
    moves[one] = (moves[one] ?? 0) + moved;
    leftmost = Math.min(leftmost, places[one] ?? 0);
  }
  if (leftmost < 0) for (let one = 0; one < count; one += 1) places[one] = (places[one] ?? 0) - leftmost;
  return places;
}
