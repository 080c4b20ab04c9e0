/** A moment as the system writes dates. @param time milliseconds since 1970 UTC */
export function dateAndTime(time: number): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });
}
