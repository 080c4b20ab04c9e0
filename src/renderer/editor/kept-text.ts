/** A text with its history, kept while another tree is shown, so that undo goes on where it was left. */
import { historyField, isolateHistory } from '@codemirror/commands';
import type { EditorSelection, EditorState, Extension, Text } from '@codemirror/state';
import type { KeptText } from './manuscript.ts';
import { type Authors, authorship } from './marks/authorship.ts';
import type { BufferPath } from './path/buffer-path.ts';
import { restoredPath } from './path/draft-of.ts';
import { segments } from './path/segments.ts';
import { wordCount } from './word-count.ts';

/** What goes on of a state: values that never change, and nothing that knows a view. */
export class KeptState {
  readonly doc: Text;
  readonly selection: EditorSelection;
  /** `WordCount.written`. */
  readonly written: number;
  readonly #path: BufferPath;
  readonly #authors: Authors;
  readonly #history: unknown;

  constructor(state: EditorState) {
    this.doc = state.doc;
    this.selection = state.selection;
    this.written = state.field(wordCount).written;
    this.#path = state.field(segments);
    this.#authors = state.field(authorship);
    // What is typed after coming back is a step of its own, however soon.
    this.#history = state.update({ annotations: isolateHistory.of('full') }).state.field(historyField);
  }

  /** The fields that a new state takes over. */
  get fields(): Extension {
    return [
      segments.init(() => this.#path),
      authorship.init(() => this.#authors),
      historyField.init(() => this.#history),
    ];
  }
}

/** Null while a commit is under way: what its nodes will be would be told to nobody. */
export function keepText(state: EditorState): KeptText | null {
  if (state.field(segments).sealed.size > 0) return null;
  return { path: restoredPath(state, state), state: new KeptState(state) };
}

/** Null where nothing was kept. */
export function keptStateOf(kept: KeptText | null | undefined): KeptState | null {
  return kept?.state instanceof KeptState ? kept.state : null;
}
