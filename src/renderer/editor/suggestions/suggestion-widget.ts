/** Text that a suggestion would insert, drawn in the manuscript without being part of it. */
import { WidgetType } from '@codemirror/view';
import { snapToPairStart } from '../../../core/text/surrogate-pair.ts';

/** How much of an insertion is drawn, in UTF-16 code units; screen readers have all of it. */
export const DRAWN_LENGTH = 2_000;

export interface WidgetContent {
  readonly text: string;
  /** Of the inserted text. */
  readonly className: string;
  /** Of the inserted text, which identify the suggestion. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Marks after the text: `?`, `1 of 2`. */
  readonly badges: readonly string[];
}

export class SuggestionWidget extends WidgetType {
  readonly #content: WidgetContent;
  readonly #key: string;

  constructor(content: WidgetContent) {
    super();
    this.#content = content;
    this.#key = JSON.stringify(content);
  }

  override eq(other: SuggestionWidget): boolean {
    return this.#key === other.#key;
  }

  override get lineBreaks(): number {
    return this.#content.text.slice(0, DRAWN_LENGTH).split('\n').length - 1;
  }

  override toDOM(): HTMLElement {
    const { text, className, attributes, badges } = this.#content;
    const element = span('suggestion-widget');
    if (text !== '' || badges.length === 0) {
      const inserted = element.appendChild(span(className));
      for (const [name, value] of Object.entries(attributes)) inserted.setAttribute(name, value);
      inserted.append(...drawn(text));
    }
    for (const badge of badges) element.appendChild(span('suggestion-badge')).append(badge);
    return element;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

function span(className: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  return element;
}

function drawn(text: string): readonly (Node | string)[] {
  // Line breaks alone show nothing.
  if (text.trim() === '') return [text.replaceAll('\n', '¶\n')];
  if (text.length <= DRAWN_LENGTH) return [text];
  const end = snapToPairStart(text, DRAWN_LENGTH);
  const ellipsis = span('suggestion-more');
  ellipsis.setAttribute('aria-hidden', 'true');
  ellipsis.append('…');
  const rest = span('suggestion-rest');
  rest.append(text.slice(end));
  return [text.slice(0, end), ellipsis, rest];
}
