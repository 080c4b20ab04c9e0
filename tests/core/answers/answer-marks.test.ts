import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AnswerMarks } from '../../../src/core/answers/answer-marks.ts';

/** The shown part of an answer that arrives in pieces. */
function shown(
  pieces: readonly string[],
  stops: readonly string[] = [],
  isWhole = true,
  keepsThinking = false,
) {
  const marks = new AnswerMarks({ stops, keepsThinking });
  let text = '';
  for (const piece of pieces) {
    const next = marks.read(piece);
    text = (next.isAnew ? '' : text) + next.text;
  }
  text += marks.end(isWhole);
  const all = pieces.join('');
  expect(all.slice(marks.skipped, all.length - marks.cut)).toBe(text);
  return text;
}

const inOne = (text: string, ...rest: readonly [(readonly string[])?, boolean?, boolean?]) => {
  const whole = shown([text], ...rest);
  expect(shown([...text], ...rest)).toBe(whole);
  return whole;
};

describe('thinking', () => {
  test.each([
    ['<think>It is dark.</think>\n\nRain fell.', 'Rain fell.'],
    ['\n<think>\nIt is dark.\n</think>Rain fell.', 'Rain fell.'],
    ['[THINK]It is dark.[/THINK] Rain fell.', 'Rain fell.'],
    [
      '<|channel|>analysis<|message|>Dark.<|end|><|start|>assistant<|channel|>final<|message|>Rain fell.',
      'Rain fell.',
    ],
    ['<|channel|>final<|message|>Rain fell.', 'Rain fell.'],
    ['</think>\nRain fell.', 'Rain fell.'],
    ['It is dark. I say rain.\n</think>\n\nRain fell.', 'Rain fell.'],
    ['<think>It is dark, and it has not ended', ''],
    ['<think></think>Rain fell.', 'Rain fell.'],
    ['Rain fell. <think>This is text.', 'Rain fell. <think>This is text.'],
    ['<thin line', '<thin line'],
    ['<', '<'],
  ])('%j is read as %j', (answer, text) => {
    expect(inOne(answer)).toBe(text);
  });

  test('is text for an agent that has it so', () => {
    expect(inOne('<think>Dark.</think>Rain.', [], true, true)).toBe('<think>Dark.</think>Rain.');
  });
});

describe('the end', () => {
  test.each([
    ['Rain fell.</s>', 'Rain fell.'],
    ['Rain fell.<|im_end|>\n', 'Rain fell.'],
    ['Rain fell.\n<|eot_id|><|endoftext|>', 'Rain fell.\n'],
    ['a <|im_end|> b', 'a <|im_end|> b'],
    ['2 < 3', '2 < 3'],
    ['Rain.\n\n', 'Rain.\n\n'],
  ])('of %j leaves %j', (answer, text) => {
    expect(inOne(answer)).toBe(text);
  });

  test('loses a stop sequence, also one that was only begun, unless a limit ended it', () => {
    expect(inOne('Rain.\nWriter:', ['\nWriter:'])).toBe('Rain.');
    expect(inOne('Rain.\nWri', ['\nWriter:'])).toBe('Rain.');
    expect(inOne('Rain.\nWri', ['\nWriter:'], false)).toBe('Rain.\nWri');
    expect(inOne('Rain.\n', ['\n\n'])).toBe('Rain.\n');
    expect(inOne('Rain. The end', ['The end'])).toBe('Rain. ');
  });
});

test('law: nothing is lost from the middle, however it is divided', () => {
  const part = fc.constantFrom(
    '<think>',
    '</think>',
    '</s>',
    '<',
    '\n',
    ' ',
    'Rain',
    'END',
    'E',
    '🌧',
    '<|im_end|>',
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 12 }),
      fc.array(fc.nat(40)),
      fc.boolean(),
      (parts, cuts, isWhole) => {
        const text = parts.join('');
        const places = [
          0,
          ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b),
          text.length,
        ];
        const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
        expect(shown(pieces, ['END'], isWhole)).toBe(shown([text], ['END'], isWhole));
      },
    ),
  );
});
