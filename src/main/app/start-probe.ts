import { utilityProcess } from 'electron';
import type { Child } from '../probe/probe.ts';

/** Starts the probe in a child process with limited memory. */
export function startProbe(file: string, argument: string): Child {
  const child = utilityProcess.fork(file, [argument], {
    serviceName: 'Aspen Grove file check',
    stdio: 'ignore',
    execArgv: ['--max-old-space-size=2048'],
  });
  return {
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.on('exit', listener),
    kill: () => void child.kill(),
  };
}
