import { AspenError } from '../../../core/errors.ts';
import { outputHash } from '../../../core/fences/fence-hashes.ts';
import { type Block, type BlockOp, hasBlocksAt, joinBlocks } from '../../../core/history/block.ts';
import { applyOps, opsOf } from '../../../core/history/block-change.ts';
import { blockDifference } from '../../../core/history/block-difference.ts';
import { layerHash } from '../../../core/history/layer.ts';
import { changeOfPieces, withDraft } from '../../../core/history/shown-pieces.ts';
import type { Sha256 } from '../../../core/ids.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { ChainRef } from '../../store/tables/history/chain-ref.ts';
import { listOutputHashes } from '../../store/tables/history/executions.ts';
import { type ChainEnds, listChainEnds } from '../../store/tables/history/keeping.ts';
import { readState } from '../../store/tables/history/layer-state.ts';
import { type LayerRecord, readLayerRecords } from '../../store/tables/history/layers.ts';
import { pagesOfLayers, type StoredLayer } from '../../store/tables/history/read-layers.ts';
import { findLastBegin } from '../../store/tables/history/roll-off.ts';
import { getTree } from '../../store/tables/trees.ts';
import { loadPathAt } from '../../store/tree/past/path-at-state.ts';
import { ChainWalker, type KnownText, type Moment, NO_MOMENT, type Steps } from '../history/chain-walker.ts';
import { isLink } from '../history/layer-pass.ts';

/**
 * UTF-16 code units of a chain that are read from the path as a whole, after as many layers as that lasts; beyond, only
 * after those with a snapshot and the last: the layers between are rebuilt from their parents' texts.
 */
const READ_WHOLE = 20_000_000;

/** The result of verifying a grove's time lines. */
export interface LayerVerification {
  readonly layers: number;
  /** Number of chain links without a hash, for which it was computed and not written. */
  readonly unaddressed: number;
  readonly faults: readonly string[];
}

/**
 * Verifies every time line (`layers.md`, *What is stored*): each text is rebuilt from its parent's, and compared with the one that
 * the path has; each hash is computed again, also those of what fences gave. Layers before a roll-off have no parent any more, so that only their text can
 * be read.
 * @param most how many faults are named
 */
export function verifyLayers(reader: Reader, most: number): LayerVerification {
  let [layers, unaddressed] = [0, 0];
  const faults: string[] = [];
  let before: ChainCheck | undefined;
  for (const ends of listChainEnds(reader)) {
    const { ref } = ends;
    // Many chains begin where others did, as those of many merges.
    const begun = before?.ref.treeId === ref.treeId ? before.begun : undefined;
    const check = new ChainCheck(reader, ends, begun);
    before = check;
    for (const fault of check.run()) {
      if (faults.length >= most) break;
      faults.push(`${getTree(reader, ref.treeId).title}: ${fault}`);
    }
    layers += check.layers;
    unaddressed += check.unaddressed;
  }
  for (const { coordinate, output, hash } of listOutputHashes(reader))
    if (faults.length < most && outputHash(output) !== hash)
      faults.push(`the result ${coordinate} does not match its hash`);
  return { layers, unaddressed, faults };
}

class ChainCheck {
  readonly ref: ChainRef;
  layers = 0;
  unaddressed = 0;
  /** The last text that was read from the path at a beginning, of this chain or the one before it in the tree. */
  begun: KnownText | undefined;
  readonly #reader: Reader;
  readonly #ends: ChainEnds;
  readonly #walker: ChainWalker;
  /** The last link: its hash, its number and the text after it. */
  #parent: { readonly hash: Sha256; readonly seq: number } | null = null;
  #base = NO_MOMENT;
  /** An earlier layer without a hash is no link. */
  #lastHashed = 0;
  #left = READ_WHOLE;

  constructor(reader: Reader, ends: ChainEnds, begun: KnownText | undefined) {
    this.#reader = reader;
    this.#ends = ends;
    this.ref = ends.ref;
    this.begun = begun;
    this.#walker = new ChainWalker(reader, ends.ref);
  }

