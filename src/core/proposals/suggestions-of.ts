/** Divides the changes of a directive into suggestions for the writer (`edits.md`, *Where suggestions are*). */
import { countWords } from '../text/count-words.ts';
import { sentencesOf } from '../text/sentences.ts';
import type { TextRange } from '../text/span.ts';
import type { Change, Splice } from '../text/splice.ts';
import { diffWords, wholeWords } from '../text/word-diff.ts';
import { lineEnd, lineStart } from './lines.ts';
import type { PlannedSuggestion, SuggestionText } from './proposal.ts';

/** Replacements with fewer kept characters between them form one suggestion. UTF-16 code units. */
const FEWEST_KEPT = 12;

/** A paragraph that loses this share of its words is replaced as one block: what is left between them would be fragments. */
const REPLACED_SHARE = 2 / 3;

/**
 * The suggestions of a directive, in text order and not overlapping. What none of them replaces is
 * never touched, and applying all gives exactly the planned text.
 * @param text of the snapshot
 */
export function suggestionsOf(text: string, edits: PlannedEdits): readonly PlannedSuggestion[] {
  const sentences = new Sentences(text);
  const pieces = joinRewritten(
    text,
    wordEdits(text, edits).flatMap((edit) => refine(text, edit)),
  );
  const suggestions = group(text, pieces, sentences)
    .map((grouped) => suggest(text, grouped, sentences))
    .filter(({ removed, inserted }) => removed !== inserted);
  return suggestions.map((suggestion, index) =>
    withoutNeighbours(suggestion, suggestions[index - 1], suggestions[index + 1]),
  );
}

/** A footprint ends where a neighbour of the same proposal replaces text: to accept one leaves the other as it is. */
function withoutNeighbours(
  suggestion: PlannedSuggestion,
  previous: PlannedSuggestion | undefined,
  next: PlannedSuggestion | undefined,
): PlannedSuggestion {
  const { from, to, before, after } = suggestion;
  const room = { before: from - (previous?.to ?? 0), after: (next?.from ?? Infinity) - to };
  return {
    ...suggestion,
    before: before.slice(Math.max(0, before.length - room.before)),
    after: after.slice(0, room.after),
  };
}

function suggest(text: string, pieces: Group, sentences: Sentences): PlannedSuggestion {
  const [{ hunk, from, to: firstTo }] = pieces;
  const to = pieces.at(-1)?.to ?? firstTo;
  const footprint = sentences.footprint(from, to);
  return {
    hunk,
    from,
    to,
    removed: text.slice(from, to),
    inserted: textAfter(text, pieces),
    before: text.slice(footprint.from, from),
    after: text.slice(to, footprint.to),
  };
}

/**
 * The change that accepting a suggestion makes in the text it removes, word by word, so that kept words keep their
 * authors; in a paragraph that it mostly replaces, all between the first and the last change. In normal form.
 */
export function spliceOfSuggestion({ removed, inserted, before, after }: SuggestionText): Change {
  const start = before.length;
  const pieces = diffSplices(removed, inserted, start);
  return joinRewritten(before + removed + after, pieces).map(({ from, to, insert }) => ({
    from: from - start,
    to: to - start,
    insert,
  }));
}

/** The words in which two texts differ, as splices of the first one, which begins at `start`. */
function diffSplices(removed: string, inserted: string, start: number): Change {
  const splices: Splice[] = [];
  let at = start;
  for (const { change, text } of diffWords(removed, inserted)) {
    if (change === 'same') at += text.length;
    else if (change === 'removed') {
      splices.push({ from: at, to: at + text.length, insert: '' });
      at += text.length;
    } else {
      const last = splices.at(-1);
      if (last?.to === at) splices[splices.length - 1] = { ...last, insert: text };
      else splices.push({ from: at, to: at, insert: text });
    }
  }
  return splices;
}

/** The pieces, sorted and apart, with those in a paragraph that loses most of its words joined to one. */
function joinRewritten<Piece extends Splice>(text: string, pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (const { from, to, inside } of touchedParagraphs(text, pieces)) {
    const [first] = inside;
    const last = inside.at(-1) ?? first;
    const lost = inside.reduce((sum, piece) => sum + countWords(text.slice(piece.from, piece.to)), 0);
    if (lost < REPLACED_SHARE * countWords(text.slice(from, to))) joined.push(...inside);
    else joined.push({ ...first, to: last.to, insert: textAfter(text, inside) });
  }
  return joined;
}

type Pieces<Piece extends Splice> = [Piece, ...Piece[]];

/** The paragraphs with the pieces in them; those are one that a piece joins. */
function touchedParagraphs<Piece extends Splice>(text: string, pieces: readonly Piece[]) {
  const paragraphs: { from: number; to: number; inside: Pieces<Piece> }[] = [];
  for (const piece of pieces) {
    const current = paragraphs.at(-1);
    if (current === undefined || current.to < piece.from) {
      const [from, to] = [lineStart(text, piece.from), lineEnd(text, piece.to)];
      paragraphs.push({ from, to, inside: [piece] });
    } else {
      current.inside.push(piece);
      if (current.to < piece.to) current.to = lineEnd(text, piece.to);
    }
  }
  return paragraphs;
}

