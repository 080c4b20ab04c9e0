/** The map's drawing and the outline's rows in the page of the benchmarks, for a large and a small tree. */
import { createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { layOutMap } from '../../../../src/core/outline/map-layout.ts';
import { listOutline } from '../../../../src/core/outline/outline.ts';
import { VirtualRows } from '../../../../src/renderer/ui/VirtualRows.tsx';
import { drawMap, type MapInk, type MapSubject } from '../../../../src/renderer/views/tree/draw-map.ts';
import type { MapFrame } from '../../../../src/renderer/views/tree/map-frame.ts';
import { fitFrame, panFrame } from '../../../../src/renderer/views/tree/map-frame.ts';
import { OutlineRow } from '../../../../src/renderer/views/tree/Outline.tsx';
import { randomShape } from '../../groves/tree-shapes.ts';
import type { Samples } from '../../harness/compare.ts';
import { compareFrames, type Side } from './compare-frames.ts';
import { createContainer, removeContainer, showContainer } from './stage.ts';
import { settle } from './time-frame.ts';

export interface WholeTreeOptions {
  /** Positions in the large and in the small tree. */
  readonly many: number;
  readonly few: number;
  readonly blocks: number;
  readonly steps: number;
}

const INK: MapInk = {
  paper: '#f5f2ea',
  ink: '#24211c',
  soft: '#5f594f',
  line: '#8f8778',
  accent: '#1f5a94',
  underlined: new Set(),
  authors: new Map([
    ['blue', '#1060c0'],
    ['rust', '#9b4c03'],
  ]),
  font: '12px sans-serif',
};
const SIZE = { width: 900, height: 700 };
/** Pixels per frame. */
const STEP = 24;

/** Compares frames of panning the map of a large and of a small tree. */
export async function timeMapPan({ many, few, blocks, steps }: WholeTreeOptions): Promise<Samples> {
  const large = map(many);
  const small = map(few);
  const samples = await compareFrames({ ours: large.side, baseline: small.side, blocks, steps, warmUp: 2 });
  large.close();
  small.close();
  return samples;
}

function map(count: number): { readonly side: Side; close(): void } {
  const rows = listOutline(randomShape(count), { top: 0, open: null, hidden: null, stops: null });
  const layout = layOutMap(rows);
  const pathRows = new Int32Array(layout.depth + 2).fill(-1);
  for (let row = rows.count - 1; row >= 0; row = rows.parents[row] ?? -1)
    pathRows[rows.levels[row] ?? 0] = row;
  const subject: MapSubject = {
    layout,
    titled: new Set(),
    flags: Uint8Array.from({ length: count }, (_, position) => (position % 7 === 0 ? 17 : 8)),
    authors: Uint32Array.from({ length: count }, (_, position) => position % 3),
    colours: [null, 'blue', 'rust'],
    pathRows,
    found: null,
    ghosts: new Uint8Array(count),
    selectedRow: 0,
    currentRow: 0,
    labelOf: () => 'It fell all night, and in the morning',
  };
  const container = createContainer();
  const canvas = container.appendChild(document.createElement('canvas'));
  Object.assign(canvas, SIZE);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  let frame: MapFrame = fitFrame({ x: 0, level: 1, zoomX: 1, zoomY: 1, ...SIZE }, layout.width, layout.depth);
  return {
    side: {
      prepare: async () => {
        showContainer(container);
        frame = { ...frame, x: layout.width / 2, level: layout.depth / 2, zoomX: 0.8, zoomY: 0.8 };
        await settle();
      },
      step: (at) => {
        frame = panFrame(frame, at % 2 === 0 ? STEP : -STEP, at % 3 === 0 ? 8 : -4);
        drawMap(context, frame, subject, INK, { left: 0, right: 0, top: 0, bottom: 0 });
      },
    },
    close: () => removeContainer(container),
  };
}

/** Compares frames of scrolling through the outline of a large and of a small tree. */
export async function timeOutlineScroll({ many, few, blocks, steps }: WholeTreeOptions): Promise<Samples> {
  const large = outline(many);
  const small = outline(few);
  await settle(4);
  const samples = await compareFrames({
    ours: large.side,
    baseline: small.side,
    blocks,
    steps,
    warmUp: 2,
    frames: 2,
  });
  large.close();
  small.close();
  return samples;
}

function outline(count: number): { readonly side: Side; close(): void } {
  const rows = listOutline(randomShape(count), { top: 0, open: null, hidden: null, stops: null });
  const container = createContainer();
  container.style.display = 'flex';
  const scroller = createRef<HTMLDivElement>();
  const root = createRoot(container);
  const nothing = () => undefined;
  root.render(
    <VirtualRows
      role="tree"
      aria-label="Outline"
      count={rows.count}
      rowHeight={28}
      active={0}
      scrollKey={0}
      scroller={scroller}
      onRange={nothing}
      renderRow={(row, top) => (
        <OutlineRow
          key={row}
          id={`${count}-${row}`}
          top={top}
          height={28}
          words={{
            text: 'It fell all night, and in the morning',
            isText: true,
            author: 'Offline',
            authorLabel: 'Offline',
            colour: 'blue',
            ordinal: '1 of 3',
            bookmark: null,
            tags: [],
            isPruned: false,
            isEdited: false,
            isUnseen: row % 5 === 0,
            versions: 1,
            extent: '',
            isSection: false,
            localId: 'abcdef',
          }}
          level={rows.levels[row] ?? 1}
          posInSet={rows.setPositions[row] ?? 1}
          setSize={rows.setSizes[row] ?? 1}
          indent={Math.min(9, rows.indents[row] ?? 0)}
          below={rows.childCounts[row] ?? 0}
          open={(rows.childCounts[row] ?? 0) > 0 ? true : null}
          isSelected={row === 0}
          isOnPath={row % 9 === 0}
          isCurrent={false}
          isGhost={false}
          isFound
          onSelect={nothing}
          onMenu={nothing}
          onGo={nothing}
          onToggle={nothing}
        />
      )}
    />,
  );
  return {
    side: {
      prepare: async (block) => {
        showContainer(container);
        const element = scroller.current;
        if (element !== null) element.scrollTop = ((block % 7) / 10) * element.scrollHeight;
        await settle(3);
      },
      step: () => {
        if (scroller.current !== null) scroller.current.scrollTop += 56;
      },
    },
    close: () => {
      root.unmount();
      removeContainer(container);
    },
  };
}
