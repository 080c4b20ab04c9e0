/** How many tests a suite ran, and how they ended. Skipped tests are in neither. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** What is read of the report of Vitest's `json` reporter. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

/** What is read of the report of Playwright's `json` reporter. */
export interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly unknown[];
}

/** A file that could not be loaded has no tests in it to fail: it counts as one. */
export function countVitest(report: VitestReport): Counts {
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
}

/** An error outside every test counts as one failure; a test that failed has failed, though it passed at a second try. */
export function countPlaywright(report: PlaywrightReport): Counts {
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length };
}

/**
 * The counts of a suite that ended with this exit code. One that ran nothing, left no report or failed without
 * saying in what counts as one failure: silence is not success.
 *
 * @param counts undefined when the suite left no report
 */
export function countSuite(counts: Counts | undefined, exitCode: number): Counts {
  if (counts === undefined) return { passed: 0, failed: 1 };
  const isSilent = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return isSilent ? { ...counts, failed: 1 } : counts;
}
