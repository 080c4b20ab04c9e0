import { runTool, toolFile } from './tool.ts';

/** Disables colours in logs. When CI is set, tools write colour codes even to files, so each needs its own switch. */
const logEnv: NodeJS.ProcessEnv = process.stdout.isTTY ? {} : { NO_COLOR: '1' };

/** Runs every Vitest test and returns the exit code. @param report the file to write the JSON report to */
export function runUnitTests(report?: string): Promise<number> {
  return runTool(toolFile('vitest'), ['run', ...reporters(report)], logEnv);
}

/** Tests the laws of core with new random cases. Returns the exit code, like `runUnitTests`. */
export function runLawsOnNewCases(cases: string, report?: string): Promise<number> {
  const env = { ...logEnv, FC_RUNS: cases, FC_CASES: 'new' };
  return runTool(toolFile('vitest'), ['run', 'tests/core', ...reporters(report)], env);
}

function reporters(report: string | undefined): readonly string[] {
  return report === undefined ? [] : ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
}
