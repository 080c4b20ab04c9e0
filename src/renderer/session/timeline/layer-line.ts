/** The layers of a chain in order, with an index that begins at 0; the index after the last is now (`layers.md`). */
import { LAYER_REASONS, type LayerReason } from '../../../core/history/layer-reason.ts';
import type { AgentId } from '../../../core/ids.ts';
import type { LayerChain, TimelineLayers } from '../../../ipc/wire/timeline.ts';

/** A pause in writing after which a new session begins. Milliseconds. */
export const SESSION_PAUSE = 30 * 60_000;

export class LayerLine {
  readonly #layers: TimelineLayers;
  readonly #labels: ReadonlyMap<number, string>;
  /** The index at which each session ends, in order; of the last, it is now. */
  readonly #ends: readonly number[];

  constructor(layers: TimelineLayers) {
    this.#layers = layers;
    this.#labels = new Map(layers.labels.map(({ seq, label }) => [seq, label]));
    this.#ends = sessionEnds(layers.times);
  }

  get chain(): number {
    return this.#layers.chain;
  }

  get chains(): readonly LayerChain[] {
    return this.#layers.chains;
  }

  /** Number of layers; as an index, it is the present. */
  get count(): number {
    return this.#layers.seqs.length;
  }

  /** Undefined for now. */
  seqAt(index: number): number | undefined {
    return this.#layers.seqs[index];
  }

  /** The index of a layer; of one that is not there any more, that of the one that follows it. */
  indexOf(seq: number): number {
    const { seqs } = this.#layers;
    let low = 0;
    let high = seqs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((seqs[middle] ?? 0) < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  has(seq: number): boolean {
    return this.seqAt(this.indexOf(seq)) === seq;
  }

  /** Milliseconds since 1970 UTC; 0 for now. */
  timeAt(index: number): number {
    return this.#layers.times[index] ?? 0;
  }

  reasonAt(index: number): LayerReason {
    return LAYER_REASONS[this.#layers.reasons[index] ?? 0] ?? 'begin';
  }

  /** Returns true if it was derived from the log, as far as that allows. */
  isRebuilt(index: number): boolean {
    return (this.seqAt(index) ?? 0) < 0;
  }

  /** Words added and removed; null while they are not counted. */
  wordsAt(index: number): number | null {
    const added = this.#layers.added[index] ?? -1;
    const removed = this.#layers.removed[index] ?? -1;
    return added < 0 || removed < 0 ? null : added + removed;
  }

  /** The author of most of the added text; null for none, or while that is not counted. */
  authorAt(index: number): AgentId | null {
    return this.#layers.agents[this.#layers.authors[index] ?? -1] ?? null;
  }

  labelAt(index: number): string | null {
    const seq = this.seqAt(index);
    return seq === undefined ? null : (this.#labels.get(seq) ?? null);
  }

  /** The labelled moments, oldest first. */
  get marks(): readonly { readonly index: number; readonly seq: number; readonly label: string }[] {
    return this.#layers.labels
      .filter(({ seq }) => this.has(seq))
      .map(({ seq, label }) => ({ index: this.indexOf(seq), seq, label }))
      .sort((a, b) => a.index - b.index);
  }

  /**
   * The target of a step by a whole session: the end of the session before, or the end of this one or, from there, of
   * the next. The beginning comes before all of them.
   */
  stepSession(from: number, direction: -1 | 1): number {
    if (direction < 0) return this.#ends.findLast((end) => end < from) ?? 0;
    return this.#ends.find((end) => end > from) ?? this.count;
  }
}

function sessionEnds(times: Float64Array): readonly number[] {
  const ends: number[] = [];
  for (let i = 1; i < times.length; i++)
    if ((times[i] ?? 0) - (times[i - 1] ?? 0) >= SESSION_PAUSE) ends.push(i - 1);
  return [...ends, times.length];
}
