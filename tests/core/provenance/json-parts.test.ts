import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonParts } from '../../../src/core/provenance/json-parts.ts';

/** The object that the parts make. */
function joined(json: string): unknown {
  const object: { [name: string]: unknown } = {};
  let list: unknown[] = [];
  for (const part of jsonParts(json)) {
    if (part === undefined) continue;
    if (part.kind === 'item') list.push(part.value);
    else {
      list = [];
      const value = part.kind === 'list' ? list : part.value;
      Object.defineProperty(object, part.name, { value, enumerable: true, configurable: true });
    }
  }
  return object;
}

test('the parts of any object in JSON make that object', () => {
  const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
  fc.assert(
    fc.property(object, fc.constantFrom(undefined, 1, '\t'), (value, space) => {
      const json = JSON.stringify(value, null, space);
      expect(joined(`\n ${json} `)).toEqual(JSON.parse(json));
    }),
  );
});

test('what is cut, has more, or is no object is refused', () => {
  const json = '{"a": [1, {"b": "]\\"}"}, [], -2.5e3], "c": {"d": null}, "e": true}';
  expect(joined(json)).toEqual(JSON.parse(json));
  for (let end = 0; end < json.length; end++) expect(() => joined(json.slice(0, end))).toThrow(SyntaxError);
  for (const other of [
    `${json}x`,
    '[1]',
    '5',
    '',
    '{"a" 1}',
    '{"a":}',
    '{"a":1,}',
    '{"a":[1,]}',
    '{a:1}',
    '{5:1}',
  ])
    expect(() => joined(other), other).toThrow(SyntaxError);
});

test('a part that is nested too deeply is refused', () => {
  expect(() => joined(`{"a":[${'['.repeat(200)}${']'.repeat(200)}]}`)).toThrow(RangeError);
});

test('a long text is read in many steps', () => {
  const json = JSON.stringify({ list: Array.from({ length: 1_000 }, () => 'x'.repeat(2_000)) });
  expect([...jsonParts(json)].filter((part) => part === undefined).length).toBeGreaterThan(5);
});
