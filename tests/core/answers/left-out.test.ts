/** Parts left out of an answer, by the seam of reading it (`generation.md`, *Forms*). */
import { expect, test } from 'vitest';
import { type LeftOut, leftOutOf, trimmedText } from '../../../src/core/answers/left-out.ts';
import { ReplacementReader } from '../../../src/core/rewrites/replacement-reader.ts';

/** The parts that a rewrite of `he walked` left out of an answer, read in one piece. */
function leftOfRewrite(answer: string, before = 'It rained. ') {
  const reader = new ReplacementReader({ before, replaced: 'he walked', after: '. Then', isChat: true });
  const shown = reader.read(answer) + reader.end();
  return {
    shown,
    left: leftOutOf({ text: answer, skipped: 0, cut: 0, seam: reader.seam, isMessage: false }),
  };
}

const before = (kind: LeftOut['kind'], text: string): LeftOut => ({ kind, place: 'before', text });
const after = (kind: LeftOut['kind'], text: string): LeftOut => ({ kind, place: 'after', text });

test.each<[string, string, readonly LeftOut[]]>([
  ['nothing', 'he ran', []],
  ['an announcement', 'Here is the rewrite:\n\nhe ran', [before('remark', 'Here is the rewrite:\n\n')]],
  ['quotation marks', '“he ran”', [before('wrapping', '“'), after('wrapping', '”')]],
  [
    'all of these, and an offer',
    'Sure! Here’s a shorter version:\n\n"he ran"\n\nLet me know if you’d like any changes!',
    [
      before('remark', 'Sure! Here’s a shorter version:\n\n'),
      before('wrapping', '"'),
      after('wrapping', '"'),
      after('remark', '\n\nLet me know if you’d like any changes!'),
    ],
  ],
  [
    'a fence, and what was said after it',
    'Here is the rewrite:\n```\nhe ran\n```\nLet me know if you want changes.',
    [
      before('remark', 'Here is the rewrite:\n'),
      before('wrapping', '```\n'),
      after('wrapping', '\n```'),
      after('remark', '\nLet me know if you want changes.'),
    ],
  ],
  ['a repetition', 'the lamp was lit, and he ran', [before('repetition', 'the lamp was lit, and ')]],
])('a rewrite tells %s from its text', (_what, answer, expected) => {
  const { shown, left } = leftOfRewrite(answer, 'It rained, and the lamp was lit, and ');
  expect(shown).toBe('he ran');
  expect(left).toEqual(expected);
  const whole = trimmedText(left) ?? { before: '', after: '' };
  expect(whole.before + shown + whole.after).toBe(answer);
});

test('an answer tells thinking, its name, and what ends it apart', () => {
  const text = '<think>Hm.</think>\n\nAda: Yes.</s>';
  const seam = { answerTrimmed: '<think>Hm.</think>\n\nAda: '.length, answerTrimmedAfter: 4 };
  const skipped = '<think>Hm.</think>\n\n'.length;
  const left = leftOutOf({ text, skipped, cut: 4, seam, isMessage: true });
  expect(left).toEqual([
    before('thinking', '<think>Hm.</think>\n\n'),
    before('name', 'Ada: '),
    after('endToken', '</s>'),
  ]);
  expect(trimmedText(left)).toEqual({ before: 'Ada: ', after: '' });
  const stopped = leftOutOf({
    text: 'Yes.\n\nBea',
    skipped: 0,
    cut: 5,
    seam: { ...seam, answerTrimmed: 0, answerTrimmedAfter: 5 },
    isMessage: true,
  });
  expect(stopped).toEqual([after('stop', '\n\nBea')]);
});
