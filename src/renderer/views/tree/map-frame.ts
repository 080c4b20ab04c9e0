/** The part of the map that is shown: the x and level at the centre of the canvas, and the zoom. */
export interface MapFrame {
  readonly x: number;
  readonly level: number;
  /** Horizontal and vertical zoom; 1 is natural size. They differ when a large tree is fitted. */
  readonly zoomX: number;
  readonly zoomY: number;
  /** Size of the canvas, in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** Width of a step and height of a level, in CSS pixels at a zoom of 1. */
export const STEP = 30;
export const LEVEL = 44;
const MAX = { zoomX: 7, zoomY: 1.6 } as const;

export function toX(frame: MapFrame, x: number): number {
  return frame.width / 2 + (x - frame.x) * STEP * frame.zoomX;
}

export function toY(frame: MapFrame, level: number): number {
  return frame.height / 2 + (level - frame.level) * LEVEL * frame.zoomY;
}

export function xAt(frame: MapFrame, x: number): number {
  return frame.x + (x - frame.width / 2) / (STEP * frame.zoomX);
}

export function levelAt(frame: MapFrame, y: number): number {
  return frame.level + (y - frame.height / 2) / (LEVEL * frame.zoomY);
}

/** The room of a canvas for what is to be legible: marks at least this far apart. CSS pixels. */
const LEGIBLE = { step: 18, level: 14 } as const;
/** Space that a tree which fits leaves free at the edges, on both sides together. CSS pixels. */
const EDGES = { across: 48, down: 88 } as const;
/** Excess of that at the bottom, where the buttons are. CSS pixels. */
const BELOW = 40;
/** The most that a fitted tree is moved to the left for the labels of its last marks. CSS pixels. */
const LABEL_SIDE = 120;

/** Distance of two marks that leaves room for a label of some words. CSS pixels. */
const LABELLED_STEP = 110;

/** Numbers of positions that fit into a canvas side by side, and of levels below each other, to be legible. */
export function roomOf({ width, height }: MapFrame): { readonly across: number; readonly down: number } {
  return {
    across: Math.max(1, Math.floor((width - EDGES.across) / LEGIBLE.step)),
    down: 1 + Math.max(1, Math.floor((height - EDGES.down) / LEGIBLE.level)),
  };
}

/** Zooms so that the whole tree fits, to 1.2 at most, or wider if every mark then has room for its label. */
export function fitFrame(frame: MapFrame, width: number, depth: number): MapFrame {
  const across = (frame.width - EDGES.across) / Math.max(STEP, width * STEP);
  // The last mark of a level has its label beside it, too.
  const labelled = Math.min(MAX.zoomX, (frame.width - EDGES.across) / ((width + 1) * STEP));
  const down = (frame.height - EDGES.down) / Math.max(LEVEL, (depth - 1) * LEVEL);
  const zoomX = labelled * STEP >= LABELLED_STEP ? labelled : Math.max(1e-6, Math.min(1.2, across));
  const zoomY = Math.max(1e-6, Math.min(1.2, down));
  // Labels are to the right of marks: what is free there is more of use than what is free on the left.
  const free = Math.max(0, frame.width - EDGES.across - width * STEP * zoomX);
  return {
    ...frame,
    x: width / 2 + Math.min(LABEL_SIDE, free / 2) / (STEP * zoomX),
    level: (1 + depth) / 2 + BELOW / 2 / (LEVEL * zoomY),
    zoomX,
    zoomY,
  };
}

/** Zooms by a factor around a point of the canvas, in CSS pixels. */
export function zoomFrame(frame: MapFrame, by: number, x: number, y: number): MapFrame {
  const zoomX = Math.max(1e-6, Math.min(MAX.zoomX, frame.zoomX * by));
  const zoomY = Math.max(1e-6, Math.min(MAX.zoomY, frame.zoomY * by));
  const next = { ...frame, zoomX, zoomY };
  return {
    ...next,
    x: frame.x + xAt(frame, x) - xAt(next, x),
    level: frame.level + levelAt(frame, y) - levelAt(next, y),
  };
}

/** Pans by a distance in CSS pixels. */
export function panFrame(frame: MapFrame, x: number, y: number): MapFrame {
  return {
    ...frame,
    x: frame.x + x / (STEP * frame.zoomX),
    level: frame.level + y / (LEVEL * frame.zoomY),
  };
}

/** Pans as little as is needed to make a point visible, with a margin. */
export function revealInFrame(frame: MapFrame, targetX: number, targetLevel: number): MapFrame {
  const margin = 40;
  const [x, y] = [toX(frame, targetX), toY(frame, targetLevel)];
  const byX = Math.min(0, x - margin) + Math.max(0, x + margin - frame.width);
  const byY = Math.min(0, y - margin) + Math.max(0, y + margin - frame.height);
  return byX === 0 && byY === 0 ? frame : panFrame(frame, byX, byY);
}
