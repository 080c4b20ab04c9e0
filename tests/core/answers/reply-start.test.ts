import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  continueReply,
  endReply,
  openReply,
  type ReplyState,
  seamOfReply,
} from '../../../src/core/answers/reply-start.ts';

/** The text that is shown of an answer in chunks, and how much was trimmed from its beginning. */
function read(chunks: readonly string[], name: string | null = 'Opus') {
  let state: ReplyState = openReply({ name });
  let text = '';
  for (const chunk of chunks) {
    const next = continueReply(state, chunk);
    state = next.state;
    text += next.text;
  }
  const last = endReply(state);
  return { text: text + last.text, trimmed: seamOfReply(last.state).answerTrimmed };
}

test.each([
  ['Opus: I am here.', 'I am here.', 6],
  [' \nOpus:I am here.\n', 'I am here.', 7],
  ['  I am here.  ', 'I am here.', 2],
  ['Opus: Opus: I am here.', 'Opus: I am here.', 6],
  ['Opus is here.', 'Opus is here.', 0],
  ['Mara: I am here.', 'Mara: I am here.', 0],
  ['Opus', 'Opus', 0],
  ['Opus: \n', '', 7],
  ['', '', 0],
])('the answer %j becomes the message %j', (answer, text, trimmed) => {
  expect(read([answer])).toEqual({ text, trimmed });
});

test('where messages have no names, an answer that begins with one keeps it', () => {
  expect(read(['Opus: I am here.'], null)).toEqual({ text: 'Opus: I am here.', trimmed: 0 });
});

test('however an answer is divided, the same text is shown, and what is shown is never taken back', () => {
  const answers = fc.string({ unit: fc.constantFrom('Opus', ':', ' ', '\n', 'O', 'a'), maxLength: 12 });
  fc.assert(
    fc.property(answers, fc.array(fc.nat(12), { maxLength: 4 }), (answer, cuts) => {
      const at = [...cuts, answer.length].sort((one, other) => one - other);
      const chunks = at.map((to, index) => answer.slice(index === 0 ? 0 : at[index - 1], to));
      expect(read(chunks)).toEqual(read([answer]));
    }),
  );
});
