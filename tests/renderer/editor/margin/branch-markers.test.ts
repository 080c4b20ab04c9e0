import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PositionId } from '../../../../src/core/ids.ts';
import {
  type BranchMarker,
  BranchMarkers,
  type MarkerLine,
} from '../../../../src/renderer/editor/margin/branch-markers.ts';

const sign = (number: number, count: number, more: Partial<BranchMarker> = {}): BranchMarker => ({
  positionId: `position-${number}` as PositionId,
  number,
  count,
  state: 'plain',
  ...more,
});
const line = (top: number, ...signs: BranchMarker[]): MarkerLine => ({ top, height: 24, markers: signs });

const onSwitch = vi.fn();
const onGoOn = vi.fn();
let signs: BranchMarkers;

const buttons = () => [...signs.dom.querySelectorAll('button')];
const names = () => buttons().map((button) => button.getAttribute('aria-label'));

beforeEach(() => {
  onSwitch.mockClear();
  onGoOn.mockClear();
  signs = new BranchMarkers(document.body, { readOnly: false, onSwitch, onGoOn });
});
afterEach(() => document.body.replaceChildren());

describe('the signs in the margin', () => {
  it('name the current continuation, and switch there', () => {
    signs.show([line(0, sign(2, 3))], 600, 200);
    expect(names()).toEqual(['Previous continuation, 2 of 3', 'Next continuation, 2 of 3']);
    buttons()[1]?.click();
    expect(onSwitch).toHaveBeenCalledWith('position-2', 1);
  });

  it('offer the head’s continuations', () => {
    signs.show([line(0, sign(0, 1, { positionId: null }))], 600, 200);
    expect(names()).toEqual(['1 continuation: go on']);
    buttons()[0]?.click();
    expect(onGoOn).toHaveBeenCalledOnce();
  });

  it('have disabled buttons in a read-only grove', () => {
    signs.destroy();
    signs = new BranchMarkers(document.body, { readOnly: true, onSwitch, onGoOn });
    signs.show([line(0, sign(1, 2))], 600, 200);
    expect(buttons().every((button) => button.disabled)).toBe(true);
  });

  it('fold when several share a line and the next line also has one', () => {
    signs.show([line(0, sign(1, 2), sign(2, 2)), line(30, sign(1, 4))], 600, 200);
    const lines = [...signs.dom.children];
    expect(lines.map((element) => element.classList.contains('branch-folded'))).toEqual([true, false]);
    expect(names()).toHaveLength(6);
  });

  it('stack vertically when there is room', () => {
    signs.show([line(0, sign(1, 2), sign(2, 2)), line(60, sign(1, 4))], 600, 200);
    expect(signs.dom.querySelector('.branch-folded')).toBeNull();
  });

  it('keep their elements between redraws, and the focus with them', () => {
    signs.show([line(0, sign(1, 3))], 600, 200);
    const [, next] = buttons();
    next?.focus();
    signs.show([line(8, sign(1, 3))], 600, 200);
    expect(buttons()[1]).toBe(next);
    signs.show([line(8, sign(2, 3))], 600, 200);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Next continuation, 2 of 3');
  });

  it('are removed when there is nothing left to show', () => {
    signs.show([line(0, sign(1, 3))], 600, 200);
    signs.show([], 600, 200);
    expect(signs.dom.childNodes).toHaveLength(0);
  });
});
