import { expect, test } from 'vitest';
import { placeOnScreen } from '../../../src/main/app/place-window.ts';

const LEFT = { x: 0, y: 25, width: 1440, height: 875 };
const RIGHT = { x: 1440, y: 0, width: 1920, height: 1040 };
const workAreaOf = ({ x }: { readonly x: number }) => (x >= 1440 ? RIGHT : LEFT);

test.each([
  [
    'is kept on its screen',
    { x: 1500, y: 100, width: 1280, height: 860 },
    { x: 1500, y: 100, width: 1280, height: 860 },
  ],
  [
    'comes back from a screen that is gone',
    { x: -3000, y: 100, width: 900, height: 600 },
    { x: 0, y: 100, width: 900, height: 600 },
  ],
  [
    'moves out from under the menu bar',
    { x: 10, y: 0, width: 900, height: 600 },
    { x: 10, y: 25, width: 900, height: 600 },
  ],
  [
    'moves in from the lower right',
    { x: 3300, y: 1000, width: 900, height: 600 },
    { x: 2460, y: 440, width: 900, height: 600 },
  ],
  [
    'shrinks to a smaller screen',
    { x: 50, y: 50, width: 3000, height: 2000 },
    { x: 0, y: 25, width: 1440, height: 875 },
  ],
  ['without a place is the system’s to place', { width: 1280, height: 2000 }, { width: 1280, height: 875 }],
  ['has a default size', undefined, { width: 1280, height: 860 }],
])('a window %s', (_what, kept, placed) => {
  expect(placeOnScreen(kept, workAreaOf)).toEqual(placed);
});
