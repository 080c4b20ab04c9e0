/** Follows what is typed after `[[`, for the list of links that it may become (`documents.md`, *Links*). */

import type { EditorState } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { findOpenLink, type OpenLink } from '../../../core/links/open-link.ts';
import type { WindowRect } from '../../surface.ts';
import { isCode } from '../markdown/markdown-language.ts';

/** A link that is being typed. */
export interface LinkQuery extends OpenLink {
  /** The place of its brackets. */
  readonly rect: WindowRect;
}

/** The link that ends at the caret and has no end yet. */
function findOpen(state: EditorState): OpenLink | null {
  const { main } = state.selection;
  if (!main.empty || state.readOnly) return null;
  const { from: lineFrom, text } = state.doc.lineAt(main.head);
  const open = findOpenLink(text, main.head - lineFrom);
  if (open === null) return null;
  const from = lineFrom + open.from;
  return isCode(state, from) ? null : { ...open, from };
}

class LinkTyping {
  readonly #onQuery: (query: LinkQuery | null) => void;
  #open: ReturnType<typeof findOpen> = null;

  constructor(onQuery: (query: LinkQuery | null) => void) {
    this.#onQuery = onQuery;
  }

  update({ view, docChanged, selectionSet, transactions, state, focusChanged }: ViewUpdate): void {
    if (!docChanged && !selectionSet && !focusChanged) return;
    const before = this.#open;
    const isTyped = transactions.some((transaction) => transaction.isUserEvent('input.type'));
    // Only typing opens the list, not a caret that comes by.
    const open = view.hasFocus && (isTyped || before !== null) ? findOpen(state) : null;
    this.#open = open !== null && (isTyped || open.from === before?.from) ? open : null;
    if (before?.from === this.#open?.from && before?.typed === this.#open?.typed) return;
    this.#report(view);
  }

  destroy(): void {
    this.#onQuery(null);
  }

  #report(view: EditorView): void {
    view.requestMeasure({
      key: this,
      read: () => (this.#open === null ? null : view.coordsAtPos(this.#open.from)),
      write: (coords) => {
        const open = this.#open;
        if (open === null) this.#onQuery(null);
        else {
          const { left = 0, top = 0, bottom = 0 } = coords ?? {};
          this.#onQuery({ ...open, rect: { left, top, width: 0, height: bottom - top } });
        }
      },
    });
  }
}

/** The extension. @param onQuery called with null once no link is being typed */
export function linkCompletion(onQuery: (query: LinkQuery | null) => void) {
  return ViewPlugin.define(() => new LinkTyping(onQuery));
}

/** Puts a text in place of the link that is being typed, with the brackets that end it, if they are there. */
export function completeLink(view: EditorView, text: string): void {
  const open = findOpen(view.state);
  if (open === null) return;
  const { head } = view.state.selection.main;
  const to = view.state.sliceDoc(head, head + 2) === ']]' ? head + 2 : head;
  view.dispatch({
    changes: { from: open.from, to, insert: text },
    selection: { anchor: open.from + text.length },
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
}
