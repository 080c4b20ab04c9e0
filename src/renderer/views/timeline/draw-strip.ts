/** Draws the ticks of the time line. The cost depends on the number of pixels, never on the number of layers. */
import type { AgentId } from '../../../core/ids.ts';
import type { TickColumn } from '../../session/timeline/tick-places.ts';
import type { MapInk } from '../tree/draw-map.ts';

/** The height of a layer that changed nothing that was counted. CSS pixels. */
const MIN_HEIGHT = 5;
/** A layer that changed this many words has the full height. */
const MANY_WORDS = 2_000;

export interface StripSize {
  readonly width: number;
  readonly height: number;
  /** Left and right of the ticks. */
  readonly inset: number;
}

export interface StripSubject {
  readonly columns: readonly TickColumn[];
  /** The palette token of a model; null for people. */
  colourOf(agentId: AgentId): string | null;
}

/** @param size in CSS pixels; `columns` are in pixels from its left inset */
export function drawStrip(
  context: CanvasRenderingContext2D,
  { width, height, inset }: StripSize,
  { columns, colourOf }: StripSubject,
  ink: MapInk,
): void {
  context.clearRect(0, 0, width, height);
  context.fillStyle = ink.line;
  context.globalAlpha = 0.5;
  context.fillRect(inset, height - 1, width - 2 * inset, 1);
  context.globalAlpha = 1;
  const full = height - 1;
  for (const { x, words, authorId, isRebuilt } of columns) {
    const token = authorId === null ? null : colourOf(authorId);
    const colour = token === null ? ink.soft : (ink.authors.get(token) ?? ink.soft);
    const share = Math.min(1, Math.log2(1 + words) / Math.log2(1 + MANY_WORDS));
    const tall = Math.round(MIN_HEIGHT + share * (full - MIN_HEIGHT));
    const left = inset + x - 1;
    if (isRebuilt) {
      context.strokeStyle = colour;
      context.lineWidth = 1;
      context.strokeRect(left - 0.5, full - tall + 0.5, 3, tall);
    } else {
      context.fillStyle = colour;
      context.fillRect(left, full - tall, 2, tall);
    }
  }
}
