import { createStore, readableOf } from '../store.ts';

export const PACES = ['slow', 'steady', 'fast'] as const;
export type Pace = (typeof PACES)[number];

/** Time for which each moment stays, in milliseconds. */
const STAYS: Readonly<Record<Pace, number>> = { slow: 1_200, steady: 400, fast: 120 };

/**
 * Goes from moment to moment, each when the one before has been shown for the time of the pace.
 * @param isMotionReduced whether the writer wants little to move: then every moment stays as long as at the slowest pace
 */
export function createReplay(isMotionReduced: () => boolean) {
  const isRunning = createStore(false);
  const chosenPace = createStore<Pace>('steady');
  /** Counts replays: one that was stopped takes no further step. */
  let runs = 0;

  function stop(): void {
    runs += 1;
    isRunning.set(false);
  }

  return {
    stop,
    isRunning: readableOf(isRunning),
    pace: readableOf(chosenPace),

    setPace(pace: Pace): void {
      chosenPace.set(pace);
    },

    /** @param step shows the next moment; resolves to false at the end */
    async start(step: () => Promise<boolean>): Promise<'ended' | 'stopped'> {
      runs += 1;
      const run = runs;
      isRunning.set(true);
      while (run === runs) {
        if (!(await step())) break;
        if (run === runs) await stay(STAYS[isMotionReduced() ? 'slow' : chosenPace.get()]);
      }
      if (run !== runs) return 'stopped';
      stop();
      return 'ended';
    },
  };
}

export type Replay = ReturnType<typeof createReplay>;

function stay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
