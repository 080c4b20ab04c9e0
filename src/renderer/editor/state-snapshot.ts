/** Saves a text with its undo history while another tree is shown, so that undo continues where it left off. */
import { historyField, isolateHistory } from '@codemirror/commands';
import { type EditorSelection, EditorState, type Extension, type Text } from '@codemirror/state';
import type { AgentId } from '../../core/ids.ts';
import type { TextSnapshot } from '../surface.ts';
import type { Authors } from './marks/authors.ts';
import { authorship, writer } from './marks/authorship.ts';
import type { BufferPath } from './path/buffer-path.ts';
import { pathAndDraftOf } from './path/draft-of.ts';
import type { OthersChange } from './path/effects.ts';
import { othersChange } from './path/others-change.ts';
import { segments } from './path/segments.ts';
import { stepsOfHistory, type UnsavedSteps } from './saved-history.ts';
import { wordCount } from './word-count.ts';

/** The parts of a state that survive: immutable values without a reference to a view. */
export class StateSnapshot {
  readonly doc: Text;
  readonly selection: EditorSelection;
  /** `WordCount.written`. */
  readonly written: number;
  /** The saved and unsaved steps; null in a message. */
  readonly steps: UnsavedSteps | null;
  readonly #path: BufferPath;
  readonly #authors: Authors;
  readonly #others: OthersChange | null;
  readonly #history: unknown;
  readonly #writer: AgentId;

  constructor(state: EditorState, steps: UnsavedSteps | null = null) {
    this.steps = steps;
    this.doc = state.doc;
    this.selection = state.selection;
    this.written = state.field(wordCount).written;
    this.#writer = state.facet(writer);
    this.#path = state.field(segments);
    this.#authors = state.field(authorship);
    // Undo goes back through it here as it would have there.
    this.#others = state.field(othersChange);
    // Text typed after the return starts a new undo step, however soon it comes.
    this.#history = state.update({ annotations: isolateHistory.of('full') }).state.field(historyField);
  }

  /** The undo history as text, for `historyWith`. */
  toJSON(): readonly string[] {
    const { doc, fields } = this;
    return stepsOfHistory(EditorState.create({ doc, extensions: [writer.of(this.#writer), fields] }));
  }

  /** The fields that a new state starts with. */
  get fields(): Extension {
    return [
      segments.init(() => this.#path),
      authorship.init(() => this.#authors),
      othersChange.init(() => this.#others),
      historyField.init(() => this.#history),
    ];
  }
}

/** Null while a commit is in progress: no editor would be there to receive its nodes. */
export function createSnapshot(state: EditorState, steps: UnsavedSteps): TextSnapshot | null {
  if (state.field(segments).sealed.size > 0) return null;
  return { path: pathAndDraftOf(state, state), state: new StateSnapshot(state, steps) };
}

/** The state of a snapshot; null without one. */
export function stateSnapshotOf(snapshot: TextSnapshot | null | undefined): StateSnapshot | null {
  return snapshot?.state instanceof StateSnapshot ? snapshot.state : null;
}
