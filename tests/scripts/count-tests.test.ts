import { expect, test } from 'vitest';
import { countPlaywright, countSuite, countVitest } from '../../scripts/count-tests.ts';

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

test('an error outside any end-to-end test counts as one failure, and so does a test that passes only on retry', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1 };
  expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 4, failed: 3 });
});

test('a suite that ran no tests, wrote no report or failed silently counts as one failure', () => {
  expect(countSuite({ passed: 0, failed: 0 }, 0)).toEqual({ passed: 0, failed: 1 });
  expect(countSuite(undefined, 0)).toEqual({ passed: 0, failed: 1 });
  expect(countSuite({ passed: 7, failed: 0 }, 1)).toEqual({ passed: 7, failed: 1 });
  expect(countSuite({ passed: 7, failed: 2 }, 1)).toEqual({ passed: 7, failed: 2 });
  expect(countSuite({ passed: 7, failed: 0 }, 0)).toEqual({ passed: 7, failed: 0 });
});
