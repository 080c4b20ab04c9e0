import type { AgentId } from '../ids.ts';
import type { Spans } from '../text/span.ts';
import { escapeHtml } from './escape-html.ts';

export interface AuthorStyle {
  /** The CSS class. */
  readonly name: string;
  /** Escaped. */
  readonly title: string;
}

/** A part of the text by one author, in UTF-16 code units. */
export interface AuthorCut {
  readonly from: number;
  readonly to: number;
  /** Null for text that has no style of its own. */
  readonly style: AuthorStyle | null;
}

/** Cuts ranges of the text wherever the author changes. Ranges must be in text order. */
export class SpanCutter {
  readonly #spans: Spans;
  readonly #styles: ReadonlyMap<AgentId, AuthorStyle>;
  #index = 0;
  #start = 0;

  constructor(spans: Spans, styles: ReadonlyMap<AgentId, AuthorStyle>) {
    this.#spans = spans;
    this.#styles = styles;
  }

  *cut(from: number, to: number): Generator<AuthorCut> {
    let at = from;
    while (at < to) {
      let span = this.#spans[this.#index];
      while (span !== undefined && this.#start + span.length <= at) {
        this.#start += span.length;
        this.#index += 1;
        span = this.#spans[this.#index];
      }
      const end = span === undefined ? to : Math.min(to, this.#start + span.length);
      yield { from: at, to: end, style: (span && this.#styles.get(span.agent)) ?? null };
      at = end;
    }
  }

  /** The HTML of characters that are in the text from `from` on. */
  html(text: string, from: number): string {
    let html = '';
    for (const cut of this.cut(from, from + text.length))
      html += styledHtml(escapeHtml(text.slice(cut.from - from, cut.to - from)), cut.style);
    return html;
  }
}

/** @param html of characters by one author */
export function styledHtml(html: string, style: AuthorStyle | null): string {
  return style === null ? html : `<span class="${style.name}" title="${style.title}">${html}</span>`;
}
