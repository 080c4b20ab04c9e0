/** Draws the visible part of the map. The cost depends on the number of pixels, never on the size of the tree. */
import { firstRowFrom, type MapLayout, rowsOfLevel } from '../../../core/outline/map-layout.ts';
import { OUTLINE_FLAGS } from '../../../core/outline/position-rows.ts';
import { LEVEL, levelAt, type MapFrame, STEP, toX, toY, xAt } from './map-frame.ts';

/** Colours and font, in the form a canvas takes. */
export interface MapInk {
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly accent: string;
  /** Models' colours by palette token. */
  readonly authors: ReadonlyMap<string, string>;
  /** The palette tokens that are shown with an underline. */
  readonly underlined: ReadonlySet<string>;
  readonly font: string;
}

/** The map's data about the positions it draws. */
export interface MapSubject {
  readonly layout: MapLayout;
  readonly flags: Uint8Array;
  /** The number of each position's author, and by that number the author's palette token; null for people. */
  readonly authors: Uint32Array;
  readonly colours: readonly (string | null)[];
  /** The path's row on each level, -1 for none. */
  readonly pathRows: Int32Array;
  /** Not 0 for positions that match the filter; null without a filter. */
  readonly found: Uint8Array | null;
  /** Not 0 for rows that are pruned or below a pruned one. */
  readonly ghosts: Uint8Array;
  readonly selectedRow: number;
  readonly currentRow: number;
  /** The positions at which chapters and scenes begin. */
  readonly titled: ReadonlySet<number>;
  /** The first words of a position; undefined while they are not loaded. */
  labelOf(position: number): string | undefined;
}

/** Below this step size only some marks are drawn, one every `SPARSE_STEP`. CSS pixels. */
const MIN_DRAWN_STEP = 5;
const SPARSE_STEP = 3;
/** From this step size on, marks have shapes, signs and labels. CSS pixels. */
const DETAIL_STEP = 11;
/** Width of the label beside a mark: the least that is worth drawing, and the most used. CSS pixels. */
const LABEL_WIDTH = { least: 64, most: 260 } as const;
/** Half of a label's height. CSS pixels. */
const HALF_LABEL = 7;

/** A label that has room to the next mark on its level. */
interface Candidate {
  readonly row: number;
  readonly x: number;
  readonly y: number;
  readonly room: number;
}

/**
 * @param covered what stands over the canvas: no label is drawn there
 * @returns the visible positions with room for a label
 */
export function drawMap(
  canvas: CanvasRenderingContext2D,
  frame: MapFrame,
  subject: MapSubject,
  ink: MapInk,
  covered: Box,
): readonly number[] {
  canvas.clearRect(0, 0, frame.width, frame.height);
  const levels = visibleLevels(frame, subject.layout);
  drawLines(canvas, frame, subject, ink, levels);
  return drawMarks(canvas, frame, subject, ink, levels, covered);
}

/** The visible levels; when zoomed far out, only one every two pixels. */
function visibleLevels(frame: MapFrame, { depth }: MapLayout): readonly number[] {
  const every = Math.max(1, Math.ceil(2 / (LEVEL * frame.zoomY)));
  const first = Math.max(1, Math.floor(levelAt(frame, 0)));
  const last = Math.min(depth, Math.ceil(levelAt(frame, frame.height)) + 1);
  const levels: number[] = [];
  for (let level = Math.ceil(first / every) * every; level <= last; level += every) levels.push(level);
  return levels;
}

