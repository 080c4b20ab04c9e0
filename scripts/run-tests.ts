// The second half of `npm test`: it builds the app, in parallel with types and lint, then runs half of the unit tests, then
// the other half beside the built app under Playwright, which leaves the processor idle while it waits for windows, then the
// short fault run. CI also tests the laws with new cases beside the fault run, which keeps one core busy, and runs the
// counting benchmarks. Every step runs even if an earlier one fails. The last line is `N passed, N failed`.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Counts,
  countPlaywright,
  countSuite,
  countVitest,
  flakyTests,
  type PlaywrightReport,
} from './count-tests.ts';
import { runEndToEndTests } from './end-to-end-tests.ts';
import { setUpApp } from './set-up-app.ts';
import { projectEnv, root } from './setup/project.mjs';
import { show } from './setup/run.mjs';
import { runScript } from './setup/run-script.mjs';
import { SetupError, say } from './setup/say.mjs';
import { printCheck, runStaticChecks, type StaticCheck } from './static-checks.ts';
import { formatTimes, type StepTime } from './step-times.ts';
import { runTool } from './tool.ts';
import { type QuietRun, runLawsAside, runUnitTests, runUnitTestsAside } from './unit-tests.ts';

/** The counts of a check that is not a test: it can only add a failure. */
const oneFailure: Counts = { passed: 0, failed: 1 };
const noFailure: Counts = { passed: 0, failed: 0 };

/** CI tests each law with the same cases every time, and with this many new ones. */
const NEW_CASES = '500';

const isCi = process.env.CI !== undefined;
const times: StepTime[] = [];
/** The end-to-end tests that passed only on their retry. */
const flaky: string[] = [];

await runScript(async () => {
  if (process.argv.length > 2) {
    throw new SetupError(
      'npm test takes no arguments. To run some of the tests, use npx vitest run FILE or npm run test:e2e -- FILE.',
    );
  }
  const startedAt = Number(process.env.ASPEN_STARTED_AT ?? Number.NaN);
  if (!Number.isNaN(startedAt)) times.push({ name: 'Packages', seconds: Date.now() / 1000 - startedAt });
  const reports = mkdtempSync(join(tmpdir(), 'aspen-grove-tests-'));
  const report = (name: string) => join(reports, `${name}.json`);
  try {
    const staticChecks = runStaticChecks();
    const totals = [
      await step('App setup', async () => {
        await setUpApp();
        return noFailure;
      }),
      await step('Unit, property, structure, store and handler tests', () => runVitest(report('node'))),
      ...(await staticChecks).map(countCheck),
      ...(await endToEndTestsBesideUnitTests(report)),
      ...(await faultsBesideLaws(report('laws'))),
      ...(isCi ? [await step('Benchmarks, counts only', runBenchmarks)] : []),
    ];
    process.stdout.write(`\n${formatTimes(times)}\n`);
    // Mended first thing next (`proof.md`).
    if (flaky.length > 0)
      process.stdout.write(`\nFlaky\n${flaky.map((test) => `  tests/e2e/${test}\n`).join('')}\n`);
    const sum = (of: (counts: Counts) => number) => totals.reduce((total, counts) => total + of(counts), 0);
    const failures = sum((counts) => counts.failed);
    process.stdout.write(`${sum((counts) => counts.passed)} passed, ${failures} failed\n`);
    return failures === 0 ? 0 : 1;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
});

async function step(name: string, work: () => Promise<Counts>): Promise<Counts> {
  process.stdout.write(`\n── ${name}\n`);
  const begin = performance.now();
  const counts = await work().catch((error: unknown) => {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
    return oneFailure;
  });
  const seconds = (performance.now() - begin) / 1000;
  times.push({ name, seconds });
  process.stdout.write(`── ${name}: ${outcome(counts, seconds)}\n`);
  return counts;
}

function outcome(counts: Counts, seconds: number): string {
  return `${counts.failed === 0 ? 'ok' : 'FAILED'}, ${seconds.toFixed(1)} s`;
}

function countCheck(check: StaticCheck): Counts {
  printCheck(check);
  times.push({ name: check.name, seconds: check.seconds, isParallel: true });
  return check.passed ? noFailure : oneFailure;
}

async function check(tool: string, args: readonly string[]): Promise<Counts> {
  return (await runTool(tool, args)) === 0 ? noFailure : oneFailure;
}

/** Runs the unit tests of the window beside the end-to-end tests; prints what they say when both have ended. */
async function endToEndTestsBesideUnitTests(report: (name: string) => string): Promise<readonly Counts[]> {
  const unitTests = aside(() => runUnitTestsAside('renderer', report('renderer')));
  const endToEnd = await step('End-to-end tests', () => runPlaywright(report('playwright')));
  return [endToEnd, tell('Editor, session and view tests', report('renderer'), await unitTests)];
}

/** Runs the short fault run, in CI beside the laws; prints what those say when both have ended. */
async function faultsBesideLaws(report: string): Promise<readonly Counts[]> {
  const laws = isCi ? aside(() => runLawsAside(NEW_CASES, report)) : undefined;
  const faults = await step('Faults, short run', () =>
    check(join(root, 'scripts', 'faults.ts'), ['--short']),
  );
  const lawsRun = await laws;
  // The unit tests already counted the laws, so only failures count here.
  return lawsRun === undefined
    ? [faults]
    : [faults, { ...tell(`Laws of core, ${NEW_CASES} new cases`, report, lawsRun), passed: 0 }];
}

/** A run beside another, with how long it took. */
async function aside(run: () => Promise<QuietRun>): Promise<QuietRun & { readonly seconds: number }> {
  const begin = performance.now();
  const result = await run();
  return { ...result, seconds: (performance.now() - begin) / 1000 };
}

/** Prints what a run beside another said, and counts its tests. */
function tell(
  name: string,
  report: string,
  { code, output, seconds }: QuietRun & { readonly seconds: number },
): Counts {
  const counts = countReport(report, code);
  times.push({ name, seconds, isParallel: true });
  process.stdout.write(`\n${output.trimEnd()}\n── ${name}: ${outcome(counts, seconds)}\n`);
  return counts;
}

async function runVitest(file: string): Promise<Counts> {
  return countReport(file, await runUnitTests('node', file));
}

/** The counts of a run of Vitest, from its report. */
function countReport(file: string, code: number): Counts {
  return countSuite(existsSync(file) ? countVitest(JSON.parse(readFileSync(file, 'utf8'))) : undefined, code);
}

async function runPlaywright(file: string): Promise<Counts> {
  const code = await runEndToEndTests(['--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  if (!existsSync(file)) return countSuite(undefined, code);
  const report: PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'));
  flaky.push(...flakyTests(report));
  return countSuite(countPlaywright(report), code);
}

async function runBenchmarks(): Promise<Counts> {
  const args = ['--expose-gc', join(root, 'tests', 'bench', 'run.ts'), '--counted'];
  return (await show(process.execPath, args, { cwd: root, env: projectEnv() })) === 0
    ? noFailure
    : oneFailure;
}
