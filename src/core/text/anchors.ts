/**
 * Finds the common runs of two long texts by word sequences that occur exactly once in each (`domain.md`,
 * *Authorship*).
 */

/** A run of code units that an old and a new text have in common. */
export interface CommonRun {
  readonly oldFrom: number;
  readonly newFrom: number;
  /** UTF-16 code units. */
  readonly length: number;
}

/** Sequence lengths in words, longest first. Each is twice the next, because longer sequences are built from pairs. */
const SEQUENCE_LENGTHS = [16, 8, 4] as const;
/** The maximum number of old words that `matchRepeated` may skip at once. */
const MAX_SKIP = 2_000;

/**
 * Words and the separators between them. In scripts written without spaces, each character is a word. The letters that
 * most texts consist of are tried first, because classes of Unicode are slow.
 */
const WORD =
  /(?:[A-Za-z0-9'’]|(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}])[\p{L}\p{M}\p{N}])+|\s+|./gsu;

/** A text as numbers: equal words (or equal sequences of words starting there) have equal ids. */
export interface WordIds {
  readonly ids: readonly number[];
  /** The start offset of each word, followed by the length of the text. */
  readonly starts: readonly number[];
}

/** A range of words in each text. */
interface Piece {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Words `[oldFrom, oldFrom + count)` and `[newFrom, newFrom + count)` are equal. */
interface Match {
  readonly oldFrom: number;
  readonly newFrom: number;
  readonly count: number;
}

/** Word indexes at which the same sequence starts in the old and the new text. */
interface Pair {
  readonly old: number;
  readonly new: number;
}

/** The id of the sequence of `length` words that starts at each word of both texts. */
interface Sequences {
  readonly length: number;
  readonly oldIds: readonly number[];
  readonly newIds: readonly number[];
}

/** @param known the ids of words, to which new ones are added */
export function readWords(text: string, known: Map<string, number>): WordIds {
  const ids: number[] = [];
  const starts: number[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    starts.push(index);
    ids.push(idOf(known, word));
  }
  starts.push(text.length);
  return { ids, starts };
}

function idOf<K>(known: Map<K, number>, key: K): number {
  const id = known.get(key) ?? known.size;
  if (id === known.size) known.set(key, id);
  return id;
}

/** For each word index, the id of the sequence of `2 * half` words there, built from the ids for `half` words. */
function pairUp(
  half: number,
  oldIds: readonly number[],
  newIds: readonly number[],
): [readonly number[], readonly number[]] {
  const known = new Map<number, number>();
  // Both ids are smaller than the number of words, so a pair fits in one exact number.
  const base = oldIds.length + newIds.length;
  const pairs = (ids: readonly number[]): readonly number[] => {
    const paired: number[] = [];
    for (let i = 0; i + half < ids.length; i++) {
      paired.push(idOf(known, (ids[i] ?? 0) * base + (ids[i + half] ?? 0)));
    }
    return paired;
  };
  return [pairs(oldIds), pairs(newIds)];
}

/** The sequence ids of both texts for each of `SEQUENCE_LENGTHS`, in that order. */
function readSequences(oldWords: WordIds, newWords: WordIds): readonly Sequences[] {
  let [oldIds, newIds] = [oldWords.ids, newWords.ids];
  const sequences: Sequences[] = [];
  for (let length = 1; length < SEQUENCE_LENGTHS[0]; ) {
    [oldIds, newIds] = pairUp(length, oldIds, newIds);
    length *= 2;
    if (SEQUENCE_LENGTHS.some((target) => target === length)) sequences.unshift({ length, oldIds, newIds });
  }
  return sequences;
}

/** The index of each id that occurs exactly once in `[from, to)`. */
function uniqueIndexes(ids: readonly number[], from: number, to: number): Map<number, number> {
  const indexes = new Map<number, number>();
  for (let i = from; i < to; i++) {
    const id = ids[i];
    if (id !== undefined) indexes.set(id, indexes.has(id) ? -1 : i);
  }
  for (const [id, index] of indexes) if (index < 0) indexes.delete(id);
  return indexes;
}

/** The longest subsequence of pairs that increases in both texts; `pairs` are in the order of the new text. */
function longestIncreasing(pairs: readonly Pair[]): readonly Pair[] {
  /** For each length, the index of the pair with the smallest old index that ends an increasing subsequence. */
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [i, pair] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.old ?? 0) < pair.old) low = middle + 1;
      else high = middle;
    }
    previous.push(ends[low - 1] ?? -1);
    ends[low] = i;
  }
  const increasing: Pair[] = [];
  for (let i = ends.at(-1) ?? -1; i >= 0; i = previous[i] ?? -1) {
    const pair = pairs[i];
    if (pair !== undefined) increasing.push(pair);
  }
  return increasing.reverse();
}

/** Extends a match in both directions for as long as the words are equal, within the piece. */
function extendMatch(
  oldWords: WordIds,
  newWords: WordIds,
  piece: Piece,
  old: number,
  newIndex: number,
): Match {
  let before = 0;
  while (
    old - before > piece.oldFrom &&
    newIndex - before > piece.newFrom &&
    oldWords.ids[old - before - 1] === newWords.ids[newIndex - before - 1]
  ) {
    before++;
  }
  let after = 0;
  while (
    old + after < piece.oldTo &&
    newIndex + after < piece.newTo &&
    oldWords.ids[old + after] === newWords.ids[newIndex + after]
  ) {
    after++;
  }
  return { oldFrom: old - before, newFrom: newIndex - before, count: before + after };
}

