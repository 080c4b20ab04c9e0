/** A tree of positions named by numbers from 0; -1 names none. Siblings stand in order. */
export interface TreeShape {
  readonly count: number;
  /** -1 at the root. */
  readonly parents: Int32Array;
  readonly firstChildren: Int32Array;
  readonly nextSiblings: Int32Array;
}

/** What of a tree is listed. */
export interface OutlineWish {
  /** The position listed first, with what is below it. */
  readonly top: number;
  /** Not 0 where what continues a position is listed; null: everywhere. */
  readonly open: Uint8Array | null;
  /** Not 0 where a position is left out with all below it; null: nowhere. */
  readonly hidden: Uint8Array | null;
  /** Not 0 where no chain goes on before or behind a position; null: chains are not folded. */
  readonly stops: Uint8Array | null;
}

/** The lines of an outline, parents before children, each subtree in one piece. Index i speaks of the i-th line. */
export interface OutlineRows {
  readonly count: number;
  /** The position of a line; of a folded chain the first. */
  readonly positions: Int32Array;
  /** The last position of a folded chain; else the line's own. */
  readonly ends: Int32Array;
  /** The line that a line is below; -1 for the first. */
  readonly parents: Int32Array;
  /** Lines above a line that it is below, itself counted: 1 for the first. */
  readonly levels: Int32Array;
  /**
   * How far a line is set in: one more than the line it is below. An only one stands as far in as that, so that a long
   * text in one piece stays at the left, unless lines beside those above it follow there, for it would look like one of them.
   */
  readonly indents: Int32Array;
  /** 1-based place among the lines below the same one, and their number. */
  readonly places: Int32Array;
  readonly setSizes: Int32Array;
  /** How many lines there are below, listed or not, one step down. */
  readonly childCounts: Int32Array;
}

/** Lists a tree as an outline; takes time in proportion to the tree, and nothing recurses. */
export function listOutline(shape: TreeShape, wish: OutlineWish): OutlineRows {
  const { firstChildren, nextSiblings } = shape;
  const { top, open, hidden, stops } = wish;
  const make = () => new Int32Array(shape.count);
  const [positions, ends, parents, levels] = [make(), make(), make(), make()];
  const [indents, places, setSizes, childCounts] = [make(), make(), make(), make()];
  const [waiting, waitingParents, waitingPlaces] = [make(), make(), make()];
  /** Not 0 where another line stands as far in once all below this one is listed. */
  const goesOn = new Uint8Array(shape.count);
  const isHidden = (position: number) => hidden !== null && hidden[position] !== 0;
  const nextShown = (from: number) => {
    let position = from;
    while (position >= 0 && isHidden(position)) position = nextSiblings[position] ?? -1;
    return position;
  };
  const firstShown = (position: number) => nextShown(firstChildren[position] ?? -1);

  /** The last position of the chain of single children that begins here. */
  const endOf = (position: number) => {
    if (stops === null) return position;
    let end = position;
    while (stops[end] === 0) {
      const child = firstShown(end);
      if (child < 0 || stops[child] !== 0 || nextShown(nextSiblings[child] ?? -1) >= 0) break;
      end = child;
    }
    return end;
  };

  let count = 0;
  let depth = 0;
  if (top >= 0 && top < shape.count) {
    waiting[0] = top;
    waitingParents[0] = -1;
    waitingPlaces[0] = 1;
    depth = 1;
  }
  while (depth > 0) {
    depth -= 1;
    const position = waiting[depth] ?? 0;
    const parent = waitingParents[depth] ?? -1;
    const end = endOf(position);
    const row = count++;
    positions[row] = position;
    ends[row] = end;
    parents[row] = parent;
    places[row] = waitingPlaces[depth] ?? 1;
    setSizes[row] = parent < 0 ? 1 : (childCounts[parent] ?? 1);
    levels[row] = parent < 0 ? 1 : (levels[parent] ?? 0) + 1;
    const isFlat = parent >= 0 && setSizes[row] === 1 && goesOn[parent] === 0;
    indents[row] = parent < 0 ? 0 : (indents[parent] ?? 0) + (isFlat ? 0 : 1);
    goesOn[row] = (places[row] ?? 1) < (setSizes[row] ?? 1) ? 1 : 0;
    let children = 0;
    for (let child = firstShown(end); child >= 0; child = nextShown(nextSiblings[child] ?? -1)) children += 1;
    childCounts[row] = children;
    if (children === 0 || (open !== null && open[end] === 0)) continue;
    // The first child lies on top, so that it comes out next.
    let at = depth + children;
    let place = 1;
    for (let child = firstShown(end); child >= 0; child = nextShown(nextSiblings[child] ?? -1)) {
      at -= 1;
      waiting[at] = child;
      waitingParents[at] = row;
      waitingPlaces[at] = place;
      place += 1;
    }
    depth += children;
  }
  const cut = (all: Int32Array) => all.subarray(0, count);
  return {
    count,
    positions: cut(positions),
    ends: cut(ends),
    parents: cut(parents),
    levels: cut(levels),
    indents: cut(indents),
    places: cut(places),
    setSizes: cut(setSizes),
    childCounts: cut(childCounts),
  };
}

/** The line on which a position stands, itself or in a chain; -1 where it is not listed. */
export function rowsByPosition({ count, positions, ends }: OutlineRows, { count: all, parents }: TreeShape) {
  const rows = new Int32Array(all).fill(-1);
  for (let row = 0; row < count; row += 1) {
    const first = positions[row] ?? 0;
    let at = ends[row] ?? 0;
    while (at !== first && at >= 0) {
      rows[at] = row;
      at = parents[at] ?? -1;
    }
    rows[first] = row;
  }
  return rows;
}
