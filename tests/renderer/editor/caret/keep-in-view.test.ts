import { describe, expect, it } from 'vitest';
import {
  isInView,
  scrollToFollow,
  scrollToWholeLine,
} from '../../../../src/renderer/editor/caret/keep-in-view.ts';

/** A view of ten lines of 30 pixels, below a title of 50. */
const view = { top: 50, bottom: 350 };
const lines = (from: number, count = 1) => ({ top: 50 + 30 * from, bottom: 50 + 30 * (from + count) });

describe('text that streams at the end', () => {
  it('is followed once it reaches the bottom of the view, with a line to spare', () => {
    expect(scrollToFollow(lines(5, 3), view, 30)).toBe(0);
    expect(scrollToFollow(lines(5, 5), view, 30)).toBe(30);
    expect(scrollToFollow(lines(5, 7), view, 30)).toBe(90);
  });

  it('is not followed further than to where it begins, for that is what is read', () => {
    expect(scrollToFollow(lines(5, 40), view, 30)).toBe(120);
    expect(scrollToFollow(lines(1, 40), view, 30)).toBe(0);
    expect(scrollToFollow(lines(0, 40), view, 30)).toBe(0);
  });
});

it('a line that is cut off at the top is scrolled into view, and a whole or hidden one is left', () => {
  expect(scrollToWholeLine({ top: 38, bottom: 66 }, view)).toBe(-13);
  expect(scrollToWholeLine({ top: 50, bottom: 78 }, view)).toBe(0);
  expect(scrollToWholeLine({ top: 22, bottom: 50 }, view)).toBe(0);
});

it('a caret is in view only with its whole line, but for rounding', () => {
  expect(isInView(lines(0), view)).toBe(true);
  expect(isInView({ top: 321, bottom: 351 }, view)).toBe(true);
  expect(isInView({ top: 340, bottom: 370 }, view)).toBe(false);
  expect(isInView({ top: 30, bottom: 60 }, view)).toBe(false);
});
