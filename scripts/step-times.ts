/** How long a step took. */
export interface StepTime {
  readonly name: string;
  readonly seconds: number;
  /** Whether it ran beside another, and is in no total. */
  readonly isBeside?: boolean;
}

/** A line for each step and one for the total. */
export function formatTimes(times: readonly StepTime[]): string {
  const total = times.reduce((sum, { seconds, isBeside }) => sum + (isBeside ? 0 : seconds), 0);
  const line = (seconds: number, name: string) => `${inMinutes(seconds).padStart(7)}  ${name}`;
  return [
    ...times.map(({ name, seconds, isBeside }) =>
      line(seconds, isBeside ? `${name}, beside the others` : name),
    ),
    line(total, 'in all'),
  ].join('\n');
}

/** `12:03` */
function inMinutes(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
