import '../../helpers/fast-check-runs.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideText, LONGEST_PART } from '../../../src/core/exchange/divide-text.ts';
import { normaliseText } from '../../../src/core/text/normalise.ts';
import { isInsidePair } from '../../../src/core/text/surrogate-pair.ts';

/** The parts of a text, separated by bars. */
function shown(text: string, longest?: number): string {
  return divideText(text, longest)
    .parts.map((part) => `|${part.replaceAll('\n', '¶')}|`)
    .join('\n');
}

describe('a text is divided', () => {
  it('before each heading, which stays with what follows it', () => {
    expect(shown('# One\n\nA line.\n\n## Two\n\nAnother.\n')).toBe('|# One¶¶A line.¶¶|\n|## Two¶¶Another.¶|');
  });

  it('never between a title and the chapter below it', () => {
    expect(shown('# Book\n\n## One\n\nA line.')).toBe('|# Book¶¶## One¶¶A line.|');
  });

  it('before each scene break, however it is written', () => {
    expect(shown('One.\n\n***\n\nTwo.\n\n⁂\nThree.\n* * *\nFour.')).toBe(
      '|One.¶¶|\n|***¶¶Two.¶¶|\n|⁂¶Three.¶|\n|* * *¶Four.|',
    );
  });

  it('before headings that are underlined', () => {
    expect(shown('One\n===\nA line.\n\nTwo\n---\nAnother.')).toBe('|One¶===¶A line.¶¶|\n|Two¶---¶Another.|');
  });

  it('before the chapters of a plain text', () => {
    expect(
      shown('PROLOGUE\n\nA line.\n\nChapter IV. The Lamp\n\nAnother.\n\nChapter four was short.\n'),
    ).toBe('|PROLOGUE¶¶A line.¶¶|\n|Chapter IV. The Lamp¶¶Another.¶¶Chapter four was short.¶|');
  });

  it('between paragraphs if a scene is too long, into parts of similar length', () => {
    expect(shown('One one.\n\nTwo two.\n\nThree.\n\nFour.\n', 20)).toBe(
      '|One one.¶¶Two two.¶¶|\n|Three.¶¶Four.¶|',
    );
  });

  it('between sentences, words or characters if a paragraph is too long', () => {
    expect(shown('He came. She went. They stayed.', 20)).toBe('|He came. She went. |\n|They stayed.|');
    expect(shown('one two three four five', 10)).toBe('|one two |\n|three |\n|four five|');
    expect(shown('aaaaaaaaaaaaaaa', 10)).toBe('|aaaaaaaaaa|\n|aaaaa|');
  });

  it('never inside a character', () => {
    expect(shown('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 12)).toBe('|👩‍👩‍👧‍👦|\n|👩‍👩‍👧‍👦|');
    expect(shown('e\u0301e\u0301e\u0301', 3)).toBe('|e\u0301|\n|e\u0301|\n|e\u0301|');
    expect(shown('🏮🏮🏮', 3)).toBe('|🏮|\n|🏮|\n|🏮|');
  });

  it('nowhere if it is short', () => {
    expect(shown('A line.\n\nAnother.')).toBe('|A line.¶¶Another.|');
    expect(divideText('').parts).toEqual([]);
    expect(shown('\n\n')).toBe('|¶¶|');
  });

  it('into no more sections than a path should have', () => {
    const { parts } = divideText('# Day\n\nA line.\n\n'.repeat(50_000));
    expect(parts.length).toBeLessThan(200);
  });
});

describe('a title is', () => {
  it('the first heading, without its markers', () => {
    expect(divideText('Before.\n\n## The Lamp ##\n\n# Later\n').heading).toBe('The Lamp');
    expect(divideText('The Lamp\n========\n\nA line.').heading).toBe('The Lamp');
    expect(divideText('# <b>Bold</b>').heading).toBe('<b>Bold</b>');
  });

  it('nothing if there is no heading', () => {
    expect(divideText('#hashtag and #\n\n***\n').heading).toBeNull();
    expect(divideText('').heading).toBeNull();
  });
});

const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\n',
        '\n\n',
        '# One\n',
        '***\n',
        '---\n',
        '===\n',
        'Chapter 3\n\n',
        '. ',
        ' ',
        '🏮',
        '👩‍👧',
        'e\u0301',
      ),
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.lorem({ mode: 'sentences', maxCount: 3 }),
    ),
    { maxLength: 60 },
  )
  .map((pieces) => normaliseText(pieces.join('')));

describe('for any text', () => {
  it('the parts concatenate to the text; none is empty or too long', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 300 }), (text, longest) => {
        const { parts } = divideText(text, longest);
        expect(parts.join('')).toBe(text);
        expect(parts.every(({ length }) => length > 0 && length <= longest)).toBe(true);
      }),
    );
  });

  it('no part begins inside a surrogate pair', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 300 }), (text, longest) => {
        let at = 0;
        for (const part of divideText(text, longest).parts) {
          expect(isInsidePair(text, at)).toBe(false);
          at += part.length;
        }
      }),
    );
  });

  it('every heading after prose starts a part', () => {
    fc.assert(
      fc.property(fc.array(fc.lorem({ mode: 'words' }), { minLength: 1, maxLength: 20 }), (chapters) => {
        const text = chapters.map((words) => `# ${words}\n\n${words}.\n\n`).join('');
        expect(divideText(text).parts).toHaveLength(chapters.length);
      }),
    );
  });
});

it('a novel of five million characters is divided into parts of at most 8,000', () => {
  const chapter = `# Chapter\n\n${'The lake froze in one night. '.repeat(40)}\n\n`;
  const scene = `${'The lake froze in one night. '.repeat(30)}\n\n`.repeat(20);
  const text = `${chapter}${scene}`.repeat(270);
  const { parts } = divideText(text);
  expect(text.length).toBeGreaterThan(4_900_000);
  expect(parts.join('') === text).toBe(true);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(LONGEST_PART);
});
