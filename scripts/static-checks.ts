import { projectEnv, root } from './setup/project.mjs';
import { capture } from './setup/run.mjs';
import { toolFile } from './tool.ts';

/** The result of a check that does not run the program. */
export interface StaticCheck {
  readonly name: string;
  readonly passed: boolean;
  /** The tool's output. */
  readonly output: string;
  readonly seconds: number;
}

/** Checks types, then lint. Uses about one core and prints nothing, so tests can run in parallel. */
export async function runStaticChecks(): Promise<readonly StaticCheck[]> {
  const colours = process.stdout.isTTY;
  return [
    await run('Types', toolFile('typescript', 'tsc'), ['-b', ...(colours ? ['--pretty'] : [])]),
    await run('Lint', toolFile('@biomejs/biome', 'biome'), ['ci', `--colors=${colours ? 'force' : 'off'}`]),
  ];
}

/** Prints the result of a check and, if it failed, the tool's output. */
export function printCheck({ name, passed, output, seconds }: StaticCheck): void {
  if (!passed) process.stdout.write(`\n${output.trimEnd()}\n`);
  process.stdout.write(`── ${name}: ${passed ? 'ok' : 'FAILED'}, ${seconds.toFixed(1)} s\n`);
}

async function run(name: string, file: string, args: readonly string[]): Promise<StaticCheck> {
  const begin = performance.now();
  const { code, output } = await capture(process.execPath, [file, ...args], { cwd: root, env: projectEnv() });
  return { name, passed: code === 0, output, seconds: (performance.now() - begin) / 1000 };
}
