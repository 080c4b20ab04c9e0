import { runTool, toolFile } from './tool.ts';

/** In a log colours are noise, and with CI set the tools write them to any file. Each is told in its own way. */
const plain: NodeJS.ProcessEnv = process.stdout.isTTY ? {} : { NO_COLOR: '1' };

/** Runs all that Vitest runs; answers its exit code. @param report a file for the report as JSON */
export function runUnitTests(report?: string): Promise<number> {
  return runTool(toolFile('vitest'), ['run', ...reporters(report)], plain);
}

/** Tries the laws of core with so many cases that nobody has tried; answers the exit code, as `runUnitTests`. */
export function tryNewCases(cases: string, report?: string): Promise<number> {
  const env = { ...plain, FC_RUNS: cases, FC_CASES: 'new' };
  return runTool(toolFile('vitest'), ['run', 'tests/core', ...reporters(report)], env);
}

function reporters(report: string | undefined): readonly string[] {
  return report === undefined ? [] : ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
}
