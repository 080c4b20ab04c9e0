import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AnswerText } from '../../../src/core/commands/answer-text.ts';

/** Reads an answer in chunks; `copy` is a line that it may repeat at its start. */
function read(answer: string, { sizes = [answer.length], isCut = false, copy = '', longest = 10_000 } = {}) {
  const reader = new AnswerText({
    longest,
    copyAtStart: (text, isWhole) => {
      if (text.startsWith(copy)) return copy.length;
      return copy.startsWith(text) && !isWhole ? null : 0;
    },
  });
  let shown = '';
  let at = 0;
  for (const size of sizes) {
    shown += reader.read(answer.slice(at, at + size));
    at += size;
  }
  shown += reader.read(answer.slice(at)) + reader.end(isCut);
  const { text, parts } = reader.answer();
  expect(reader.ranges.map(({ from, to }) => answer.slice(from, to)).join('')).toBe(shown);
  return {
    shown,
    text,
    commands: parts.filter(({ kind }) => kind === 'command').length,
    isOver: reader.isOver,
  };
}

test('the message is the prose without commands, thoughts and the white space around it', () => {
  expect(read('\n Let me look.\n\n→ view a7x2bc\n').shown).toBe('Let me look.');
  expect(read('→ view a7x2bc\n')).toMatchObject({ shown: '', commands: 1 });
  expect(read('One.\n\n→ think\nHm.\n←\n\nTwo.\n→ tree').shown).toBe('One.\n\nTwo.');
  expect(read('→ think hm\n←\n\n\nTwo.\n').shown).toBe('Two.');
});

test('prose after commands ends the answer and is not part of it', () => {
  expect(read('I look.\n→ tree\nIt says\n→ prune here\n')).toEqual({
    shown: 'I look.',
    text: 'I look.\n→ tree\n',
    commands: 1,
    isOver: true,
  });
});

test('a line that the answer repeats at its start is not shown', () => {
  const copy = '[a7x2bc] you · 14:02\n';
  expect(read(`${copy}Yes.`, { copy }).shown).toBe('Yes.');
  expect(read(copy.slice(0, 5), { copy }).shown).toBe(copy.slice(0, 5));
});

test('an answer that is too long is cut, and its last line does not run', () => {
  const { shown, isOver, text } = read('Word.\n→ prune [a7x2bc]\n→ tree\n', { longest: 20 });
  expect({ shown, isOver, text }).toEqual({ shown: 'Word.', isOver: true, text: 'Word.\n→ prune [a7x2b' });
});

test('what is shown does not depend on how the answer is divided', () => {
  const line = fc.constantFrom(
    '→ tree',
    '→ think',
    '←',
    '',
    '  ',
    'Some words. ',
    '```',
    '→ edit a7x2bc:',
    '\\→ x',
  );
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n')),
      fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 30 }),
      fc.boolean(),
      (answer, sizes, isCut) => {
        expect(read(answer, { sizes, isCut, copy: 'Some' })).toEqual(read(answer, { isCut, copy: 'Some' }));
      },
    ),
    { numRuns: 500 },
  );
});
