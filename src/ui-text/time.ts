/**
 * Days and times, in one style throughout the program: day, month and year as words and numbers in this order, and a
 * day of 24 hours. Times are milliseconds since 1970 UTC, shown in the time zone of this computer.
 */

/** English, with the day before the month. */
const LOCALE = 'en-GB';

const DAY = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long', year: 'numeric' });
const DAY_OF_THIS_YEAR = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long' });
const TIME = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' });

/** Another program may have written any number. */
const UNKNOWN_TIME = 'unknown';

/** As `14 March 2026, 21:40`; `unknown` for a time that no calendar has. */
export function dateAndTime(time: number): string {
  return isKnown(time) ? `${DAY.format(time)}, ${TIME.format(time)}` : UNKNOWN_TIME;
}

/** As `14 March 2026`; `unknown` for a time that no calendar has. */
export function dayOf(time: number): string {
  return isKnown(time) ? DAY.format(time) : UNKNOWN_TIME;
}

/** As `14 March, 21:40`, with the year if it is another than that of `now`. */
export function recentDateAndTime(time: number, now: number): string {
  return isKnown(time) ? `${recentDay(time, now)}, ${TIME.format(time)}` : UNKNOWN_TIME;
}

/** As `21:40` for today, else as `14 March, 21:40`, with the year if it is another than that of `now`. */
export function timeOfDay(time: number, now: number): string {
  return isKnown(time) && dayOf(time) === dayOf(now) ? TIME.format(time) : recentDateAndTime(time, now);
}

/** As `14 March`, with the year if it is another than that of `now`. */
export function recentDay(time: number, now: number): string {
  if (!isKnown(time)) return UNKNOWN_TIME;
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? DAY_OF_THIS_YEAR : DAY).format(time);
}

/** A writer's day ends at this hour, not at midnight. */
const END_OF_DAY = 4;

/** The writer's day of a time, as `2026-11-30` (`scenes.md`, *Progress*). */
export function writingDay(time: number): string {
  const date = new Date(time);
  if (date.getHours() < END_OF_DAY) date.setDate(date.getDate() - 1);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${String(date.getFullYear()).padStart(4, '0')}-${month}-${day}`;
}

function isKnown(time: number): boolean {
  return !Number.isNaN(new Date(time).getTime());
}
