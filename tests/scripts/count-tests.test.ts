import { expect, test } from 'vitest';
import { countPlaywright, countSuite, countVitest, flakyTests } from '../../scripts/count-tests.ts';

test('a test file that fails to load counts as one failure', () => {
  const testResults = [
    { status: 'passed', assertionResults: [{}, {}] },
    { status: 'failed', assertionResults: [{}] },
    { status: 'failed', assertionResults: [] },
  ];
  expect(countVitest({ numPassedTests: 2, numFailedTests: 1, testResults })).toEqual({
    passed: 2,
    failed: 2,
  });
});

test('an error outside any end-to-end test counts as one failure', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 0 };
  expect(countPlaywright({ stats, errors: [{}], suites: [] })).toEqual({ passed: 4, failed: 2 });
});

test('three end-to-end tests that pass only on their retry passed, and four failed', () => {
  const count = (flaky: number) =>
    countPlaywright({ stats: { expected: 4, unexpected: 1, flaky }, errors: [], suites: [] });
  expect(count(3)).toEqual({ passed: 7, failed: 1 });
  expect(count(4)).toEqual({ passed: 4, failed: 5 });
});

test('the tests that passed only on their retry are listed with file and line, those in groups too', () => {
  const spec = (line: number, status: string) => ({
    title: `test ${line}`,
    file: 'search.spec.ts',
    line,
    tests: [{ status }],
  });
  const group = { specs: [spec(9, 'flaky'), spec(20, 'unexpected')] };
  const suites = [{ specs: [spec(3, 'flaky'), spec(5, 'expected')], suites: [group] }];
  expect(flakyTests({ suites })).toEqual(['search.spec.ts:3 › test 3', 'search.spec.ts:9 › test 9']);
});

test('a suite that ran no tests, wrote no report or failed silently counts as one failure', () => {
  expect(countSuite({ passed: 0, failed: 0 }, 0)).toEqual({ passed: 0, failed: 1 });
  expect(countSuite(undefined, 0)).toEqual({ passed: 0, failed: 1 });
  expect(countSuite({ passed: 7, failed: 0 }, 1)).toEqual({ passed: 7, failed: 1 });
  expect(countSuite({ passed: 7, failed: 2 }, 1)).toEqual({ passed: 7, failed: 2 });
  expect(countSuite({ passed: 7, failed: 0 }, 0)).toEqual({ passed: 7, failed: 0 });
});
