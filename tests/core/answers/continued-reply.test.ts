import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ContinuedText,
  endContinued,
  openContinued,
  readContinued,
  seamOfContinued,
} from '../../../src/core/answers/continued-reply.ts';
import { anyCuts, chunksOf } from './answer-chunks.ts';

/** The shown part of an answer in chunks that continues a text, and the seam. */
function read(
  chunks: readonly string[],
  { text = 'The lamp by the harbour', spaces = '', isInstructed = true }: Partial<ContinuedText> = {},
  name: string | null = null,
) {
  let state = openContinued({ text, spaces, isInstructed }, name);
  let shown = '';
  for (const chunk of chunks) {
    const next = readContinued(state, chunk);
    state = next.state;
    shown += next.text;
  }
  const last = endContinued(state);
  return { shown: shown + last.text, seam: seamOfContinued(last.state) };
}

test('what an instructed model repeats of the end is trimmed and recorded', () => {
  expect(read(['The lamp by ', 'the harbour is old.'])).toEqual({
    shown: ' is old.',
    seam: { promptTrimmed: 0, answerTrimmed: 23, continues: true },
  });
  expect(read(['Opus: The lamp by the harbour is old.'], {}, 'Opus').seam.answerTrimmed).toBe(29);
});

test('a space that an instructed model leaves out is added, and a name before its words is trimmed', () => {
  expect(read(['is old.'])).toEqual({
    shown: ' is old.',
    seam: { promptTrimmed: 0, answerTrimmed: 0, spaceAdded: true, continues: true },
  });
  expect(read(['\nOp', 'us: is old.'], {}, 'Opus')).toMatchObject({
    shown: ' is old.',
    seam: { answerTrimmed: 6, continues: true },
  });
  expect(read(['Opus is old.'], {}, 'Opus').shown).toBe(' Opus is old.');
  expect(read(['Op'], {}, 'Opus').shown).toBe(' Op');
});

test('what a model that goes on with the message sends is as it comes, but for the white space at its end', () => {
  const asSent = { isInstructed: false };
  expect(read([' is', ' old.\n', '\n'], asSent).shown).toBe(' is old.');
  expect(read(['master’s lamp.'], asSent).shown).toBe('master’s lamp.');
  expect(read(['The lamp by the harbour is old.'], asSent).seam.answerTrimmed).toBe(0);
  expect(read(['\n\nA second paragraph.'], asSent).shown).toBe('\n\nA second paragraph.');
});

test('white space that the message ends with comes once', () => {
  const spaced = { isInstructed: false, spaces: '\n\n' };
  expect(read(['\n\n  Indented.'], spaced)).toEqual({
    shown: '  Indented.',
    seam: { promptTrimmed: 2, answerTrimmed: 2, continues: true },
  });
});

test('an answer that brings nothing new is empty', () => {
  expect(read(['The lamp by the harbour']).shown).toBe('');
  expect(read([' \n']).shown).toBe('');
});

test('however an answer is divided, the same text is shown', () => {
  const word = fc.constantFrom('Opus:', 'The lamp by the harbour', ' is', 'is', ' ', '\n', '🏰', '.');
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), anyCuts, fc.boolean(), (words, cuts, isInstructed) => {
      const answer = words.join('');
      const whole = read([answer], { isInstructed }, 'Opus');
      expect(read(chunksOf(answer, cuts), { isInstructed }, 'Opus')).toEqual(whole);
    }),
  );
});