/** Draws lines from each parent down, across and down to each child, with the path's lines on top. */
function drawLines(
  canvas: CanvasRenderingContext2D,
  frame: MapFrame,
  { layout, pathRows }: MapSubject,
  ink: MapInk,
  levels: readonly number[],
): void {
  const { rows, xs } = layout;
  const step = STEP * frame.zoomX;
  const [left, right] = [xAt(frame, -20), xAt(frame, frame.width + 20)];
  canvas.beginPath();
  for (const level of levels) {
    if (level < 2) continue;
    const inLevel = rowsOfLevel(layout, level);
    // One more on either side: a line across the canvas may begin and end outside it.
    const from = Math.max(0, firstRowFrom(layout, inLevel, left) - 1);
    const to = Math.min(inLevel.length, firstRowFrom(layout, inLevel, right) + 1);
    const [top, bottom] = [toY(frame, level - 1), toY(frame, level)];
    const between = (top + bottom) / 2;
    let parent = -1;
    for (let at = from; at < to; at = nextDrawn(layout, inLevel, at, step)) {
      const row = inLevel[at] ?? 0;
      const above = rows.parents[row] ?? -1;
      const x = clamp(toX(frame, xs[row] ?? 0), frame.width);
      if (above !== parent) {
        const over = toX(frame, xs[above] ?? 0);
        canvas.moveTo(over, top);
        canvas.lineTo(over, between);
        canvas.lineTo(x, between);
        parent = above;
      } else canvas.lineTo(x, between);
      canvas.lineTo(x, bottom);
      canvas.moveTo(x, between);
    }
  }
  canvas.lineWidth = 1;
  canvas.strokeStyle = ink.line;
  canvas.stroke();

  canvas.beginPath();
  for (const level of levels) {
    const row = pathRows[level] ?? -1;
    const above = row < 0 ? -1 : (rows.parents[row] ?? -1);
    if (above < 0) continue;
    const [top, bottom] = [toY(frame, level - 1), toY(frame, level)];
    const [over, x] = [toX(frame, xs[above] ?? 0), toX(frame, xs[row] ?? 0)];
    canvas.moveTo(over, top);
    canvas.lineTo(over, (top + bottom) / 2);
    canvas.lineTo(x, (top + bottom) / 2);
    canvas.lineTo(x, bottom);
  }
  canvas.lineWidth = step < DETAIL_STEP ? 1.5 : 2.5;
  canvas.strokeStyle = ink.accent;
  canvas.stroke();
}

/** Ends lines that lead far outside the canvas just outside it. */
function clamp(x: number, width: number): number {
  return Math.max(-20, Math.min(width + 20, x));
}

/** The index of the next row of a level that is far enough away to be drawn. */
function nextDrawn(layout: MapLayout, inLevel: Int32Array, at: number, step: number): number {
  if (step >= MIN_DRAWN_STEP) return at + 1;
  const x = layout.xs[inLevel[at] ?? 0] ?? 0;
  return Math.max(at + 1, firstRowFrom(layout, inLevel, x + SPARSE_STEP / step));
}