/** Matches the sequences that occur exactly once in each side of the piece, extended as far as possible. */
function matchUnique(
  oldWords: WordIds,
  newWords: WordIds,
  { length, oldIds, newIds }: Sequences,
  piece: Piece,
): readonly Match[] {
  const inOld = uniqueIndexes(oldIds, piece.oldFrom, piece.oldTo - length + 1);
  const inNew = uniqueIndexes(newIds, piece.newFrom, piece.newTo - length + 1);
  const pairs: Pair[] = [];
  for (const [id, newIndex] of inNew) {
    const old = inOld.get(id);
    if (old !== undefined) pairs.push({ old, new: newIndex });
  }
  const matches: Match[] = [];
  let remaining = piece;
  for (const { old, new: newIndex } of longestIncreasing(pairs.sort((a, b) => a.new - b.new))) {
    if (old < remaining.oldFrom || newIndex < remaining.newFrom) continue;
    const match = extendMatch(oldWords, newWords, remaining, old, newIndex);
    matches.push(match);
    remaining = { ...remaining, oldFrom: match.oldFrom + match.count, newFrom: match.newFrom + match.count };
  }
  return matches;
}

/**
 * For text so repetitive that no sequence is unique: walks the new side once and matches each sequence with
 * its next occurrence in the old side, if that is near. Linear, because both sides are only walked forward.
 */
function matchRepeated(
  oldWords: WordIds,
  newWords: WordIds,
  { length, oldIds, newIds }: Sequences,
  piece: Piece,
): readonly Match[] {
  /** For each sequence, its indexes in the old side and how many of them have been passed. */
  const indexes = new Map<number, { list: number[]; passed: number }>();
  for (let i = piece.oldFrom; i <= piece.oldTo - length; i++) {
    const id = oldIds[i];
    if (id === undefined) continue;
    const known = indexes.get(id);
    if (known) known.list.push(i);
    else indexes.set(id, { list: [i], passed: 0 });
  }
  const matches: Match[] = [];
  let remaining = piece;
  while (remaining.newFrom <= piece.newTo - length) {
    const known = indexes.get(newIds[remaining.newFrom] ?? -1);
    while (known && (known.list[known.passed] ?? remaining.oldFrom) < remaining.oldFrom) known.passed++;
    const old = known?.list[known.passed];
    if (old === undefined || old - remaining.oldFrom > MAX_SKIP) {
      remaining = { ...remaining, newFrom: remaining.newFrom + 1 };
      continue;
    }
    const match = extendMatch(oldWords, newWords, remaining, old, remaining.newFrom);
    matches.push(match);
    remaining = { ...remaining, oldFrom: match.oldFrom + match.count, newFrom: match.newFrom + match.count };
  }
  return matches;
}

function gapsBetween(piece: Piece, matches: readonly Match[]): readonly Piece[] {
  const gaps: Piece[] = [];
  let { oldFrom, newFrom } = piece;
  for (const match of matches) {
    gaps.push({ oldFrom, oldTo: match.oldFrom, newFrom, newTo: match.newFrom });
    oldFrom = match.oldFrom + match.count;
    newFrom = match.newFrom + match.count;
  }
  gaps.push({ oldFrom, oldTo: piece.oldTo, newFrom, newTo: piece.newTo });
  return gaps;
}

/**
 * The common runs of an old and a new text, in order. Each gap between two runs is at most `limit` code units long on
 * both sides, or contains no match worth finding. The cost is linear except for sorting the anchors, and no deadline
 * affects the result.
 */
export function findAnchors(oldText: string, newText: string, limit: number): readonly CommonRun[] {
  const known = new Map<string, number>();
  const oldWords = readWords(oldText, known);
  const newWords = readWords(newText, known);
  const lengthOf = (words: WordIds, from: number, to: number): number =>
    (words.starts[to] ?? 0) - (words.starts[from] ?? 0);
  const isTooLong = ({ oldFrom, oldTo, newFrom, newTo }: Piece): boolean =>
    oldTo > oldFrom &&
    newTo > newFrom &&
    Math.max(lengthOf(oldWords, oldFrom, oldTo), lengthOf(newWords, newFrom, newTo)) > limit;

  const whole = { oldFrom: 0, oldTo: oldWords.ids.length, newFrom: 0, newTo: newWords.ids.length };
  const matches: Match[] = [];
  let pieces: readonly Piece[] = [whole].filter(isTooLong);
  const divide = (findMatches: typeof matchUnique, sequences: Sequences): void => {
    pieces = pieces.flatMap((piece) => {
      const found = findMatches(oldWords, newWords, sequences, piece);
      for (const match of found) matches.push(match);
      return gapsBetween(piece, found).filter(isTooLong);
    });
  };
  const levels = readSequences(oldWords, newWords);
  for (const level of levels) divide(matchUnique, level);
  const shortest = levels.at(-1);
  if (shortest !== undefined) divide(matchRepeated, shortest);
  return matches
    .sort((a, b) => a.newFrom - b.newFrom)
    .map(({ oldFrom, newFrom, count }) => ({
      oldFrom: oldWords.starts[oldFrom] ?? 0,
      newFrom: newWords.starts[newFrom] ?? 0,
      length: lengthOf(newWords, newFrom, newFrom + count),
    }));
}
