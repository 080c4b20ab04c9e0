const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** All that are younger than this are kept. */
const YOUNG = 12 * HOUR;
/** Of so many of the last days that have any, the newest one. */
const DAYS = 7;
/** Of so many of the last weeks that have any, the newest one. */
const WEEKS = 26;

/**
 * Which backups are kept (`storage.md`, *Backups*): those of the last twelve hours, the newest of each of seven days and
 * of each of 26 weeks. Only days and weeks that have one count, so that a grove nobody opened for a year keeps its own.
 * @param times when they were made, in any order; milliseconds since 1970 UTC
 * @returns the times to keep, newest first
 */
export function keptBackups(times: readonly number[], now: number): readonly number[] {
  const newestFirst = [...new Set(times)].sort((a, b) => b - a);
  const kept = new Set([
    ...newestFirst.filter((time) => time > now - YOUNG),
    ...newestOfEach(newestFirst, DAY, DAYS),
    ...newestOfEach(newestFirst, WEEK, WEEKS),
  ]);
  return newestFirst.filter((time) => kept.has(time));
}

function newestOfEach(newestFirst: readonly number[], span: number, count: number): readonly number[] {
  const newest = new Map<number, number>();
  for (const time of newestFirst) {
    const index = Math.floor(time / span);
    if (!newest.has(index)) newest.set(index, time);
  }
  return [...newest.values()].slice(0, count);
}
