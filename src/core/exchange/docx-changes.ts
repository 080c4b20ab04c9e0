/** The paragraphs of a text beside those that it has with all suggestions used (`books.md`, *Notes and suggestions*). */
import type { SuggestedEdit } from '../book/book-marks.ts';
import type { BookBlock } from '../book/read-book.ts';
import type { TextRange } from '../text/span.ts';

/** A paragraph with whether it begins a page. */
export interface PagedBlock {
  readonly block: BookBlock;
  readonly breaksPage: boolean;
}

/** A paragraph of the text, and what becomes of it. One of the two is null for one that is removed or added whole. */
export interface BlockPair {
  readonly old: PagedBlock | null;
  readonly now: PagedBlock | null;
  readonly isSame: boolean;
}

function areAlike(one: PagedBlock, other: PagedBlock): boolean {
  const { kind, level } = one.block;
  return kind === other.block.kind && level === other.block.level;
}

function areSame(one: PagedBlock, other: PagedBlock): boolean {
  const { lines } = other.block;
  return (
    areAlike(one, other) &&
    one.block.lines.length === lines.length &&
    one.block.lines.every(({ text }, index) => text === lines[index]?.text)
  );
}

/** Pairs the paragraphs of both texts, in order. */
export function* pairBlocks(
  olds: readonly PagedBlock[],
  nows: readonly PagedBlock[],
  edits: readonly SuggestedEdit[],
): Generator<BlockPair> {
  let region: { old: PagedBlock[]; now: PagedBlock[] } = { old: [], now: [] };
  for (let at = 0, atNow = 0; at < olds.length || atNow < nows.length; ) {
    const [old, now] = [olds[at], nows[atNow]];
    const isSame = old !== undefined && now !== undefined && areSame(old, now);
    // LibreOffice joins words deleted at the beginning of a paragraph with the paragraph deleted before it.
    const canChange = isSame || region.old.length === 0 || (old !== undefined && beginsUnchanged(old, edits));
    if (canChange && old !== undefined && now !== undefined && areInPlace(old, now, edits)) {
      yield* pairRegion(region.old, region.now);
      region = { old: [], now: [] };
      yield { old, now, isSame };
      at += 1;
      atNow += 1;
      continue;
    }
    const isRemoved = old !== undefined && isInEdit(old, edits, oldRange);
    const isAdded = now !== undefined && isInEdit(now, edits, newRange);
    const start = old === undefined ? Infinity : placeNow(rangeOf(old).from, edits).from;
    const startNow = now === undefined ? Infinity : rangeOf(now).from;
    const isPair = !isRemoved && !isAdded && start === startNow;
    const takesOld = old !== undefined && (isRemoved || (!isAdded && start <= startNow));
    if (takesOld) {
      region.old.push(old);
      at += 1;
    }
    if (now !== undefined && (!takesOld || isPair)) {
      region.now.push(now);
      atNow += 1;
    }
  }
  yield* pairRegion(region.old, region.now);
}

type RangeOf = (edit: SuggestedEdit) => TextRange;

const oldRange: RangeOf = (edit) => edit;
const newRange: RangeOf = ({ fromNow, toNow }) => ({ from: fromNow, to: toNow });

