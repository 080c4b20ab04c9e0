/** The duration of a slice, after which other work gets its turn. Milliseconds. */
const SLICE = 10;
/** Time that a slice waits for the writer, who is typing. Milliseconds. */
const PAUSE = 40;
/** The delay before a slice that failed is repeated. Milliseconds. */
const RETRY = 2_000;

/** Work that can be done a little at a time. */
export interface SlicedWork {
  readonly isDone: boolean;
  /** Does a little, which takes a millisecond or two. */
  step(): void;
}

/** The work of a generator, which yields after each step; an error ends it. @param onStep receives what a step found */
export function workInSteps<Found>(
  steps: Pick<Iterator<Found | undefined, void>, 'next'>,
  onStep: (found: Found) => void = () => undefined,
): SlicedWork {
  let isDone = false;
  return {
    get isDone() {
      return isDone;
    },
    step: () => {
      const { done = false, value } = steps.next();
      if (value !== undefined) onStep(value);
      isDone = done;
    },
  };
}

export interface SlicesOptions {
  readonly work: SlicedWork;
  /** Milliseconds of any clock. */
  now(): number;
  /** Returns true if the process should be left to the writer for a moment between two slices. */
  mustPause(): boolean;
  /** Called after each slice but the last. */
  onSlice(): void;
  /** All of it is done. */
  onDone(): void;
  /** A step failed: it is repeated later, unless this stops the work. */
  onError(error: unknown): void;
}

/**
 * Does long work on the one connection in slices, while the writer works (`storage.md`, *Opening, in order*; `layers.md`, *What is
 * stored*).
 * @returns stops it
 */
export function runInSlices(options: SlicesOptions): () => void {
  const { work, now, mustPause, onSlice, onDone, onError } = options;
  let timer: ReturnType<typeof setTimeout>;
  let isStopped = false;
  const schedule = (delay: number) => {
    if (!isStopped) timer = setTimeout(slice, delay);
  };
  const slice = () => {
    const startedAt = now();
    try {
      do work.step();
      while (!work.isDone && isWithin(SLICE, now() - startedAt));
      if (work.isDone) onDone();
      else onSlice();
    } catch (error) {
      onError(error);
      schedule(RETRY);
      return;
    }
    if (!work.isDone) schedule(mustPause() ? PAUSE : 0);
  };
  schedule(0);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Returns true if less than this has passed; false if the clock stepped back. */
export function isWithin(limit: number, elapsed: number): boolean {
  return elapsed >= 0 && elapsed < limit;
}
