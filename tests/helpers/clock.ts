import { afterEach, beforeEach, vi } from 'vitest';

/** Time advances, and frames are painted, only when a test in this file says so (`vi.advanceTimersByTimeAsync`). */
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
