/** The duration of one step. */
export interface StepTime {
  readonly name: string;
  readonly seconds: number;
  /** It ran in parallel with another step and so does not count towards the total. */
  readonly isParallel?: boolean;
}

/** One line per step, then the total. */
export function formatTimes(times: readonly StepTime[]): string {
  const total = times.reduce((sum, { seconds, isParallel }) => sum + (isParallel ? 0 : seconds), 0);
  const line = (seconds: number, name: string) => `${formatMinutes(seconds).padStart(7)}  ${name}`;
  return [
    ...times.map(({ name, seconds, isParallel }) =>
      line(seconds, isParallel ? `${name}, in parallel` : name),
    ),
    line(total, 'total'),
  ].join('\n');
}

/** `12:03` */
function formatMinutes(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
