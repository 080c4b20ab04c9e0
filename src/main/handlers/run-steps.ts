import { setImmediate } from 'node:timers/promises';
import type { ExchangeProgress } from '../../ipc/wire/exchange.ts';
import type { OpenGrove } from '../grove/open-grove.ts';
import type { Caller } from './access/caller.ts';

export interface StepsInWindow {
  readonly grove: OpenGrove;
  readonly caller: Caller;
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
