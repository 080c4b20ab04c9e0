/** The notes and bookmarks on phrases of a view, as sessions see them. */

import type { EditorState, Line } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { trimmedRange } from '../../../core/anchors/anchor.ts';
import { locateInsertion } from '../../../core/buffer/route-change.ts';
import { getLocation, locationHolding, type SegmentLocation } from '../../../core/buffer/segments.ts';
import type { TextRange } from '../../../core/text/span.ts';
import type { PhraseAtCaret, PhrasePlace, PhraseSurface } from '../../phrase-surface.ts';
import { sentenceAt } from '../caret/sentence-at.ts';
import type { AfterComposition } from '../input/composition.ts';
import { segments } from '../path/segments.ts';
import { type PlacedPhrase, phrasesShown, phrasesTouching, placedPhrases } from './placed-phrases.ts';

/** True for the phrase that a mark at the caret would be on: a sentence begins after the white space before it. */
function isMarked(state: EditorState): (placed: PlacedPhrase) => boolean {
  const marked = phraseAtCaret(state);
  return ({ phrase, from }) =>
    marked !== null &&
    marked.nodeId === phrase.nodeId &&
    from - locationHolding(state.field(segments).segments, from).start === marked.start;
}

/** The part of a manuscript that shows them. */
export function showPhrases(view: () => EditorView, afterComposition: AfterComposition): PhraseSurface {
  const placeOf = ({ phrase, positionId, from }: PlacedPhrase): PhrasePlace => {
    const { index, start } = locationHolding(view().state.field(segments).segments, from);
    const { anchorId, kind } = phrase;
    return { anchorId, kind, positionId, index, offset: from - start };
  };
  return {
    showPhrases: (shown) => {
      const isNone = shown.length === 0 && view().state.field(placedPhrases).shown.length === 0;
      if (!isNone) afterComposition.run(() => view().dispatch({ effects: phrasesShown.of(shown) }));
    },
    phrasePlaces: () => view().state.field(placedPhrases).placed.map(placeOf),
    phrasesAtCaret: () => {
      const { state } = view();
      const { from, to } = state.selection.main;
      const touching = phrasesTouching(state, from, to).map(placeOf);
      return touching.length > 0
        ? touching
        : state.field(placedPhrases).placed.filter(isMarked(state)).map(placeOf);
    },
    phraseAtCaret: () => phraseAtCaret(view().state),
  };
}

// The phrase for a new note or bookmark at the caret.

/** A node of one paragraph that is no longer than this is marked as a whole. UTF-16 code units. */
const SHORT = 240;

/** As `PhraseSurface.phraseAtCaret`. */
function phraseAtCaret(state: EditorState): PhraseAtCaret | null {
  const { from, to, empty, head } = state.selection.main;
  const path = state.field(segments).segments;
  const words = empty ? null : wordsIn(state, { from, to });
  if (words !== null) return phraseIn(state, locationHolding(path, words.from), words, true);
  const location = lastWritten(state, locateInsertion(path, head).index);
  if (location === null || isShort(state, location)) return null;
  const sentence = sentenceNear(state, location, head);
  return sentence === null ? null : phraseIn(state, location, sentence, false);
}

/** The segment at an index; an empty working buffer is the end of what is before it. */
function lastWritten(state: EditorState, index: number): SegmentLocation | null {
  const path = state.field(segments).segments;
  const at = getLocation(path, index);
  if (at.segment.length > 0) return at;
  return index > 0 ? getLocation(path, index - 1) : null;
}

function isShort(state: EditorState, { start, segment }: SegmentLocation): boolean {
  const text = state.sliceDoc(start, start + Math.min(segment.length, 2 * SHORT)).trim();
  return segment.length <= 2 * SHORT && text.length <= SHORT && !text.includes('\n');
}

/** The sentence at an offset; on an empty line, the first one after it in the segment, or else the last before it. */
function sentenceNear(
  state: EditorState,
  { start, segment }: SegmentLocation,
  head: number,
): TextRange | null {
  const end = start + segment.length;
  const clip = (range: TextRange) =>
    wordsIn(state, { from: Math.max(start, range.from), to: Math.min(end, range.to) });
  const at = state.doc.lineAt(Math.min(head, end));
  const here = clip(sentenceAt(at, Math.min(head, end)));
  if (here !== null) return here;
  for (let line: Line | null = at; line !== null; line = next(state, line, 1)) {
    if (line.from >= end) break;
    const found = clip(sentenceAt(line, Math.max(start, line.from)));
    if (found !== null) return found;
  }
  for (let line: Line | null = at; line !== null; line = next(state, line, -1)) {
    if (line.to <= start) break;
    const found = clip(sentenceAt(line, Math.min(end, line.to)));
    if (found !== null) return found;
  }
  return null;
}

function next({ doc }: EditorState, { number }: Line, step: 1 | -1): Line | null {
  return number + step >= 1 && number + step <= doc.lines ? doc.line(number + step) : null;
}

/** A range without white space at its ends; null if nothing else is in it. */
function wordsIn(state: EditorState, { from, to }: TextRange): TextRange | null {
  if (from >= to) return null;
  const trimmed = trimmedRange(state.sliceDoc(from, to), { from: 0, to: to - from });
  return trimmed === null ? null : { from: from + trimmed.from, to: from + trimmed.to };
}

/** A range, as far as one segment has it. */
function phraseIn(
  state: EditorState,
  { start, segment }: SegmentLocation,
  range: TextRange,
  isSelected: boolean,
): PhraseAtCaret | null {
  const words = wordsIn(state, {
    from: Math.max(start, range.from),
    to: Math.min(start + segment.length, range.to),
  });
  if (words === null) return null;
  return {
    nodeId: segment.pending ? null : segment.nodeId,
    start: words.from - start,
    length: words.to - words.from,
    text: state.sliceDoc(words.from, words.to),
    isSelected,
  };
}
