import type { NodeId } from '../../../core/ids.ts';
import type { Places, TextPlace } from '../../../core/proposals/places.ts';
import type { TextRange } from '../../../core/text/span.ts';
import type { ShownPart } from './path-places.ts';

/** The text on the screen by its parts, to change between offsets of it and of them. */
export class Screen {
  readonly parts: readonly ShownPart[];
  /** Start of each part, and the length of all. */
  readonly #starts: readonly number[];
  readonly #indexes: ReadonlyMap<NodeId | null, number>;

  /** @param parts the nodes of the path and, last, the working buffer */
  constructor(parts: readonly ShownPart[]) {
    this.parts = parts;
    const starts = [0];
    let reached = 0;
    for (const { text } of parts) {
      reached += text.length;
      starts.push(reached);
    }
    this.#starts = starts;
    this.#indexes = new Map(parts.map(({ nodeId }, index) => [nodeId, index]));
  }

  get length(): number {
    return this.#starts.at(-1) ?? 0;
  }

  text(): string {
    return this.parts.map(({ text }) => text).join('');
  }

  /** The part at an offset, and its start; the later one where two meet. */
  partAt(offset: number): { readonly index: number; readonly start: number } {
    let low = 0;
    let high = this.parts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { index: low, start: this.#starts[low] ?? 0 };
  }

  /**
   * A range by its nodes. An empty one where two nodes meet is at the end of the one and at the beginning of the other, so
   * that it is away when either is.
   */
  placesOf({ from, to }: TextRange): Places {
    if (from === to) return this.#placesAt(from);
    const places: TextPlace[] = [];
    for (let { index, start } = this.partAt(from); index < this.parts.length && start < to; index += 1) {
      const part = this.parts[index];
      const length = part?.text.length ?? 0;
      const [begin, end] = [Math.max(from, start) - start, Math.min(to, start + length) - start];
      if (part !== undefined && begin < end) places.push({ nodeId: part.nodeId, from: begin, to: end });
      start += length;
    }
    return places;
  }

  #placesAt(offset: number): Places {
    const { index, start } = this.partAt(offset);
    const part = this.parts[index];
    if (part === undefined) return [];
    const own = { nodeId: part.nodeId, from: offset - start, to: offset - start };
    // The working buffer is where text goes that follows the head, whatever becomes of it.
    const before =
      offset === start ? this.parts.slice(0, index).findLast(({ text }) => text !== '') : undefined;
    if (before === undefined) return [own];
    const end = { nodeId: before.nodeId, from: before.text.length, to: before.text.length };
    return part.nodeId === null && part.text === '' ? [end] : [end, own];
  }

  /** Null if a node is not on the screen, or they are in another order. */
  rangeOf(places: Places): TextRange | null {
    let start: number | null = null;
    let end = 0;
    let last = -1;
    for (const { nodeId, from, to } of places) {
      const index = this.#indexes.get(nodeId);
      if (index === undefined || index < last) return null;
      const begin = this.#starts[index] ?? 0;
      start ??= begin + from;
      end = begin + to;
      last = index;
    }
    return start === null ? null : { from: start, to: Math.max(start, end) };
  }
}
