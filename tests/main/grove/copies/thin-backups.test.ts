import '../../../helpers/fast-check-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keptBackups } from '../../../../src/main/grove/copies/backups.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 21, 15);

const ages = fc.array(fc.integer({ min: 0, max: 400 * DAY }), { maxLength: 120 });
const timesOf = (list: readonly number[]) => list.map((age) => NOW - age);

describe('thinning backups', () => {
  test('keeps all of the last twelve hours, and always the newest', () => {
    fc.assert(
      fc.property(ages, (list) => {
        const times = timesOf(list);
        const kept = keptBackups(times, NOW);
        for (const time of times) if (time > NOW - 12 * HOUR) expect(kept).toContain(time);
        if (times.length > 0) expect(kept[0]).toBe(Math.max(...times));
      }),
    );
  });

  test('keeps at most seven daily and 26 weekly backups besides, and invents none', () => {
    fc.assert(
      fc.property(ages, (list) => {
        const times = timesOf(list);
        const kept = keptBackups(times, NOW);
        expect(kept.filter((time) => time <= NOW - 12 * HOUR).length).toBeLessThanOrEqual(7 + 26);
        expect(kept.every((time) => times.includes(time))).toBe(true);
        expect(keptBackups(kept, NOW)).toEqual(kept);
      }),
    );
  });

  test('repeatedly keeps one backup for each of the last seven days and 26 weeks that had any', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 * HOUR }), { maxLength: 250 }), (waits) => {
        let now = NOW;
        let kept: readonly number[] = [];
        const made: number[] = [];
        for (const wait of waits) {
          now += wait;
          made.push(now);
          kept = keptBackups([...kept, now], now);
        }
        const spansOf = (times: readonly number[], span: number, count: number) =>
          [...new Set(times.map((time) => Math.floor(time / span)))].sort((a, b) => b - a).slice(0, count);
        for (const [span, count] of [
          [DAY, 7],
          [7 * DAY, 26],
        ] as const) {
          const has = new Set(kept.map((time) => Math.floor(time / span)));
          for (const index of spansOf(made, span, count)) expect(has).toContain(index);
        }
      }),
    );
  });

  test('with hourly backups for a year keeps the last of each of seven days and 26 weeks', () => {
    const hours = Array.from({ length: 365 * 24 }, (_, index) => NOW - 365 * DAY + index * HOUR);
    let kept: readonly number[] = [];
    for (const time of hours) kept = keptBackups([...kept, time], time);
    const now = hours.at(-1) ?? 0;
    const lastOf = (span: number, count: number) =>
      [...new Map(hours.map((time) => [Math.floor(time / span), time])).values()].slice(-count);
    const young = hours.filter((time) => time > now - 12 * HOUR);
    const expected = new Set([...young, ...lastOf(DAY, 7), ...lastOf(7 * DAY, 26)]);
    expect([...kept].reverse()).toEqual([...expected].sort((a, b) => a - b));
  });

  test('keeps the backups of a grove that was not opened for years', () => {
    const times = [NOW - 900 * DAY, NOW - 901 * DAY, NOW - 1_200 * DAY];
    expect(keptBackups(times, NOW)).toEqual(times);
  });
});
