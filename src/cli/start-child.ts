import { fork } from 'node:child_process';
import type { Child } from '../main/probe/probe.ts';

/** Starts a process with one argument. A Ctrl+C in the terminal does not reach it: the command ends it. */
export function startChild(file: string, argument: string): Child {
  const child = fork(file, [argument], {
    stdio: 'ignore',
    execArgv: ['--max-old-space-size=2048'],
    detached: process.platform !== 'win32',
  });
  return {
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.on('exit', listener),
    kill: () => void child.kill('SIGKILL'),
  };
}
