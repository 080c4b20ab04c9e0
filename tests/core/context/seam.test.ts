import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  openSeam,
  type SeamState,
  seamOf,
  trimAnswerStart,
  trimPrompt,
} from '../../../src/core/context/seam.ts';

/** The shown part of an answer that arrives in these chunks, and the seam. */
function receive(prompt: string, ...chunks: readonly string[]) {
  let state: SeamState = openSeam(trimPrompt(prompt));
  let shown = '';
  for (const chunk of chunks) {
    const trimmed = trimAnswerStart(state, chunk);
    state = trimmed.state;
    shown += trimmed.text;
  }
  return { shown, ...seamOf(state) };
}

describe('the seam', () => {
  test('sends the prompt without the spaces at its end', () => {
    expect(trimPrompt('Once upon \t\u00a0')).toEqual({ text: 'Once upon', spaces: ' \t\u00a0' });
    expect(trimPrompt('Once')).toEqual({ text: 'Once', spaces: '' });
    expect(trimPrompt('   ')).toEqual({ text: '', spaces: '   ' });
  });

  test('leaves line ends where they are', () => {
    expect(trimPrompt('Once \n\n')).toEqual({ text: 'Once \n\n', spaces: '' });
    expect(trimPrompt('Once\n  ')).toEqual({ text: 'Once\n', spaces: '  ' });
  });

  test('drops the answer’s space if the manuscript already has it', () => {
    expect(receive('Once ', ' upon')).toEqual({ shown: 'upon', promptTrimmed: 1, answerTrimmed: 1 });
  });

  test('keeps the answer’s space if the manuscript lacks it', () => {
    expect(receive('Once', ' upon')).toEqual({ shown: ' upon', promptTrimmed: 0, answerTrimmed: 0 });
  });

  test('drops nothing from an answer that begins with a word', () => {
    expect(receive('Once ', 'upon a', ' time')).toEqual({
      shown: 'upon a time',
      promptTrimmed: 1,
      answerTrimmed: 0,
    });
  });

  test('drops every space at the beginning, so that none is doubled', () => {
    expect(receive('Once ', '  ', ' upon ', ' a')).toEqual({
      shown: 'upon  a',
      promptTrimmed: 1,
      answerTrimmed: 3,
    });
  });

  test('drops a single space after a line end, and keeps an indent', () => {
    expect(receive('Once\n', ' upon')).toEqual({ shown: 'upon', promptTrimmed: 0, answerTrimmed: 1 });
    expect(receive('Once\n', ' ', 'upon').shown).toBe('upon');
    expect(receive('Once\n', ' ', '  upon').shown).toBe('   upon');
    expect(receive('Once\n', '\tupon').shown).toBe('\tupon');
    expect(receive('Once\n', 'upon', ' a').shown).toBe('upon a');
  });

  test('leaves other white space alone', () => {
    expect(receive('Once ', '\nupon').shown).toBe('\nupon');
    expect(receive('Once ', '\tupon').shown).toBe('\tupon');
  });

  test('is the same however the answer is cut into chunks', () => {
    const text = fc.string({ unit: fc.constantFrom(' ', ' ', '\n', 'a'), maxLength: 8 });
    fc.assert(
      fc.property(text, text, fc.array(fc.nat(8)), (prompt, answer, cuts) => {
        const offsets = [0, ...cuts.map((cut) => Math.min(cut, answer.length)), answer.length].sort(
          (a, b) => a - b,
        );
        const chunks = offsets.slice(1).map((offset, i) => answer.slice(offsets[i], offset));
        const whole = receive(prompt, answer);
        expect(receive(prompt, ...chunks)).toEqual(whole);
        expect(whole.answerTrimmed + whole.shown.length).toBe(answer.length);
        expect(trimPrompt(prompt).text + trimPrompt(prompt).spaces).toBe(prompt);
      }),
    );
  });
});
