/** Positions of layers on the strip: sessions and days from left to right, gaps folded (`layers.md`). */
import type { AgentId } from '../../../core/ids.ts';
import { type LayerLine, SESSION_PAUSE } from './layer-line.ts';

/** The width of a folded gap between two sessions; between layers of a session it is at most half of that. */
const FOLD = 24;
/** The width between the last layer and now. */
const BEFORE_NOW = 8;

/**
 * Distance between two successive layers: never so close that one hides the other, and growing with the logarithm of
 * the time, so that an hour of thought takes not much more room than a minute. A clock that went backwards changes
 * nothing: the order is that of the layers.
 */
function distance(milliseconds: number): number {
  if (milliseconds >= SESSION_PAUSE) return FOLD;
  return 1 + Math.log2(1 + Math.max(0, milliseconds) / 1_000);
}

/** A place for each layer, and for now, from 0 to 1. */
export function createTickPlaces(line: LayerLine) {
  const { count } = line;
  const places = new Float64Array(count + 1);
  let at = 0;
  for (let i = 1; i < count; i++) {
    at += distance(line.timeAt(i) - line.timeAt(i - 1));
    places[i] = at;
  }
  if (count > 0) at += BEFORE_NOW;
  places[count] = at;
  if (at > 0) for (let i = 0; i <= count; i++) places[i] = (places[i] ?? 0) / at;
  else places[count] = 1;

  /** @param index of a layer, or the number of layers for now */
  function placeAt(index: number): number {
    return places[index] ?? 1;
  }

  return {
    at: placeAt,

    /** The index whose place is nearest. */
    indexAt(place: number): number {
      let low = 0;
      let high = places.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((places[middle] ?? 0) < place) low = middle + 1;
        else high = middle;
      }
      const before = low - 1;
      return before >= 0 && place - placeAt(before) < placeAt(low) - place ? before : low;
    },
  };
}

export type TickPlaces = ReturnType<typeof createTickPlaces>;

/** The drawing of one column of pixels in the strip. */
export interface TickColumn {
  /** Pixels from the left. */
  readonly x: number;
  /** The most words that one of its layers changed; 0 if none is counted. */
  readonly words: number;
  /** The author of most of the text that layer added. */
  readonly authorId: AgentId | null;
  /** All its layers were rebuilt from the log. */
  readonly isRebuilt: boolean;
}

/** The columns that have a layer, from left to right. @param width of the strip, in pixels */
export function columnsOf(line: LayerLine, places: TickPlaces, width: number): readonly TickColumn[] {
  const columns: TickColumn[] = [];
  for (let index = 0; index < line.count; index++) {
    const x = Math.round(places.at(index) * width);
    const words = line.wordsAt(index) ?? 0;
    const isRebuilt = line.isRebuilt(index);
    const last = columns.at(-1);
    if (last?.x !== x) {
      columns.push({ x, words, authorId: line.authorAt(index), isRebuilt });
      continue;
    }
    const isMore = words > last.words || (last.authorId === null && words === last.words);
    columns[columns.length - 1] = {
      x,
      words: Math.max(words, last.words),
      authorId: isMore ? line.authorAt(index) : last.authorId,
      isRebuilt: isRebuilt && last.isRebuilt,
    };
  }
  return columns;
}

/** The first layer of a day on this computer's calendar. */
export interface DayStart {
  readonly index: number;
  readonly time: number;
}

/** @param dayOf when the day of a moment begins and ends, in milliseconds since 1970 UTC */
export function dayStarts(line: LayerLine, dayOf: (time: number) => Extent): readonly DayStart[] {
  const starts: DayStart[] = [];
  let day: Extent = { from: 0, to: 0 };
  for (let index = 0; index < line.count; index++) {
    const time = line.timeAt(index);
    if (time >= day.from && time < day.to) continue;
    day = dayOf(time);
    starts.push({ index, time });
  }
  return starts;
}

/** From a point to another, in any unit. */
export interface Extent {
  readonly from: number;
  readonly to: number;
}

/** Leaves out items that would overlap the one before. */
export function thinned<T extends Extent>(items: readonly T[]): readonly T[] {
  let reached = Number.NEGATIVE_INFINITY;
  return items.filter(({ from, to }) => {
    if (from < reached) return false;
    reached = to;
    return true;
  });
}
