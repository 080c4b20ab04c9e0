/**
 * The authors of a text that is shown from scratch. Ten thousand nodes are there before their first frame, of which a
 * page is seen: the ranges of the rest are made while the page has nothing else to do, or when anyone asks for them.
 */
import type { RangeSet } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';
import { placeHolding, placesFrom, type Segments } from '../../../core/buffer/segments.ts';
import type { AgentId } from '../../../core/ids.ts';
import type { Spans } from '../../../core/text/span.ts';
import { type AuthorMark, type Authors, authorship, authorsOf } from './authorship.ts';

interface Authored {
  readonly spans: Spans;
}

class AuthorsLater implements Authors {
  readonly updates = 0;
  readonly #segments: Segments;
  readonly #writerId: AgentId;
  /** One for each segment; none once the ranges are made of them. */
  #texts: readonly Authored[];
  #ranges: RangeSet<AuthorMark> | null = null;

  constructor(texts: readonly Authored[], segments: Segments, writerId: AgentId) {
    this.#texts = texts;
    this.#segments = segments;
    this.#writerId = writerId;
  }

  get ranges(): RangeSet<AuthorMark> {
    return this.#ranges ?? this.make();
  }

  make(): RangeSet<AuthorMark> {
    const texts = this.#texts.map(({ spans }) => spans);
    this.#ranges ??= authorsOf(texts, this.#writerId).ranges;
    this.#texts = [];
    return this.#ranges;
  }

  near(from: number, to: number): RangeSet<AuthorMark> {
    if (this.#ranges !== null) return this.#ranges;
    const first = placeHolding(this.#segments, from);
    const texts: Spans[] = [];
    for (const { index, start } of placesFrom(this.#segments, first.index)) {
      if (start >= to) break;
      texts.push(this.#texts[index]?.spans ?? []);
    }
    return authorsOf(texts, this.#writerId, first.start).ranges;
  }
}

/** The authors of these texts one after the other, each that of the segment at its index. */
export function authorsLater(texts: readonly Authored[], segments: Segments, writerId: AgentId): Authors {
  return new AuthorsLater(texts, segments, writerId);
}

/** Makes the ranges that nobody has asked for yet. */
export const authorsBetweenFrames = ViewPlugin.define(({ state }) => {
  const authors = state.field(authorship);
  const handle = window.requestIdleCallback(() => {
    if (authors instanceof AuthorsLater) authors.make();
  });
  return { destroy: () => window.cancelIdleCallback(handle) };
});
