/** A tree of positions numbered from 0; -1 means none. Siblings are in order. */
export interface TreeShape {
  readonly count: number;
  /** -1 at the root. */
  readonly parents: Int32Array;
  readonly firstChildren: Int32Array;
  readonly nextSiblings: Int32Array;
}

/** The part of a tree to list. */
export interface OutlineScope {
  /** The position listed first, with its subtree. */
  readonly top: number;
  /** Nonzero for positions whose children are listed; null: all. */
  readonly open: Uint8Array | null;
  /** Nonzero for positions to omit with their subtrees; null: none. */
  readonly hidden: Uint8Array | null;
  /**
   * 1 for positions that are not part of a folded chain, 2 for those that only begin one; else 0. Null: chains are not
   * folded.
   */
  readonly stops: Uint8Array | null;
  /** Rows below this position and later ones are always indented; by default none (`withSections`). */
  readonly indentedFrom?: number;
}

/** The rows of an outline in depth-first order, parents before children. Index i describes the i-th row. */
export interface OutlineRows {
  readonly count: number;
  /** The position of each row; for a folded chain, the first. */
  readonly positions: Int32Array;
  /** The last position of a folded chain; otherwise the position of the row. */
  readonly ends: Int32Array;
  /** The parent row; -1 for the first. */
  readonly parents: Int32Array;
  /** Depth of each row, counting from 1 for the first. */
  readonly levels: Int32Array;
  /**
   * Indentation: usually one more than the parent row. An only child has the indentation of its parent, so
   * that a long text in one piece stays at the left; but not if a later sibling of an ancestor would follow
   * at that indentation, because the child would look like a sibling of it.
   */
  readonly indents: Int32Array;
  /** 1-based position of each row among its siblings, and the number of siblings. */
  readonly setPositions: Int32Array;
  readonly setSizes: Int32Array;
  /** Number of child rows, listed or not. */
  readonly childCounts: Int32Array;
}

/** Lists a tree as outline rows. Linear in the size of the tree and not recursive. */
export function listOutline(shape: TreeShape, scope: OutlineScope): OutlineRows {
  const { firstChildren, nextSiblings } = shape;
  const { top, open, hidden, stops, indentedFrom = shape.count } = scope;
  const make = () => new Int32Array(shape.count);
  const [positions, ends, parents, levels] = [make(), make(), make(), make()];
  const [indents, setPositions, setSizes, childCounts] = [make(), make(), make(), make()];
  const [stack, stackParents, stackSetPositions] = [make(), make(), make()];
  /** Nonzero if another row follows at the same indentation after the subtree of this row. */
  const hasFollower = new Uint8Array(shape.count);
  const isHidden = (position: number) => hidden !== null && hidden[position] !== 0;
  const nextShown = (from: number) => {
    let position = from;
    while (position >= 0 && isHidden(position)) position = nextSiblings[position] ?? -1;
    return position;
  };
  const firstShown = (position: number) => nextShown(firstChildren[position] ?? -1);

  /** The last position of the chain of only children that starts here. */
  const endOf = (position: number) => {
    if (stops === null) return position;
    let end = position;
    while (stops[end] === 0 || (stops[end] === 2 && end === position)) {
      const child = firstShown(end);
      if (child < 0 || stops[child] !== 0 || nextShown(nextSiblings[child] ?? -1) >= 0) break;
      end = child;
    }
    return end;
  };

  let count = 0;
  let depth = 0;
  if (top >= 0 && top < shape.count) {
    stack[0] = top;
    stackParents[0] = -1;
    stackSetPositions[0] = 1;
    depth = 1;
  }
  while (depth > 0) {
    depth -= 1;
    const position = stack[depth] ?? 0;
    const parent = stackParents[depth] ?? -1;
    const end = endOf(position);
    const row = count++;
    positions[row] = position;
    ends[row] = end;
    parents[row] = parent;
    setPositions[row] = stackSetPositions[depth] ?? 1;
    setSizes[row] = parent < 0 ? 1 : (childCounts[parent] ?? 1);
    levels[row] = parent < 0 ? 1 : (levels[parent] ?? 0) + 1;
    const isInSection = parent >= 0 && (ends[parent] ?? 0) >= indentedFrom;
    const isFlat = parent >= 0 && setSizes[row] === 1 && hasFollower[parent] === 0 && !isInSection;
    indents[row] = parent < 0 ? 0 : (indents[parent] ?? 0) + (isFlat ? 0 : 1);
    hasFollower[row] = (setPositions[row] ?? 1) < (setSizes[row] ?? 1) ? 1 : 0;
    let children = 0;
    for (let child = firstShown(end); child >= 0; child = nextShown(nextSiblings[child] ?? -1)) children += 1;
    childCounts[row] = children;
    if (children === 0 || (open !== null && open[end] === 0)) continue;
    // The first child is on top of the stack, so it is popped next.
    let at = depth + children;
    let setPosition = 1;
    for (let child = firstShown(end); child >= 0; child = nextShown(nextSiblings[child] ?? -1)) {
      at -= 1;
      stack[at] = child;
      stackParents[at] = row;
      stackSetPositions[at] = setPosition;
      setPosition += 1;
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
    setPositions: cut(setPositions),
    setSizes: cut(setSizes),
    childCounts: cut(childCounts),
  };
}

/** The row of each position, its own or that of the chain it is folded into; -1 if it is not listed. */
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
