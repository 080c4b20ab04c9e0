/** Words that the writer points at elsewhere in the window, such as those that a permission card is about. */
import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { getLocation } from '../../../core/buffer/segments.ts';
import type { WordsOnPath } from '../../surface.ts';
import { segments } from '../path/segments.ts';
import { placeMark } from './passage.ts';

const wordsMark = Decoration.mark({ class: 'passage highlight' });

const highlightShown = StateEffect.define<DecorationSet>();

/** The extension; `highlightOf` decides what it marks. */
export const highlight = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { changes, effects }) => {
    const shown = effects.find((effect) => effect.is(highlightShown));
    return shown?.value ?? marks.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The effect that marks these words and no others; null for none. */
export function highlightOf(state: EditorState, words: WordsOnPath | null): StateEffect<DecorationSet> {
  if (words === null) return highlightShown.of(Decoration.none);
  const { start, segment } = getLocation(state.field(segments).segments, words.index);
  // The offsets may come from another version, or from before an edit.
  const [from = start, to = start] = [words.from, words.to].map((at) => start + Math.min(at, segment.length));
  return highlightShown.of(Decoration.set(from < to ? wordsMark.range(from, to) : placeMark.range(from)));
}
