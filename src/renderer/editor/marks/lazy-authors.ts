/**
 * The authors of a text shown from scratch. Only a page of ten thousand nodes is visible in the first frame,
 * so all the other ranges are built in idle time, or on first use.
 */
import type { RangeSet } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';
import { locationHolding, locationsFrom, type Segments } from '../../../core/buffer/segments.ts';
import type { AgentId } from '../../../core/ids.ts';
import type { Spans } from '../../../core/text/span.ts';
import type { AuthorMark, Authors } from './authors.ts';
import { authorship, authorsOf } from './authorship.ts';

interface Authored {
  readonly spans: Spans;
}

class LazyAuthors implements Authors {
  readonly updates = 0;
  readonly #segments: Segments;
  readonly #writerId: AgentId;
  /** One per segment; empty once the ranges are built. */
  #texts: readonly Authored[];
  #ranges: RangeSet<AuthorMark> | null = null;

  constructor(texts: readonly Authored[], segments: Segments, writerId: AgentId) {
    this.#texts = texts;
    this.#segments = segments;
    this.#writerId = writerId;
  }

  get ranges(): RangeSet<AuthorMark> {
    return this.#ranges ?? this.build();
  }

  build(): RangeSet<AuthorMark> {
    const texts = this.#texts.map(({ spans }) => spans);
    this.#ranges ??= authorsOf(texts, this.#writerId).ranges;
    this.#texts = [];
    return this.#ranges;
  }

  near(from: number, to: number): RangeSet<AuthorMark> {
    if (this.#ranges !== null) return this.#ranges;
    const first = locationHolding(this.#segments, from);
    const texts: Spans[] = [];
    for (const { index, start } of locationsFrom(this.#segments, first.index)) {
      if (start >= to) break;
      texts.push(this.#texts[index]?.spans ?? []);
    }
    return authorsOf(texts, this.#writerId, first.start).ranges;
  }
}

/** The authors of these consecutive texts, one per segment. */
export function lazyAuthors(texts: readonly Authored[], segments: Segments, writerId: AgentId): Authors {
  return new LazyAuthors(texts, segments, writerId);
}

/** Builds the remaining ranges in idle time. */
export const buildAuthorsWhenIdle = ViewPlugin.define(({ state }) => {
  const authors = state.field(authorship);
  const handle = window.requestIdleCallback(() => {
    if (authors instanceof LazyAuthors) authors.build();
  });
  return { destroy: () => window.cancelIdleCallback(handle) };
});
