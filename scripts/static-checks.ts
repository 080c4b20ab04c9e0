import { projectEnv, root } from './setup/project.mjs';
import { capture } from './setup/run.mjs';
import { toolFile } from './tool.ts';

/** What was checked without running the program. */
export interface StaticCheck {
  readonly name: string;
  readonly holds: boolean;
  /** What the tool said. */
  readonly output: string;
  readonly seconds: number;
}

/** Types, then lint: out of sight and on about one core, so that tests can run beside them. */
export async function checkStatically(): Promise<readonly StaticCheck[]> {
  const colours = process.stdout.isTTY;
  return [
    await run('Types', toolFile('typescript', 'tsc'), ['-b', ...(colours ? ['--pretty'] : [])]),
    await run('Lint', toolFile('@biomejs/biome', 'biome'), ['ci', `--colors=${colours ? 'force' : 'off'}`]),
  ];
}

/** Prints how a check ended, and what its tool said where it did not hold. */
export function printCheck({ name, holds, output, seconds }: StaticCheck): void {
  if (!holds) process.stdout.write(`\n${output.trimEnd()}\n`);
  process.stdout.write(`── ${name}: ${holds ? 'ok' : 'FAILED'}, ${seconds.toFixed(1)} s\n`);
}

async function run(name: string, file: string, args: readonly string[]): Promise<StaticCheck> {
  const begin = performance.now();
  const { code, output } = await capture(process.execPath, [file, ...args], { cwd: root, env: projectEnv() });
  return { name, holds: code === 0, output, seconds: (performance.now() - begin) / 1000 };
}
