import { describe, expect, it } from 'vitest';
import { type WheelInput, WheelSteps } from '../../../../src/renderer/editor/input/wheel-steps.ts';

const STILL: WheelInput = {
  deltaX: 0,
  deltaY: 0,
  deltaMode: 0,
  altKey: false,
  ctrlKey: false,
  shiftKey: false,
  timeStamp: 0,
};

/** The steps from these wheel events, one every `every` milliseconds. */
function steps(turns: readonly Partial<WheelInput>[], every = 16): readonly number[] {
  const wheel = new WheelSteps();
  return turns
    .map((turn, index) => wheel.stepFor({ ...STILL, timeStamp: index * every, ...turn }).step)
    .filter((step) => step !== 0);
}

const times = <T>(count: number, one: T): readonly T[] => Array.from({ length: count }, () => one);

describe('the wheel', () => {
  it('with Alt held makes one step per notch, and down goes to the next', () => {
    expect(steps(times(3, { altKey: true, deltaY: 100 }), 300)).toEqual([1, 1, 1]);
    expect(steps([{ altKey: true, deltaY: -100 }])).toEqual([-1]);
    expect(steps([{ altKey: true, deltaY: 3, deltaMode: 1 }])).toEqual([1]);
  });

  it('makes one step per gesture, regardless of momentum', () => {
    const swipe = [4, 20, 60, 90, 70, 50, 30, 18, 10, 6, 3, 2, 1, 1].map((deltaX) => ({ deltaX }));
    expect(steps(swipe)).toEqual([1]);
    expect(steps([...swipe, { deltaX: -80, timeStamp: 1_000 }])).toEqual([1, -1]);
    expect(steps(times(40, { altKey: true, deltaY: 120 }))).toEqual([1]);
  });

  it('does nothing for scrolling, zooming or a slight touch', () => {
    expect(steps(times(20, { deltaY: 100 }))).toEqual([]);
    expect(steps(times(20, { deltaX: 30, deltaY: 40 }))).toEqual([]);
    expect(steps(times(20, { deltaX: 100, shiftKey: true }))).toEqual([]);
    expect(steps(times(20, { deltaY: 100, altKey: true, ctrlKey: true }))).toEqual([]);
    expect(steps(times(3, { deltaX: 9 }))).toEqual([]);
    const wheel = new WheelSteps();
    expect(wheel.stepFor({ ...STILL, deltaY: 100 }).isOurs).toBe(false);
    expect(wheel.stepFor({ ...STILL, deltaX: 9 }).isOurs).toBe(true);
  });

  it('recognizes a swipe that reverses before the first step', () => {
    expect(steps([{ deltaX: 30 }, { deltaX: -30 }, { deltaX: -30 }])).toEqual([-1]);
  });
});
