const DAY = 86_400_000;

/**
 * Formats a time as ISO 8601 in UTC with milliseconds: `2026-01-02T03:04:05.678Z`. `core` has no `Date`, so
 * this computes the proleptic Gregorian calendar from day numbers, as `Date` does.
 * @param time milliseconds since 1970 UTC, an integer in the years 0 to 9999
 */
export function isoTime(time: number): string {
  const days = Math.floor(time / DAY);
  const milliseconds = time - days * DAY;
  // Years start in March here, so that a leap day is the last day of its year; an era is 400 years.
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const hours = Math.floor(milliseconds / 3_600_000);
  const minutes = Math.floor(milliseconds / 60_000) % 60;
  const seconds = Math.floor(milliseconds / 1_000) % 60;
  const date = `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
  return `${date}T${digits(hours, 2)}:${digits(minutes, 2)}:${digits(seconds, 2)}.${digits(milliseconds % 1_000, 3)}Z`;
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
