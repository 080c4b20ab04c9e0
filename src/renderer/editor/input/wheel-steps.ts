/** Converts wheel and trackpad input to steps from one item to the next: one gesture is one step. Pure. */

/** The fields used of a `WheelEvent`. */
export interface WheelInput {
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

/** A pause this long ends the gesture, which a trackpad prolongs by inertia. Milliseconds. */
const GESTURE_PAUSE = 160;
/** Distance of a gesture that counts as a step: half a notch of a wheel. CSS pixels. */
const STEP_DISTANCE = 40;
/** Minimum ratio of horizontal to vertical movement in a sideways swipe. */
const SIDEWAYS_RATIO = 2;
/** CSS pixels per unit of each `deltaMode`. */
const PIXELS: readonly number[] = [1, 40, 400];

export class WheelSteps {
  #lastTime = Number.NEGATIVE_INFINITY;
  #travelled = 0;
  #hasStepped = false;

  /**
   * Classifies an input as ours or not, with the step that it makes. Ours is vertical movement with Alt held, or
   * sideways movement without it; all other input is left for scrolling.
   */
  stepFor(input: WheelInput): { readonly isOurs: boolean; readonly step: -1 | 0 | 1 } {
    const distance = distanceOf(input);
    if (distance === null) return { isOurs: false, step: 0 };
    const isNew = input.timeStamp - this.#lastTime > GESTURE_PAUSE;
    this.#lastTime = input.timeStamp;
    if (
      isNew ||
      (this.#travelled !== 0 && Math.sign(distance) !== Math.sign(this.#travelled) && !this.#hasStepped)
    ) {
      this.#travelled = 0;
      this.#hasStepped = false;
    }
    this.#travelled += distance;
    if (this.#hasStepped || Math.abs(this.#travelled) < STEP_DISTANCE) return { isOurs: true, step: 0 };
    this.#hasStepped = true;
    return { isOurs: true, step: this.#travelled > 0 ? 1 : -1 };
  }
}

/** In CSS pixels, positive forwards; null for an ordinary scroll or a zoom. */
function distanceOf({ deltaX, deltaY, deltaMode, altKey, ctrlKey, shiftKey }: WheelInput): number | null {
  if (ctrlKey) return null;
  const pixels = PIXELS[deltaMode] ?? 1;
  // Shift makes the wheel scroll sideways.
  if (altKey) return (deltaY === 0 ? deltaX : deltaY) * pixels;
  if (shiftKey || deltaX === 0 || Math.abs(deltaX) < SIDEWAYS_RATIO * Math.abs(deltaY)) return null;
  return deltaX * pixels;
}
