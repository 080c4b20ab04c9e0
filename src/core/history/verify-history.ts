import { assert } from '../assert.ts';
import { AspenError } from '../errors.ts';
import type { Sha256 } from '../ids.ts';
import { type Block, hasBlocksAt } from './block.ts';
import { applyOps } from './block-change.ts';
import { type AddressedLayer, type History, headOf } from './history.ts';
import { layerHash } from './layer.ts';

/** Blocks of a history that was found right so far. */
export interface VerifiedBlocks {
  /** The index of the layer; -1 for the keyframe before the first one. */
  readonly index: number;
  readonly before: readonly Block[];
  readonly after: readonly Block[];
}

/**
 * Verifies that each layer has its hash and follows the one before, that its ops fit the blocks there, and that every
 * keyframe is what the layers lead to. Of a keyframe before the first layer nothing but its place can be verified.
 * Lazy: yields after each layer, since a history may be long. It is right once this has ended.
 * @param head the hash that the last layer is said to have
 * @throws {AspenError} INVALID_ARGUMENT at the first fault, whose detail names it as the file does: `deltas[3]: …`
 */
export function* verifyHistory(history: History, head: Sha256 | null): Generator<VerifiedBlocks> {
  const { first, layers } = history;
  const indexes = keyframeIndexes(history);
  const base = history.keyframes[indexes.get(first - 1) ?? -1];
  if (base !== undefined) yield { index: -1, before: [], after: base.blocks };
  let parent = base?.hash ?? null;
  let blocks = base?.blocks ?? [];
  for (const [index, layer] of layers.entries()) {
    requireHash(layer, index, parent);
    const before = blocks;
    blocks = blocksAfter(layer, index, before);
    parent = layer.hash;
    const keyframe = indexes.get(first + index);
    if (keyframe !== undefined) requireKeyframe(history, keyframe, parent, blocks);
    yield { index, before, after: blocks };
  }
  if (head !== headOf(history)) refuseHistory('head', 'it is not the hash of the last delta');
}

/** The index of the keyframe at each position. */
function keyframeIndexes({ first, layers, keyframes }: History): ReadonlyMap<number, number> {
  const last = first + layers.length - 1;
  const indexes = new Map<number, number>();
  keyframes.forEach(({ position }, index) => {
    const where = `snapshots[${index}].position`;
    if (position < first - 1 || position > last) refuseHistory(where, `there is no delta at ${position}`);
    if (indexes.has(position)) refuseHistory(where, `there is another snapshot at ${position}`);
    indexes.set(position, index);
  });
  return indexes;
}

function requireHash(layer: AddressedLayer, index: number, parent: Sha256 | null): void {
  if (layer.parent !== parent)
    refuseHistory(`deltas[${index}].parent`, 'it is not the hash of the delta before');
  if (layerHash(layer) !== layer.hash)
    refuseHistory(`deltas[${index}].hash`, 'it does not match the parent and the ops');
}

function blocksAfter({ ops }: AddressedLayer, index: number, before: readonly Block[]): readonly Block[] {
  try {
    return applyOps(before, ops);
  } catch (error) {
    if (error instanceof AspenError) return refuseHistory(`deltas[${index}].ops`, error.detail, error);
    throw error;
  }
}

function requireKeyframe(
  { keyframes }: History,
  index: number,
  hash: Sha256,
  blocks: readonly Block[],
): void {
  const keyframe = keyframes[index];
  assert(keyframe !== undefined, `no keyframe ${index} of ${keyframes.length}`);
  const where = `snapshots[${index}]`;
  if (keyframe.hash !== hash)
    refuseHistory(`${where}.hash`, `it is not that of the delta at ${keyframe.position}`);
  if (keyframe.blocks.length !== blocks.length || !hasBlocksAt(blocks, 0, keyframe.blocks)) {
    refuseHistory(`${where}.tokens`, 'they are not what the deltas lead to');
  }
}

/**
 * Refuses a history.
 * @param where the part of the file that is at fault, as `deltas[3].ops[0]`
 * @throws {AspenError} INVALID_ARGUMENT, always
 */
export function refuseHistory(where: string, why: string, cause?: unknown): never {
  throw new AspenError('INVALID_ARGUMENT', `${where}: ${why}`, { cause });
}
