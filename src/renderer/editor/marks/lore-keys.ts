/**
 * Underlines the keys of lore in the text in view, a moment after typing or scrolling stops (`lore.md`). A keystroke only maps
 * the marks and removes those it touches.
 */
import type { Extension } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { afterPause } from '../deferred-work.ts';
import type { FindLoreKeys } from '../manuscript.ts';
import { preferences } from '../preferences.ts';

/** After typing, and after a move of the view. Milliseconds. */
const TYPING_DELAY = 400;
const MOVE_DELAY = 80;

const key = Decoration.mark({ class: 'lore-key' });

class LoreKeyMarks {
  marks: DecorationSet = Decoration.none;
  readonly #view: EditorView;
  readonly #find: FindLoreKeys;
  readonly #pause = afterPause(() => void this.#read());
  #isDestroyed = false;

  constructor(view: EditorView, find: FindLoreKeys) {
    this.#view = view;
    this.#find = find;
    if (this.#isOn) this.#pause.request(MOVE_DELAY);
  }

  update({ changes, docChanged, viewportMoved, startState, state, view }: ViewUpdate): void {
    if (startState.field(preferences).loreKeys !== state.field(preferences).loreKeys) this.refresh();
    if (!this.#isOn) return;
    if (docChanged) {
      this.marks = this.marks.map(changes);
      // Changing the elements around a composition would abort it.
      if (!view.compositionStarted)
        changes.iterChangedRanges((_fromA, _toA, from, to) => {
          this.marks = this.marks.update({
            filterFrom: from,
            filterTo: to,
            filter: (markFrom, markTo) => markTo < from || markFrom > to,
          });
        });
      this.#pause.request(TYPING_DELAY);
    } else if (viewportMoved) this.#pause.request(MOVE_DELAY);
  }

  /** Looks again: keys may have changed. */
  refresh(): void {
    this.#pause.request(0);
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#pause.cancel();
  }

  get #isOn(): boolean {
    return this.#view.state.field(preferences).loreKeys;
  }

  async #read(): Promise<void> {
    const { state, visibleRanges } = this.#view;
    const found = this.#isOn
      ? await this.#find(visibleRanges.map(({ from, to }) => state.sliceDoc(from, to)))
      : [];
    if (this.#isDestroyed || found === null) return;
    // Another read follows what was typed meanwhile.
    if (this.#view.state.doc !== state.doc) return;
    if (this.#view.compositionStarted) return this.#pause.request(TYPING_DELAY);
    const ranges = found.flatMap((keys, index) => {
      const start = visibleRanges[index]?.from ?? 0;
      return keys.map(({ from, to }) => key.range(start + from, start + to));
    });
    this.marks = Decoration.set(ranges, true);
    this.#view.dispatch({});
  }
}

const styles = EditorView.baseTheme({
  '.lore-key': { textDecoration: 'underline dotted 1.5px var(--rule-strong)', textUnderlineOffset: '0.25em' },
});

/** The extension, and what looks again. @param find without it, no keys are underlined */
export function loreKeys(find: FindLoreKeys | undefined): {
  readonly extension: Extension;
  refresh(view: EditorView): void;
} {
  if (find === undefined) return { extension: [], refresh: () => {} };
  const marks = ViewPlugin.define((view) => new LoreKeyMarks(view, find), {
    decorations: (plugin) => plugin.marks,
  });
  return { extension: [marks, styles], refresh: (view) => view.plugin(marks)?.refresh() };
}
