import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  redact,
  SecretRedactor,
  secretsAmong,
} from '../../../src/main/generation/providers/secret-redactor.ts';

/** Keys in what a service sends back (`generation.md`, *A key never comes back*). */

const KEY = 'sk-canary-0123456789/"\\%z';
const SECRETS = secretsAmong([KEY]);

const escapes: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
  (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  (character) => ('"\\/'.includes(character) ? `\\${character}` : character),
];

/** The key with each character written in one of the ways. */
const written = fc
  .array(fc.constantFrom(...escapes), { minLength: KEY.length, maxLength: KEY.length })
  .map((ways) => [...KEY].map((character, at) => ways[at]?.(character) ?? '').join(''));

const around = fc.stringMatching(/^[ a-zA-Z0-9\\"%*sk-]{0,12}$/);

/** Feeds a text in pieces, cut at these places. */
function inPieces(text: string, cuts: readonly number[]): string {
  const redactor = new SecretRedactor(SECRETS);
  const places = cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b);
  let result = '';
  let from = 0;
  for (const to of [...places, text.length]) {
    result += redactor.feed(text.slice(from, to));
    from = to;
  }
  return result + redactor.end();
}

test('a key is replaced by as many stars, however it is written and wherever the pieces end', () => {
  fc.assert(
    fc.property(
      around,
      written,
      around,
      fc.array(fc.nat(400), { maxLength: 6 }),
      (before, key, after, cuts) => {
        const text = before + key + after;
        const result = inPieces(text, cuts);
        expect(result).toHaveLength(text.length);
        expect(result).toContain('*'.repeat(key.length - 1));
        expect(result).not.toContain(KEY);
        expect(result).toBe(redact(text, SECRETS));
      },
    ),
  );
});

test('what was JSON stays JSON, and other text stays as it was', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.boolean(), (before, after, isEscaped) => {
      const json = JSON.stringify({ before, key: isEscaped ? `\n${KEY}` : KEY, after });
      const parsed = JSON.parse(redact(json, SECRETS)) as Record<string, string>;
      expect(parsed).toMatchObject({ before, after });
      expect(parsed.key).not.toContain(KEY.slice(1));
    }),
  );
});

test('the places of what was replaced are recorded', () => {
  const redactor = new SecretRedactor(SECRETS);
  const result =
    redactor.feed(`one ${KEY} two ${KEY.slice(0, 5)}`) + redactor.feed(KEY.slice(5)) + redactor.end();
  expect(result).toBe(`one ${'*'.repeat(KEY.length)} two ${'*'.repeat(KEY.length)}`);
  expect(redactor.redacted).toEqual([
    [4, KEY.length],
    [9 + KEY.length, KEY.length],
  ]);
});

test('only what may begin a key is held back', () => {
  const redactor = new SecretRedactor(SECRETS);
  expect(redactor.feed('He said: “sk')).toBe('He said: “');
  expect(redactor.feed('ates, and she')).toBe('skates, and she');
  expect(redactor.feed('s')).toBe('');
  expect(redactor.end()).toBe('s');
});

test('a word too short to be a secret is left alone', () => {
  expect(secretsAmong(['none', null, 'ollama', KEY, KEY])).toEqual([KEY]);
  expect(redact('none of it', secretsAmong(['none']))).toBe('none of it');
});
