/** Numbers of tests of a suite that passed and failed. Skipped tests are in neither. */
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
  readonly suites: readonly PlaywrightSuite[];
}

interface PlaywrightSuite {
  /** Suites in this one. */
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    /** Relative to the folder of the tests. */
    readonly file: string;
    readonly line: number;
    readonly tests: readonly { readonly status: string }[];
  }[];
}

/** A run may have so many flaky tests; with one more, all of them failed. */
const MOST_FLAKY = 3;

/** A file that fails to load reports no tests, so it counts as one failure. */
export function countVitest(report: VitestReport): Counts {
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
}

/**
 * An error outside any test counts as one failure. A test that passes only on its retry is flaky: up to three passed,
 * and four failed.
 */
export function countPlaywright(report: PlaywrightReport): Counts {
  const { expected, unexpected, flaky } = report.stats;
  const failed = unexpected + report.errors.length;
  return flaky > MOST_FLAKY
    ? { passed: expected, failed: failed + flaky }
    : { passed: expected + flaky, failed };
}

/** The flaky tests, each as `search.spec.ts:12 › its title`, in the order of the files. */
export function flakyTests({ suites }: Pick<PlaywrightReport, 'suites'>): readonly string[] {
  return suites.flatMap(({ suites: inner = [], specs }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, line, title }) => `${file}:${line} › ${title}`),
    ...flakyTests({ suites: inner }),
  ]);
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
