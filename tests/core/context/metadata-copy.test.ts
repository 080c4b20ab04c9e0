import { describe, expect, test } from 'vitest';
import { metadataCopyLength } from '../../../src/core/context/metadata-copy.ts';

const LINE = '[a7x2bc] you · 14:02 · 2 continuations · 1 annotation · bookmarked “A · b” · excluded';

describe('a copy of metadata at the start of an answer', () => {
  test.each([
    ['a line', `${LINE}\n`, 'I think so.'],
    ['the form for own messages', `above: ${LINE}\r\n`, 'I think so.'],
    ['white space around it', `\n ${LINE} \n\n`, 'I think so.'],
    [
      'several lines',
      `above: [a7x2bc] you · 09:30\n\n[b3k9qq] Opus Two · 09:31 · 1,200 versions\n`,
      '→ view here',
    ],
  ])('is as long as %s', (_, copy, rest) => {
    expect(metadataCopyLength(copy + rest)).toBe(copy.length);
    expect(metadataCopyLength(copy + rest, true)).toBe(copy.length);
  });

  test.each([
    'I think so.',
    '[a7x2bc] is the best of them, and I would keep it as it is, since all that follows it depends on that.',
    '[a7x2bc] human · 14:02 I said so',
    '[a7x2bc] human · 14:02 · I said so\n',
    'above all, write',
    'above: all of it',
    '[one] human · 14:02\n',
    '→ view [a7x2bc]',
    '',
  ])('is not in %j', (text) => {
    expect(metadataCopyLength(text, true)).toBe(0);
  });

  test('is the same however the answer is divided, and decided within a line', () => {
    for (const text of [
      `${LINE}\nI think so.`,
      'I think so.',
      '[a7x2bc] is the one',
      `above: ${LINE}\n\nSo.`,
    ]) {
      const whole = metadataCopyLength(text, true);
      for (let length = 0; length < text.length; length += 1) {
        const found = metadataCopyLength(text.slice(0, length));
        if (found !== null) expect(found).toBe(whole);
      }
    }
    expect(metadataCopyLength('I')).toBe(0);
    expect(metadataCopyLength('[a')).toBeNull();
    expect(metadataCopyLength(`${LINE}\n`)).toBeNull();
    expect(metadataCopyLength(`${LINE}\nI`)).toBe(LINE.length + 1);
    expect(metadataCopyLength(`[a7x2bc] ${'word '.repeat(40)}`)).toBe(0);
  });

  test('may be all of an answer', () => {
    expect(metadataCopyLength(LINE, true)).toBe(LINE.length);
    expect(metadataCopyLength(`${LINE}\n`, true)).toBe(LINE.length);
  });
});
