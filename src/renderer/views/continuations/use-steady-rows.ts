/** Keeps the row that the writer reads in the Continuations list in place while cards above it change, come or go. */
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A row in the list, in CSS pixels: from the top of all rows, and its height. */
export interface RowPlace {
  readonly top: number;
  readonly height: number;
}

/** By the id of the row's element, in the order of the list. */
export type RowPlaces = ReadonlyMap<string, RowPlace>;

/**
 * The distance to scroll so that the text being read stays where it is: the first row that began in view and is as high
 * as before, or else the first that began in view. Not the row that is cut off above: if that becomes lower, all that
 * is read would move. Nothing above a list that is at its top moves it.
 */
export function steadyScroll(before: RowPlaces, now: RowPlaces, scrollTop: number): number {
  if (scrollTop === 0) return 0;
  const inView = [...before].flatMap(([id, was]) => {
    const is = was.top >= scrollTop ? now.get(id) : undefined;
    return is === undefined ? [] : [{ was, is }];
  });
  const steady = inView.find(({ was, is }) => Math.abs(was.height - is.height) < 1) ?? inView[0];
  return steady === undefined ? 0 : steady.is.top - steady.was.top;
}

/** @param isWhole all rows are drawn; otherwise the code that draws some of them keeps the place */
export function useSteadyRows(scroller: RefObject<HTMLElement | null>, isWhole: boolean): void {
  const before = useRef<RowPlaces>(new Map());
  /** Sum of the browser's rounding so far: many steps of a fraction would move the text being read. */
  const owed = useRef(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    const now = element === null || !isWhole ? new Map() : placesIn(element);
    const moved = element === null ? 0 : steadyScroll(before.current, now, element.scrollTop);
    if (element !== null && moved !== 0) {
      const wanted = element.scrollTop + moved + owed.current;
      element.scrollTop = wanted;
      const missing = wanted - element.scrollTop;
      // More is missing only where the list ends.
      owed.current = Math.abs(missing) < 1 ? missing : 0;
    }
    before.current = now;
  });
}

function placesIn(scroller: HTMLElement): RowPlaces {
  const start = scroller.getBoundingClientRect().top - scroller.scrollTop;
  const rows = [...scroller.querySelectorAll('[role="option"]')];
  return new Map(
    rows.map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return [row.id, { top: top - start, height }];
    }),
  );
}
