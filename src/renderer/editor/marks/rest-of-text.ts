/** A line after the text: the number of words that follow where the path took another way (`domain.md`, *Forks*). */

import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { RETURN_TO_REST } from '../../../ui-text/page/branches.ts';
import { requestHandler } from '../request-handler.ts';
import { previewed } from './preview.ts';

/** The line's words; null for no line. */
export const restShown = StateEffect.define<string | null>();

class RestWidget extends WidgetType {
  readonly words: string;

  constructor(words: string) {
    super();
    this.words = words;
  }

  override eq(other: RestWidget): boolean {
    return this.words === other.words;
  }

  override toDOM(view: EditorView): HTMLElement {
    const element = document.createElement('div');
    element.className = 'rest-of-text';
    const button = element.appendChild(document.createElement('button'));
    button.type = 'button';
    // The palette has the command for the keyboard; Tab leaves the text.
    button.tabIndex = -1;
    button.title = RETURN_TO_REST;
    button.append(this.words);
    // The text keeps the keyboard.
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => view.state.facet(requestHandler)({ kind: 'readOn' }));
    return element;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** The line's words. Initialise it with the shown words. */
export const restOfText = StateField.define<string | null>({
  create: () => null,
  update: (words, transaction) => {
    let now = words;
    for (const effect of transaction.effects) if (effect.is(restShown)) now = effect.value;
    return now;
  },
});

/** Draws the line. A preview covers it. */
export const restLine = [
  restOfText,
  EditorView.decorations.compute([restOfText, previewed, 'doc'], (state) => {
    const words = state.field(restOfText);
    if (words === null || state.field(previewed) !== null) return Decoration.none;
    const widget = new RestWidget(words);
    return Decoration.set(Decoration.widget({ widget, block: true, side: 2 }).range(state.doc.length));
  }),
];
