import { type CapturedRun, runTool, runToolAside, toolFile } from './tool.ts';

/** Disables colours in logs. When CI is set, tools write colour codes even to files, so each needs its own switch. */
const logEnv: NodeJS.ProcessEnv = process.stdout.isTTY ? {} : { NO_COLOR: '1' };

/** The projects of `vitest.config.ts`. */
export type UnitTestProject = 'node' | 'renderer';

/**
 * Runs the unit tests and returns the exit code.
 *
 * @param project only the tests of this project
 * @param report the file to write the JSON report to
 */
export function runUnitTests(project?: UnitTestProject, report?: string): Promise<number> {
  return runTool(toolFile('vitest'), unitTestArgs(project, report), logEnv);
}

/** Runs the unit tests of a project on what other programs leave of the processor; prints nothing. */
export function runUnitTestsAside(project: UnitTestProject, report: string): Promise<CapturedRun> {
  return runToolAside(toolFile('vitest'), [...unitTestArgs(project, report), '--maxWorkers=1'], logEnv);
}

/** Tests the laws of core with new random cases, as `runUnitTestsAside`. */
export function runLawsOnNewCasesAside(cases: string, report: string): Promise<CapturedRun> {
  return runToolAside(toolFile('vitest'), lawArgs(report), lawEnv(cases));
}

/** Tests the laws of core with new random cases. Returns the exit code, like `runUnitTests`. */
export function runLawsOnNewCases(cases: string): Promise<number> {
  return runTool(toolFile('vitest'), lawArgs(), lawEnv(cases));
}

function lawArgs(report?: string): readonly string[] {
  return ['run', 'tests/core', ...reporters(report)];
}

function lawEnv(cases: string): NodeJS.ProcessEnv {
  return { ...logEnv, FC_RUNS: cases, FC_CASES: 'new' };
}

function unitTestArgs(project?: UnitTestProject, report?: string): readonly string[] {
  return ['run', ...(project === undefined ? [] : ['--project', project]), ...reporters(report)];
}

function reporters(report: string | undefined): readonly string[] {
  return report === undefined ? [] : ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
}
