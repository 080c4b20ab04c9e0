import '../../helpers/fast-check-runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { typeset } from '../../../src/core/book/typeset.ts';

const inLanguage = (language: string, text: string) =>
  typeset([text], language).join('').replaceAll('\u00a0', '_').replaceAll('\u202f', '·');

test.each([
  ['en', `"It's," he said -- "'no'... in the '90s."`, '“It’s,” he said — “‘no’… in the ’90s.”'],
  ['en-GB', `The dogs' bowls ("'tis so")`, 'The dogs’ bowls (“’tis so”)'],
  ['de', `"Er sagt 'nein'", rief Hans' Frau -- "ja"`, '„Er sagt ‚nein‘“, rief Hans’ Frau – „ja“'],
  ['de-CH', '"Ja"', '«Ja»'],
  ['fr', `"Oui!" dit-il : l'ami... "Quoi?!"`, '«_Oui·!_» dit-il_: l’ami… «_Quoi·?!_»'],
  ['fr', '- « Non » ; http://a.b', '— «_Non_»·; http://a.b'],
  ['es', '- Hola --dijo--. "Sí"', '— Hola —dijo—. «Sí»'],
  ['it', `-- L'amico: "sì"`, '– L’amico: «sì»'],
  ['pl', '"tak" -- nie', '„tak” – nie'],
  ['ru', '- "Да" --- нет', '— «Да» — нет'],
  ['fi', '"Joo"', '”Joo”'],
  ['und', '"Yes"', '“Yes”'],
])('%s: %s', (language, typed, printed) => {
  expect(inLanguage(language, typed)).toBe(printed);
});

test('marks at the edge of emphasis know the text on its other side', () => {
  expect(typeset(['He said "', 'no', '"', '.'], 'en')).toEqual(['He said “', 'no', '”', '.']);
  expect(typeset(['So.', '..', ' "', 'a', '"'], 'fr')).toEqual(['So…', '', ' «\u00a0', 'a', '\u00a0»']);
});

const keys = fc.string({ unit: fc.constantFrom(...`"'-.,;:!?()«» aé1`, '\u00a0', '…', '—', '👩‍👩‍👧') });
const languages = fc.constantFrom('en', 'de', 'fr', 'es', 'it', 'pl', 'ru', 'sv');
/** What typography may change. */
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N},()]/gu, '');

test('letters and the number of runs stay, and typesetting twice is typesetting once', () => {
  fc.assert(
    fc.property(fc.array(keys, { maxLength: 4 }), languages, (runs, language) => {
      const once = typeset(runs, language);
      expect(once).toHaveLength(runs.length);
      expect(lettersOf(once.join(''))).toBe(lettersOf(runs.join('')));
      const joined = typeset([runs.join('')], language);
      expect(once.join('')).toBe(joined.join(''));
      expect(typeset(joined, language)).toEqual(joined);
    }),
  );
});

test('a line of a million marks takes no longer than its length', () => {
  const start = performance.now();
  typeset([`"a' `.repeat(250_000)], 'fr');
  expect(performance.now() - start).toBeLessThan(5_000);
});
