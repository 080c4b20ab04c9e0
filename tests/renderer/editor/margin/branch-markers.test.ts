import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PositionId } from '../../../../src/core/ids.ts';
import {
  type BranchMarker,
  BranchMarkers,
  type MarkerLine,
} from '../../../../src/renderer/editor/margin/branch-markers.ts';

const marker = (number: number, count: number, more: Partial<BranchMarker> = {}): BranchMarker => ({
  positionId: `position-${number}` as PositionId,
  fork: null,
  number,
  count,
  state: 'plain',
  ...more,
});
const line = (top: number, ...markers: BranchMarker[]): MarkerLine => ({ top, height: 24, markers });

const onSwitch = vi.fn();
const onGoOn = vi.fn();
let markers: BranchMarkers;

const buttons = () => [...markers.dom.querySelectorAll('button')];
const names = () => buttons().map((button) => button.getAttribute('aria-label'));

beforeEach(() => {
  onSwitch.mockClear();
  onGoOn.mockClear();
  markers = new BranchMarkers(document.body, { readOnly: false, onSwitch, onGoOn });
});
afterEach(() => document.body.replaceChildren());

describe('branch markers in the margin', () => {
  it('name the current continuation, and switch there', () => {
    markers.show([line(0, marker(2, 3))], 600, 200);
    expect(names()).toEqual(['Previous continuation, 2 of 3', 'Next continuation, 2 of 3']);
    buttons()[1]?.click();
    expect(onSwitch).toHaveBeenCalledWith('position-2', null, 1);
  });

  it('offer the head’s continuations', () => {
    markers.show([line(0, marker(0, 1, { positionId: null }))], 600, 200);
    expect(names()).toEqual(['1 continuation: go on']);
    buttons()[0]?.click();
    expect(onGoOn).toHaveBeenCalledOnce();
  });

  it('have disabled buttons in a read-only grove', () => {
    markers.destroy();
    markers = new BranchMarkers(document.body, { readOnly: true, onSwitch, onGoOn });
    markers.show([line(0, marker(1, 2))], 600, 200);
    expect(buttons().every((button) => button.disabled)).toBe(true);
  });

  it('fold when several share a line and the next line also has one', () => {
    markers.show([line(0, marker(1, 2), marker(2, 2)), line(30, marker(1, 4))], 600, 200);
    const lines = [...markers.dom.children];
    expect(lines.map((element) => element.classList.contains('branch-folded'))).toEqual([true, false]);
    expect(names()).toHaveLength(6);
  });

  it('stack vertically when there is room', () => {
    markers.show([line(0, marker(1, 2), marker(2, 2)), line(60, marker(1, 4))], 600, 200);
    expect(markers.dom.querySelector('.branch-folded')).toBeNull();
  });

  it('keep their elements between redraws, and the focus with them', () => {
    markers.show([line(0, marker(1, 3))], 600, 200);
    const [, next] = buttons();
    next?.focus();
    markers.show([line(8, marker(1, 3))], 600, 200);
    expect(buttons()[1]).toBe(next);
    markers.show([line(8, marker(2, 3))], 600, 200);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Next continuation, 2 of 3');
  });

  it('keep a pressed button when others appear above it', () => {
    const pressed = { ...marker(1, 3), positionId: 'pressed' as PositionId };
    markers.show([line(40, pressed)], 600, 200);
    const [, next] = buttons();
    markers.show([line(0, marker(1, 2)), line(40, pressed)], 600, 200);
    expect(buttons()[3]).toBe(next);
    expect(buttons()).toHaveLength(4);
    markers.show([line(40, pressed), line(80, marker(1, 2))], 600, 200);
    expect(buttons()[1]).toBe(next);
  });

  it('are removed when there is nothing left to show', () => {
    markers.show([line(0, marker(1, 3))], 600, 200);
    markers.show([], 600, 200);
    expect(markers.dom.childNodes).toHaveLength(0);
  });
});
