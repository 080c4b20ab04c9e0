import { setImmediate } from 'node:timers/promises';
import { AspenError } from '../../../core/errors.ts';
import type { ExchangeProgress } from '../../../ipc/wire/exchange.ts';
import { ALREADY_BUSY } from '../../../ui-text/refusals.ts';
import type { OpenGrove } from '../../grove/open-grove.ts';
import type { Caller } from './caller.ts';

interface Running {
  readonly controller: AbortController;
  /** Resolves when the operation has ended, successfully or not. */
  readonly ended: Promise<void>;
}

/** The running operation of each window. */
const running = new WeakMap<Caller, Running>();

/**
 * Runs an operation that may take long and can be stopped; each window runs one at a time.
 * @returns null if it was stopped: `work` may throw its signal's reason, or return null itself
 * @throws {AspenError} INVALID_ARGUMENT while another operation runs in the window; what `work` throws
 */
export async function runStoppable<T>(
  caller: Caller,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  if (running.has(caller)) throw new AspenError('INVALID_ARGUMENT', ALREADY_BUSY);
  const controller = new AbortController();
  const { signal } = controller;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  running.set(caller, { controller, ended });
  try {
    return await work(signal);
  } catch (error) {
    if (signal.aborted && error === signal.reason) return null;
    throw error;
  } finally {
    running.delete(caller);
    end();
    caller.notifyProgress(null);
  }
}

/** As `runStoppable`, for one step that starts by blocking the process: the window shows the progress first. */
export function runStoppableStep<T>(
  caller: Caller,
  progress: ExchangeProgress,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  return runStoppable(caller, async (signal) => {
    caller.notifyProgress(progress);
    await setImmediate();
    return work(signal);
  });
}

/** Runs a step that blocks the process and cannot be stopped: the window shows the progress first. */
export async function runReportedStep<T>(
  caller: Caller,
  progress: ExchangeProgress,
  work: () => Promise<T>,
): Promise<T> {
  caller.notifyProgress(progress);
  await setImmediate();
  try {
    return await work();
  } finally {
    caller.notifyProgress(null);
  }
}

/** Stops the window's running operation. */
export function stop(caller: Caller): void {
  running.get(caller)?.controller.abort();
}

/** Stops the window's running operation and waits until it has ended. */
export async function stopAndWait(caller: Caller): Promise<void> {
  stop(caller);
  await running.get(caller)?.ended;
}

/** The part of a caller that is told how far work is. */
export type Progressing = Pick<Caller, 'notifyProgress'>;

interface StepsInWindow {
  readonly grove: OpenGrove;
  readonly caller: Progressing;
  readonly signal: AbortSignal;
  readonly progress: Omit<ExchangeProgress, 'share'>;
}

/**
 * Runs work in steps that yield the share that is done, from 0 to 1. Between steps, text that was typed in the meantime is
 * saved, and the window can stop the work.
 * @returns null if it was stopped
 * @throws what a step throws
 */
export async function runSteps<T>(
  steps: Generator<number, T>,
  { grove, caller, signal, progress }: StepsInWindow,
): Promise<T | null> {
  let percent = -1;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (Math.floor(100 * step.value) !== percent) {
      percent = Math.floor(100 * step.value);
      caller.notifyProgress({ ...progress, share: step.value });
    }
    await setImmediate();
    if (signal.aborted || !grove.isOpen) return null;
  }
}
