/** Finds what two long texts have in common, by word sequences that occur once in each (`domain.md`, *Authorship*). */

/** Code units that are the same in an old text and a new one. */
export interface KeptRun {
  readonly oldFrom: number;
  readonly newFrom: number;
  /** UTF-16 code units. */
  readonly length: number;
}

/** Lengths of the sequences tried, longest first: each is twice the next, since longer ones are made of pairs. */
const SEQUENCE_LENGTHS = [16, 8, 4] as const;
/** How many words of the old text the treatment of repetitive pieces may pass over at once. */
const MAX_SKIP = 2_000;

/** Words, and each thing between them; scripts written without spaces count character by character. */
const WORD =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]|(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}])[\p{L}\p{M}\p{N}'’])+|\s+|./gsu;

/** A text as numbers, equal where the words (or the sequences of words that begin there) are equal. */
interface Words {
  readonly ids: readonly number[];
  /** Where each word begins, and at last where the text ends. */
  readonly starts: readonly number[];
}

/** A stretch of words in both texts. */
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

/** The same sequence of words in an old and a new text, by where it begins. */
interface Pair {
  readonly old: number;
  readonly new: number;
}

/** Which sequence of `length` words begins at each place of both texts. */
interface Sequences {
  readonly length: number;
  readonly oldIds: readonly number[];
  readonly newIds: readonly number[];
}

function readWords(text: string, known: Map<string, number>): Words {
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

/** For each place, the id of the sequence of `2 * half` words there, from the ids of the sequences of `half` words. */
function pairUp(
  half: number,
  oldIds: readonly number[],
  newIds: readonly number[],
): [readonly number[], readonly number[]] {
  const known = new Map<number, number>();
  // Both ids are smaller than the number of places, so that a pair fits one exact number.
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
function readSequences(oldWords: Words, newWords: Words): readonly Sequences[] {
  let [oldIds, newIds] = [oldWords.ids, newWords.ids];
  const sequences: Sequences[] = [];
  for (let length = 1; length < SEQUENCE_LENGTHS[0]; ) {
    [oldIds, newIds] = pairUp(length, oldIds, newIds);
    length *= 2;
    if (SEQUENCE_LENGTHS.some((wanted) => wanted === length)) sequences.unshift({ length, oldIds, newIds });
  }
  return sequences;
}

/** Where each id stands in `[from, to)`, of those that stand there once. */
function placesOfSingles(ids: readonly number[], from: number, to: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let i = from; i < to; i++) {
    const id = ids[i];
    if (id !== undefined) places.set(id, places.has(id) ? -1 : i);
  }
  for (const [id, place] of places) if (place < 0) places.delete(id);
  return places;
}

/** The longest choice of pairs that rises in both texts; `pairs` are in the new text's order. */
function longestRising(pairs: readonly Pair[]): readonly Pair[] {
  /** Index of the pair with the smallest old place that ends a rising choice of each length. */
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
  const rising: Pair[] = [];
  for (let i = ends.at(-1) ?? -1; i >= 0; i = previous[i] ?? -1) {
    const pair = pairs[i];
    if (pair !== undefined) rising.push(pair);
  }
  return rising.reverse();
}

/** Grows a chance meeting of equal words as far as the words around it are equal too, inside the piece. */
function grow(oldWords: Words, newWords: Words, piece: Piece, old: number, now: number): Match {
  let before = 0;
  while (
    old - before > piece.oldFrom &&
    now - before > piece.newFrom &&
    oldWords.ids[old - before - 1] === newWords.ids[now - before - 1]
  ) {
    before++;
  }
  let after = 0;
  while (
    old + after < piece.oldTo &&
    now + after < piece.newTo &&
    oldWords.ids[old + after] === newWords.ids[now + after]
  ) {
    after++;
  }
  return { oldFrom: old - before, newFrom: now - before, count: before + after };
}

/** The sequences that stand once in each side of the piece, grown as far as they go. */
function matchSingles(
  oldWords: Words,
  newWords: Words,
  { length, oldIds, newIds }: Sequences,
  piece: Piece,
): readonly Match[] {
  const inOld = placesOfSingles(oldIds, piece.oldFrom, piece.oldTo - length + 1);
  const inNew = placesOfSingles(newIds, piece.newFrom, piece.newTo - length + 1);
  const pairs: Pair[] = [];
  for (const [id, now] of inNew) {
    const old = inOld.get(id);
    if (old !== undefined) pairs.push({ old, new: now });
  }
  const matches: Match[] = [];
  let rest = piece;
  for (const { old, new: now } of longestRising(pairs.sort((a, b) => a.new - b.new))) {
    if (old < rest.oldFrom || now < rest.newFrom) continue;
    const match = grow(oldWords, newWords, rest, old, now);
    matches.push(match);
    rest = { ...rest, oldFrom: match.oldFrom + match.count, newFrom: match.newFrom + match.count };
  }
  return matches;
}

/**
 * For text so repetitive that nothing in it is single: goes through the new side once and takes for each sequence the
 * next place of the old side where it stands, if that is not far. Linear, since both sides are only walked forward.
 */
function matchRepeated(
  oldWords: Words,
  newWords: Words,
  { length, oldIds, newIds }: Sequences,
  piece: Piece,
): readonly Match[] {
  /** For each sequence its places in the old side, and how many of them are behind. */
  const places = new Map<number, { list: number[]; behind: number }>();
  for (let i = piece.oldFrom; i <= piece.oldTo - length; i++) {
    const id = oldIds[i];
    if (id === undefined) continue;
    const known = places.get(id);
    if (known) known.list.push(i);
    else places.set(id, { list: [i], behind: 0 });
  }
  const matches: Match[] = [];
  let rest = piece;
  while (rest.newFrom <= piece.newTo - length) {
    const known = places.get(newIds[rest.newFrom] ?? -1);
    while (known && (known.list[known.behind] ?? rest.oldFrom) < rest.oldFrom) known.behind++;
    const old = known?.list[known.behind];
    if (old === undefined || old - rest.oldFrom > MAX_SKIP) {
      rest = { ...rest, newFrom: rest.newFrom + 1 };
      continue;
    }
    const match = grow(oldWords, newWords, rest, old, rest.newFrom);
    matches.push(match);
    rest = { ...rest, oldFrom: match.oldFrom + match.count, newFrom: match.newFrom + match.count };
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
 * What an old and a new text have in common, in order; the rest between two runs is at most `limit` code units long on
 * both sides, or has nothing in common that was worth finding. The cost is linear but for the sorting of anchors, and
 * no clock decides.
 */
export function findAnchors(oldText: string, newText: string, limit: number): readonly KeptRun[] {
  const known = new Map<string, number>();
  const oldWords = readWords(oldText, known);
  const newWords = readWords(newText, known);
  const lengthOf = (words: Words, from: number, to: number): number =>
    (words.starts[to] ?? 0) - (words.starts[from] ?? 0);
  const wantsMore = ({ oldFrom, oldTo, newFrom, newTo }: Piece): boolean =>
    oldTo > oldFrom &&
    newTo > newFrom &&
    Math.max(lengthOf(oldWords, oldFrom, oldTo), lengthOf(newWords, newFrom, newTo)) > limit;

  const whole = { oldFrom: 0, oldTo: oldWords.ids.length, newFrom: 0, newTo: newWords.ids.length };
  const matches: Match[] = [];
  let pieces: readonly Piece[] = [whole].filter(wantsMore);
  const divide = (match: typeof matchSingles, sequences: Sequences): void => {
    pieces = pieces.flatMap((piece) => {
      const found = match(oldWords, newWords, sequences, piece);
      for (const one of found) matches.push(one);
      return gapsBetween(piece, found).filter(wantsMore);
    });
  };
  const levels = readSequences(oldWords, newWords);
  for (const level of levels) divide(matchSingles, level);
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
