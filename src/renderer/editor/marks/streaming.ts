/** The continuation that is being generated, shown at the end of the text without being part of it. */
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import type { StreamingText } from '../manuscript.ts';
import { authorStyles } from './author-style.ts';
import { previewed } from './preview.ts';

export const streamingShown = StateEffect.define<StreamingText | null>();

class StreamingWidget extends WidgetType {
  readonly text: string;
  readonly className: string;

  constructor(text: string, className: string) {
    super();
    this.text = text;
    this.className = className;
  }

  override eq(other: StreamingWidget): boolean {
    return this.text === other.text && this.className === other.className;
  }

  override get lineBreaks(): number {
    return this.text.split('\n').length - 1;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = `streaming ${this.className}`;
    // The text is announced when it has arrived; until then it is not the manuscript's.
    element.setAttribute('aria-hidden', 'true');
    element.append(this.text);
    return element;
  }

  /** A stream grows: only what is new is added. */
  override updateDOM(element: HTMLElement): boolean {
    const node = element.firstChild;
    if (element.className !== `streaming ${this.className}` || !(node instanceof Text)) return false;
    if (this.text.startsWith(node.data)) node.appendData(this.text.slice(node.data.length));
    else node.data = this.text;
    return true;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

const shown = StateField.define<StreamingText | null>({
  create: () => null,
  update: (streaming, transaction) => {
    let now = streaming;
    for (const effect of transaction.effects) if (effect.is(streamingShown)) now = effect.value;
    return now;
  },
});

/** The widget; `streamingShown` says what it holds. */
export const streaming = [
  shown,
  EditorView.decorations.compute([shown, authorStyles, previewed, 'doc'], (state) => {
    const text = state.field(shown);
    if (text === null || text.text === '' || state.field(previewed) !== null) return Decoration.none;
    const widget = new StreamingWidget(text.text, state.field(authorStyles).classFor(text.agentId));
    return Decoration.set(Decoration.widget({ widget, side: 1 }).range(state.doc.length));
  }),
];
