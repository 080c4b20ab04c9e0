/** A quiet line under the visible phrases that have a note or a bookmark; its text shows under the pointer. */
import { type Extension, type Range, RangeSet } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { type PlacedPhrase, placedPhrases } from './placed-phrases.ts';

function markOf({ phrase, from, to }: PlacedPhrase): Range<Decoration> {
  return Decoration.mark({
    class: `phrase phrase-${phrase.kind}`,
    attributes: { title: phrase.title, 'data-anchor': phrase.anchorId },
  }).range(from, to);
}

function visibleMarks({ state, viewport }: EditorView): DecorationSet {
  const { placed } = state.field(placedPhrases);
  const visible = placed.filter(({ from, to }) => to > viewport.from && from < viewport.to);
  return visible.length === 0 ? Decoration.none : RangeSet.of(visible.map(markOf), true);
}

const marks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = visibleMarks(view);
    }

    update({ view, viewportChanged, startState, state }: ViewUpdate): void {
      if (viewportChanged || startState.field(placedPhrases) !== state.field(placedPhrases))
        this.decorations = visibleMarks(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const styles = EditorView.baseTheme({
  '.phrase': {
    textDecorationLine: 'underline',
    textDecorationThickness: '1px',
    textUnderlineOffset: '0.22em',
    textDecorationSkipInk: 'auto',
  },
  '.phrase-note': { textDecorationStyle: 'dotted', textDecorationColor: 'var(--ink-soft)' },
  '.phrase-bookmark': { textDecorationStyle: 'solid', textDecorationColor: 'var(--rule-strong)' },
});

/** The places of phrases, and their look. */
export const phrases: Extension = [placedPhrases, marks, styles];
