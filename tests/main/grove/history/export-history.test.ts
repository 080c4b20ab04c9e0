import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BlockOp, joinBlocks } from '../../../../src/core/history/block.ts';
import { opsOf } from '../../../../src/core/history/block-change.ts';
import { blockDifference } from '../../../../src/core/history/block-difference.ts';
import { blocksOf } from '../../../../src/core/history/blocks-of.ts';
import { layerHash } from '../../../../src/core/history/layer.ts';
import { writeHistory } from '../../../../src/core/history/write-history.ts';
import { exportHistory } from '../../../../src/main/grove/history/export-history.ts';
import { importHistory } from '../../../../src/main/grove/import/import-history.ts';
import type { ChainRef } from '../../../../src/main/store/tables/history/chain-ref.ts';
import { readState } from '../../../../src/main/store/tables/history/layer-state.ts';
import { appendOpsLayer } from '../../../../src/main/store/tables/history/layers.ts';
import { loadPathAt } from '../../../../src/main/store/tree/past/path-at-state.ts';
import { historyOf, paragraphs } from '../../../helpers/arbitrary-blocks.ts';
import { plantGrove } from '../../../helpers/grove.ts';

/** The result of all steps of some work. */
function finish<T>(steps: Generator<number, T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** Texts of several passages, with fences that are opened and closed from one to the next. */
const someTexts = fc.array(
  fc
    .array(fc.constantFrom('# One', 'Rain.', '```', '', 'x'.repeat(900), '***', '  '), { maxLength: 12 })
    .map((lines) => lines.join('\n')),
  { minLength: 1, maxLength: 8 },
);

test('any history becomes a tree that shows each of its texts, and is exported as it was', () => {
  const grove = plantGrove();
  const { store, human, idsAndClock } = grove;
  fc.assert(
    fc.property(someTexts, (texts) => {
      const states = texts.map(blocksOf);
      const ops = states.map((after, index) => {
        const before = states[index - 1] ?? [];
        const change = { from: 0, to: joinBlocks(before).length, insert: joinBlocks(after) };
        return opsOf(blockDifference(before, after, [change]));
      });
      const file = [...writeHistory({ ...historyOf(ops), slug: 'some texts' })].join('');
      const tree = finish(importHistory(store, file, human, idsAndClock));
      const ref: ChainRef = { treeId: tree.id, agentId: human, dimension: 'versions', chain: 0 };
      texts.forEach((text, index) => {
        const path = loadPathAt(store, tree.id, readState(store, ref, index + 1));
        const shown = path.map(({ node: { content } }) => (content.type === 'text' ? content.text : ''));
        expect(shown.join('')).toBe(text);
      });
      const history = finish(exportHistory(store, ref, 'some texts'));
      expect([...writeHistory(history)].join('')).toBe(file);
    }),
    { numRuns: 20 },
  );
});

test('runs of fences are exported as they were recorded, each the parent of the next', () => {
  const { store, tree, human } = plantGrove();
  const ref: ChainRef = { treeId: tree.id, agentId: human, dimension: 'executions', chain: 0 };
  const fence = { kind: 'fence', text: '\n\n```prompt\nMore\n```' } as const;
  const runs: readonly (readonly BlockOp[])[] = [
    [
      ['snip', 7, 8, [fence]],
      ['insert', 7, paragraphs('\n\nIt rained.')],
    ],
    [
      ['snip', 2, 3, [fence]],
      ['insert', 2, paragraphs('\n\nIt poured.')],
    ],
  ];
  store.transact((tx) => {
    for (const ops of runs) appendOpsLayer(tx, ref, { reason: 'run', ops });
  });
  const { layers, ...rest } = finish(exportHistory(store, ref, tree.title));
  expect(rest).toEqual({ slug: tree.title, dimension: 'executions', first: 0, keyframes: [] });
  expect(layers.map(({ ops }) => ops)).toEqual(runs);
  const [first, second] = layers;
  expect(first?.parent).toBeNull();
  expect(second?.parent).toBe(first?.hash);
  for (const { hash, parent, ops } of layers) expect(layerHash({ parent, ops })).toBe(hash);
});
