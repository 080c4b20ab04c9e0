import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTooDeep } from '../../../src/core/provenance/json-depth.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('depth is that of the parsed value, whatever its strings contain', () => {
  const text = fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', '\\', 'a') });
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      text,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(text, tie('value'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(value, fc.nat(6), (json, most) => {
      expect(isTooDeep(JSON.stringify(json), most)).toBe(depthOf(json) > most);
    }),
  );
});

test('a text that is not JSON, or never ends, is no problem', () => {
  const brackets = '['.repeat(200);
  expect([`"${brackets}`, `"${brackets}\\`, `${']'.repeat(300)}`].map((text) => isTooDeep(text))).toEqual([
    false,
    false,
    false,
  ]);
  expect(isTooDeep(brackets.repeat(10_000))).toBe(true);
});
