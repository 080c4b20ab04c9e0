import fc from 'fast-check';
import { BLOCK_KINDS, type Block, type BlockOp } from '../../src/core/history/block.ts';
import type { AddressedLayer, History, Keyframe } from '../../src/core/history/history.ts';
import { layerHash } from '../../src/core/history/layer.ts';

/** Paragraphs with these texts. */
export function paragraphs(...texts: readonly string[]): readonly Block[] {
  return texts.map((text) => ({ kind: 'paragraph', text }));
}

/** Few enough that equal ones meet. */
export const someBlocks: fc.Arbitrary<readonly Block[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...BLOCK_KINDS), text: fc.constantFrom('a', '\nb') }),
  { maxLength: 8 },
);

/** Ops that fit `blocks`, one after the other, not in normal form; some do nothing. */
export function opsOn(blocks: readonly Block[]): fc.Arbitrary<readonly BlockOp[]> {
  const step = fc.record({
    isInsert: fc.boolean(),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    count: fc.nat({ max: 3 }),
    inserted: someBlocks.map((some) => some.slice(0, 3)),
  });
  return fc.array(step, { maxLength: 6 }).map((steps) => {
    let now = blocks;
    return steps.map(({ isInsert, at, count, inserted }): BlockOp => {
      const from = Math.floor(at * now.length);
      const removed = now.slice(from, from + count);
      now = isInsert ? now.toSpliced(from, 0, ...inserted) : now.toSpliced(from, removed.length);
      return isInsert ? ['insert', from, inserted] : ['snip', from, from + removed.length, removed];
    });
  });
}

/** Each op in turn, without the algebra. */
export function applyOneByOne(blocks: readonly Block[], ops: readonly BlockOp[]): readonly Block[] {
  return ops.reduce(
    (now, op) =>
      op[0] === 'insert' ? now.toSpliced(op[1], 0, ...op[2]) : now.toSpliced(op[1], op[2] - op[1]),
    blocks,
  );
}

/** A history that begins with nothing, whose layers have these ops. */
export function historyOf(
  layers: readonly (readonly BlockOp[])[],
  keyframes: readonly Keyframe[] = [],
): History {
  const addressed: AddressedLayer[] = [];
  layers.forEach((ops, index) => {
    const parent = addressed.at(-1)?.hash ?? null;
    addressed.push({ parent, ops, hash: layerHash({ parent, ops }), createdAt: index * 86_400_001 });
  });
  return { slug: 'the-storm', dimension: 'versions', first: 0, layers: addressed, keyframes };
}

interface SomeHistory {
  readonly history: History;
  /** The blocks before the first layer, and after each. */
  readonly states: readonly (readonly Block[])[];
}

/** Histories with keyframes, of which some have lost their beginning. */
export const someHistory: fc.Arbitrary<SomeHistory> = fc
  .record({ count: fc.nat({ max: 6 }), keyframes: fc.nat({ max: 63 }), rolledOff: fc.nat({ max: 3 }) })
  .chain(({ count, keyframes, rolledOff }) =>
    layersAfter([], count).map((layers) => keepKeyframes(layers, keyframes, Math.min(rolledOff, count))),
  );

function layersAfter(blocks: readonly Block[], count: number): fc.Arbitrary<readonly (readonly BlockOp[])[]> {
  if (count === 0) return fc.constant([]);
  return opsOn(blocks).chain((ops) =>
    layersAfter(applyOneByOne(blocks, ops), count - 1).map((later) => [ops, ...later]),
  );
}

/** @param kept a bit for each position at which a keyframe is kept */
function keepKeyframes(
  layers: readonly (readonly BlockOp[])[],
  kept: number,
  rolledOff: number,
): SomeHistory {
  const states: (readonly Block[])[] = [[]];
  for (const ops of layers) states.push(applyOneByOne(states.at(-1) ?? [], ops));
  const whole = historyOf(layers);
  const keyframes = whole.layers
    .map(({ hash }, position): Keyframe => ({ hash, position, blocks: states[position + 1] ?? [] }))
    .filter(
      ({ position }) => position === rolledOff - 1 || (position >= rolledOff && kept & (1 << position)),
    );
  const history = { ...whole, first: rolledOff, layers: whole.layers.slice(rolledOff), keyframes };
  return { history, states: states.slice(rolledOff) };
}
