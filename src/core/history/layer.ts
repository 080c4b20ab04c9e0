import { sha256 } from '#sha256';
import type { Sha256 } from '../ids.ts';
import { canonicalJson, type JsonValue } from '../provenance/canonical-json.ts';
import { type Block, type BlockOp, invertOps } from './block.ts';
import { applyOps, type BlockChange, opsOf } from './block-change.ts';

/** The changes since the previous layer (`layers.md`, *Tokens and operations*). */
export interface Layer {
  /** The hash of the layer before; null if there was none. */
  readonly parent: Sha256 | null;
  readonly ops: readonly BlockOp[];
}

/** Lower-case hexadecimal SHA-256 over the canonical JSON of a block. */
export function blockHash({ kind, text }: Block): Sha256 {
  return sha256(canonicalJson(['aspen-token-1', kind, text]));
}

/**
 * The address of a layer: lower-case hexadecimal SHA-256 over the canonical JSON of its parent and its ops, in which
 * each block is its hash.
 * @param hashOf the hash of a block, where that is known
 */
export function layerHash({ parent, ops }: Layer, hashOf: (block: Block) => Sha256 = blockHash): Sha256 {
  const hashAll = (blocks: readonly Block[]) => blocks.map(hashOf);
  const hashed = ops.map((op): JsonValue => {
    return op[0] === 'insert' ? [op[0], op[1], hashAll(op[2])] : [op[0], op[1], op[2], hashAll(op[3])];
  });
  // Without objects and with nothing but hexadecimal digits and integers, this is canonical, and there may be thousands.
  return sha256(JSON.stringify(['aspen-layer-1', parent, hashed]));
}

/**
 * The blocks after some layers, which follow each other.
 * @param blocks those before the first layer
 * @throws {AspenError} INVALID_ARGUMENT when a layer does not fit the blocks before it
 */
export function walk(blocks: readonly Block[], layers: readonly Pick<Layer, 'ops'>[]): readonly Block[] {
  return layers.reduce((before, { ops }) => applyOps(before, ops), blocks);
}

/**
 * The blocks before some layers, which follow each other.
 * @param blocks those after the last layer
 * @throws {AspenError} INVALID_ARGUMENT when a layer does not fit the blocks after it
 */
export function walkBack(blocks: readonly Block[], layers: readonly Pick<Layer, 'ops'>[]): readonly Block[] {
  return layers.reduceRight((after, { ops }) => applyOps(after, invertOps(ops)), blocks);
}

/** UTF-16 code units hashed per step: less than a millisecond's work. */
const STEP = 65_536;
/** Most blocks hashed per step. */
const BLOCKS = 200;

/** `layerHash` of the ops of a change, in steps. */
export function* addressLayer(parent: Sha256 | null, change: BlockChange): Generator<undefined, Sha256> {
  const hashes = new Map<Block, Sha256>();
  let [hashed, blocks] = [0, 0];
  for (const { insert, removed } of change) {
    for (const block of [...removed, ...insert]) {
      hashes.set(block, blockHash(block));
      hashed += block.text.length;
      blocks += 1;
      if (hashed < STEP && blocks < BLOCKS) continue;
      [hashed, blocks] = [0, 0];
      yield;
    }
  }
  const hashOf = (block: Block) => hashes.get(block) ?? blockHash(block);
  return layerHash({ parent, ops: opsOf(change) }, hashOf);
}
