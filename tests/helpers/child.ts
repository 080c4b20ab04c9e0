import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

function argumentsFor(code: string): string[] {
  return ['--input-type=module-typescript', '--disable-warning=ExperimentalWarning', '--eval', code];
}

/**
 * Runs TypeScript in a separate Node process in the project's folder, until it ends or is killed.
 * @param limits shell commands to run first, such as `ulimit`
 */
export function runInChild(
  code: string,
  limits = '',
): { readonly signal: NodeJS.Signals | null; readonly output: string } {
  const [command, parameters] =
    limits === ''
      ? [process.execPath, argumentsFor(code)]
      : ['/bin/sh', ['-c', `${limits}; exec "$@"`, 'sh', process.execPath, ...argumentsFor(code)]];
  const { signal, stdout, stderr, status } = spawnSync(command, parameters, { cwd: ROOT, encoding: 'utf8' });
  if (signal === null && status !== 0) throw new Error(`the child failed: ${stderr}`);
  return { signal, output: stdout };
}

/** Starts TypeScript in a Node process, resolves once it has written a line, and ends it when the test ends. */
export async function startChild(code: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, argumentsFor(code), {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  await once(child.stdout, 'data');
  return child;
}
