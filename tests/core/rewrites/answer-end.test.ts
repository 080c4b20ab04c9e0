import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AnswerEnd } from '../../../src/core/rewrites/answer-end.ts';
import { anyCuts, chunksOf } from '../answers/answer-chunks.ts';
import '../../helpers/fast-check-runs.ts';

function receive(after: string, chunks: readonly string[], replaced = '') {
  const end = new AnswerEnd(after, replaced);
  const shown: string[] = [];
  for (const chunk of chunks) if (!end.isOver) shown.push(end.read(chunk));
  const isOver = end.isOver;
  shown.push(end.end());
  return { kept: shown.join(''), isOver, shown };
}

const kept = (after: string, answer: string, replaced = '') => receive(after, [answer], replaced).kept;

const AFTER = 'The lamp was lit, and nobody came.';

describe('an answer that runs into the following text', () => {
  test.each([
    ['with five words', AFTER, 'He slept. The lamp was lit, and so', 'He slept. '],
    ['with all of it', AFTER, `He slept. ${AFTER}`, 'He slept. '],
    ['from the beginning', AFTER, AFTER, ''],
    ['with other white space', `\n\n${AFTER}`, 'He slept.\nThe lamp  was\nlit, and ', 'He slept.\n'],
    [
      'with other quotation marks',
      '“Don’t go there right now,” he said',
      'So. "Don\'t go there right now,"',
      'So. ',
    ],
    ['at the second attempt', 'a a b c d e', 'a a a b c d e', 'a '],
    [
      'in a script without spaces',
      '雨停了，他走进了房间，坐了下来',
      '天亮了。雨停了，他走进了房间，坐',
      '天亮了。',
    ],
  ])('%s is cut there', (_name, after, answer, rest) => {
    expect(kept(after, answer)).toBe(rest);
  });

  test.each([
    ['with four words', AFTER, 'He slept. The lamp was lit'],
    ['with the beginning of a fifth', AFTER, 'The lamp was lit, an'],
    ['without its punctuation', AFTER, 'The lamp was lit and so'],
    ['inside a word', 'then a b c d', 'Strengthen a b c d'],
    ['with a longer word', 'a b c d e', 'a b c d else'],
    ['in its middle', AFTER, 'was lit, and nobody came.'],
    ['with a few characters', '雨停了，他走进了房间', '天亮了。雨停了，他走。'],
    ['of nothing but marks', '***', 'He slept. ***'],
    ['that is empty', '', 'He slept.'],
  ])('%s is not cut', (_name, after, answer) => {
    expect(kept(after, answer)).toBe(answer);
  });

  test('of fewer words is cut if it ends with all of them', () => {
    expect(kept('He left.', 'So. He left.\n')).toBe('So. ');
    expect(kept('He left.', 'He left. So.')).toBe('He left. So.');
    expect(kept('He left.', 'So. He')).toBe('So. He');
    expect(kept('He left.', 'So he left.')).toBe('So he left.');
  });

  test('is not cut for words that the replaced text has too', () => {
    expect(kept(AFTER, `${AFTER} So.`, `${AFTER} Now.`)).toBe(`${AFTER} So.`);
    expect(
      kept(AFTER, 'The lamp was lit, and all. The lamp was lit, and nobody', 'The lamp was lit, and all.'),
    ).toBe('The lamp was lit, and all. ');
    expect(kept('He left.', 'So. He left.', 'Now. He left.')).toBe('So. He left.');
  });

  test('is held back only while it may be that', () => {
    const { shown } = receive(AFTER, [
      'He ',
      'slept. T',
      'he',
      ' lamp',
      's ',
      'The ',
      'lamp was lit, and',
      '.',
      'No',
    ]);
    expect(shown).toEqual(['He ', 'slept. ', '', '', 'The lamps ', '', '', '', '']);
  });
});

describe('for any answer and following text', () => {
  const WORDS = "a b c a, don't don’t “a” 雨 停 🏰 \n".split(' ');
  const anyText = fc
    .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(' ', '', '\n', '  ')), { maxLength: 25 })
    .map((words) => words.flat().join(''));
  const anyCase = fc
    .record({
      after: anyText,
      replaced: fc.oneof(fc.constant(''), anyText),
      head: anyText,
      tail: anyText,
      length: fc.nat(60),
    })
    .map(({ after, replaced, head, tail, length }) => ({
      after,
      replaced,
      answer: head + [...after].slice(0, length).join('') + tail,
    }));

  /** The words and marks of a text, with where each begins. */
  const tokensOf = (text: string) =>
    [
      ...text
        .replaceAll('’', "'")
        .replaceAll(/[“”]/gu, '"')
        .matchAll(/[雨停]|(?:(?![雨停])[\p{L}\p{N}'])+|\S/gu),
    ].map(({ 0: token, index }) => ({ token, index }));
  const words = (tokens: readonly { readonly token: string }[]) =>
    tokens.reduce(
      (sum, { token }) => sum + (/[雨停]/u.test(token) ? 0.5 : /[\p{L}\p{N}]/u.test(token) ? 1 : 0),
      0,
    );
  const begins = (
    text: readonly { readonly token: string }[],
    start: readonly { readonly token: string }[],
  ) => start.every(({ token }, index) => text[index]?.token === token);

  test('chunks make no difference', () => {
    fc.assert(
      fc.property(anyCase, anyCuts, ({ after, answer, replaced }, cuts) => {
        expect(receive(after, chunksOf(answer, cuts), replaced).kept).toBe(kept(after, answer, replaced));
      }),
    );
  });

  test('it is cut at the first place where five words of the following text are, or at its end where all are', () => {
    fc.assert(
      fc.property(anyCase, ({ after, answer }) => {
        const following = tokensOf(after);
        const tokens = tokensOf(answer);
        const count = following.findIndex((_, index) => words(following.slice(0, index + 1)) >= 5) + 1;
        const start = tokens.find((_, index) => {
          const rest = tokens.slice(index);
          if (count > 0) return begins(rest, following.slice(0, count));
          return words(following) > 0 && rest.length === following.length && begins(rest, following);
        });
        expect(kept(after, answer)).toBe(answer.slice(0, start?.index));
      }),
    );
  });

  test('what the replaced text has of the following text is never a reason', () => {
    fc.assert(
      fc.property(anyText, anyText, (after, replaced) => {
        expect(kept(after, replaced, replaced)).toBe(replaced);
      }),
    );
  });
});
