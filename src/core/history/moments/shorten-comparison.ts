import type { BlockComparison } from './compare-blocks.ts';

/** Unchanged blocks that a comparison leaves out. */
export interface ComparisonGap {
  readonly kind: 'gap';
  readonly blocks: number;
}

/** Unchanged blocks kept beside a change. */
const KEPT = 1;

/** The comparison with its runs of unchanged blocks shortened to those beside a change. */
export function shortenComparison(
  comparison: readonly BlockComparison[],
): readonly (BlockComparison | ComparisonGap)[] {
  const shortened: (BlockComparison | ComparisonGap)[] = [];
  for (let from = 0; from < comparison.length; ) {
    let to = from;
    while (to < comparison.length && comparison[to]?.kind === 'same') to += 1;
    const start = from === 0 ? from : Math.min(to, from + KEPT);
    const end = to === comparison.length ? to : Math.max(start, to - KEPT);
    // A gap of one block would take as much room as the block.
    if (end - start <= 1) shortened.push(...comparison.slice(from, to));
    else {
      shortened.push(...comparison.slice(from, start), { kind: 'gap', blocks: end - start });
      shortened.push(...comparison.slice(end, to));
    }
    const changed = comparison[to];
    if (changed !== undefined) shortened.push(changed);
    from = to + 1;
  }
  return shortened;
}
