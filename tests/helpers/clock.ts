import { afterEach, beforeEach, vi } from 'vitest';

/** Time passes, and frames are painted, only when a test of this file says so (`vi.advanceTimersByTimeAsync`). */
export function turnClockByHand(): void {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}
