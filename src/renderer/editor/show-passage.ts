import { EditorSelection, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { findPromptFences } from '../../core/fences/prompt-fence.ts';
import type { OfferedText, PassageSurface } from '../passage-surface.ts';
import { sentenceAt } from './caret/sentence-at.ts';
import {
  findPassage,
  offeredShown,
  type Passage,
  passage,
  passageIn,
  passageShown,
  placeOfParts,
} from './marks/passage.ts';
import { oncePerFrame } from './once-per-frame.ts';
import { segments } from './path/segments.ts';
import { lacksTrimmed, puttingBack } from './put-back.ts';

/** Room around a passage that scrolls into view. CSS pixels. */
const MARGIN = 32;

export interface PassageOptions {
  readonly window: Window;
  view(): EditorView;
  /** Runs a task when the current composition ends, or at once if there is none. */
  afterComposing(task: () => void): void;
}

/** The passage of a view: the surface, and a function that ends work in progress. */
export function showPassages({ window, view, afterComposing }: PassageOptions): {
  readonly surface: PassageSurface;
  cancel(): void;
} {
  let offered: OfferedText | null = null;
  const dispatch = (spec: TransactionSpec) => afterComposing(() => view().dispatch(spec));
  const offer = oncePerFrame(window, () => dispatch({ effects: offeredShown.of(offered) }));
  const mark = (marked: Passage | null) => dispatch({ effects: passageShown.of(marked) });
  return {
    cancel: () => offer.cancel(),
    surface: {
      markSelection: () => {
        const { state } = view();
        const { main } = state.selection;
        const { from, to } = main.empty ? sentenceAt(state.doc.lineAt(main.head), main.head) : main;
        const text = state.sliceDoc(from, to);
        if (text.trim() === '') return false;
        const marked = main.empty ? { from, to: from + text.trimEnd().length } : { from, to };
        if (main.empty) dispatch({ selection: EditorSelection.single(marked.from, marked.to) });
        mark(marked);
        return true;
      },
      markCaret: () => {
        const { head } = view().state.selection.main;
        mark({ from: head, to: head });
      },
      promptFences: () => findPromptFences(view().state.doc.toString()),
      fenceAtCaret: () => {
        const { doc, selection } = view().state;
        const { head } = selection.main;
        return findPromptFences(doc.toString()).find(({ from, to }) => from <= head && head <= to) ?? null;
      },
      markRange: ({ from, to }) => mark({ from, to }),
      markPassage: (place) =>
        afterComposing(() => {
          const { state } = view();
          const found = place === null ? null : findPassage(state.field(segments), place);
          view().dispatch({ effects: passageShown.of(found) });
        }),
      passage: () => passageIn(view().state),
      placeOfParts: (parts) => placeOfParts(view().state.field(segments), parts),
      revealPassage: () => {
        const marked = view().state.field(passage);
        if (marked === null) return;
        const range = EditorSelection.range(marked.from, marked.to);
        dispatch({ effects: EditorView.scrollIntoView(range, { y: 'nearest', yMargin: MARGIN }) });
      },
      showOffered: (next) => {
        offered = next;
        if (next !== null) return offer.request();
        // Its text may become part of the document in this frame.
        offer.cancel();
        dispatch({ effects: offeredShown.of(null) });
      },
      lacksTrimmed: (place, trimmed) => lacksTrimmed(view().state, place, trimmed),
      putBack: (place, trimmed, agentId) =>
        afterComposing(() => {
          const spec = puttingBack(view().state, place, trimmed, agentId);
          if (spec !== null) view().dispatch(spec);
        }),
    },
  };
}
