/** What takes no longer is done before anyone has read that it is under way. Milliseconds. */
const UNTOLD = 300;

const STOPPED = Symbol('the writer does not want to wait');

export interface UnderWayOptions<T> {
  /** Takes what stops it, from the beginning. */
  begin(stop: () => void): void;
  /** Says that it is under way, and takes what stops it. */
  tell(stop: () => void): void;
  /** Takes that back; also called where nothing was told. */
  end(): void;
  /** @param signal ends it; it throws what that is aborted with */
  work(signal: AbortSignal): Promise<T>;
}

/**
 * Does what may take long. Where it does, that is told, and can be stopped.
 * @returns null where it was stopped
 * @throws what `work` throws
 */
export async function underWay<T>({ begin, tell, end, work }: UnderWayOptions<T>): Promise<T | null> {
  const controller = new AbortController();
  const stop = () => controller.abort(STOPPED);
  begin(stop);
  const timer = setTimeout(() => tell(stop), UNTOLD);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (error !== STOPPED) throw error;
    return null;
  } finally {
    clearTimeout(timer);
    end();
  }
}
