import { expect, test } from 'vitest';
import { dateAndTime, dayOf, recentDateAndTime, recentDay } from '../../src/ui-text/time.ts';

/** An evening of March, in the time zone of this computer. */
const EVENING = new Date(2026, 2, 14, 21, 5).getTime();

test('day, month and year, and a day of 24 hours, everywhere', () => {
  expect([dateAndTime(EVENING), dayOf(EVENING)]).toEqual(['14 March 2026, 21:05', '14 March 2026']);
  const summer = new Date(2026, 6, 1).getTime();
  expect([recentDateAndTime(EVENING, summer), recentDay(EVENING, summer)]).toEqual([
    '14 March, 21:05',
    '14 March',
  ]);
  const nextYear = new Date(2027, 0, 1).getTime();
  expect(recentDateAndTime(EVENING, nextYear)).toBe('14 March 2026, 21:05');
});

test('a time that no calendar has does not break the page', () => {
  expect([1e300, Number.NaN, -8.65e15].map(dateAndTime)).toEqual(['unknown', 'unknown', 'unknown']);
  expect([dayOf(Number.NaN), recentDay(Number.NaN, 0)]).toEqual(['unknown', 'unknown']);
});
