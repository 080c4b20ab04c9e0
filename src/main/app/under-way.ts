import { setImmediate as turn } from 'node:timers/promises';

const STOPPED = Symbol('the writer does not want to wait');

export interface UnderWayOptions<T> {
  /** Says that it is under way, and takes what stops it. */
  tell(stop: () => void): void;
  /** Takes that back. */
  end(): void;
  /** @param signal ends it; it throws what that is aborted with */
  work(signal: AbortSignal): Promise<T>;
}

/**
 * Does what may take long. That is told before it begins, since it may begin with what keeps the whole program; whoever is
 * told shows it where it does take long. It can be stopped.
 * @returns null where it was stopped
 * @throws what `work` throws
 */
export async function underWay<T>({ tell, end, work }: UnderWayOptions<T>): Promise<T | null> {
  const controller = new AbortController();
  tell(() => controller.abort(STOPPED));
  try {
    await turn();
    return await work(controller.signal);
  } catch (error) {
    if (error !== STOPPED) throw error;
    return null;
  } finally {
    end();
  }
}