function drawMarks(
  canvas: CanvasRenderingContext2D,
  frame: MapFrame,
  subject: MapSubject,
  ink: MapInk,
  levels: readonly number[],
  covered: Box,
): readonly number[] {
  const { layout, pathRows, selectedRow, currentRow } = subject;
  const { rows, xs } = layout;
  const step = STEP * frame.zoomX;
  const radius = Math.max(1, Math.min(6.5, step * 0.19, LEVEL * frame.zoomY * 0.3));
  const isClear = step >= DETAIL_STEP;
  const candidates: Candidate[] = [];
  const taken = new TakenRoom();
  taken.add(covered);
  const [left, right] = [xAt(frame, -20), xAt(frame, frame.width + 20)];
  canvas.font = ink.font;
  canvas.textBaseline = 'middle';
  for (const level of levels) {
    const inLevel = rowsOfLevel(layout, level);
    const to = firstRowFrom(layout, inLevel, right);
    const y = toY(frame, level);
    for (let at = firstRowFrom(layout, inLevel, left); at < to; at = nextDrawn(layout, inLevel, at, step)) {
      const row = inLevel[at] ?? 0;
      const x = toX(frame, xs[row] ?? 0);
      drawMark(canvas, x, y, radius, row, subject, ink);
      if (!isClear) continue;
      drawSigns(canvas, x, y, radius, row, subject, ink);
      taken.add({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius });
      const next = inLevel[at + 1];
      const free = next === undefined ? LABEL_WIDTH.most : ((xs[next] ?? 0) - (xs[row] ?? 0)) * step - 27;
      const room = Math.min(free, frame.width - x - radius - 15, LABEL_WIDTH.most);
      if (room >= LABEL_WIDTH.least) candidates.push({ row, x: x + radius + 11, y, room });
    }
  }
  const isNamed = ({ row }: Candidate) =>
    row === selectedRow || row === currentRow || subject.titled.has(rows.positions[row] ?? 0)
      ? 2
      : pathRows[rows.levels[row] ?? 0] === row
        ? 1
        : 0;
  // If there is no room for all, the selection comes first, then chapters, then the path.
  const ranked = isClear ? [...candidates].sort((a, b) => isNamed(b) - isNamed(a)) : [];
  const labelled: number[] = [];
  for (const { row, x, y, room } of ranked) {
    const position = rows.positions[row] ?? 0;
    const words = subject.labelOf(position);
    const label = words === undefined ? '' : truncate(words, room);
    // Until its words are loaded, a label may be as long as there is room.
    const width = words === undefined ? room : canvas.measureText(label).width;
    const box = { left: x, right: x + width + 6, top: y - HALF_LABEL, bottom: y + HALF_LABEL };
    if (!taken.isFree(box)) continue;
    taken.add(box);
    labelled.push(position);
    if (words === undefined) continue;
    canvas.fillStyle = pathRows[rows.levels[row] ?? 0] === row ? ink.ink : ink.soft;
    canvas.globalAlpha = subject.ghosts[row] === 0 ? 1 : 0.6;
    canvas.fillText(label, x, y);
    canvas.globalAlpha = 1;
  }
  // The current and the selected row stay visible at any zoom.
  for (const row of [currentRow, selectedRow]) {
    if (row < 0) continue;
    const x = toX(frame, xs[row] ?? 0);
    const y = toY(frame, rows.levels[row] ?? 1);
    if (!isClear) {
      canvas.fillStyle = ink.accent;
      canvas.beginPath();
      canvas.arc(x, y, 3.5, 0, 2 * Math.PI);
      canvas.fill();
    }
    const around = Math.max(radius, 3.5) + (row === selectedRow ? 6 : 3);
    canvas.lineWidth = row === selectedRow ? 2 : 1.5;
    canvas.strokeStyle = ink.accent;
    canvas.beginPath();
    if (row === selectedRow) canvas.roundRect(x - around, y - around, 2 * around, 2 * around, 4);
    else canvas.arc(x, y, around, 0, 2 * Math.PI);
    canvas.stroke();
  }
  return labelled;
}

/** A circle for people and a lozenge for models, as in the outline; a dot when zoomed out. */
function drawMark(
  canvas: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  row: number,
  subject: MapSubject,
  ink: MapInk,
): void {
  const position = subject.layout.rows.ends[row] ?? 0;
  const token = subject.colours[subject.authors[position] ?? 0] ?? null;
  const colour = (token === null ? undefined : ink.authors.get(token)) ?? ink.ink;
  const isFaint = subject.ghosts[row] !== 0 || (subject.found !== null && subject.found[position] === 0);
  canvas.globalAlpha = isFaint ? 0.4 : 1;
  if (radius < 2) {
    canvas.fillStyle = colour;
    canvas.fillRect(x - 1, y - 1, 2, 2);
  } else if (token === null) {
    canvas.beginPath();
    canvas.arc(x, y, radius, 0, 2 * Math.PI);
    canvas.fillStyle = ink.paper;
    canvas.fill();
    canvas.lineWidth = 1.75;
    canvas.strokeStyle = colour;
    canvas.stroke();
  } else {
    const reach = radius * 1.15;
    canvas.beginPath();
    canvas.moveTo(x, y - reach);
    canvas.lineTo(x + reach, y);
    canvas.lineTo(x, y + reach);
    canvas.lineTo(x - reach, y);
    canvas.closePath();
    canvas.fillStyle = isFaint ? ink.paper : colour;
    canvas.fill();
    if (isFaint) {
      canvas.lineWidth = 1.25;
      canvas.strokeStyle = colour;
      canvas.stroke();
    }
    if (ink.underlined.has(token)) {
      canvas.fillStyle = colour;
      canvas.fillRect(x - radius, y + reach + 1.5, 2 * radius, 1.5);
    }
  }
  canvas.globalAlpha = 1;
}

