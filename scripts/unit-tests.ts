import { KEEPING_COMPILED_CODE } from './compiled-code.ts';
import { onMemory } from './memory-folder.ts';
import { projectEnv, root } from './setup/project.mjs';
import { capture } from './setup/run.mjs';
import { runTool, toolFile } from './tool.ts';

/** Disables colours in logs. When CI is set, tools write colour codes even to files, so each needs its own switch. */
const logEnv: NodeJS.ProcessEnv = process.stdout.isTTY ? {} : { NO_COLOR: '1' };

/** Probes, journals and scripts under test run in processes and threads of their own. */
const testEnv: NodeJS.ProcessEnv = { ...logEnv, ...KEEPING_COMPILED_CODE, ...onMemory() };

/** The projects of `vitest.config.ts`. */
export type UnitTestProject = 'node' | 'renderer';

/**
 * Runs the unit tests and returns the exit code.
 *
 * @param project only the tests of this project
 * @param report the file to write the JSON report to
 */
export function runUnitTests(project?: UnitTestProject, report?: string): Promise<number> {
  return runTool(toolFile('vitest'), unitTestArgs(project, report), testEnv);
}

/** The output of a run of Vitest, and its exit code. */
export interface QuietRun {
  readonly code: number;
  readonly output: string;
}

/** Runs the unit tests of a project on what another program leaves of the processor; prints nothing. */
export function runUnitTestsAside(project: UnitTestProject, report: string): Promise<QuietRun> {
  return runAside(unitTestArgs(project, report), {});
}

/** Tests the laws of core with new random cases, likewise. */
export function runLawsAside(cases: string, report: string): Promise<QuietRun> {
  return runAside([...LAWS, ...reporters(report)], onNewCases(cases));
}

/** Tests the laws of core with new random cases. Returns the exit code, like `runUnitTests`. */
export function runLawsOnNewCases(cases: string): Promise<number> {
  return runTool(toolFile('vitest'), LAWS, { ...testEnv, ...onNewCases(cases) });
}

const LAWS = ['run', 'tests/core'];

function onNewCases(cases: string): NodeJS.ProcessEnv {
  return { FC_RUNS: cases, FC_CASES: 'new' };
}

function runAside(args: readonly string[], env: NodeJS.ProcessEnv): Promise<QuietRun> {
  const command = [process.execPath, toolFile('vitest'), ...args, '--maxWorkers=1'];
  const [program = '', ...rest] = process.platform === 'win32' ? command : ['nice', ...command];
  return capture(program, rest, { cwd: root, env: { ...projectEnv(), ...testEnv, ...env } });
}

function unitTestArgs(project?: UnitTestProject, report?: string): readonly string[] {
  return ['run', ...(project === undefined ? [] : ['--project', project]), ...reporters(report)];
}

function reporters(report: string | undefined): readonly string[] {
  return report === undefined ? [] : ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
}
