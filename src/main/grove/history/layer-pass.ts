import { AspenError } from '../../../core/errors.ts';
import { blockDifference } from '../../../core/history/block-difference.ts';
import { type ChangedWords, countChangedWords } from '../../../core/history/deriving/count-changed-words.ts';
import { addressLayer } from '../../../core/history/layer.ts';
import { isMove } from '../../../core/history/layer-reason.ts';
import { changeOfPieces } from '../../../core/history/shown-pieces.ts';
import type { Sha256, TreeId } from '../../../core/ids.ts';
import type { Store } from '../../store/connection/store.ts';
import type { ChainRef } from '../../store/tables/history/chain-ref.ts';
import {
  type CountedLayer,
  findFirstUncounted,
  findLastHashed,
  findNextSeq,
  findPreviousSeq,
  listChains,
  saveCounts,
} from '../../store/tables/history/keeping.ts';
import {
  type LastLayer,
  pagesOfLayers,
  peekLastLayer,
  readLayers,
  type StoredLayer,
} from '../../store/tables/history/read-layers.ts';
import { type Moment, NO_MOMENT, type Steps, type WalkedChain } from './chain-walker.ts';

export interface LayerPassOptions {
  readonly store: Store;
  /** Called after counts of this tree's layers were written. */
  onCounted(treeId: TreeId): void;
  /** A chain cannot be read; the others are. */
  onFault(ref: ChainRef, error: AspenError): void;
}

/**
 * Returns true if a layer is a link of its chain (`layers.md`, *What is stored*): a draft is none, nor a run of moves
 * that may continue.
 * @param isLast whether no layer follows
 */
export function isLink({ reason, label }: Pick<StoredLayer, 'reason' | 'label'>, isLast: boolean): boolean {
  if (reason === 'draft') return false;
  return !isMove(reason) || !isLast || label !== null;
}

/**
 * The hash of a link, in steps.
 * @param parent the hash of the link before it; null for the first
 * @param base the text after that link; empty for the first
 */
function* hashOfLayer(parent: Sha256 | null, base: Moment, { pieces, blocks }: Moment): Steps<Sha256> {
  const change = changeOfPieces(base.pieces, pieces);
  yield;
  const difference = blockDifference(base.blocks, blocks, change);
  yield;
  return yield* addressLayer(parent, difference);
}

function* wordsOfLayer(before: Moment, { pieces, blocks }: Moment): Steps<ChangedWords> {
  const change = changeOfPieces(before.pieces, pieces);
  yield;
  const difference = blockDifference(before.blocks, blocks, change);
  yield;
  return yield* countChangedWords(blocks, pieces, difference);
}

const NO_WORDS: ChangedWords = { added: 0, removed: 0, authorId: null };

/**
 * Fills in the hash, the words and the author of every layer that has none yet, in small steps (`layers.md`, *What is stored*).
 * An error ends the pass; another one begins where this one had written.
 */
export class LayerPass {
  readonly #options: LayerPassOptions;
  readonly #walk: WalkedChain;

  /** @param walk where the last pass ended, so that this one need not read the whole text again */
  constructor(options: LayerPassOptions, walk: WalkedChain) {
    this.#options = options;
    this.#walk = walk;
  }

