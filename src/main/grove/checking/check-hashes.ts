import type { HashPass } from './hash-pass.ts';

/** The duration of a slice, after which other work gets its turn. Milliseconds. */
const SLICE = 10;
/** How long a slice waits for the writer, who is typing. Milliseconds. */
const PAUSE = 40;
/** The delay before a slice that could not read the file is repeated. Milliseconds. */
const RETRY = 2_000;

export interface CheckHashesOptions {
  readonly pass: HashPass;
  /** Milliseconds of any clock. */
  now(): number;
  /** Whether to leave the process to the writer for a moment between two slices. */
  mustPause(): boolean;
  /** Called after each slice but the last. */
  onSlice(): void;
  /** All nodes are verified. */
  onDone(): void;
  /** The file could not be read: the slice is repeated later. */
  onError(error: unknown): void;
}

/**
 * Makes a pass in slices on the one connection, while the writer works (`storage.md`, *Opening, in order*).
 * @returns stops it
 */
export function checkHashes(options: CheckHashesOptions): () => void {
  const { pass, now, mustPause, onSlice, onDone, onError } = options;
  let timer: ReturnType<typeof setTimeout>;
  let isStopped = false;
  const schedule = (delay: number) => {
    if (!isStopped) timer = setTimeout(slice, delay);
  };
  const slice = () => {
    const startedAt = now();
    try {
      do pass.step();
      while (!pass.isDone && isWithin(SLICE, now() - startedAt));
      if (pass.isDone) onDone();
      else onSlice();
    } catch (error) {
      onError(error);
      schedule(RETRY);
      return;
    }
    if (!pass.isDone) schedule(mustPause() ? PAUSE : 0);
  };
  schedule(0);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Whether less than this has passed; not if the clock stepped back. */
export function isWithin(limit: number, elapsed: number): boolean {
  return elapsed >= 0 && elapsed < limit;
}
