import { isoTime } from '../provenance/iso-time.ts';
import type { Block, BlockOp } from './block.ts';
import { type AddressedLayer, type History, headOf, type Keyframe } from './history.ts';

/**
 * A history as the text of `slug.versions.json` (`layers.md`, *Exchange*), in pieces: one delta and one snapshot a line. The
 * same history is always the same text, and `readHistory` returns an equal history.
 */
export function* writeHistory(history: History): Generator<string> {
  const { slug, dimension, layers, keyframes } = history;
  yield `{\n  "slug": ${JSON.stringify(slug)},\n  "dimension": ${JSON.stringify(dimension)},\n  "deltas": `;
  yield* linesOf(layers, writtenDelta);
  yield ',\n  "snapshots": ';
  yield* linesOf(keyframes, writtenSnapshot);
  yield `,\n  "head": ${JSON.stringify(headOf(history))}\n}\n`;
}

function* linesOf<T>(items: readonly T[], written: (item: T) => object): Generator<string> {
  for (const [index, item] of items.entries())
    yield `${index === 0 ? '[' : ','}\n    ${JSON.stringify(written(item))}`;
  yield items.length === 0 ? '[]' : '\n  ]';
}

function writtenDelta({ parent, ops, hash, createdAt }: AddressedLayer) {
  return { parent, ops: writtenOps(ops), hash, ts: isoTime(createdAt) };
}

/** Ops as they are in a file, to become JSON. */
export function writtenOps(ops: readonly BlockOp[]): readonly BlockOp[] {
  return ops.map(writtenOp);
}

function writtenOp(op: BlockOp): BlockOp {
  return op[0] === 'insert'
    ? ['insert', op[1], writtenTokens(op[2])]
    : ['snip', op[1], op[2], writtenTokens(op[3])];
}

function writtenSnapshot({ hash, position, blocks }: Keyframe) {
  return { hash, position, tokens: writtenTokens(blocks) };
}

/** Names the properties, so that their order never depends on where the blocks are from. */
function writtenTokens(blocks: readonly Block[]): readonly Block[] {
  return blocks.map(({ kind, text }) => ({ kind, text }));
}
