/** Where the map is looked at from: the place and level in the middle of the canvas, and how large a step is. */
export interface MapFrame {
  readonly place: number;
  readonly level: number;
  /** From left to right, and from level to level; 1: as large as drawn. A large tree is fitted in both ways. */
  readonly zoom: number;
  readonly rise: number;
  /** Of the canvas, in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** A step to the right and a level down, in CSS pixels at a zoom of 1. */
export const STEP = 30;
export const LEVEL = 44;
const MOST = { zoom: 4, rise: 1.6 } as const;

export function toX(frame: MapFrame, place: number): number {
  return frame.width / 2 + (place - frame.place) * STEP * frame.zoom;
}

export function toY(frame: MapFrame, level: number): number {
  return frame.height / 2 + (level - frame.level) * LEVEL * frame.rise;
}

export function placeAt(frame: MapFrame, x: number): number {
  return frame.place + (x - frame.width / 2) / (STEP * frame.zoom);
}

export function levelAt(frame: MapFrame, y: number): number {
  return frame.level + (y - frame.height / 2) / (LEVEL * frame.rise);
}

/** As large as it can be with all of it in sight, and no larger than drawn. */
export function fitting(frame: MapFrame, width: number, depth: number): MapFrame {
  const across = (frame.width - 48) / Math.max(STEP, width * STEP);
  const down = (frame.height - 48) / Math.max(LEVEL, (depth - 1) * LEVEL);
  return {
    ...frame,
    place: width / 2,
    level: (1 + depth) / 2,
    zoom: Math.max(1e-6, Math.min(1.2, across)),
    rise: Math.max(1e-6, Math.min(1.2, down)),
  };
}

/** Larger or smaller, with what is at a point of the canvas staying there. */
export function zoomed(frame: MapFrame, by: number, x: number, y: number): MapFrame {
  const zoom = Math.max(1e-6, Math.min(MOST.zoom, frame.zoom * by));
  const rise = Math.max(1e-6, Math.min(MOST.rise, frame.rise * by));
  const next = { ...frame, zoom, rise };
  return {
    ...next,
    place: frame.place + placeAt(frame, x) - placeAt(next, x),
    level: frame.level + levelAt(frame, y) - levelAt(next, y),
  };
}

/** Moved by so many CSS pixels. */
export function panned(frame: MapFrame, x: number, y: number): MapFrame {
  return {
    ...frame,
    place: frame.place + x / (STEP * frame.zoom),
    level: frame.level + y / (LEVEL * frame.rise),
  };
}

/** Moved no further than it takes to have a place in sight. */
export function showing(frame: MapFrame, place: number, level: number): MapFrame {
  const margin = 40;
  const [x, y] = [toX(frame, place), toY(frame, level)];
  const byX = Math.min(0, x - margin) + Math.max(0, x + margin - frame.width);
  const byY = Math.min(0, y - margin) + Math.max(0, y + margin - frame.height);
  return byX === 0 && byY === 0 ? frame : panned(frame, byX, byY);
}
