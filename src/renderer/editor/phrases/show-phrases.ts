/** The notes and bookmarks on phrases of a view, as sessions see them. */
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { locationHolding } from '../../../core/buffer/segments.ts';
import type { PhrasePlace, PhraseSurface } from '../../phrase-surface.ts';
import { segments } from '../path/segments.ts';
import { phraseAtCaret } from './phrase-at.ts';
import { type PlacedPhrase, phrasesShown, phrasesTouching, placedPhrases } from './placed-phrases.ts';

export interface PhrasesOptions {
  view(): EditorView;
  /** Runs a task when the current composition ends, or at once if there is none. */
  afterComposing(task: () => void): void;
}

/** Whether a phrase is what a mark at the caret would be on: a sentence begins after the white space before it. */
function isMarked(state: EditorState): (placed: PlacedPhrase) => boolean {
  const marked = phraseAtCaret(state);
  return ({ phrase, from }) =>
    marked !== null &&
    marked.nodeId === phrase.nodeId &&
    from - locationHolding(state.field(segments).segments, from).start === marked.start;
}

/** The part of a manuscript that shows them. */
export function showPhrases({ view, afterComposing }: PhrasesOptions): PhraseSurface {
  const placeOf = ({ phrase, positionId, from }: PlacedPhrase): PhrasePlace => {
    const { index, start } = locationHolding(view().state.field(segments).segments, from);
    const { anchorId, kind } = phrase;
    return { anchorId, kind, positionId, index, offset: from - start };
  };
  return {
    showPhrases: (shown) => {
      const isNone = shown.length === 0 && view().state.field(placedPhrases).shown.length === 0;
      if (!isNone) afterComposing(() => view().dispatch({ effects: phrasesShown.of(shown) }));
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
