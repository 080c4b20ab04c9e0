import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endRepeat, openRepeat, trimRepeat } from '../../../src/core/answers/repeat.ts';
import '../../helpers/fast-check-runs.ts';
import { anyCuts, chunksOf } from './answer-chunks.ts';

/** The kept part of an answer that arrives in these chunks, and the length trimmed. */
function receive(document: string, chunks: readonly string[]) {
  let state = openRepeat(document);
  let kept = '';
  for (const chunk of chunks) {
    const next = trimRepeat(state, chunk);
    state = next.state;
    kept += next.text;
  }
  const last = endRepeat(state);
  return { kept: kept + last.text, trimmed: last.state.trimmed };
}

const LONG =
  'The lamp was lit, and nobody came up the stairs that evening, although the rain had stopped and the moon stood over the sea.';

const kept = (document: string, answer: string) => receive(document, [answer]).kept;

describe('an answer’s repetition of the document’s end', () => {
  test.each([
    ['its last words', 'The lamp was lit, and nobody came', 'lit, and nobody came back.', ' back.'],
    ['a long last sentence', `It rained. ${LONG}`, `${LONG} Nobody came.`, ' Nobody came.'],
    ['the whole document', LONG, `${LONG} Nobody came.`, ' Nobody came.'],
    ['with its line ends', 'It rained.\n\nThe lamp was', 'It rained.\n\nThe lamp was lit', ' lit'],
    ['after a line end of its own', 'The lamp was lit', '\n\nThe lamp was lit. Nobody', '. Nobody'],
    ['with other quotation marks', 'He said, “It’s so late', 'He said, "It\'s so late now', ' now'],
    ['with another space', 'Er sagte: «\u00a0Es ist spät', 'Er sagte: « Es ist spät.', '.'],
    ['a broken word, repeated whole', 'The cas', 'castle stood', 'tle stood'],
    ['in Chinese', '雨停了，他走进了房间', '他走进了房间，坐了下来', '，坐了下来'],
    ['with an emoji', 'The tower 🏰 stood alone', '🏰 stood alone in the rain', ' in the rain'],
  ])('%s is trimmed', (_name, document, answer, rest) => {
    expect(kept(document, answer)).toBe(rest);
  });

  test.each([
    ['a word that happens to be the last one', 'He went on', 'on and on'],
    ['a few words', 'the door', 'the door'],
    ['text from the middle', 'Row, row your boat. Gently down the stream.', 'Row, row your boat. Again'],
    ['the end of a longer word', 'He unlocked the underground', 'ground rules'],
    ['a word that is the beginning of another', 'In the end the', 'theatre'],
    ['text that only begins like the end', 'Nobody came that evening', 'Nobody came that morning'],
    ['a refrain of one sentence', 'It rained. And so it goes.', 'And so it goes. We slept.'],
    ['a refrain and nothing else', 'It rained. And so it goes.', 'And so it goes.'],
    ['nothing but white space', 'One.\n\nTwo.', '\n\n'],
    ['a refrain of Chinese', '他走了', '他来了'],
  ])('%s is kept', (_name, document, answer) => {
    expect(receive(document, [answer])).toEqual({ kept: answer, trimmed: 0 });
  });

  test('leaves nothing if there is nothing else', () => {
    expect(receive('The lamp was lit', ['The lamp was lit'])).toEqual({ kept: '', trimmed: 16 });
  });

  test('is looked for only near the end of a long document', () => {
    const long = 'far away and long ago. '.repeat(10_000);
    const end = 'And then the lamp was lit';
    expect(kept(long + end, `${end} again`)).toBe(' again');
  });

  test('is held back until it is certain, and not a character longer', () => {
    let state = openRepeat('The lamp was lit.');
    const shown = ['The ', 'lamp ', 'burned ', 'low'].map((chunk) => {
      const next = trimRepeat(state, chunk);
      state = next.state;
      return next.text;
    });
    expect(shown).toEqual(['', '', 'The lamp burned ', 'low']);
  });
});

describe('for any document and answer', () => {
  const anyText = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '’', '雨', '🏰'), maxLength: 30 });

  test('chunks make no difference, and only the beginning is trimmed', () => {
    fc.assert(
      fc.property(anyText, anyText, anyCuts, (document, answer, cuts) => {
        const whole = receive(document, [answer]);
        expect(receive(document, chunksOf(answer, cuts))).toEqual(whole);
        expect(answer.slice(whole.trimmed)).toBe(whole.kept);
      }),
    );
  });

  test('what is trimmed is the document’s end, after white space', () => {
    const fold = (text: string) => text.replaceAll('’', "'");
    fc.assert(
      fc.property(anyText, anyText, (document, answer) => {
        const { trimmed } = receive(document, [answer]);
        expect(fold(document).endsWith(fold(answer.slice(0, trimmed).trimStart()))).toBe(true);
      }),
    );
  });
});
