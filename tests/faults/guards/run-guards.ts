import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectEnv, root } from '../../../scripts/setup/project.mjs';
import { capture } from '../../../scripts/setup/run.mjs';
import { toolFile } from '../../../scripts/tool.ts';
import type { Guard } from './guard.ts';

/** The parts of the project that the tests read. */
const COPIED = [
  'src',
  'tests',
  'scripts',
  'migrations',
  'resources',
  'docs',
  'package.json',
  'vitest.config.ts',
  'tsconfig.base.json',
  'tsconfig.json',
];

export interface GuardReport {
  readonly name: string;
  /** Null if a test failed, as it must; otherwise what is wrong. */
  readonly wrong: string | null;
}

/** Switches off each guard in a copy of the project and runs the tests that must notice. */
export async function runGuards(
  guards: readonly Guard[],
  scratch: string,
  tell: (line: string) => void,
): Promise<readonly GuardReport[]> {
  const copy = join(scratch, 'project');
  mkdirSync(copy);
  for (const name of COPIED) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

  tell('the tests with every guard on');
  const tests = [...new Set(guards.flatMap((guard) => guard.tests))];
  const on = await runTests(copy, tests);
  if (!on.passed) return [{ name: 'every guard on', wrong: `tests fail already:\n${on.output}` }];

  const reports: GuardReport[] = [];
  for (const guard of guards) {
    tell(`without: ${guard.name}`);
    reports.push({ name: guard.name, wrong: await runWithout(guard, copy) });
  }
  return reports;
}

async function runWithout({ file, off, tests }: Guard, copy: string): Promise<string | null> {
  const path = join(copy, file);
  const whole = readFileSync(path, 'utf8');
  let changed = whole;
  for (const [guard, without] of off) {
    if (changed.split(guard).length !== 2) return `“${guard}” is not in ${file} exactly once`;
    changed = changed.replace(guard, () => without);
  }
  writeFileSync(path, changed);
  try {
    const { passed } = await runTests(copy, tests);
    return passed ? `no test failed of ${tests.join(', ')}` : null;
  } finally {
    writeFileSync(path, whole);
  }
}

async function runTests(folder: string, tests: readonly string[]) {
  const args = [join(folder, toolFile('vitest').slice(root.length + 1)), 'run', '--reporter=dot', ...tests];
  const { code, output } = await capture(process.execPath, args, {
    cwd: folder,
    env: { ...projectEnv(), NO_COLOR: '1' },
  });
  return { passed: code === 0, output: output.slice(-4_000) };
}
