import { SpanReader, type Spans, sliceSpans } from '../../../core/text/span.ts';
import type { Agent } from '../../../core/tree/agent.ts';

/** Properties of a message's characters besides the text. */
export interface Voices {
  /** Spans of the message; null if one author wrote all of it. */
  readonly spans: Spans | null;
  /** Starts of the message's parts that continue the one before them, at their first words. */
  readonly seams: readonly number[];
  readonly agents: readonly Agent[];
}

/** Characters by one author, of one part. */
export interface AuthorRun {
  /** Offsets in the message, in UTF-16 code units. */
  readonly from: number;
  readonly to: number;
  /** Undefined for ink. */
  readonly colour: string | undefined;
  /** A part begins with it. */
  readonly isSeam: boolean;
}

/** The runs of authors from `from` to `to`, and the starts of parts; null if there is nothing to show. */
export function authorRunsOf(voices: Voices, from: number, to: number): AuthorRuns | null {
  const hasSeam = voices.seams.some((seam) => seam >= from && seam < to);
  return voices.spans === null && !hasSeam ? null : new AuthorRuns(voices, from, to);
}

/** Finds the author of each part of a message; it is asked from the beginning to the end. */
export class AuthorRuns {
  /** Null if one author wrote all of it. */
  readonly #reader: SpanReader | null;
  readonly #agents: readonly Agent[];
  readonly #seams: readonly number[];
  #at: number;

  constructor({ spans, seams, agents }: Voices, from: number, to: number) {
    this.#reader = spans === null ? null : new SpanReader(sliceSpans(spans, from, to));
    this.#agents = agents;
    this.#seams = seams;
    this.#at = from;
  }

  /** True if several authors wrote it. */
  get isColoured(): boolean {
    return this.#reader !== null;
  }

  take(from: number, to: number): readonly AuthorRun[] {
    // Text that is not shown, such as the sign before an item of a list, may begin a part too.
    const seams = new Set(
      this.#seams.flatMap((seam) => (seam >= this.#at && seam < to ? [Math.max(seam, from)] : [])),
    );
    this.#reader?.take(from - this.#at);
    this.#at = to;
    let end = from;
    const authors = this.#reader?.take(to - from) ?? [{ agent: null, length: to - from }];
    return authors.flatMap(({ agent, length }) => {
      const start = end;
      end += length;
      const colour = agent === null ? undefined : colourOf(this.#agents.find(({ id }) => id === agent));
      const cuts = [start, ...[...seams].filter((seam) => seam > start && seam < end)];
      return cuts.map((cut, index) => ({
        from: cut,
        to: cuts[index + 1] ?? end,
        colour,
        isSeam: seams.has(cut),
      }));
    });
  }
}

/** The colour of an agent's words: that of its palette for a model, undefined (ink) for a person. */
export function colourOf(agent: Agent | undefined): string | undefined {
  return agent?.type === 'model' ? (agent.color ?? 'blue') : undefined;
}

/** Returns true if several authors wrote a text, so that its characters show their author. */
export function isMixed(spans: Spans): boolean {
  return spans.some(({ agent }) => agent !== spans[0]?.agent);
}
