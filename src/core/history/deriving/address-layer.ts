import type { Sha256 } from '../../ids.ts';
import type { Block } from '../block.ts';
import { type BlockChange, opsOf } from '../block-change.ts';
import { blockHash, layerHash } from '../layer.ts';

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