/** A flag for a bookmark, a dot for unseen, bars for a folded chain, a number for collapsed children. */
function drawSigns(
  canvas: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  row: number,
  { layout, flags }: MapSubject,
  ink: MapInk,
): void {
  const { positions, ends } = layout.rows;
  const position = positions[row] ?? 0;
  const flag = flags[position] ?? 0;
  canvas.fillStyle = ink.accent;
  if ((flag & OUTLINE_FLAGS.bookmarked) !== 0) {
    const top = y - radius - 11;
    canvas.beginPath();
    canvas.moveTo(x - 3.5, top);
    canvas.lineTo(x + 3.5, top);
    canvas.lineTo(x + 3.5, top + 9);
    canvas.lineTo(x, top + 6);
    canvas.lineTo(x - 3.5, top + 9);
    canvas.fill();
  }
  if ((flag & OUTLINE_FLAGS.unseen) !== 0) {
    canvas.beginPath();
    canvas.arc(x + radius + 2, y - radius - 1, 2.5, 0, 2 * Math.PI);
    canvas.fill();
  }
  const below = layout.rows.childCounts[row] ?? 0;
  if (below > 0 && layout.rows.parents[row + 1] !== row) {
    canvas.fillStyle = ink.soft;
    canvas.textAlign = 'center';
    canvas.fillText(`+${below.toLocaleString()}`, x, y + radius + 10);
    canvas.textAlign = 'start';
  }
  if (ends[row] !== position) {
    canvas.strokeStyle = ink.soft;
    canvas.lineWidth = 1.5;
    canvas.beginPath();
    for (const under of [3, 6]) {
      canvas.moveTo(x - radius, y + radius + under);
      canvas.lineTo(x + radius, y + radius + under);
    }
    canvas.stroke();
  }
}

/** Truncates words to a width in CSS pixels, assuming about 6 pixels per character. */
function truncate(words: string, room: number): string {
  const most = Math.floor(room / 6);
  return words.length <= most ? words : `${words.slice(0, most - 1).trimEnd()}…`;
}

// The labels of the map that are drawn: no label may cover a mark or another label.

/** A rectangle of the canvas, in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Height of the strips that boxes are looked up by: about that of a label. CSS pixels. */
const STRIP = 16;

/** The parts of the canvas that are taken. */
class TakenRoom {
  readonly #strips = new Map<number, Box[]>();

  add(box: Box): void {
    for (let strip = Math.floor(box.top / STRIP); strip <= Math.floor(box.bottom / STRIP); strip += 1) {
      const boxes = this.#strips.get(strip);
      if (boxes === undefined) this.#strips.set(strip, [box]);
      else boxes.push(box);
    }
  }

  isFree(box: Box): boolean {
    for (let strip = Math.floor(box.top / STRIP); strip <= Math.floor(box.bottom / STRIP); strip += 1) {
      for (const taken of this.#strips.get(strip) ?? []) {
        if (
          taken.left < box.right &&
          box.left < taken.right &&
          taken.top < box.bottom &&
          box.top < taken.bottom
        )
          return false;
      }
    }
    return true;
  }
}
