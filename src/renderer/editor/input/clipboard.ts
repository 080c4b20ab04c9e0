/**
 * Cut, copy, paste and drag. A passage keeps its authors inside the program; text from outside is the writer's
 * (`domain.md`, *Authorship*).
 */
import type { EditorState, Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { normaliseText } from '../../../core/text/normalise.ts';
import { concatSpans, type Spans, wholeSpans } from '../../../core/text/span.ts';
import { authorship, spansBetween, writer } from '../marks/authorship.ts';

interface Passage {
  readonly text: string;
  readonly spans: Spans;
}

/**
 * The passage last taken to the clipboard or dragged from any manuscript of this window. It is known again by its
 * text: the system's clipboard carries plain text and nothing else.
 */
let taken: Passage | null = null;

/** What CodeMirror puts on the clipboard: the selected ranges, one below the other. */
function selectedPassage(state: EditorState): Passage {
  const writerId = state.facet(writer);
  const authors = state.field(authorship);
  const ranges = state.selection.ranges.filter((range) => !range.empty);
  const spans = ranges.flatMap(({ from, to }, i) => [
    ...(i > 0 ? wholeSpans(writerId, 1) : []),
    ...spansBetween(authors, from, to, writerId),
  ]);
  return {
    text: ranges.map(({ from, to }) => state.sliceDoc(from, to)).join('\n'),
    spans: concatSpans(spans),
  };
}

/** The authors of what a paste or a drop inserts, if it was taken here. */
export function findPassage(transaction: Transaction, text: string): Spans | undefined {
  const isMoved = transaction.isUserEvent('input.paste') || transaction.isUserEvent('input.drop');
  if (!isMoved && !transaction.isUserEvent('move.drop')) return undefined;
  return taken?.text === text ? taken.spans : undefined;
}

/** CodeMirror takes the line where nothing is selected; in prose that is a whole paragraph nobody asked for. */
function takesNothing(_event: Event, view: EditorView): boolean {
  return view.state.selection.ranges.every((range) => range.empty);
}

export const clipboard = [
  // Asked for on copy, cut (before the text goes) and the start of a drag.
  EditorView.clipboardOutputFilter.of((text, state) => {
    const passage = selectedPassage(state);
    taken = passage.text === text ? passage : null;
    return text;
  }),
  EditorView.clipboardInputFilter.of((text) => normaliseText(text)),
  EditorView.domEventHandlers({ copy: takesNothing, cut: takesNothing }),
];
