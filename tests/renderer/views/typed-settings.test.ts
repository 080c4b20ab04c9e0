import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  biasesText,
  headersText,
  objectText,
  stopsText,
  typedBiases,
  typedHeaders,
  typedObject,
  typedStops,
  typedWhole,
} from '../../../src/renderer/views/settings/typed-settings.ts';

describe('settings that are typed as text', () => {
  it('JSON is an object, or it is said where it is none', () => {
    expect(typedObject(' ')).toEqual({ ok: true, value: {} });
    expect(typedObject('{"a": [1, null]}')).toEqual({ ok: true, value: { a: [1, null] } });
    const problem = (text: string) => {
      const typed = typedObject(text);
      return typed.ok ? null : typed.problem;
    };
    expect(problem('[1]')).toContain('begins with {');
    expect(problem('{"a": 1')).toBe('This is not JSON yet: it ends too early.');
    expect(problem('{"a": }')).toBe('This is not JSON yet: “}” is not expected where it stands.');
    expect(problem('{"a": 1,\n b: 2}')).toBe('This is not JSON yet: look at line 2, character 2.');
  });

  it('a header has a name and a value, and is no place for a key', () => {
    expect(typedHeaders('X-Title: Aspen\n\nReferer: https://a.example')).toEqual({
      ok: true,
      value: { 'X-Title': 'Aspen', Referer: 'https://a.example' },
    });
    expect(typedHeaders('X Title: no')).toMatchObject({
      ok: false,
      problem: expect.stringContaining('Line 1'),
    });
    expect(typedHeaders('X-A: b\nAuthorization: Bearer sk')).toMatchObject({
      ok: false,
      problem: expect.stringContaining('Line 2: a key has its own field'),
    });
  });

  it('a whole number is one within its limits, and nothing is none', () => {
    expect(typedWhole('', 1, 10)).toEqual({ ok: true, value: null });
    expect(typedWhole('8,192', 1, 10_000)).toEqual({ ok: true, value: 8192 });
    expect(typedWhole('0', 1, 10)).toEqual({ ok: false, problem: 'Between 1 and 10.' });
    expect(typedWhole('1.5', 1, 10)).toEqual({ ok: false, problem: 'A whole number, or nothing.' });
  });

  it('a bias names a token and is not beyond a hundred', () => {
    expect(typedBiases('50256: -100\n 7 : 1.5')).toEqual({ ok: true, value: { 50256: -100, 7: 1.5 } });
    expect(typedBiases('the: 1')).toMatchObject({ ok: false });
    expect(typedBiases('1: 101')).toMatchObject({ ok: false });
  });

  it('what is shown of a setting means the same setting', () => {
    const stops = fc.array(
      fc.string({ minLength: 1 }).filter((stop) => !stop.includes('\r')),
      { maxLength: 16 },
    );
    fc.assert(
      fc.property(stops, (value) => {
        expect(typedStops(stopsText(value))).toEqual({ ok: true, value });
      }),
    );
    const biases = fc.dictionary(fc.nat(999_999).map(String), fc.integer({ min: -100, max: 100 }));
    fc.assert(
      fc.property(biases, (value) => {
        expect(typedBiases(biasesText(value))).toEqual({ ok: true, value: { ...value } });
      }),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
        const value = JSON.parse(JSON.stringify(given));
        expect(typedObject(objectText(value))).toEqual({ ok: true, value });
      }),
    );
    expect(headersText({ 'X-A': 'b: c' })).toBe('X-A: b: c');
    expect(typedHeaders('X-A: b: c')).toEqual({ ok: true, value: { 'X-A': 'b: c' } });
  });
});