  /** Makes the pass, in steps. @throws {AspenError} what reading or writing the file throws */
  *run(): Steps<void> {
    for (const ref of listChains(this.#options.store)) {
      if (ref.dimension !== 'versions') continue;
      try {
        yield* this.#recount(ref);
        yield* this.#extend(ref);
      } catch (error) {
        const isFault =
          error instanceof AspenError && (error.code === 'CORRUPT' || error.code === 'NOT_FOUND');
        if (!isFault) throw error;
        this.#options.onFault(ref, error);
      }
    }
  }

  /** Counts layers again of which the layers before were squashed: they have their hash. */
  *#recount(ref: ChainRef): Steps<void> {
    const { store } = this.#options;
    const hashed = findLastHashed(store, ref)?.seq;
    const first = hashed === undefined ? undefined : findFirstUncounted(store, ref);
    if (hashed === undefined || first === undefined) return;
    const counted: CountedLayer[] = [];
    for (const page of pagesOfLayers(store, ref, first, hashed)) {
      for (const layer of page) {
        if (layer.added !== null) continue;
        counted.push(countedLayer(layer, yield* this.#wordsOf(ref, layer), null));
      }
      this.#save(ref, counted.splice(0));
      yield;
    }
  }

  *#wordsOf(ref: ChainRef, layer: StoredLayer): Steps<ChangedWords> {
    const before = findPreviousSeq(this.#options.store, ref, layer.seq);
    if (before === undefined || layer.reason === 'begin') return NO_WORDS;
    const walker = yield* this.#walk.to(ref, before);
    const { moment } = walker;
    yield* walker.advance(layer);
    this.#walk.noteAt(layer);
    return yield* wordsOfLayer(moment, walker.moment);
  }

  /** Counts and hashes the layers after the last one that has a hash. */
  *#extend(ref: ChainRef): Steps<void> {
    const { store } = this.#options;
    const link = findLastHashed(store, ref);
    const last = peekLastLayer(store, ref);
    if (last === undefined || !needsMore(store, ref, link?.seq, last)) return;
    const walker = yield* this.#walk.to(ref, link?.seq);
    let [parent, base] = [link?.hash ?? null, walker.moment];
    const counted: CountedLayer[] = [];
    const first = findNextSeq(store, ref, link?.seq ?? Number.MIN_SAFE_INTEGER) ?? last.seq;
    for (const page of pagesOfLayers(store, ref, first, last.seq)) {
      for (const layer of page) {
        const before = walker.moment;
        const isBegin = layer.reason === 'begin' || walker.seq === undefined;
        if (isBegin) {
          yield* walker.jump(layer.seq);
          [parent, base] = [null, NO_MOMENT];
        } else yield* walker.advance(layer);
        this.#walk.noteAt(layer);
        let words: ChangedWords | null = null;
        if (layer.added === null) words = isBegin ? NO_WORDS : yield* wordsOfLayer(before, walker.moment);
        let hash: Sha256 | null = null;
        if (isLink(layer, layer.seq === last.seq)) {
          hash = yield* hashOfLayer(parent, base, walker.moment);
          [parent, base] = [hash, walker.moment];
        }
        if (words !== null || hash !== null) counted.push(countedLayer(layer, words, hash));
      }
      this.#save(ref, counted.splice(0));
      yield;
    }
  }

  #save({ treeId, ...ref }: ChainRef, counted: readonly CountedLayer[]): void {
    if (counted.length === 0) return;
    this.#options.store.transact((tx) => {
      for (const layer of counted) saveCounts(tx, { treeId, ...ref }, layer);
    });
    this.#options.onCounted(treeId);
  }
}

/** Returns true if a layer after the last link has no counts, or is a link now. */
function needsMore(store: Store, ref: ChainRef, linkSeq: number | undefined, last: LastLayer): boolean {
  if (findFirstUncounted(store, ref) !== undefined) return true;
  const next = findNextSeq(store, ref, linkSeq ?? Number.MIN_SAFE_INTEGER);
  // Between the last link and the end are drafts, and perhaps a run of moves.
  return (
    next !== undefined &&
    readLayers(store, ref, next, last.seq).some((layer) => isLink(layer, layer.seq === last.seq))
  );
}

function countedLayer(layer: StoredLayer, words: ChangedWords | null, hash: Sha256 | null): CountedLayer {
  const { seq, createdAt } = layer;
  const { added, removed, authorId } = words ?? {
    added: layer.added ?? 0,
    removed: layer.removed ?? 0,
    authorId: layer.authorId,
  };
  return { seq, createdAt, added, removed, authorId, hash };
}