/** The edits of whole words: where one changes a part of a word, or two do, the word is changed. */
function wordEdits(text: string, edits: PlannedEdits): PlannedEdits {
  const whole: PlannedEdit[] = [];
  for (const { hunk, from, to, insert } of edits) {
    const words = wholeWords(text, { from, to });
    const last = whole.at(-1);
    const end = text.slice(to, words.to);
    if (last !== undefined && last.to > words.from) {
      // Both are in one word: the part that the last one kept after this one is not kept.
      const kept = last.insert.slice(0, last.insert.length - (last.to - from));
      whole[whole.length - 1] = { ...last, to: words.to, insert: kept + insert + end };
    } else {
      whole.push({ hunk, ...words, insert: text.slice(words.from, from) + insert + end });
    }
  }
  return whole;
}

/** An edit word by word. */
function refine(text: string, { hunk, from, to, insert }: PlannedEdit): readonly PlannedEdit[] {
  return diffSplices(text.slice(from, to), insert, from).map((splice) => ({ hunk, ...splice }));
}

type Group = Pieces<PlannedEdit>;

function group(text: string, pieces: readonly PlannedEdit[], sentences: Sentences): readonly Group[] {
  const groups: Group[] = [];
  for (const piece of pieces) {
    const current = groups.at(-1);
    const last = current?.at(-1);
    const belongs = last !== undefined && (areClose(text, last, piece) || sentences.areInOne(last, piece));
    if (belongs) current?.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

/** Returns true if little is kept between two pieces: within a paragraph, or in what the agent sent as one. */
function areClose(text: string, first: PlannedEdit, second: PlannedEdit): boolean {
  const kept = text.slice(first.to, Math.min(second.from, first.to + FEWEST_KEPT));
  return kept.length < FEWEST_KEPT && (first.hunk === second.hunk || !kept.includes('\n'));
}

function textAfter(text: string, pieces: Pieces<Splice>): string {
  let reached = pieces[0].from;
  let after = '';
  for (const { from, to, insert } of pieces) {
    after += text.slice(reached, from) + insert;
    reached = to;
  }
  return after;
}

/** The sentences of a text; a line break is in none. Lines are read in order, and only those that are asked for. */
class Sentences {
  readonly #text: string;
  /** The last line read, with its sentences. */
  #line: { readonly from: number; readonly to: number; readonly sentences: readonly TextRange[] } | null =
    null;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns true if the end of one range is in the same sentence as the start of a later one. */
  areInOne(first: TextRange, second: TextRange): boolean {
    if (lineEnd(this.#text, first.to) < second.from) return false;
    const last = this.#touching(first.to, first.from < first.to ? 'before' : 'both').at(-1);
    const next = this.#touching(second.from, second.from < second.to ? 'after' : 'both').at(0);
    // An insertion between two sentences is in neither.
    const isBetween = (range: TextRange, touched: TextRange) =>
      range.from === range.to && (range.from === touched.from || range.from === touched.to);
    return (
      last !== undefined &&
      next !== undefined &&
      last.from === next.from &&
      !isBetween(first, last) &&
      !isBetween(second, next)
    );
  }

  /**
   * The sentences in which a range replaces text, as one range around it; of an insertion, and of line breaks, those that
   * touch it. Between blank lines, these are the sentences before and after them.
   */
  footprint(from: number, to: number): TextRange {
    const isEmpty = /^\n*$/u.test(this.#text.slice(from, to));
    const first = this.#touching(from, isEmpty ? 'both' : 'after').at(0);
    const last = this.#touching(to, isEmpty ? 'both' : 'before').at(-1);
    if (isEmpty && first === undefined && last === undefined) return this.#aroundBreaks(from, to);
    return { from: Math.min(from, first?.from ?? from), to: Math.max(to, last?.to ?? to) };
  }

  #aroundBreaks(from: number, to: number): TextRange {
    let start = from;
    while (this.#text[start - 1] === '\n') start -= 1;
    let end = to;
    while (this.#text[end] === '\n') end += 1;
    const before = this.#touching(start, 'before').at(-1);
    const after = this.#touching(end, 'after').at(0);
    return { from: before?.from ?? start, to: after?.to ?? end };
  }

  /** The sentences of the line at an offset that end there or contain it (`before`), begin there or contain it (`after`). */
  #touching(offset: number, side: 'before' | 'after' | 'both'): readonly TextRange[] {
    const sentences = this.#sentencesAt(offset);
    let low = 0;
    let high = sentences.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sentences[middle]?.to ?? offset) < offset) low = middle + 1;
      else high = middle;
    }
    // At most one that ends there and one that begins there.
    return sentences.slice(low, low + 2).filter(({ from, to }) => {
      if (from < offset && offset < to) return true;
      return (side !== 'after' && to === offset) || (side !== 'before' && from === offset);
    });
  }

  #sentencesAt(offset: number): readonly TextRange[] {
    if (this.#line === null || offset < this.#line.from || this.#line.to < offset) {
      const from = lineStart(this.#text, offset);
      const to = lineEnd(this.#text, offset);
      const sentences = sentencesOf(this.#text.slice(from, to)).map((range) => ({
        from: from + range.from,
        to: from + range.to,
      }));
      this.#line = { from, to, sentences };
    }
    return this.#line.sentences;
  }
}

/**
 * One change that a directive makes to the text of its snapshot (`edits.md`, *Reading a patch*). Offsets are in that
 * text, in UTF-16 code units.
 */
export interface PlannedEdit extends Splice {
  /** The hunk that makes it, from 1 in the order of the answer; 1 for `insert` and `replace`. */
  readonly hunk: number;
}

/** The changes of a directive, sorted by offset, not overlapping; none replaces a text by itself. */
export type PlannedEdits = readonly PlannedEdit[];
