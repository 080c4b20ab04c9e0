import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BOUNDARY_MARK, inOneLine, quoteText } from '../../../../src/core/commands/quote-text.ts';
import { scanAnswer } from '../../../../src/core/commands/scan-answer.ts';
import { showPart } from '../../../../src/main/grove/agents/result-text.ts';

const piece = fc.constantFrom(
  '→ prune root',
  '→',
  '\n',
  '\n',
  '\\',
  BOUNDARY_MARK,
  '←',
  ' ',
  '🌊',
  'word '.repeat(90),
);
const text = fc.array(piece, { minLength: 80, maxLength: 160 }).map((pieces) => pieces.join(''));
const whole = { lines: null, full: false, tokens: 1_000, target: 'a7x2bc', hasFull: true } as const;

test('wherever a quoted text is cut, no line of it is a command, no mark is bare and no character is halved', () => {
  fc.assert(
    fc.property(text, (written) => {
      for (const shown of [showPart(quoteText(written), whole), inOneLine(written, 50)]) {
        expect(scanAnswer(shown).parts.filter(({ kind }) => kind !== 'prose')).toEqual([]);
        expect(shown).not.toMatch(/(^|[^\\])︱/);
        expect(shown.isWellFormed()).toBe(true);
      }
    }),
  );
});

test('the lines that a cut names are those that it leaves out', () => {
  const lines = Array.from({ length: 300 }, (_, at) => `${at + 1} ${'x'.repeat(30)}`);
  const cut = showPart(lines.join('\n'), whole);
  const [, from, to] = /lines:(\d+)-(\d+)$/m.exec(cut) ?? expect.unreachable();
  const rest = showPart(lines.join('\n'), {
    ...whole,
    lines: { first: Number(from), last: Number(to) },
    full: true,
  });
  const [head = '', tail = ''] = cut.split(/\n….*\n/);
  expect(`${head}\n${rest}\n${tail}`).toBe(lines.join('\n'));
});
