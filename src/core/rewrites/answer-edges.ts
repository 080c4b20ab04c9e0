/** Trims white space at both ends of an answer, and puts around it what belongs there, while it streams. */
import type { Edge, Edges } from './edge-space.ts';

/** As much of the end of a text as decides about a space after it. UTF-16 code units. */
const END_LENGTH = 8;
/** Marks that do not stand twice. */
const STOPS = '.,;:!?';

/** The stop that follows an answer on the page, unless the replaced text has it too; empty if there is none. */
export function stopAfter(replaced: string, after: string): string {
  const stop = after.charAt(0);
  return STOPS.includes(stop) && !replaced.trimEnd().endsWith(stop) ? stop : '';
}

/**
 * Reads an answer and gives it the white space around it. An answer without ink is empty. A stop at its end that the page
 * has next is left out.
 */
export class AnswerEdges {
  readonly #edges: Edges;
  readonly #stop: string;
  /** White space at the beginning, with text that does not decide about it; later a stop and white space at the end. */
  #held = '';
  #lead: Edge | null = null;
  #trail: Edge | null = null;
  #trimmed = 0;
  #length = 0;
  #end = '';

  /** @param stop which the page has after the answer; empty if it has none */
  constructor(edges: Edges, stop: string) {
    this.#edges = edges;
    this.#stop = stop;
  }

  /** What was trimmed at the beginning, in UTF-16 code units. */
  get trimmed(): number {
    return this.#trimmed;
  }

  /** How much of the answer is shown, in UTF-16 code units. */
  get length(): number {
    return this.#length;
  }

  /** The white space before what is shown of the answer; null until something is. */
  get lead(): Edge | null {
    return this.#lead;
  }

  /** The same after it; null before the end. */
  get trail(): Edge | null {
    return this.#trail;
  }

  /** Reads on. @returns text to show, which may be empty or arrive with a later chunk */
  read(chunk: string): string {
    if (this.#lead !== null) return this.#continue(chunk);
    this.#held += chunk;
    return chunk.trim() === '' ? '' : this.#start(false);
  }

  /** The end of the answer. @returns what was still held back, and the white space after it */
  end(): string {
    const start = this.#lead === null ? this.#start(true) : '';
    if (this.#lead === null) return '';
    // The page goes on with the stop, without white space.
    const isStop = this.#stop !== '' && this.#held.startsWith(this.#stop);
    this.#trail = this.#edges.trail(this.#end, isStop ? '' : this.#held);
    const own = this.#held.slice(0, this.#trail.own);
    this.#length += own.length;
    return start + own + this.#trail.space + this.#trail.kept;
  }

  #start(isEnd: boolean): string {
    const body = this.#held.trimStart();
    if (body === '') return '';
    const space = this.#held.slice(0, this.#held.length - body.length);
    const lead = this.#edges.lead(space, body, isEnd);
    if (lead === null) return '';
    this.#lead = lead;
    this.#trimmed = space.length - lead.own;
    const text = this.#held.slice(this.#trimmed);
    this.#held = '';
    return lead.kept + lead.space + this.#continue(text);
  }

  #continue(chunk: string): string {
    if (chunk.trim() === '') {
      this.#held += chunk;
      return '';
    }
    const text = this.#held + chunk;
    let length = text.trimEnd().length;
    const isStop = this.#stop !== '' && text.charAt(length - 1) === this.#stop;
    if (isStop && this.#length + text.slice(0, length - 1).trim().length > 0) length -= 1;
    const shown = text.slice(0, length);
    this.#held = text.slice(length);
    this.#length += length;
    this.#end = (this.#end + shown.slice(-END_LENGTH)).slice(-END_LENGTH);
    return shown;
  }
}
