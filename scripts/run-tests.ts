// The second half of `npm test`: types, lint, unit tests, the built app under Playwright, then the faults in short. All
// of it runs whatever fails before; the last line is `N passed, N failed`.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Counts, countPlaywright, countSuite, countVitest } from './count-tests.ts';
import { setUpDisplay } from './display.ts';
import { setUpApp } from './set-up-app.ts';
import { root } from './setup/project.mjs';
import { runScript } from './setup/run-script.mjs';
import { SetupError, say } from './setup/say.mjs';
import { runTool, toolFile } from './tool.ts';

/** In a log colours are noise, and with CI set the tools write them to any file. Each is told in its own way. */
const plain = !process.stdout.isTTY;

/** A check that either holds or is one failure. */
const failed: Counts = { passed: 0, failed: 1 };
const held: Counts = { passed: 0, failed: 0 };

await runScript(async () => {
  if (process.argv.length > 2) {
    throw new SetupError(
      'npm test takes no arguments. For some of the tests: npx vitest run FILE, npm run test:e2e -- FILE',
    );
  }
  const reports = mkdtempSync(join(tmpdir(), 'aspen-grove-tests-'));
  try {
    const totals = [
      await step('Types', () => check(toolFile('typescript', 'tsc'), ['-b'])),
      await step('Lint', () =>
        check(toolFile('@biomejs/biome', 'biome'), ['ci', ...(plain ? ['--colors=off'] : [])]),
      ),
      await step('Unit, property, structure, store, handler and editor tests', () => runVitest(reports)),
      await step('End-to-end tests', () => runPlaywright(reports)),
      await step('Faults, in short', () => check(join(root, 'tests', 'faults', 'run.ts'), ['--short'])),
    ];
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
  const outcome = counts.failed === 0 ? 'ok' : 'FAILED';
  process.stdout.write(`── ${name}: ${outcome}, ${((performance.now() - begin) / 1000).toFixed(1)} s\n`);
  return counts;
}

async function check(tool: string, args: readonly string[]): Promise<Counts> {
  return (await runTool(tool, args)) === 0 ? held : failed;
}

async function runVitest(reports: string): Promise<Counts> {
  const file = join(reports, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await runTool(toolFile('vitest'), args, plain ? { NO_COLOR: '1' } : {});
  return countSuite(existsSync(file) ? countVitest(JSON.parse(readFileSync(file, 'utf8'))) : undefined, code);
}

async function runPlaywright(reports: string): Promise<Counts> {
  await setUpApp();
  await setUpDisplay();
  const file = join(reports, 'playwright.json');
  const code = await runTool(toolFile('@playwright/test', 'playwright'), ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  return countSuite(
    existsSync(file) ? countPlaywright(JSON.parse(readFileSync(file, 'utf8'))) : undefined,
    code,
  );
}
