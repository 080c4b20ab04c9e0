/** From what a wheel or a trackpad says to steps from one thing to the next: one gesture is one step. Pure. */

/** What a wheel event says; the DOM's own satisfies it. */
export interface WheelTurn {
  readonly deltaX: number;
  readonly deltaY: number;
  /** 0 pixels, 1 lines, 2 pages. */
  readonly deltaMode: number;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  /** Milliseconds. */
  readonly timeStamp: number;
}

/** So long without a turn, and the gesture is over; a trackpad's runs on by itself for a while. Milliseconds. */
const REST = 160;
/** How far a gesture goes before it is meant, in CSS pixels: half a notch of a wheel. */
const FAR = 40;
/** How much more sideways than up or down a swipe is. */
const SIDEWAYS = 2;
const PIXELS: readonly number[] = [1, 40, 400];

export class WheelSteps {
  #last = Number.NEGATIVE_INFINITY;
  #gone = 0;
  #isSpent = false;

  /**
   * Whether a turn is about steps, and the step that it makes: with Alt held up or down, without it sideways. A turn that
   * is about none is left to whatever scrolls.
   */
  take(turn: WheelTurn): { readonly isOurs: boolean; readonly step: -1 | 0 | 1 } {
    const far = distanceOf(turn);
    if (far === null) return { isOurs: false, step: 0 };
    const isNew = turn.timeStamp - this.#last > REST;
    this.#last = turn.timeStamp;
    if (isNew || (this.#gone !== 0 && Math.sign(far) !== Math.sign(this.#gone) && !this.#isSpent)) {
      this.#gone = 0;
      this.#isSpent = false;
    }
    this.#gone += far;
    if (this.#isSpent || Math.abs(this.#gone) < FAR) return { isOurs: true, step: 0 };
    this.#isSpent = true;
    return { isOurs: true, step: this.#gone > 0 ? 1 : -1 };
  }
}

/** In CSS pixels, forward positive; null where it is an ordinary scroll, or a zoom. */
function distanceOf({ deltaX, deltaY, deltaMode, altKey, ctrlKey, shiftKey }: WheelTurn): number | null {
  if (ctrlKey) return null;
  const pixels = PIXELS[deltaMode] ?? 1;
  // Shift turns a wheel sideways: that scrolls.
  if (altKey) return (deltaY === 0 ? deltaX : deltaY) * pixels;
  if (shiftKey || deltaX === 0 || Math.abs(deltaX) < SIDEWAYS * Math.abs(deltaY)) return null;
  return deltaX * pixels;
}
