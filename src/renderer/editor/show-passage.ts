import { isolateHistory } from '@codemirror/commands';
import { EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { TrimmedText } from '../../core/answers/left-out.ts';
import { findPromptFences } from '../../core/fences/prompt-fence.ts';
import type { AgentId } from '../../core/ids.ts';
import { wholeSpans } from '../../core/text/span.ts';
import type { OfferedText, PassageSurface, TrimmedPlace } from '../passage-surface.ts';
import { sentenceAt } from './caret/sentence-at.ts';
import { oncePerFrame } from './deferred-work.ts';
import type { AfterComposition } from './input/composition.ts';
import { textAuthors } from './marks/authorship.ts';
import {
  findPassage,
  offeredShown,
  type Passage,
  passage,
  passageIn,
  passageShown,
  placeOfParts,
} from './marks/passage.ts';
import { segments } from './path/segments.ts';
import { textOf } from './plain-text.ts';
import { suggestionsField } from './suggestions/suggestions-field.ts';

/** Room around a passage that scrolls into view. CSS pixels. */
const MARGIN = 32;

/** The passage of a view: the surface, and a function that ends work in progress. */
export function showPassages(
  window: Window,
  view: () => EditorView,
  afterComposition: AfterComposition,
): {
  readonly surface: PassageSurface;
  cancel(): void;
} {
  let offered: OfferedText | null = null;
  const dispatch = (spec: TransactionSpec) => afterComposition.run(() => view().dispatch(spec));
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
        afterComposition.run(() => {
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
        afterComposition.run(() => {
          const spec = puttingBack(view().state, place, trimmed, agentId);
          if (spec !== null) view().dispatch(spec);
        }),
    },
  };
}

// Restores the trimmed parts of an answer around its text (`edits.md`, *Reading an answer*).

/** Start and end of an answer's text; null if none of it is shown. */
function ends(
  state: EditorState,
  place: TrimmedPlace,
): { readonly from: number; readonly to: number } | null {
  if (place === 'passage') {
    const marked = state.field(passage);
    if (marked === null) return null;
    const text = state.sliceDoc(marked.from, marked.to);
    if (text.trim() === '') return null;
    // White space around a passage is the page's.
    const from = marked.from + text.length - text.trimStart().length;
    return { from, to: marked.from + text.trimEnd().length };
  }
  const all = state.field(suggestionsField);
  const placed = place.flatMap((one) => all.find(one) ?? []);
  if (placed.length === 0) return null;
  const first = Math.min(...placed.map(({ from }) => from));
  const last = Math.max(...placed.map(({ to }) => to));
  return { from: state.doc.lineAt(first).from, to: state.doc.lineAt(last).to };
}

/** Returns true if the text lacks the trimmed parts there, and they can be restored. */
function lacksTrimmed(state: EditorState, place: TrimmedPlace, { before, after }: TrimmedText): boolean {
  const found = ends(state, place);
  if (found === null || state.readOnly) return false;
  const { from, to } = found;
  const around = (at: number, text: string) =>
    state.sliceDoc(Math.max(0, at - text.length), Math.min(state.doc.length, at + text.length));
  return !(around(from, before).includes(before.trim()) && around(to, after).includes(after.trim()));
}

/** One step of undo, with the agent as author; null if the text has it already. The caret stays. */
function puttingBack(
  state: EditorState,
  place: TrimmedPlace,
  trimmed: TrimmedText,
  agentId: AgentId,
): TransactionSpec | null {
  const found = ends(state, place);
  if (found === null || !lacksTrimmed(state, place, trimmed)) return null;
  const { before, after } = trimmed;
  const { from, to } = found;
  const inserted = [
    { from, insert: before, at: from },
    { from: to, insert: after, at: to + before.length },
  ].filter(({ insert }) => insert !== '');
  return {
    changes: inserted.map((one) => ({ from: one.from, insert: textOf(one.insert) })),
    annotations: [
      textAuthors.of(inserted.map(({ at, insert }) => ({ at, spans: wholeSpans(agentId, insert.length) }))),
      isolateHistory.of('full'),
    ],
    userEvent: 'input.trimmed',
  };
}
