import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatBiases,
  formatHeaders,
  formatObject,
  formatStops,
  parseBiases,
  parseHeaders,
  parseObject,
  parseStops,
  parseWholeNumber,
} from '../../../src/renderer/views/settings/parse-settings.ts';

describe('settings typed as text', () => {
  it('JSON must be an object, and other input is reported', () => {
    expect(parseObject(' ')).toEqual({ ok: true, value: {} });
    expect(parseObject('{"a": [1, null]}')).toEqual({ ok: true, value: { a: [1, null] } });
    const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    expect(parseObject(nested(50))).toMatchObject({ ok: true });
    for (const depth of [51, 100_000])
      expect(parseObject(nested(depth))).toEqual({ ok: false, problem: 'This is nested too deeply.' });
    const problem = (text: string) => {
      const typed = parseObject(text);
      return typed.ok ? null : typed.problem;
    };
    expect(problem('[1]')).toContain('begin with {');
    expect(problem('{"a": 1')).toBe('This is not valid JSON: it ends too early.');
    expect(problem('{"a": }')).toBe('This is not valid JSON: “}” is unexpected.');
    expect(problem('{"a": 1,\n b: 2}')).toBe('This is not valid JSON: see line 2, character 2.');
  });

  it('a header has a name and a value, and must not hold a key', () => {
    expect(parseHeaders('X-Title: Aspen\n\nReferer: https://a.example')).toEqual({
      ok: true,
      value: { 'X-Title': 'Aspen', Referer: 'https://a.example' },
    });
    expect(parseHeaders('X Title: no')).toMatchObject({
      ok: false,
      problem: expect.stringContaining('Line 1'),
    });
    expect(parseHeaders('X-A: b\nAuthorization: Bearer sk')).toMatchObject({
      ok: false,
      problem: expect.stringContaining('Line 2: enter a key in its own field'),
    });
  });

  it('a whole number is accepted within its limits, and empty means none', () => {
    expect(parseWholeNumber('', 1, 10)).toEqual({ ok: true, value: null });
    expect(parseWholeNumber('8,192', 1, 10_000)).toEqual({ ok: true, value: 8192 });
    expect(parseWholeNumber('0', 1, 10)).toEqual({ ok: false, problem: 'Between 1 and 10.' });
    expect(parseWholeNumber('1.5', 1, 10)).toEqual({
      ok: false,
      problem: 'Enter a whole number, or nothing.',
    });
  });

  it('a bias names a token and is at most a hundred either way', () => {
    expect(parseBiases('50256: -100\n 7 : 1.5')).toEqual({ ok: true, value: { 50256: -100, 7: 1.5 } });
    expect(parseBiases('the: 1')).toMatchObject({ ok: false });
    expect(parseBiases('1: 101')).toMatchObject({ ok: false });
  });

  it('a setting’s text parses back to the same setting', () => {
    const stops = fc.array(
      fc.string({ minLength: 1 }).filter((stop) => !stop.includes('\r')),
      { maxLength: 16 },
    );
    fc.assert(
      fc.property(stops, (value) => {
        expect(parseStops(formatStops(value))).toEqual({ ok: true, value });
      }),
    );
    const biases = fc.dictionary(fc.nat(999_999).map(String), fc.integer({ min: -100, max: 100 }));
    fc.assert(
      fc.property(biases, (value) => {
        expect(parseBiases(formatBiases(value))).toEqual({ ok: true, value: { ...value } });
      }),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
        const value = JSON.parse(JSON.stringify(given));
        expect(parseObject(formatObject(value))).toEqual({ ok: true, value });
      }),
    );
    expect(formatHeaders({ 'X-A': 'b: c' })).toBe('X-A: b: c');
    expect(parseHeaders('X-A: b: c')).toEqual({ ok: true, value: { 'X-A': 'b: c' } });
  });
});
