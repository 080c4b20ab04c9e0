import '../../helpers/fast-check-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, joinBlocks } from '../../../src/core/history/block.ts';
import { changeOf } from '../../../src/core/history/block-change.ts';
import { BlockWeave } from '../../../src/core/history/exchange/block-weave.ts';
import { dividePassages, planStates, sortBlocks } from '../../../src/core/history/exchange/plan-passages.ts';
import type { History } from '../../../src/core/history/history.ts';
import { historyOf, paragraphs, someHistory } from '../../helpers/arbitrary-blocks.ts';

function finish<T>(steps: Generator<undefined, T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

interface Plan {
  /** The text of each passage in each state, up to the last one that has a text. */
  readonly states: readonly (readonly string[])[];
  /** Length of the text that was written for them, in UTF-16 code units. */
  readonly written: number;
}

function planOf(history: History, base: readonly Block[]): Plan {
  const weave = new BlockWeave(base);
  for (const { ops } of history.layers) weave.append(changeOf(ops));
  const blocks = weave.blocks();
  const starts = finish(dividePassages(blocks, weave.states));
  const texts = starts.map(() => '');
  let written = 0;
  const states: (readonly string[])[] = [];
  for (const { changed, last } of planStates(finish(sortBlocks(blocks, starts, weave.states)))) {
    for (const { passage, text } of changed) {
      texts[passage] = text;
      written += text.length;
    }
    states.push(texts.slice(0, last + 1));
  }
  return { states, written };
}

/** As long as a real one. */
function paragraph(name: string, length = 300) {
  return { kind: 'paragraph', text: `\n\n${name} `.padEnd(length, 'x') } as const;
}

describe('a history in passages', () => {
  test('has the text of every state', () => {
    fc.assert(
      fc.property(someHistory, fc.integer({ min: 1, max: 2_000 }), ({ history, states }, length) => {
        const longer = (blocks: readonly Block[]) =>
          blocks.map(({ kind, text }) => ({ kind, text: text.repeat(length) }));
        const layers = history.layers.map(({ ops, ...rest }) => ({
          ...rest,
          ops: ops.map((op) =>
            op[0] === 'insert'
              ? ([op[0], op[1], longer(op[2])] as const)
              : ([op[0], op[1], op[2], longer(op[3])] as const),
          ),
        }));
        const plan = planOf({ ...history, layers }, longer(states[0] ?? []));
        expect(plan.states.map((texts) => texts.join(''))).toEqual(
          states.map((blocks) => joinBlocks(longer(blocks))),
        );
      }),
    );
  });

  test('of a text that grows at its end has a passage for what was added, and writes it once', () => {
    const history = historyOf(
      Array.from({ length: 100 }, (_, index) => [['insert', index, [paragraph(`${index}`, 600)]]]),
    );
    const { states, written } = planOf(history, []);
    expect(states.map((passages) => passages.length)).toEqual(
      Array.from({ length: 101 }, (_, index) => index),
    );
    expect(written).toBe(60_000);
  });

  test('of a text that grows within does not copy it for every change', () => {
    const first = [paragraph('first'), paragraph('last')];
    const history = historyOf([
      [['insert', 0, first]],
      ...Array.from({ length: 1_000 }, (_, index) => [['insert', 1, [paragraph(`${index}`)]] as const]),
    ]);
    const { written } = planOf(history, []);
    expect(written).toBeLessThan(1_000 * 2_300);
  });

  test('of a paragraph that is written again and again is one passage', () => {
    const layers = Array.from({ length: 100 }, (_, index) => [
      ['snip', 1, 2, [paragraph(`${index}`)]] as const,
      ['insert', 1, [paragraph(`${index + 1}`)]] as const,
    ]);
    const history = historyOf([
      [['insert', 0, [paragraph('before'), paragraph('0'), paragraph('after')]]],
      ...layers,
    ]);
    expect(planOf(history, []).states.at(-1)).toHaveLength(1);
  });

  test('begins a passage at each heading of the last state', () => {
    const chapter = (title: string) => [
      { kind: 'heading', text: `\n\n# ${title}` } as const,
      ...paragraphs('\n\nRain.'),
    ];
    const history = historyOf([[['insert', 0, [...chapter('One'), ...chapter('Two')]]]]);
    expect(planOf(history, []).states.at(-1)).toEqual(['\n\n# One\n\nRain.', '\n\n# Two\n\nRain.']);
  });
});
