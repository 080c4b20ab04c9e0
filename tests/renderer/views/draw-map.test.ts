import { expect, it } from 'vitest';
import { layOutMap } from '../../../src/core/outline/map-layout.ts';
import { listOutline } from '../../../src/core/outline/outline.ts';
import { drawMap, type MapInk } from '../../../src/renderer/views/tree/draw-map.ts';
import { fitFrame } from '../../../src/renderer/views/tree/map-frame.ts';
import { randomShape } from '../../bench/groves/tree-shapes.ts';

/** Places of the map's labels, on a canvas that records them. */

const INK: MapInk = {
  paper: 'white',
  ink: 'black',
  soft: 'grey',
  line: 'grey',
  accent: 'blue',
  authors: new Map(),
  underlined: new Set(),
  font: '12px sans-serif',
};
const WIDTH_OF_LETTER = 6;

interface Label {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

function labelsOf(
  count: number,
  size: { readonly width: number; readonly height: number },
  covered = { left: 0, right: 0, top: 0, bottom: 0 },
): readonly Label[] {
  const layout = layOutMap(
    listOutline(randomShape(count), { top: 0, open: null, hidden: null, stops: null }),
  );
  const labels: Label[] = [];
  const canvas = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (_, name) => {
        if (name === 'measureText') return (text: string) => ({ width: text.length * WIDTH_OF_LETTER });
        if (name !== 'fillText') return () => {};
        return (text: string, left: number, y: number) => {
          if (text.startsWith('Node'))
            labels.push({ text, left, right: left + text.length * WIDTH_OF_LETTER, y });
        };
      },
      set: () => true,
    },
  );
  const frame = fitFrame({ x: 0, level: 1, zoomX: 1, zoomY: 1, ...size }, layout.width, layout.depth);
  drawMap(
    canvas as unknown as CanvasRenderingContext2D,
    frame,
    {
      layout,
      flags: new Uint8Array(count),
      authors: new Uint32Array(count),
      colours: [null],
      pathRows: new Int32Array(layout.depth + 2).fill(-1),
      found: null,
      ghosts: new Uint8Array(layout.rows.count),
      selectedRow: 3,
      currentRow: 3,
      titled: new Set(),
      labelOf: (position) => `Node ${position} has some words`,
    },
    INK,
    covered,
  );
  return labels;
}

it.each([20, 60, 200])('no two labels of a fitted map of %i positions cover each other', (count) => {
  const labels = labelsOf(count, { width: 1_400, height: 420 });
  expect(labels.length).toBeGreaterThan(0);
  for (const [index, one] of labels.entries()) {
    for (const other of labels.slice(index + 1)) {
      const isClear = one.right <= other.left || other.right <= one.left || Math.abs(one.y - other.y) >= 12;
      expect(isClear, `${one.text} and ${other.text}`).toBe(true);
    }
  }
});

it('a small tree is as wide as its labels, and none is under the buttons', () => {
  const size = { width: 1_400, height: 420 };
  const all = labelsOf(12, size);
  expect(all.length).toBe(12);
  const [last] = all.toSorted((one, other) => other.y - one.y);
  if (last === undefined) throw new Error('no label');
  const over = { left: last.left, right: last.right, top: last.y - 10, bottom: last.y + 10 };
  expect(labelsOf(12, size, over)).toEqual(all.filter((label) => label !== last));
});
