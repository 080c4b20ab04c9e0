import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  columnsOf,
  createTickPlaces,
  dayStarts,
  thinned,
} from '../../../../src/renderer/session/timeline/tick-places.ts';
import { ADA, lineOf, MUSE } from './layer-lines.ts';

/** Places of layers on the strip. */

const HOUR = 60;
const DAY = 24 * HOUR;
const LENGTH = DAY * 60_000;

it('a year without writing takes no more room than a night', () => {
  const night = createTickPlaces(lineOf([{ at: 0 }, { at: 10 * HOUR }, { at: 11 * HOUR }]));
  const year = createTickPlaces(lineOf([{ at: 0 }, { at: 365 * DAY }, { at: 365 * DAY + HOUR }]));
  expect(year.at(1)).toBe(night.at(1));
});

it('whatever the clock did, layers follow each other from the left to now, and each can be reached', () => {
  const times = fc.array(fc.integer({ min: -DAY, max: 30 * DAY }), { maxLength: 40 });
  fc.assert(
    fc.property(times, (all) => {
      const places = createTickPlaces(lineOf(all.map((at) => ({ at }))));
      expect(places.at(all.length)).toBe(1);
      for (let index = 0; index <= all.length; index++) {
        expect(places.indexAt(places.at(index))).toBe(index);
        if (index > 0) expect(places.at(index)).toBeGreaterThan(places.at(index - 1));
      }
      expect(places.indexAt(-1)).toBe(0);
      expect(places.indexAt(2)).toBe(all.length);
    }),
  );
});

it('a column shows the layer that changed most, and is hollow only if all its layers were rebuilt', () => {
  const line = lineOf([
    { at: 0, seq: -2, words: 2, by: ADA },
    { at: 0, seq: -1, words: 3, by: MUSE },
    { at: 0, seq: 1, words: 40, by: ADA },
    { at: 100 * DAY, seq: 2, words: 1 },
  ]);
  const columns = columnsOf(line, createTickPlaces(line), 8);
  expect(columns).toEqual([
    { x: 0, words: 40, authorId: ADA, isRebuilt: false },
    { x: 6, words: 1, authorId: null, isRebuilt: false },
  ]);
  const rebuilt = lineOf([{ at: 0, seq: -1 }]);
  expect(columnsOf(rebuilt, createTickPlaces(rebuilt), 10)).toEqual([
    { x: 0, words: 0, authorId: null, isRebuilt: true },
  ]);
});

it('each day begins once, and labels that would overlap are left out', () => {
  const line = lineOf([{ at: 0 }, { at: HOUR }, { at: DAY }, { at: DAY + 1 }, { at: 5 * DAY }]);
  const days = dayStarts(line, (time) => {
    const from = Math.floor(time / LENGTH) * LENGTH;
    return { from, to: from + LENGTH };
  });
  expect(days.map(({ index }) => index)).toEqual([0, 2, 4]);
  const extents = [0, 0.05, 0.2, 0.29, 0.31].map((from) => ({ from, to: from + 0.1 }));
  expect(thinned(extents).map(({ from }) => from)).toEqual([0, 0.2, 0.31]);
});
