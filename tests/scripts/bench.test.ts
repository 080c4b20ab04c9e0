import { describe, expect, test } from 'vitest';
import { loadPath } from '../../src/main/store/tree/path-loading.ts';
import { eachStoredNode } from '../../src/main/store/tree/whole-trees.ts';
import { makeForkedGrove } from '../bench/groves/forked-grove.ts';
import type { Figure, Row } from '../bench/harness/bench.ts';
import { compare, median } from '../bench/harness/compare.ts';
import { formatTable, verdictOf } from '../bench/harness/table.ts';
import { examine } from '../helpers/examine.ts';
import { openGrove, temporaryFolder } from '../helpers/grove.ts';

function timed(ratio: number, noise = 1): Figure {
  return { kind: 'timed', timing: { ours: ratio, baseline: 1, ratio, noise, rounds: 3 } };
}

function row(figure: Figure, atMost: number | null = 2): Row {
  return { path: 'a path', baseline: 'raw', goal: atMost === null ? null : { atMost }, figure };
}

describe('the verdict on a row', () => {
  test.each<readonly [string, Row]>([
    ['met', row(timed(2))],
    ['missed', row(timed(2.01))],
    ['no goal', row(timed(9), null)],
    ['met', row({ kind: 'counted', value: 2, unit: 'fsyncs' })],
    ['missed', row({ kind: 'counted', value: 3, unit: 'fsyncs' })],
    ['missed', row({ kind: 'measured', value: 3, unit: 'times', parts: 'node 3' })],
    ['not measured', row({ kind: 'none', why: 'no compiler' })],
  ])('is “%s”', (verdict, given) => {
    expect(verdictOf(given)).toBe(verdict);
  });

  test.each([0.8, 1.2, Number.NaN])(
    'is “noisy” when the baseline measures %d times itself, goal met or not',
    (noise) => {
      expect(verdictOf(row(timed(1, noise)))).toBe('noisy');
      expect(verdictOf(row(timed(3, noise)))).toBe('noisy');
    },
  );
});

test('the table shows figure, baseline, ratio, goal and verdict of each row, and the parts of sizes', () => {
  const table = formatTable([
    row(timed(1.5)),
    { ...row({ kind: 'measured', value: 3.31, unit: 'times', parts: 'log 0.9' }), path: 'bytes' },
  ]);
  const lines = table.split('\n');
  expect(lines[2]?.split(/ {2,}/)).toEqual([
    'a path',
    'raw',
    '1.50 ms',
    '1 ms',
    '1.50',
    '1.00',
    '≤ 2',
    '–',
    'met',
  ]);
  expect(lines[3]?.split(/ {2,}/)).toEqual(['bytes', 'raw', '3.31 times', '≤ 2', '–', 'missed']);
  expect(lines.at(-1)).toBe('bytes: log 0.9');
});

test('a comparison runs both sides the given number of times, with the baseline twice per round', () => {
  const runs = { ours: 0, baseline: 0 };
  const timing = compare({
    ours: () => {
      runs.ours += 1;
    },
    baseline: () => {
      runs.baseline += 1;
    },
    rounds: 7,
    warmUp: 2,
    repeat: 3,
  });
  expect(runs).toEqual({ ours: 27, baseline: 54 });
  expect(timing.rounds).toBe(7);
});

test('the median is the middle value, or the mean of the two middle values', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(median([])).toBeNaN();
});

test('a path is divided without changing it, and passes all checks of the doctor', () => {
  const { plain, forked } = makeForkedGrove(temporaryFolder(), 100, 270);
  expect(examine(forked.path).findings.filter(({ holds }) => !holds)).toEqual([]);
  const [before, after] = [plain, forked].map((grove) => openGrove(grove.path, { readonly: true }));
  const pathIn = (store = after) =>
    store && loadPath(store, forked.treeId, forked.writer).map(({ node }) => node.id);
  expect(pathIn()).toEqual(pathIn(before));
  const nodes = after === undefined ? [] : [...eachStoredNode(after, forked.treeId)].map(({ node }) => node);
  const splits = nodes.filter(({ splitAt }) => splitAt !== null);
  expect(splits).toHaveLength(270);
  // Some divide others, and each is at a place of its own.
  const ids = new Set(splits.map(({ id }) => id));
  expect(splits.some(({ editedFrom }) => editedFrom !== null && ids.has(editedFrom))).toBe(true);
  expect(nodes).toHaveLength(1 + 100 + 2 * 270);
});
