import type { Reader } from '../../store/connection/query.ts';
import type { ChainRef } from '../../store/tables/history/chain-ref.ts';
import { readLayers, type StoredLayer } from '../../store/tables/history/read-layers.ts';
import { ChainWalker, type Steps } from './chain-walker.ts';

/**
 * The last position of reading in a chain, kept because most passes continue there, and a whole text takes much longer
 * to read than the next layer.
 */
export class WalkedChain {
  readonly #reader: Reader;
  #walked: { readonly ref: ChainRef; readonly walker: ChainWalker } | undefined;
  /** When the layer there was made: a run of moves may have been rewritten since. */
  #createdAt: number | undefined;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** A walker at a layer, or before the first (undefined). @throws {AspenError} as `readState` */
  *to(ref: ChainRef, seq: number | undefined): Steps<ChainWalker> {
    if (seq === undefined) return this.#begin(ref);
    const [layer] = readLayers(this.#reader, ref, seq, seq);
    const walked = this.#walked;
    const isThere =
      walked !== undefined &&
      isSameChain(walked.ref, ref) &&
      walked.walker.seq === seq &&
      layer?.createdAt === this.#createdAt;
    if (isThere) return walked.walker;
    const walker = this.#begin(ref);
    yield* walker.jump(seq);
    if (layer !== undefined) this.noteAt(layer);
    return walker;
  }

  /** The walker has advanced to this layer. */
  noteAt({ createdAt }: StoredLayer): void {
    this.#createdAt = createdAt;
  }

  #begin(ref: ChainRef): ChainWalker {
    const walker = new ChainWalker(this.#reader, ref);
    this.#walked = { ref, walker };
    this.#createdAt = undefined;
    return walker;
  }
}

function isSameChain(one: ChainRef, other: ChainRef): boolean {
  return (
    one.treeId === other.treeId &&
    one.agentId === other.agentId &&
    one.dimension === other.dimension &&
    one.chain === other.chain
  );
}
