/** Shows the continuation being generated at the end of the text, without making it part of the text. */
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { snapToPairStart } from '../../../core/text/surrogate-pair.ts';
import type { StreamingText } from '../../surface.ts';
import { authorStyles } from './author-style.ts';
import { previewed } from './preview.ts';

/**
 * UTF-16 code units of the text that are shown. The browser lays the widget out again whenever it grows, and a frame of
 * a longer one would delay Escape. The rest is shown once it is complete.
 */
export const SHOWN_LENGTH = 50_000;

export const streamingShown = StateEffect.define<StreamingText | null>();

/** Text that grows beside the document's own; at most `SHOWN_LENGTH` of it is shown. */
export class StreamingWidget extends WidgetType {
  readonly text: string;
  readonly className: string;
  readonly #attributes: Readonly<Record<string, string>>;

  /** @param attributes the same for all widgets with these classes */
  constructor(text: string, className: string, attributes: Readonly<Record<string, string>>) {
    super();
    this.text = startOf(text);
    this.className = className;
    this.#attributes = attributes;
  }

  override eq(other: StreamingWidget): boolean {
    return this.text === other.text && this.className === other.className;
  }

  override get lineBreaks(): number {
    return this.text.split('\n').length - 1;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = this.className;
    for (const [name, value] of Object.entries(this.#attributes)) element.setAttribute(name, value);
    element.append(this.text);
    return element;
  }

  /** A stream grows, so only new text is appended. */
  override updateDOM(element: HTMLElement): boolean {
    const node = element.firstChild;
    if (element.className !== this.className || !(node instanceof Text)) return false;
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

/** The text is announced on arrival; until then it is not part of the manuscript. */
const HIDDEN = { 'aria-hidden': 'true' };

/** The widget; `streamingShown` sets its text. */
export const streaming = [
  shown,
  EditorView.decorations.compute([shown, authorStyles, previewed, 'doc'], (state) => {
    const text = state.field(shown);
    if (text === null || text.text === '' || state.field(previewed) !== null) return Decoration.none;
    const className = `streaming ${state.field(authorStyles).classFor(text.agentId)}`;
    const widget = new StreamingWidget(text.text, className, HIDDEN);
    return Decoration.set(Decoration.widget({ widget, side: 1 }).range(state.doc.length));
  }),
];

function startOf(text: string): string {
  return text.length <= SHOWN_LENGTH ? text : `${text.slice(0, snapToPairStart(text, SHOWN_LENGTH))}…`;
}
