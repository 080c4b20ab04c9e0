import { AspenError } from '../../../core/errors.ts';
import type { BlockOp } from '../../../core/history/block.ts';
import { opsOf } from '../../../core/history/block-change.ts';
import { blockDifference } from '../../../core/history/block-difference.ts';
import type { AddressedLayer, History, Keyframe } from '../../../core/history/history.ts';
import { layerHash } from '../../../core/history/layer.ts';
import { changeOfPieces } from '../../../core/history/shown-pieces.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { ChainRef } from '../../store/tables/history/chain-ref.ts';
import { findLastHashed, findNextSeq, type HashedLayer } from '../../store/tables/history/keeping.ts';
import { type LayerRecord, readLayerRecords } from '../../store/tables/history/layers.ts';
import { pagesOfLayers, type StoredLayer } from '../../store/tables/history/read-layers.ts';
import { ChainWalker, NO_MOMENT } from './chain-walker.ts';

/**
 * The layers of a chain that have a hash, with their ops and with its snapshots (`layers.md`, *Exchange*), in steps of a
 * few milliseconds at most, which yield the share that is done, from 0 to 1. Layers that are no link of the chain are left
 * out, and so are those before the snapshot of a roll-off.
 * @throws {AspenError} NOT_FOUND; CORRUPT if a layer does not have its hash, or names something that is not there
 */
export function exportHistory(reader: Reader, ref: ChainRef, slug: string): Generator<number, History> {
  return new HistoryExport(reader, ref).run(slug);
}

class HistoryExport {
  readonly #reader: Reader;
  readonly #ref: ChainRef;
  readonly #walker: ChainWalker;
  /** The last layer with a hash, and those since that have none. */
  #link: HashedLayer | undefined;
  #between: StoredLayer[] = [];
  #first = 0;
  #layers: AddressedLayer[] = [];
  #keyframes: Keyframe[] = [];
  #share = 0;

  constructor(reader: Reader, ref: ChainRef) {
    this.#reader = reader;
    this.#ref = ref;
    this.#walker = new ChainWalker(reader, ref);
  }

  *run(slug: string): Generator<number, History> {
    const first = findNextSeq(this.#reader, this.#ref, Number.MIN_SAFE_INTEGER) ?? 0;
    const last = findLastHashed(this.#reader, this.#ref)?.seq ?? first - 1;
    for (const page of pagesOfLayers(this.#reader, this.#ref, first, last)) {
      const records = readLayerRecords(this.#reader, this.#ref, page);
      for (const layer of page) {
        this.#share = (layer.seq - first) / (last - first + 1);
        const { hash } = layer;
        if (hash === null) this.#between.push(layer);
        else yield* this.#add({ ...layer, hash }, records.get(layer.seq));
        yield this.#share;
      }
    }
    const { dimension } = this.#ref;
    return { slug, dimension, first: this.#first, layers: this.#layers, keyframes: this.#keyframes };
  }

  *#add(
    layer: StoredLayer & HashedLayer,
    { ops: stored, hasSnapshot }: LayerRecord = { ops: null, hasSnapshot: false },
  ): Generator<number, void> {
    if (layer.reason === 'begin') this.#begin(0);
    const { seq, hash, createdAt } = layer;
    const parent = this.#link?.hash ?? null;
    const ops = stored ?? (yield* this.#derive(layer));
    const isLink = layerHash({ parent, ops }) === hash;
    if (isLink) this.#layers.push({ parent, ops, hash, createdAt });
    // Layers before a snapshot may have been rolled off.
    else if (hasSnapshot) this.#begin(seq);
    else throw new AspenError('CORRUPT', `layer ${seq} does not have its hash`);
    if (hasSnapshot) {
      const position = this.#first + this.#layers.length - 1;
      this.#keyframes.push({ hash, position, blocks: yield* this.#blocksAfter(layer) });
    }
    this.#link = { seq, hash };
    this.#between = [];
  }

  /** Discards the layers read so far: the chain begins with this one. */
  #begin(first: number): void {
    this.#first = first;
    this.#layers = [];
    this.#keyframes = [];
    this.#link = undefined;
  }

  *#derive(layer: StoredLayer): Generator<number, readonly BlockOp[]> {
    const link = this.#link;
    if (layer.head === null) throw new AspenError('CORRUPT', `layer ${layer.seq} has neither head nor ops`);
    if (link === undefined) {
      yield* this.#inSteps(this.#walker.jump(layer.seq));
    } else if (this.#walker.seq !== link.seq) {
      yield* this.#inSteps(this.#walker.jump(link.seq));
    }
    const base = link === undefined ? NO_MOMENT : this.#walker.moment;
    if (link !== undefined) {
      for (const next of [...this.#between, layer]) yield* this.#inSteps(this.#walker.advance(next));
    }
    const { pieces, blocks } = this.#walker.moment;
    return opsOf(blockDifference(base.blocks, blocks, changeOfPieces(base.pieces, pieces)));
  }

  *#blocksAfter({ seq, head }: StoredLayer): Generator<number, Keyframe['blocks']> {
    // Runs of fences and levels are of no text that could be kept.
    if (head === null) return [];
    if (this.#walker.seq !== seq) yield* this.#inSteps(this.#walker.jump(seq));
    return this.#walker.moment.blocks;
  }

  *#inSteps(steps: Generator<undefined, unknown>): Generator<number, void> {
    while (steps.next().done !== true) yield this.#share;
  }
}
