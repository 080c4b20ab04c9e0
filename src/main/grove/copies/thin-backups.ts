const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** All backups younger than this are kept. */
const YOUNG = 12 * HOUR;
/** On how many of the last days that have backups the newest is kept. */
const DAYS = 7;
/** In how many of the last weeks that have backups the newest is kept. */
const WEEKS = 26;

/**
 * The backups to keep (`storage.md`, *Backups*): those of the last twelve hours, the newest of each of seven days and
 * of each of 26 weeks. Only days and weeks with backups count, so a grove that is not opened for a year keeps its own.
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

/**
 * Returns true if a backup that was made because its file was replaced is kept. It may have what no other has.
 * @param time when it was made, as `now` in milliseconds since 1970 UTC
 */
export function isReplacedKept(time: number, now: number): boolean {
  return time > now - WEEKS * WEEK;
}

function newestOfEach(newestFirst: readonly number[], span: number, count: number): readonly number[] {
  const newest = new Map<number, number>();
  for (const time of newestFirst) {
    const index = Math.floor(time / span);
    if (!newest.has(index)) newest.set(index, time);
  }
  return [...newest.values()].slice(0, count);
}
