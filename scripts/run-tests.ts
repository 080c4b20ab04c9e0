// The second half of `npm test`: types and lint beside the unit tests, the built app under Playwright, then the faults in
// short. In CI also what is counted by the benchmarks, and new cases of the laws. All of it runs whatever fails before; the
// last line is `N passed, N failed`.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Counts, countPlaywright, countSuite, countVitest } from './count-tests.ts';
import { runEndToEndTests } from './end-to-end-tests.ts';
import { setUpApp } from './set-up-app.ts';
import { projectEnv, root } from './setup/project.mjs';
import { show } from './setup/run.mjs';
import { runScript } from './setup/run-script.mjs';
import { SetupError, say } from './setup/say.mjs';
import { checkStatically, printCheck, type StaticCheck } from './static-checks.ts';
import { formatTimes, type StepTime } from './step-times.ts';
import { runTool } from './tool.ts';
import { runUnitTests, tryNewCases } from './unit-tests.ts';

/** A check that either holds or is one failure. */
const failed: Counts = { passed: 0, failed: 1 };
const held: Counts = { passed: 0, failed: 0 };

/** CI has the same cases of the laws every time, and so many new ones. */
const NEW_CASES = '500';

const isCi = process.env.CI !== undefined;
const times: StepTime[] = [];

await runScript(async () => {
  if (process.argv.length > 2) {
    throw new SetupError(
      'npm test takes no arguments. For some of the tests: npx vitest run FILE, npm run test:e2e -- FILE',
    );
  }
  const began = Number(process.env.ASPEN_BEGAN ?? Number.NaN);
  if (!Number.isNaN(began)) times.push({ name: 'Packages', seconds: Date.now() / 1000 - began });
  const reports = mkdtempSync(join(tmpdir(), 'aspen-grove-tests-'));
  const report = (name: string) => join(reports, `${name}.json`);
  try {
    const statically = checkStatically();
    const totals = [
      await step('Unit, property, structure, store, handler and editor tests', () =>
        runVitest(report('unit')),
      ),
      ...(await statically).map(countCheck),
      ...(isCi
        ? [await step(`The laws of core, ${NEW_CASES} new cases`, () => runLaws(report('laws')))]
        : []),
      await step('Setting up the app', async () => {
        await setUpApp();
        return held;
      }),
      await step('End-to-end tests', () => runPlaywright(report('playwright'))),
      await step('Faults, in short', () => check(join(root, 'tests', 'faults', 'run.ts'), ['--short'])),
      ...(isCi ? [await step('Benchmarks, what is counted', runBenchmarks)] : []),
    ];
    process.stdout.write(`\n${formatTimes(times)}\n`);
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
    return failed;
  });
  const seconds = (performance.now() - begin) / 1000;
  times.push({ name, seconds });
  process.stdout.write(`── ${name}: ${counts.failed === 0 ? 'ok' : 'FAILED'}, ${seconds.toFixed(1)} s\n`);
  return counts;
}

function countCheck(check: StaticCheck): Counts {
  printCheck(check);
  times.push({ name: check.name, seconds: check.seconds, isBeside: true });
  return check.holds ? held : failed;
}

async function check(tool: string, args: readonly string[]): Promise<Counts> {
  return (await runTool(tool, args)) === 0 ? held : failed;
}

async function runVitest(file: string): Promise<Counts> {
  const code = await runUnitTests(file);
  return countSuite(existsSync(file) ? countVitest(JSON.parse(readFileSync(file, 'utf8'))) : undefined, code);
}

/** These tests were counted with the others: only that one of them fails is new. */
async function runLaws(file: string): Promise<Counts> {
  const code = await tryNewCases(NEW_CASES, file);
  const counts = existsSync(file) ? countVitest(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
  return { ...countSuite(counts, code), passed: 0 };
}

async function runPlaywright(file: string): Promise<Counts> {
  const code = await runEndToEndTests(['--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  return countSuite(
    existsSync(file) ? countPlaywright(JSON.parse(readFileSync(file, 'utf8'))) : undefined,
    code,
  );
}

async function runBenchmarks(): Promise<Counts> {
  const args = ['--expose-gc', join(root, 'tests', 'bench', 'run.ts'), '--counted'];
  return (await show(process.execPath, args, { cwd: root, env: projectEnv() })) === 0 ? held : failed;
}
