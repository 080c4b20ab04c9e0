const DAY = new Intl.DateTimeFormat('en', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const TIME = new Intl.DateTimeFormat('en', { timeStyle: 'short' });

/** `Saturday, November 21, 2026, 3:42 PM`. @param time milliseconds since 1970 UTC */
export function formatTime(time: number): string {
  return `${DAY.format(time)}, ${TIME.format(time)}`;
}

const KILO = 1_000;

/** `340 KB`, `1.2 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < KILO * KILO) return `${Math.ceil(bytes / KILO).toLocaleString('en')} KB`;
  const megabytes = bytes / KILO / KILO;
  return `${megabytes.toLocaleString('en', { maximumFractionDigits: megabytes < 10 ? 1 : 0 })} MB`;
}
