import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  openSeam,
  type SeamState,
  seamOf,
  trimAnswerStart,
  trimPrompt,
} from '../../../src/core/context/seam.ts';

/** What is shown of an answer that arrives in these chunks, and the seam. */
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

  test('drops the space of an answer that the manuscript has already', () => {
    expect(receive('Once ', ' upon')).toEqual({ shown: 'upon', promptTrimmed: 1, answerTrimmed: 1 });
  });

  test('keeps the space of an answer that the manuscript lacks', () => {
    expect(receive('Once', ' upon')).toEqual({ shown: ' upon', promptTrimmed: 0, answerTrimmed: 0 });
  });

  test('drops nothing of an answer that begins with a word', () => {
    expect(receive('Once ', 'upon a', ' time')).toEqual({
      shown: 'upon a time',
      promptTrimmed: 1,
      answerTrimmed: 0,
    });
  });

  test('drops every space at the beginning, for two would show', () => {
    expect(receive('Once ', '  ', ' upon ', ' a')).toEqual({
      shown: 'upon  a',
      promptTrimmed: 1,
      answerTrimmed: 3,
    });
  });

  test('leaves white space of another kind alone', () => {
    expect(receive('Once ', '\nupon').shown).toBe('\nupon');
    expect(receive('Once ', '\tupon').shown).toBe('\tupon');
  });

  test('is the same however the answer is cut into chunks', () => {
    const text = fc.string({ unit: fc.constantFrom(' ', ' ', '\n', 'a'), maxLength: 8 });
    fc.assert(
      fc.property(text, text, fc.array(fc.nat(8)), (prompt, answer, cuts) => {
        const places = [0, ...cuts.map((cut) => Math.min(cut, answer.length)), answer.length].sort(
          (a, b) => a - b,
        );
        const chunks = places.slice(1).map((place, i) => answer.slice(places[i], place));
        const whole = receive(prompt, answer);
        expect(receive(prompt, ...chunks)).toEqual(whole);
        expect(whole.answerTrimmed + whole.shown.length).toBe(answer.length);
        expect(trimPrompt(prompt).text + trimPrompt(prompt).spaces).toBe(prompt);
      }),
    );
  });
});
