/** The headings that targets are on (`scenes.md`, *Targets*). */
import type { PositionId } from '../ids.ts';
import { headingTitle, type TextSection } from './sections.ts';

/** A target as it was set: on the line `quote` at `start` of a text that these positions show. */
export interface TargetToPlace {
  readonly positions: readonly PositionId[];
  readonly start: number;
  readonly quote: string;
}

type Heading = Pick<TextSection, 'kind' | 'title' | 'positionId' | 'offset'>;

/**
 * Finds the heading of each target, by its index in `sections`; without those of texts that are not on the path. The first
 * of two targets has a heading.
 */
export function placeTargets<T extends TargetToPlace>(
  targets: readonly T[],
  sections: readonly Heading[],
): ReadonlyMap<number, T> {
  const placed = new Map<number, T>();
  const headings = [...sections.entries()].filter(([, { kind }]) => kind === 'heading');
  const nearest = (target: T, isFit: (heading: Heading) => boolean) =>
    headings
      .filter(([index, heading]) => !placed.has(index) && isFit(heading))
      .map(([index, { offset }]) => ({ index, distance: Math.abs(offset - target.start) }))
      .toSorted((one, other) => one.distance - other.distance)[0]?.index;
  const place = (waiting: readonly T[], find: (target: T) => number | undefined) =>
    waiting.filter((target) => {
      const index = find(target);
      if (index !== undefined) placed.set(index, target);
      return index === undefined;
    });
  const isIn = (target: T) => (heading: Heading) =>
    heading.positionId !== null && target.positions.includes(heading.positionId);
  const hasWords = (target: T) => {
    const title = headingTitle(target.quote);
    return (heading: Heading) => heading.title === title;
  };
  let waiting = place(targets, (target) =>
    nearest(target, (heading) => isIn(target)(heading) && hasWords(target)(heading)),
  );
  waiting = place(waiting, (target) => {
    const [only, ...others] = headings.filter(([, heading]) => hasWords(target)(heading));
    return only === undefined || others.length > 0 || placed.has(only[0]) ? undefined : only[0];
  });
  place(waiting, (target) => nearest(target, isIn(target)));
  return placed;
}
