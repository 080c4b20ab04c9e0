/** Shows the continuation being generated at the end of the text, without making it part of the text. */
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { snapToPairStart } from '../../../core/text/surrogate-pair.ts';
import type { StreamingText } from '../../surface.ts';
import { authorStyles } from './author-style.ts';
import { previewed } from './preview.ts';

/**
 * How much of the text is shown, in UTF-16 code units. The browser lays the widget out anew whenever it grows,
 * and a frame of a longer one would keep the page from hearing Escape. The rest is shown once it is complete.
 */
export const SHOWN_LENGTH = 50_000;

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
    // The text is announced on arrival; until then it is not part of the manuscript.
    element.setAttribute('aria-hidden', 'true');
    element.append(this.text);
    return element;
  }

  /** A stream grows, so only new text is appended. */
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

/** The widget; `streamingShown` sets its text. */
export const streaming = [
  shown,
  EditorView.decorations.compute([shown, authorStyles, previewed, 'doc'], (state) => {
    const text = state.field(shown);
    if (text === null || text.text === '' || state.field(previewed) !== null) return Decoration.none;
    const widget = new StreamingWidget(startOf(text.text), state.field(authorStyles).classFor(text.agentId));
    return Decoration.set(Decoration.widget({ widget, side: 1 }).range(state.doc.length));
  }),
];

function startOf(text: string): string {
  return text.length <= SHOWN_LENGTH ? text : `${text.slice(0, snapToPairStart(text, SHOWN_LENGTH))}…`;
}
