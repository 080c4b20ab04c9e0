import { afterEach, beforeEach, vi } from 'vitest';

/**
 * Time advances, and frames are painted, only when a test in this file says so (`vi.advanceTimersByTimeAsync`): also
 * the time by which the editor groups what is typed into steps of undo.
 */
export function turnClockByHand(): void {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}
