import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { opsOf } from '../../../../src/core/history/block-change.ts';
import { blockDifference } from '../../../../src/core/history/block-difference.ts';
import { blocksOf } from '../../../../src/core/history/blocks-of.ts';
import { layerHash } from '../../../../src/core/history/layer.ts';
import { changeOfPieces } from '../../../../src/core/history/shown-pieces.ts';
import type { Sha256 } from '../../../../src/core/ids.ts';
import { WalkedChain } from '../../../../src/main/grove/history/chain-walker.ts';
import { casesFor } from '../../../helpers/fast-check-runs.ts';
import {
  LayeredGrove,
  layersOf,
  randomStep,
  runLayerPass,
  shownAt,
  takeStep,
  textAt,
} from '../../../helpers/layered-grove.ts';

/** The hashes of the links of a chain, each from the whole texts before and after it. */
function hashesFromWholeTexts(layered: LayeredGrove): readonly Sha256[] {
  let parent: Sha256 | null = null;
  let before: ReturnType<typeof shownAt> = [];
  const hashes: Sha256[] = [];
  for (const { seq, hash } of layersOf(layered)) {
    if (hash === null) continue;
    const after = shownAt(layered, seq);
    const [old, now] = [before, after].map((pieces) => blocksOf(pieces.map(({ text }) => text).join('')));
    const difference = blockDifference(old ?? [], now ?? [], changeOfPieces(before, after));
    parent = layerHash({ parent, ops: opsOf(difference) });
    before = after;
    hashes.push(parent);
  }
  return hashes;
}

const steps = fc.array(randomStep, { minLength: 1, maxLength: 14 });

describe('a pass over layers', () => {
  test('gives every link the hash that its whole texts have, whenever it runs', () => {
    fc.assert(
      fc.property(steps, fc.nat(14), (taken, pausedAt) => {
        const layered = new LayeredGrove();
        const walk = new WalkedChain(layered.store);
        for (const [index, step] of taken.entries()) {
          if (index === pausedAt) runLayerPass(layered, walk);
          takeStep(layered, step);
        }
        runLayerPass(layered, walk);
        const layers = layersOf(layered);
        expect(layers.filter(({ added }) => added === null)).toEqual([]);
        const last = layers.at(-1);
        for (const { seq, reason, hash } of layers) {
          const isOpen = reason === 'switch' && seq === last?.seq;
          expect(hash === null).toBe(reason === 'draft' || isOpen);
          expect(textAt(layered, seq)).toBe(layered.texts.get(seq));
        }
        expect(layers.flatMap(({ hash }) => hash ?? [])).toEqual(hashesFromWholeTexts(layered));
        layered.store.close();
      }),
      { ...casesFor('failing file'), numRuns: 12 },
    );
  });

  test('counts the words that changed, and says who wrote most of what was added', () => {
    const layered = new LayeredGrove();
    const { human, model } = layered.grove;
    layered.commit('One two three.\n\nFour five.');
    layered.commit('\n\nSix seven eight nine.', model);
    layered.revise(0, 'One two 3.\n\nFour five.');
    layered.branch(1, '\n\nTen.');
    layered.type('\n\nEleven twelve.');
    runLayerPass(layered);
    const counts = layersOf(layered).map(({ added, removed, authorId }) => [added, removed, authorId]);
    expect(counts).toEqual([
      [0, 0, null],
      [5, 0, human],
      [4, 0, model],
      [1, 1, human],
      [1, 4, human],
      [2, 0, human],
    ]);
  });

  test('leaves a run of moves without a hash until something is written after it, or it is labelled', () => {
    const layered = new LayeredGrove();
    layered.commit('One.');
    const [first] = layered.path;
    layered.commit('Two.');
    if (first === undefined) throw new Error('a version');
    const moved = layered.switch(first.positionId);
    runLayerPass(layered);
    const hashOf = (seq: number) => layersOf(layered).find((layer) => layer.seq === seq)?.hash;
    expect(hashOf(moved)).toBeNull();
    layered.commit('Three.');
    runLayerPass(layered);
    expect(hashOf(moved)).not.toBeNull();
    const labelled = layered.switch(first.positionId);
    layered.label(labelled, 'Before the storm');
    runLayerPass(layered);
    expect(hashOf(labelled)).not.toBeNull();
    expect(layersOf(layered).flatMap(({ hash }) => hash ?? [])).toEqual(hashesFromWholeTexts(layered));
  });

  test('never changes a hash', () => {
    const layered = new LayeredGrove();
    layered.commit('One.');
    layered.commit('Two.');
    runLayerPass(layered);
    const before = layersOf(layered);
    layered.commit('Three.');
    runLayerPass(layered);
    expect(layersOf(layered).slice(0, -1)).toEqual(before);
  });
});
