import { isoTime } from '../provenance/iso-time.ts';
import type { Block } from './block.ts';
import type { BlockOp } from './block-op.ts';
import { type AddressedLayer, type History, headOf, type Keyframe } from './history.ts';

/**
 * A history as the text of `slug.versions.json` (`layers.md`, *Exchange*): one delta and one snapshot a line. The same
 * history is always the same text, and `readHistory` returns an equal history.
 */
export function writeHistory(history: History): string {
  const { slug, dimension, layers, keyframes } = history;
  const members = [
    `"slug": ${JSON.stringify(slug)}`,
    `"dimension": ${JSON.stringify(dimension)}`,
    `"deltas": ${linesOf(layers.map(writtenDelta))}`,
    `"snapshots": ${linesOf(keyframes.map(writtenSnapshot))}`,
    `"head": ${JSON.stringify(headOf(history))}`,
  ];
  return `{\n  ${members.join(',\n  ')}\n}\n`;
}

function linesOf(items: readonly object[]): string {
  if (items.length === 0) return '[]';
  return `[\n    ${items.map((item) => JSON.stringify(item)).join(',\n    ')}\n  ]`;
}

function writtenDelta({ parent, ops, hash, createdAt }: AddressedLayer) {
  return { parent, ops: ops.map(writtenOp), hash, ts: isoTime(createdAt) };
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