/** The index of the first edit that ends after an offset. */
function indexAfter(edits: readonly SuggestedEdit[], offset: number, rangeOf: RangeOf): number {
  let low = 0;
  let high = edits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const edit = edits[middle];
    if (edit !== undefined && rangeOf(edit).to <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function rangeOf({ block: { lines } }: PagedBlock): TextRange {
  const { from, text } = lines.at(-1) ?? lines[0];
  return { from: lines[0].from, to: from + text.length };
}

/** Returns true if one edit removes, or inserts, all of a paragraph. */
function isInEdit(block: PagedBlock, edits: readonly SuggestedEdit[], rangeOfEdit: RangeOf): boolean {
  const { from, to } = rangeOf(block);
  const edit = edits[indexAfter(edits, from, rangeOfEdit)];
  return edit !== undefined && rangeOfEdit(edit).from <= from && to <= rangeOfEdit(edit).to;
}

/** Returns true if two paragraphs of one kind begin and end at the same words. */
function areInPlace(old: PagedBlock, now: PagedBlock, edits: readonly SuggestedEdit[]): boolean {
  const [range, { from, to }] = [rangeOf(old), rangeOf(now)];
  const [start, end] = [placeNow(range.from, edits), placeNow(range.to, edits)];
  return areAlike(old, now) && start.from <= from && from <= start.to && end.from <= to && to <= end.to;
}

/** The place of an offset in the text with all suggestions: what is there for words that it is in, or that end there. */
function placeNow(offset: number, edits: readonly SuggestedEdit[]): TextRange {
  const next = indexAfter(edits, offset, oldRange);
  const inside = edits[next];
  if (inside !== undefined && inside.from < offset) return newRange(inside);
  const before = edits[next - 1];
  if (before === undefined) return { from: offset, to: offset };
  let first = before;
  for (let at = next - 2; edits[at]?.to === offset; at -= 1) first = edits[at] ?? first;
  const to = offset + before.toNow - before.to;
  return { from: first.to === offset ? first.fromNow : to, to };
}

function beginsUnchanged(old: PagedBlock, edits: readonly SuggestedEdit[]): boolean {
  const { from } = rangeOf(old);
  return (edits[indexAfter(edits, from, oldRange)]?.from ?? Infinity) > from;
}

function* pairRegion(olds: readonly PagedBlock[], nows: readonly PagedBlock[]): Generator<BlockPair> {
  const most = Math.min(olds.length, nows.length);
  const isSameAt = (index: number, indexNow: number) => {
    const [old, now] = [olds.at(index), nows.at(indexNow)];
    return old !== undefined && now !== undefined && areSame(old, now);
  };
  let first = 0;
  while (first < most && isSameAt(first, first)) first += 1;
  let last = 0;
  while (last < most - first && isSameAt(-1 - last, -1 - last)) last += 1;
  const [changed, changedNow] = [
    olds.slice(first, olds.length - last),
    nows.slice(first, nows.length - last),
  ];
  const areAllAlike = changed.every((old, index) => {
    const now = changedNow[index];
    return now !== undefined && areAlike(old, now);
  });
  const same = (old: PagedBlock, index: number) => ({ old, now: nows[index] ?? null, isSame: true });
  yield* olds.slice(0, first).map(same);
  if (areAllAlike && changed.length === changedNow.length) {
    for (const [index, old] of changed.entries())
      yield { old, now: changedNow[index] ?? null, isSame: false };
  } else {
    for (const old of changed) yield { old, now: null, isSame: false };
    for (const now of changedNow) yield { old: null, now, isSame: false };
  }
  yield* olds.slice(olds.length - last).map((old) => ({ old, now: old, isSame: true }));
}

/** Pieces of a paragraph that stand between two edits, or that one edit replaces by others. */
export interface ChangedPieces<Piece> {
  readonly edit: SuggestedEdit;
  readonly old: readonly Piece[];
  readonly now: readonly Piece[];
}

/**
 * The pieces of a paragraph and of what becomes of it, in order, by the edits that they are in or between.
 * @param old with offsets of the text @param now with those of the text with all suggestions
 */
export function changedPieces<Piece extends TextRange>(
  old: readonly Piece[],
  now: readonly Piece[],
  edits: readonly SuggestedEdit[],
): readonly ChangedPieces<Piece>[] {
  const groups = new Map<number, { edit: SuggestedEdit; old: Piece[]; now: Piece[] }>();
  const add = (side: 'old' | 'now', pieces: readonly Piece[], rangeOfEdit: RangeOf) => {
    for (const piece of pieces) {
      const found = findEdit(piece, edits, rangeOfEdit);
      if (found === null) continue;
      const group = groups.get(found.key) ?? { edit: found.edit, old: [], now: [] };
      group[side].push(piece);
      groups.set(found.key, group);
    }
  };
  add('old', old, oldRange);
  add('now', now, newRange);
  return [...groups].sort(([one], [other]) => one - other).map(([, group]) => group);
}

/** The edit that a piece is in, with an odd key; between two of them the nearer one, with an even key. */
function findEdit(
  piece: TextRange,
  edits: readonly SuggestedEdit[],
  rangeOfEdit: RangeOf,
): { readonly key: number; readonly edit: SuggestedEdit } | null {
  const index = indexAfter(edits, piece.from, rangeOfEdit);
  const [before, next] = [edits[index - 1], edits[index]];
  if (next !== undefined && rangeOfEdit(next).from <= piece.from) return { key: 2 * index + 1, edit: next };
  const isNearer =
    before !== undefined &&
    next !== undefined &&
    piece.from - rangeOfEdit(before).to < rangeOfEdit(next).from - piece.to;
  const edit = isNearer ? before : (next ?? before);
  return edit === undefined ? null : { key: 2 * index, edit };
}
