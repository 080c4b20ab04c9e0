import type { AgentId } from '../ids.ts';
import type { Spans } from '../text/span.ts';

/** A part of a text by one author, in UTF-16 code units. */
interface AuthorCut<Style> {
  readonly from: number;
  readonly to: number;
  /** Null for text that has no style of its own. */
  readonly style: Style | null;
}

/** Cuts ranges of a text wherever the author changes. Ranges must be in text order. */
export class AuthorCutter<Style> {
  readonly #spans: Spans;
  readonly #styles: ReadonlyMap<AgentId, Style>;
  #index = 0;
  #start = 0;

  constructor(spans: Spans, styles: ReadonlyMap<AgentId, Style>) {
    this.#spans = spans;
    this.#styles = styles;
  }

  *cut(from: number, to: number): Generator<AuthorCut<Style>> {
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
}
