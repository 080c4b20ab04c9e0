import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PositionId } from '../../../../src/core/ids.ts';
import {
  type BranchSign,
  BranchSigns,
  type SignLine,
} from '../../../../src/renderer/editor/margin/branch-signs.ts';

const sign = (number: number, count: number, more: Partial<BranchSign> = {}): BranchSign => ({
  positionId: `position-${number}` as PositionId,
  number,
  count,
  state: 'plain',
  ...more,
});
const line = (top: number, ...signs: BranchSign[]): SignLine => ({ top, height: 24, signs });

const onSwitch = vi.fn();
const onGoOn = vi.fn();
let signs: BranchSigns;

const buttons = () => [...signs.dom.querySelectorAll('button')];
const names = () => buttons().map((button) => button.getAttribute('aria-label'));

beforeEach(() => {
  onSwitch.mockClear();
  onGoOn.mockClear();
  signs = new BranchSigns(document.body, { readOnly: false, onSwitch, onGoOn });
});
afterEach(() => document.body.replaceChildren());

describe('the signs in the margin', () => {
  it('say where they stand, and switch there', () => {
    signs.show([line(0, sign(2, 3))], 600, 200);
    expect(names()).toEqual(['Previous continuation, 2 of 3', 'Next continuation, 2 of 3']);
    buttons()[1]?.click();
    expect(onSwitch).toHaveBeenCalledWith('position-2', 1);
  });

  it('offer what continues the head', () => {
    signs.show([line(0, sign(0, 1, { positionId: null }))], 600, 200);
    expect(names()).toEqual(['1 continuation: go on']);
    buttons()[0]?.click();
    expect(onGoOn).toHaveBeenCalledOnce();
  });

  it('have no buttons that work where nothing may be written', () => {
    signs.destroy();
    signs = new BranchSigns(document.body, { readOnly: true, onSwitch, onGoOn });
    signs.show([line(0, sign(1, 2))], 600, 200);
    expect(buttons().every((button) => button.disabled)).toBe(true);
  });

  it('fold where several stand on one line and the next line has one too', () => {
    signs.show([line(0, sign(1, 2), sign(2, 2)), line(30, sign(1, 4))], 600, 200);
    const lines = [...signs.dom.children];
    expect(lines.map((element) => element.classList.contains('branch-folded'))).toEqual([true, false]);
    expect(names()).toHaveLength(6);
  });

  it('stand below one another where there is room', () => {
    signs.show([line(0, sign(1, 2), sign(2, 2)), line(60, sign(1, 4))], 600, 200);
    expect(signs.dom.querySelector('.branch-folded')).toBeNull();
  });

  it('keep their elements from one drawing to the next, and the focus with them', () => {
    signs.show([line(0, sign(1, 3))], 600, 200);
    const [, next] = buttons();
    next?.focus();
    signs.show([line(8, sign(1, 3))], 600, 200);
    expect(buttons()[1]).toBe(next);
    signs.show([line(8, sign(2, 3))], 600, 200);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Next continuation, 2 of 3');
  });

  it('go when nothing is left to say', () => {
    signs.show([line(0, sign(1, 3))], 600, 200);
    signs.show([], 600, 200);
    expect(signs.dom.childNodes).toHaveLength(0);
  });
});
