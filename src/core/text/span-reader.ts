import { assert } from '../assert.ts';
import type { Span, Spans } from './span.ts';

/** Takes spans apart from the beginning, at a cost proportional to the part taken. */
export class SpanReader {
  readonly #spans: Spans;
  #index = 0;
  /** Length taken of the next span. */
  #taken = 0;

  constructor(spans: Spans) {
    this.#spans = spans;
  }

  /** The length of the next `count` spans, or of all that are left. UTF-16 code units. */
  lengthOf(count: number): number {
    let length = -this.#taken;
    for (const span of this.#spans.slice(this.#index, this.#index + count)) length += span.length;
    return length;
  }

  /** The spans of the next `length` code units. @throws {BugError} when there are fewer */
  take(length: number): Spans {
    const taken: Span[] = [];
    for (let left = length; left > 0; ) {
      const span = this.#spans[this.#index];
      assert(span !== undefined, () => `the spans end ${left} code units too early`);
      const own = Math.min(left, span.length - this.#taken);
      taken.push(own === span.length ? span : { ...span, length: own });
      left -= own;
      this.#taken += own;
      if (this.#taken < span.length) break;
      this.#index += 1;
      this.#taken = 0;
    }
    return taken;
  }
}
