/** Two moments compared block by block (`layers.md`, *The time line*). */
import { commonLines } from '../../text/common-lines.ts';
import { unchangedShare } from '../../text/diff-columns.ts';
import { diffWords, type WordDiffPart } from '../../text/word-diff.ts';
import type { Block } from '../block.ts';

/**
 * The relation of an earlier block to a later one. `moved` has the same words in another place: it stands where it was
 * (`isFrom`) and where it is. Every text has the line ends that separate it from the block before.
 */
export type BlockComparison =
  | { readonly kind: 'same'; readonly text: string }
  | { readonly kind: 'added' | 'removed'; readonly text: string }
  | { readonly kind: 'moved'; readonly text: string; readonly isFrom: boolean }
  | { readonly kind: 'changed'; readonly words: readonly WordDiffPart[] };

/** The share of its words from which a block counts as changed rather than replaced. */
const CHANGED_SHARE = 0.4;
/** A block of fewer UTF-16 code units, such as “Yes.”, may be in two places by chance. */
const MOVED_LENGTH = 16;
/** Distance beyond the last pair within which the successor of a removed block is sought. */
const REACH = 20;
/** Beyond this, the words of two blocks are not compared to see whether they are alike. UTF-16 code units. */
const COMPARED_LENGTH = 20_000;

/**
 * All blocks of both texts in reading order, what was removed before what stands in its place. `same`, `removed`,
 * `moved` from and the old words of `changed`, joined, are the earlier text, and likewise the later one.
 */
export function compareBlocks(old: readonly Block[], now: readonly Block[]): readonly BlockComparison[] {
  const comparison: BlockComparison[] = [];
  const gaps = gapsBetween(old, now);
  const moved = findMoved(gaps);
  for (const { before, removed, added } of gaps) {
    for (const { text } of before) comparison.push({ kind: 'same', text });
    comparison.push(...compareGap(removed, added, moved));
  }
  return comparison;
}

/** Blocks that both have, and the blocks after them that only one has. */
interface Gap {
  readonly before: readonly Block[];
  readonly removed: readonly Block[];
  readonly added: readonly Block[];
}

function gapsBetween(old: readonly Block[], now: readonly Block[]): readonly Gap[] {
  const gaps: Gap[] = [];
  const end = { oldFrom: old.length, newFrom: now.length, length: 0 };
  let last = { oldFrom: 0, newFrom: 0, length: 0 };
  for (const run of [...commonLines(old.map(keyOf), now.map(keyOf)), end]) {
    const [oldAt, newAt] = [last.oldFrom + last.length, last.newFrom + last.length];
    gaps.push({
      before: old.slice(last.oldFrom, oldAt),
      removed: old.slice(oldAt, run.oldFrom),
      added: now.slice(newAt, run.newFrom),
    });
    last = run;
  }
  return gaps;
}

/** Two blocks are the same if their kinds and texts are. */
function keyOf({ kind, text }: Block): string {
  return `${kind}:${text}`;
}

/** The blocks that only changed their place. */
function findMoved(gaps: readonly Gap[]): ReadonlySet<Block> {
  const removed = new Map<string, Block[]>();
  for (const block of gaps.flatMap((gap) => gap.removed)) {
    const key = wordsOf(block);
    if (key.length < MOVED_LENGTH) continue;
    const known = removed.get(key);
    if (known === undefined) removed.set(key, [block]);
    else known.push(block);
  }
  const moved = new Set<Block>();
  for (const block of gaps.flatMap((gap) => gap.added)) {
    const source = removed.get(wordsOf(block))?.shift();
    if (source !== undefined) moved.add(source).add(block);
  }
  return moved;
}

/** The text without the separator before it. */
function wordsOf({ text }: Block): string {
  return text.trim();
}

function compareGap(
  removed: readonly Block[],
  added: readonly Block[],
  moved: ReadonlySet<Block>,
): readonly BlockComparison[] {
  const comparison: BlockComparison[] = [];
  let at = 0;
  for (const block of removed) {
    const { text } = block;
    if (moved.has(block)) {
      comparison.push({ kind: 'moved', text, isFrom: true });
      continue;
    }
    const found = findChanged(block, added, at, moved);
    if (found === null) comparison.push({ kind: 'removed', text });
    else {
      for (const one of added.slice(at, found.index)) comparison.push(comparedAdded(one, moved));
      comparison.push({ kind: 'changed', words: found.words });
      at = found.index + 1;
    }
  }
  for (const one of added.slice(at)) comparison.push(comparedAdded(one, moved));
  return comparison;
}

function comparedAdded(block: Block, moved: ReadonlySet<Block>): BlockComparison {
  return moved.has(block)
    ? { kind: 'moved', text: block.text, isFrom: false }
    : { kind: 'added', text: block.text };
}

/** The first of the blocks from index `from` on that is a removed one, changed. */
function findChanged(
  removed: Block,
  added: readonly Block[],
  from: number,
  moved: ReadonlySet<Block>,
): { readonly index: number; readonly words: readonly WordDiffPart[] } | null {
  for (let index = from; index < Math.min(from + REACH, added.length); index++) {
    const block = added[index];
    if (block === undefined || moved.has(block) || block.kind !== removed.kind) continue;
    if (isAlike(wordsOf(removed), wordsOf(block)))
      return { index, words: diffWords(removed.text, block.text) };
  }
  return null;
}

function isAlike(one: string, other: string): boolean {
  // Their lengths alone may show that too little of them can be the same.
  const most = (2 * Math.min(one.length, other.length)) / (one.length + other.length);
  if (Math.max(one.length, other.length) > COMPARED_LENGTH || most < CHANGED_SHARE) return false;
  return unchangedShare(diffWords(one, other)) >= CHANGED_SHARE;
}

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
