import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime, parseIsoTime } from '../../../src/core/provenance/iso-time.ts';

/** From the year 0 to the end of 9999. */
const anyTime = fc.integer({
  min: Date.parse('0000-01-01T00:00:00Z'),
  max: Date.parse('9999-12-31T23:59:59.999Z'),
});

test('a time is written as the platform writes it, and read again', () => {
  fc.assert(
    fc.property(anyTime, (time) => {
      expect(isoTime(time)).toBe(new Date(time).toISOString());
      expect(parseIsoTime(isoTime(time))).toBe(time);
    }),
  );
});

test.each([
  '',
  'now',
  '2026-02-29T00:00:00.000Z',
  '2026-13-01T00:00:00.000Z',
  '2026-01-01T24:00:00.000Z',
  '2026-01-01T00:00:60.000Z',
  '2026-01-01T00:00:00Z',
  '2026-01-01T00:00:00.000+01:00',
  ' 2026-01-01T00:00:00.000Z',
])('what is never written is not read: %j', (text) => {
  expect(parseIsoTime(text)).toBeUndefined();
});
