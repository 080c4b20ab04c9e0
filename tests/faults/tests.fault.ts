import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countPlaywright, countVitest } from '../../scripts/count-tests.ts';
import { withDisplay } from '../../scripts/display.ts';
import { setUpApp } from '../../scripts/set-up-app.ts';
import { projectEnv, root } from '../../scripts/setup/project.mjs';
import { capture } from '../../scripts/setup/run.mjs';
import { toolFile } from '../../scripts/tool.ts';
import { type Fault, type FaultReport, Tally } from './harness/fault.ts';

/** Cases per property in the long run; `npm test` has its own number. */
const CASES = '20000';

/** Faults that are ordinary tests, which `npm test` runs too: these run again with more cases. */
const IN_VITEST: readonly { readonly fault: string; readonly files: readonly string[] }[] = [
  {
    fault: 'a provider that refuses, drips, breaks off, lies',
    files: ['tests/main/generation/provider-faults.test.ts', 'tests/main/generation/streams.test.ts'],
  },
  {
    fault: 'random, stale and repeated messages on every channel',
    files: ['tests/main/handlers/refusals.test.ts'],
  },
];

const IN_ELECTRON: readonly { readonly fault: string; readonly file: string; readonly title: string }[] = [
  {
    fault: 'a key looked for everywhere',
    file: 'tests/e2e/providers.spec.ts',
    title: 'a key appears in no file',
  },
  { fault: '500 scripts as text', file: 'tests/e2e/injection.spec.ts', title: '500 payloads' },
  { fault: 'messages from elsewhere', file: 'tests/e2e/security.spec.ts', title: 'message|frame' },
];

export const testsFault: Fault = {
  name: 'tests',
  async run({ short, scratch, tell }) {
    // The short form is for CI, which has just run all of them.
    if (short) return [];
    const reports: FaultReport[] = [];
    for (const { fault, files } of IN_VITEST) {
      tell(fault);
      const file = join(mkdtempSync(join(scratch, 'vitest-')), 'report.json');
      const args = ['run', '--reporter=json', `--outputFile=${file}`, ...files];
      await runTests(toolFile('vitest'), args, { FC_RUNS: CASES });
      reports.push(reportOf(fault, countVitest(JSON.parse(readFileSync(file, 'utf8')))));
    }
    await setUpApp();
    await withDisplay(async () => {
      for (const { fault, file, title } of IN_ELECTRON) {
        tell(fault);
        const report = join(mkdtempSync(join(scratch, 'playwright-')), 'report.json');
        await runTests(
          toolFile('@playwright/test', 'playwright'),
          ['test', file, '-g', title, '--reporter=json'],
          {
            PLAYWRIGHT_JSON_OUTPUT_FILE: report,
          },
        );
        reports.push(reportOf(fault, countPlaywright(JSON.parse(readFileSync(report, 'utf8')))));
      }
    });
    return reports;
  },
};

async function runTests(tool: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  await capture(process.execPath, [tool, ...args], { cwd: root, env: { ...projectEnv(), ...env } });
}

function reportOf(fault: string, { passed, failed }: { readonly passed: number; readonly failed: number }) {
  const tally = new Tally();
  tally.operations = passed;
  tally.points = passed + failed;
  if (failed > 0) tally.failures.push(`${failed} of ${passed + failed} tests failed`);
  if (passed === 0) tally.failures.push('no test was found');
  return tally.report(fault);
}
