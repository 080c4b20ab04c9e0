import { createStore, type Store } from '../store.ts';

export const PACES = ['slow', 'steady', 'fast'] as const;
export type Pace = (typeof PACES)[number];

/** Time for which each moment stays, in milliseconds. */
const STAYS: Readonly<Record<Pace, number>> = { slow: 1_200, steady: 400, fast: 120 };

/** Goes from moment to moment, each when the one before has been shown for the time of the pace. */
export class Replay {
  readonly #isRunning = createStore(false);
  readonly isRunning: Store<boolean> = this.#isRunning;
  readonly #pace = createStore<Pace>('steady');
  readonly pace: Store<Pace> = this.#pace;
  readonly #isMotionReduced: () => boolean;
  /** Counts replays: one that was stopped takes no further step. */
  #runs = 0;

  /** @param isMotionReduced whether the writer wants little to move: then every moment stays as long as at the slowest pace */
  constructor(isMotionReduced: () => boolean) {
    this.#isMotionReduced = isMotionReduced;
  }

  setPace(pace: Pace): void {
    this.#pace.set(pace);
  }

  /** @param step shows the next moment; resolves to false at the end */
  async start(step: () => Promise<boolean>): Promise<'ended' | 'stopped'> {
    this.#runs += 1;
    const run = this.#runs;
    this.#isRunning.set(true);
    while (run === this.#runs) {
      if (!(await step())) break;
      if (run === this.#runs) await stay(this.#stays);
    }
    if (run !== this.#runs) return 'stopped';
    this.stop();
    return 'ended';
  }

  stop(): void {
    this.#runs += 1;
    this.#isRunning.set(false);
  }

  get #stays(): number {
    const pace = this.#pace.get();
    return this.#isMotionReduced() ? STAYS.slow : STAYS[pace];
  }
}

function stay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
