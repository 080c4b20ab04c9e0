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

const ISO_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})\.(\d{3})Z$/;

/** The time that `isoTime` writes so, in milliseconds since 1970 UTC; undefined for a text that it never writes. */
export function parseIsoTime(text: string): number | undefined {
  const [, ...parts] = ISO_TIME.exec(text) ?? [];
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0, milliseconds = 0] =
    parts.map(Number);
  // As above: a year begins in March.
  const isEarly = month <= 2;
  const shiftedYear = isEarly ? year - 1 : year;
  const monthFromMarch = isEarly ? month + 9 : month - 3;
  const leapDays =
    Math.floor(shiftedYear / 4) - Math.floor(shiftedYear / 100) + Math.floor(shiftedYear / 400);
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + day - 1;
  const days = 365 * shiftedYear + leapDays + dayOfYear - 719_468;
  const time = days * DAY + ((hours * 60 + minutes) * 60 + seconds) * 1_000 + milliseconds;
  // Neither 30 February nor 25 o'clock is written like this.
  return parts.length > 0 && isoTime(time) === text ? time : undefined;
}
