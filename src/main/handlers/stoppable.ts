import { setImmediate as turn } from 'node:timers/promises';
import { AspenError } from '../../core/errors.ts';
import type { ExchangeProgress } from '../../ipc/wire/exchange.ts';
import type { Caller } from './caller.ts';

interface Running {
  readonly controller: AbortController;
  /** Resolves when it is over, however it ended. */
  readonly over: Promise<void>;
}

/** What each window is at, so that it can be stopped. */
const running = new WeakMap<Caller, Running>();

/**
 * Does what may take long and can be stopped; a window does one such thing at a time.
 * @returns null where it was stopped: `work` may throw what its signal is aborted with, or answer null itself
 * @throws {AspenError} INVALID_ARGUMENT while the window is at another; what `work` throws
 */
export async function stoppable<T>(
  caller: Caller,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  if (running.has(caller))
    throw new AspenError('INVALID_ARGUMENT', 'Another file is on its way. Wait for it.');
  const controller = new AbortController();
  const { signal } = controller;
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  running.set(caller, { controller, over });
  try {
    return await work(signal);
  } catch (error) {
    if (signal.aborted && error === signal.reason) return null;
    throw error;
  } finally {
    running.delete(caller);
    end();
    caller.tellProgress(null);
  }
}

/** The same for one step that begins with what keeps the whole program: the window says so before. */
export function stoppableStep<T>(
  caller: Caller,
  progress: ExchangeProgress,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  return stoppable(caller, async (signal) => {
    caller.tellProgress(progress);
    await turn();
    return work(signal);
  });
}

/** One step that keeps the whole program and that nobody can stop: the window says so before. */
export async function toldStep<T>(
  caller: Caller,
  progress: ExchangeProgress,
  work: () => Promise<T>,
): Promise<T> {
  caller.tellProgress(progress);
  await turn();
  try {
    return await work();
  } finally {
    caller.tellProgress(null);
  }
}

/** Stops what a window is at. */
export function stop(caller: Caller): void {
  running.get(caller)?.controller.abort();
}

/** Stops what a window is at; resolves when nothing is left of it. */
export async function stopForGood(caller: Caller): Promise<void> {
  stop(caller);
  await running.get(caller)?.over;
}
