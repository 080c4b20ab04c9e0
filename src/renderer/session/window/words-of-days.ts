/** Sums of words by day and author, and the days of a calendar. Days are as `2026-11-30`. */
import type { AgentId } from '../../../core/ids.ts';
import type { Progress, WordsOfDay } from '../../../ipc/wire/progress.ts';

export type { Progress, WordsOfDay };

const DAY = 24 * 60 * 60 * 1000;

export type Counted = 'net' | 'written';

/** The words of each day. @param of one author; null for all */
export function sumByDay(
  days: readonly WordsOfDay[],
  counted: Counted,
  of: AgentId | null,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const one of days)
    if (of === null || one.agentId === of) sums.set(one.day, (sums.get(one.day) ?? 0) + one[counted]);
  return sums;
}

/** Authors with the most words first. */
export function authorsOf(days: readonly WordsOfDay[], counted: Counted): readonly AgentId[] {
  const sums = new Map<AgentId, number>();
  for (const one of days) sums.set(one.agentId, (sums.get(one.agentId) ?? 0) + one[counted]);
  return [...sums].toSorted(([, one], [, other]) => other - one).map(([agentId]) => agentId);
}

/** Adds the words of the days from `first` to `last`, both included. */
export function sumBetween(sums: ReadonlyMap<string, number>, first: string, last: string): number {
  let words = 0;
  for (const [day, count] of sums) if (day >= first && day <= last) words += count;
  return words;
}

/** The noon of a day, in milliseconds: its time on this computer is within the day, whatever the clocks are changed by. */
export function timeOf(day: string): number {
  return new Date(`${day}T12:00:00`).getTime();
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10);
}

/** Days from one to another; negative if the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY);
}

/** Weeks from Monday to Sunday, the last of them with `last` in it. */
export function weeksUntil(last: string, count: number): readonly (readonly string[])[] {
  const weekday = (new Date(`${last}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(last, -weekday - 7 * (count - 1));
  return Array.from({ length: count }, (_week, week) =>
    Array.from({ length: 7 }, (_day, day) => addDays(monday, 7 * week + day)),
  );
}
