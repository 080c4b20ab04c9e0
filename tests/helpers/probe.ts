import { fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/setup/project.mjs';
import { Probe } from '../../src/main/probe/probe.ts';
import { MIGRATIONS } from './grove.ts';

/** The program's probe with Node's child processes instead of Electron's. */
export function openProbe(
  limit?: number,
  folder = join(tmpdir(), 'aspen-looking'),
  migrations = MIGRATIONS,
): Probe {
  return new Probe({
    migrations,
    folder,
    warn: (message) => {
      throw new Error(message);
    },
    ...(limit === undefined ? {} : { timeout: limit }),
    start: (argument) => {
      const child = fork(join(root, 'src', 'main', 'probe', 'child.ts'), [argument], { stdio: 'ignore' });
      return {
        onMessage: (listener) => void child.on('message', listener),
        onExit: (listener) => void child.on('exit', listener),
        kill: () => void child.kill('SIGKILL'),
      };
    },
  });
}

/** For callers that never stop the probe. */
export const never = (): AbortSignal => new AbortController().signal;
