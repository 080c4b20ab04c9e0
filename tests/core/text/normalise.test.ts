import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normaliseSpannedText, normaliseText } from '../../../src/core/text/normalise.ts';
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
