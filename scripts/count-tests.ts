/** How many tests of a suite passed and failed. Skipped tests are in neither number. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** The fields we read from the report of Vitest's `json` reporter. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

/** The fields we read from the report of Playwright's `json` reporter. */
export interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly unknown[];
}

/** A file that fails to load reports no tests, so it counts as one failure. */
export function countVitest(report: VitestReport): Counts {
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
}

/** An error outside any test counts as one failure. A test that passes only on retry counts as failed. */
export function countPlaywright(report: PlaywrightReport): Counts {
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length };
}

/**
 * Checks the counts of a suite against its exit code. A suite that ran no tests, wrote no report or failed without
 * reporting a failure counts as one failure: silence is not success.
 *
 * @param counts undefined if the suite wrote no report
 */
export function countSuite(counts: Counts | undefined, exitCode: number): Counts {
  if (counts === undefined) return { passed: 0, failed: 1 };
  const isSilent = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return isSilent ? { ...counts, failed: 1 } : counts;
}
