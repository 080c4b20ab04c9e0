import type { Rectangle } from 'electron';
import type { WindowBounds } from '../settings/settings.ts';

/** A window's size on a first start, in CSS pixels. */
const DEFAULT_SIZE: WindowPlace = { width: 1280, height: 860 };

/** A window's place; without `x` and `y`, the system chooses. */
export type WindowPlace = Omit<WindowBounds, 'maximized'>;

/**
 * The place of a new window, whole on the screen: the one it had may have been unplugged or have become smaller.
 * @param kept where the window was; undefined for the default size
 * @param workAreaOf the usable area of the screen that a rectangle is on, or is nearest to
 */
export function placeOnScreen(
  kept: WindowPlace | undefined,
  workAreaOf: (bounds: Rectangle) => Rectangle,
): WindowPlace {
  const { x, y, width, height } = kept ?? DEFAULT_SIZE;
  const area = workAreaOf({ x: x ?? 0, y: y ?? 0, width, height });
  const size = { width: Math.min(width, area.width), height: Math.min(height, area.height) };
  if (x === undefined || y === undefined) return size;
  return {
    x: clamp(x, area.x, area.x + area.width - size.width),
    y: clamp(y, area.y, area.y + area.height - size.height),
    ...size,
  };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
