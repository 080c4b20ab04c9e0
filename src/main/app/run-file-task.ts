import { setImmediate } from 'node:timers/promises';

const CANCELLED = Symbol('the writer cancelled it');

export interface FileTaskOptions<T> {
  /** Called before the work starts, because its first step may block the process. @param cancel aborts the work */
  onStart(cancel: () => void): void;
  /** Called once, however the work ended. */
  onEnd(): void;
  /** @param signal aborts the work, which then throws the signal's reason */
  work(signal: AbortSignal): Promise<T>;
}

/**
 * Runs an operation on a file that may take long and can be cancelled.
 * @returns null if it was cancelled
 * @throws what `work` throws
 */
export async function runFileTask<T>({ onStart, onEnd, work }: FileTaskOptions<T>): Promise<T | null> {
  const controller = new AbortController();
  onStart(() => controller.abort(CANCELLED));
  try {
    await setImmediate();
    return await work(controller.signal);
  } catch (error) {
    if (error !== CANCELLED) throw error;
    return null;
  } finally {
    onEnd();
  }
}
