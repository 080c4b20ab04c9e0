import { EditorView } from '@codemirror/view';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PositionId } from '../../../../src/core/ids.ts';
import type { PositionHeader } from '../../../../src/renderer/surface.ts';
import { contentOf, node, openManuscript } from '../open-manuscript.ts';

// jsdom has no layout, so every range is on one line at the top.
const rect = { left: 100, right: 100, top: 40, bottom: 60, width: 0, height: 20, x: 100, y: 40 };
const { getClientRects } = Range.prototype;

beforeEach(() => {
  vi.useFakeTimers();
  Range.prototype.getClientRects = () => [rect] as unknown as DOMRectList;
});

afterEach(() => {
  Range.prototype.getClientRects = getClientRects;
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const second = 'position-1' as PositionId;

const headerOf = (siblingIndex: number, siblingCount: number): PositionHeader => ({
  siblingIndex,
  siblingCount,
  versionIndex: 1,
  versionCount: 1,
  flags: 0,
  forks: [],
});

test('markers are measured again when a header of what is drawn is new, and at no other news of headers', async () => {
  const { manuscript, view } = openManuscript(contentOf([node('0', 'Once, '), node('1', 'a castle')]));
  const headers = new Map([[second, headerOf(1, 2)]]);
  const show = async () => {
    manuscript.showHeaders((position) => headers.get(position));
    await vi.advanceTimersByTimeAsync(200);
    return view.scrollDOM.querySelector('.branch-margin .branch-full')?.textContent;
  };
  expect(await show()).toBe('1 of 2');

  const measured = vi.spyOn(EditorView.prototype, 'coordsAtPos');
  headers.set('position-far-away' as PositionId, headerOf(1, 3));
  expect(await show()).toBe('1 of 2');
  expect(measured).not.toHaveBeenCalled();

  const fork = { fork: 'position-split' as PositionId, offset: 2, index: 1, count: 2 };
  headers.set(second, { ...headerOf(1, 2), forks: [fork] });
  await show();
  expect(view.scrollDOM.querySelectorAll('.branch-margin .branch')).toHaveLength(2);
  measured.mockClear();
  // The same numbers at another place.
  headers.set(second, { ...headerOf(1, 2), forks: [{ ...fork, offset: 3 }] });
  await show();
  expect(measured).toHaveBeenCalled();
  headers.set(second, headerOf(2, 3));
  expect(await show()).toBe('2 of 3');
  headers.delete(second);
  expect(await show()).toBeUndefined();
});