  /** The faults, in order. */
  *run(): Generator<string> {
    const { first, last, hashed } = this.#ends;
    const begin = first === last ? first : (findLastBegin(this.#reader, this.ref) ?? first);
    this.#lastHashed = hashed ?? first - 1;
    try {
      for (const page of pagesOfLayers(this.#reader, this.ref, first, last)) {
        const records = readLayerRecords(this.#reader, this.ref, page);
        for (const layer of page) {
          this.layers += 1;
          const record = records.get(layer.seq) ?? { ops: null, hasSnapshot: false };
          const isAlone = layer.seq < begin;
          const isLast = layer.seq === last;
          const fault =
            layer.head === null ? this.#checkOps(layer, record) : this.#check(layer, record, isAlone, isLast);
          if (fault !== null) yield `layer ${layer.seq} ${fault}`;
        }
      }
      if (this.layers === 0) yield 'its time line is not where the index has it';
    } catch (error) {
      if (!(error instanceof AspenError) || (error.code !== 'CORRUPT' && error.code !== 'NOT_FOUND'))
        throw error;
      yield `its time line cannot be read: ${error.detail}`;
    }
  }

  /**
   * A run of a fence, or a level: its parent is known if that has the number before it and no snapshot marks it as
   * gone.
   */
  #checkOps({ seq, hash }: StoredLayer, { ops, hasSnapshot }: LayerRecord): string | null {
    if (hash === null || ops === null) return 'has no hash, or does not say what it changed';
    const parent = this.#parent?.seq === seq - 1 ? this.#parent.hash : null;
    const isKnown = !hasSnapshot && (parent !== null || seq === 1);
    this.#parent = { hash, seq };
    return !isKnown || layerHash({ parent, ops }) === hash ? null : 'does not match its hash';
  }

  #check(layer: StoredLayer, record: LayerRecord, isAlone: boolean, isLast: boolean): string | null {
    const { seq, reason } = layer;
    const isBegin = isAlone || reason === 'begin' || this.#walker.seq === undefined;
    if (isBegin) {
      this.begun = finish(this.#walker.jump(seq, this.begun));
      [this.#parent, this.#base] = [null, NO_MOMENT];
    } else finish(this.#walker.advance(layer));
    const { moment } = this.#walker;
    // At a beginning, the text was just read from the path.
    if (!isBegin && (record.hasSnapshot || isLast || this.#left > 0)) {
      const text = this.#textOnPath(seq);
      this.#left -= text.length;
      if (text !== joinBlocks(moment.blocks)) return 'has another text than its path';
    }
    const isNone = layer.hash === null && (seq < this.#lastHashed || !isLink(layer, isLast));
    if (isAlone || isNone) return null;
    return this.#checkHash(layer, record, moment, isBegin);
  }

  #checkHash(layer: StoredLayer, record: LayerRecord, moment: Moment, isBegin: boolean): string | null {
    const { seq, hash: recorded } = layer;
    const base = this.#base;
    const ops = record.ops ?? derivedOps(base, moment);
    const hash = layerHash({ parent: this.#parent?.hash ?? null, ops });
    if (recorded === null) this.unaddressed += 1;
    this.#parent = { hash: recorded ?? hash, seq };
    this.#base = moment;
    if (recorded !== null && recorded !== hash) {
      // The parent of a beginning was rolled off, except of the very first.
      const isFirst = layer.reason === 'begin' && seq === 1;
      return isBegin && record.hasSnapshot && !isFirst ? null : 'does not match its hash';
    }
    return leadsTo(base.blocks, ops, moment.blocks) ? null : 'does not follow from the text before it';
  }

  /** The text after a layer, read from the whole path. */
  #textOnPath(seq: number): string {
    const state = readState(this.#reader, this.ref, seq);
    const path = loadPathAt(this.#reader, this.ref.treeId, state).map(({ node }) => ({
      positionId: node.positionId,
      nodeId: node.id,
      text: textOf(node.content),
      spans: node.spans,
    }));
    return withDraft(path, state.draft)
      .map(({ text }) => text)
      .join('');
  }
}

function derivedOps(before: Moment, after: Moment): readonly BlockOp[] {
  return opsOf(blockDifference(before.blocks, after.blocks, changeOfPieces(before.pieces, after.pieces)));
}

function leadsTo(before: readonly Block[], ops: readonly BlockOp[], after: readonly Block[]): boolean {
  try {
    const blocks = applyOps(before, ops);
    return blocks.length === after.length && hasBlocksAt(blocks, 0, after);
  } catch (error) {
    if (error instanceof AspenError) return false;
    throw error;
  }
}

function finish<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
