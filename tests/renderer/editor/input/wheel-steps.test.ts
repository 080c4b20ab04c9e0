import { describe, expect, it } from 'vitest';
import { WheelSteps, type WheelTurn } from '../../../../src/renderer/editor/input/wheel-steps.ts';

const STILL: WheelTurn = {
  deltaX: 0,
  deltaY: 0,
  deltaMode: 0,
  altKey: false,
  ctrlKey: false,
  shiftKey: false,
  timeStamp: 0,
};

/** The steps that these turns make, one every `every` milliseconds. */
function steps(turns: readonly Partial<WheelTurn>[], every = 16): readonly number[] {
  const wheel = new WheelSteps();
  return turns
    .map((turn, index) => wheel.take({ ...STILL, timeStamp: index * every, ...turn }).step)
    .filter((step) => step !== 0);
}

const times = <T>(count: number, one: T): readonly T[] => Array.from({ length: count }, () => one);

describe('the wheel', () => {
  it('with Alt held makes a step a notch, down to the next one', () => {
    expect(steps(times(3, { altKey: true, deltaY: 100 }), 300)).toEqual([1, 1, 1]);
    expect(steps([{ altKey: true, deltaY: -100 }])).toEqual([-1]);
    expect(steps([{ altKey: true, deltaY: 3, deltaMode: 1 }])).toEqual([1]);
  });

  it('makes one step of one gesture, however far it runs on by itself', () => {
    const swipe = [4, 20, 60, 90, 70, 50, 30, 18, 10, 6, 3, 2, 1, 1].map((deltaX) => ({ deltaX }));
    expect(steps(swipe)).toEqual([1]);
    expect(steps([...swipe, { deltaX: -80, timeStamp: 1_000 }])).toEqual([1, -1]);
    expect(steps(times(40, { altKey: true, deltaY: 120 }))).toEqual([1]);
  });

  it('does nothing while the list scrolls, is zoomed, or is barely touched', () => {
    expect(steps(times(20, { deltaY: 100 }))).toEqual([]);
    expect(steps(times(20, { deltaX: 30, deltaY: 40 }))).toEqual([]);
    expect(steps(times(20, { deltaX: 100, shiftKey: true }))).toEqual([]);
    expect(steps(times(20, { deltaY: 100, altKey: true, ctrlKey: true }))).toEqual([]);
    expect(steps(times(3, { deltaX: 9 }))).toEqual([]);
    const wheel = new WheelSteps();
    expect(wheel.take({ ...STILL, deltaY: 100 }).isOurs).toBe(false);
    expect(wheel.take({ ...STILL, deltaX: 9 }).isOurs).toBe(true);
  });

  it('takes a swipe that turns round before it was one', () => {
    expect(steps([{ deltaX: 30 }, { deltaX: -30 }, { deltaX: -30 }])).toEqual([-1]);
  });
});
