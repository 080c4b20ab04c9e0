import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  normaliseForeignText,
  normalisePastedText,
  normaliseSpannedText,
  normaliseText,
} from '../../../src/core/text/normalise.ts';
import { spansLength } from '../../../src/core/text/span.ts';
import { MODEL, WRITER } from '../../helpers/arbitrary-text.ts';

const anyRawText = fc
  .array(fc.constantFrom('a', '\r', '\n', '\r\n', '\ud83c', '\udff0', '🏰', '\u2028', '\ufeff', '\0'))
  .map((pieces) => pieces.join(''));

test('line ends become \\n and lone surrogates U+FFFD; nothing else changes', () => {
  expect(normaliseText('a\r\nb\rc\n\u2028\ufeff\0')).toBe('a\nb\nc\n\u2028\ufeff\0');
  expect(normaliseText('\ud83cx\udff0🏰')).toBe('\ufffdx\ufffd🏰');
});

test('normalising again changes nothing, and the spans still fit', () => {
  fc.assert(
    fc.property(anyRawText, fc.array(fc.nat(8)), (text, lengths) => {
      let left = text.length;
      const spans = lengths.flatMap((length, at) => {
        const taken = Math.min(length, left);
        left -= taken;
        return taken === 0 ? [] : [{ agent: at % 2 === 0 ? WRITER : MODEL, length: taken }];
      });
      if (left > 0) spans.push({ agent: WRITER, length: left });
      const normal = normaliseSpannedText({ text, spans });
      expect(normal.text).toBe(normaliseText(text));
      expect(spansLength(normal.spans)).toBe(normal.text.length);
      expect(normaliseSpannedText(normal)).toEqual(normal);
      expect(normal.text.isWellFormed()).toBe(true);
      expect(normal.text).not.toContain('\r');
    }),
  );
});

test('a line end typed by two agents belongs to the one who wrote its \\n', () => {
  const spans = [
    { agent: WRITER, length: 2 },
    { agent: MODEL, length: 2 },
  ];
  expect(normaliseSpannedText({ text: 'a\r\nb', spans })).toEqual({
    text: 'a\nb',
    spans: [
      { agent: WRITER, length: 1 },
      { agent: MODEL, length: 2 },
    ],
  });
});

const foreignText = fc
  .array(
    fc.constantFrom(
      ...['a', 'é', 'e\u0301', 'ک', 'क', 'ไ', '👩', ' ', '\n', '\r\n', '\v', '\u0085', '\u2028', '\u2029'],
      ...['\u00ad', '\u200b', '\u200c', '\u200d', '\ufeff', '\ud83c'],
    ),
  )
  .map((pieces) => pieces.join(''));

test('what ends a line in another program is a line end; nothing else changes, and no length', () => {
  expect(normaliseForeignText('a\vb\u0085c\u2028d\u2029e\r\nf\fg\u00ad')).toBe('a\nb\nc\nd\ne\nf\fg\u00ad');
  fc.assert(
    fc.property(foreignText, (text) => {
      const own = normaliseText(text);
      const foreign = normaliseForeignText(text);
      expect(foreign).toHaveLength(own.length);
      for (const [at, unit] of [...foreign].entries())
        if (unit !== [...own][at])
          expect([unit, [...own][at]]).toEqual(['\n', expect.stringMatching(/[\v\u0085\u2028\u2029]/)]);
    }),
  );
});

test.each([
  ['\ufeffso\u00adft hy\u00adphens', 'soft hyphens'],
  ['a\u200bword and\u200b\u200c\u200d none', 'aword and none'],
  ['cafe\u0301\u200b au\ufefflait', 'cafe\u0301 aulait'],
  ['字\u200b字 か\u200dな', '字字 かな'],
  ['می\u200cخواهم\u00ad', 'می\u200cخواهم'],
  ['क्\u200dष क्\u200cष', 'क्\u200dष क्\u200cष'],
  ['👩\u200d👧 ❤️\u200d🔥 👩🏽\u200d🚀 🏳️\u200d🌈', '👩\u200d👧 ❤️\u200d🔥 👩🏽\u200d🚀 🏳️\u200d🌈'],
  ['ภาษา\u200bไทย', 'ภาษา\u200bไทย'],
  ['one\vtwo', 'one\ntwo'],
])('pasted, %j is %j', (text, pasted) => {
  expect(normalisePastedText(text)).toBe(pasted);
});

test('pasting drops nothing but what is hidden, and pasting it again changes nothing', () => {
  fc.assert(
    fc.property(foreignText, (text) => {
      const seen = (whole: string) => whole.replace(/[\u00ad\u200b-\u200d\ufeff]/g, '');
      const pasted = normalisePastedText(text);
      expect(seen(pasted)).toBe(seen(normaliseForeignText(text)));
      expect(normalisePastedText(pasted)).toBe(pasted);
    }),
  );
});
