import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FindQuery, matchesOf, patternOf, replacementOf } from '../../../src/core/text/find-pattern.ts';

const PLAIN = { matchCase: false, wholeWord: false, isRegExp: false };

function finds(text: string, wanted: string, how: Partial<FindQuery> = {}): string[] {
  const pattern = patternOf({ ...PLAIN, text: wanted, ...how });
  return pattern === null ? [] : [...matchesOf(pattern, text)].map((match) => match[0]);
}

function replaced(text: string, wanted: string, template: string, isRegExp = true): string {
  const pattern = patternOf({ ...PLAIN, text: wanted, isRegExp });
  if (pattern === null) return text;
  let result = '';
  let at = 0;
  for (const match of matchesOf(pattern, text)) {
    result += text.slice(at, match.index) + replacementOf(template, match, isRegExp);
    at = match.index + match[0].length;
  }
  return result + text.slice(at);
}

describe('a plain-text search', () => {
  it('finds nothing for an empty query', () => {
    expect(patternOf({ ...PLAIN, text: '' })).toBeNull();
  });

  it('ignores case unless “match case” is on', () => {
    expect(finds('Tower, tower, ΣΊΣΥΦΟΣ', 'tower')).toEqual(['Tower', 'tower']);
    expect(finds('Tower, tower', 'tower', { matchCase: true })).toEqual(['tower']);
    expect(finds('ΣΊΣΥΦΟΣ', 'σίσυφος')).toEqual(['ΣΊΣΥΦΟΣ']);
  });

  it('treats every character literally', () => {
    expect(finds('a.b a+b (a|b) [a] {1} ^$ \\', '(a|b)')).toEqual(['(a|b)']);
    expect(finds('a.b axb', 'a.b')).toEqual(['a.b']);
    expect(finds('\\ / - #', '\\ / - #')).toEqual(['\\ / - #']);
  });

  it('ignores accents, composed or decomposed, unless “match case” is on', () => {
    const every = ['cafe\u0301', 'CAF\u00c9', 'cafe'];
    expect(finds(every.join(' '), 'café')).toEqual(every);
    expect(finds(every.join(' '), 'cafe')).toEqual(every);
    expect(finds(every.join(' '), 'caf\u00e9', { matchCase: true })).toEqual(['cafe\u0301']);
    expect(finds(every.join(' '), 'cafe', { matchCase: true })).toEqual(['cafe']);
    expect(finds('Λόγος, ёлка, u\u0308\u0304, \u01d6', 'λογος')).toEqual(['Λόγος']);
    expect(finds('Λόγος, ёлка, u\u0308\u0304, \u01d6', 'елка')).toEqual(['ёлка']);
    expect(finds('u\u0308\u0304, \u01d6, \u00fc\u0304', 'u')).toHaveLength(3);
    expect(finds('été étés', 'ete', { wholeWord: true })).toEqual(['été']);
  });

  it('takes no mark away that makes another letter, and ends in no character', () => {
    expect(finds('が か', 'か')).toEqual(['か']);
    expect(finds('कि क', 'क')).toEqual(['क']);
    expect(finds('👩‍👧 👩', '👩')).toEqual(['👩']);
  });

  it('ignores which quotes they are, unless “match case” is on', () => {
    const text = '“Don’t” "Don\'t"';
    for (const query of ['"don\'t"', '“don’t”']) expect(finds(text, query)).toEqual(['“Don’t”', '"Don\'t"']);
    expect(finds(text, "n't", { matchCase: true })).toEqual(["n't"]);
    expect(finds(text, 'n’t', { matchCase: true })).toEqual(['n’t']);
    expect(finds('10\u00a0km', '10 km', { matchCase: true })).toEqual(['10\u00a0km']);
  });

  it('finds whole words in any script', () => {
    expect(finds('art, part, Art; artful', 'art', { wholeWord: true })).toEqual(['art', 'Art']);
    expect(finds('été étés', 'été', { wholeWord: true })).toEqual(['été']);
    expect(finds('cat|dog catalogue', 'cat|dog', { wholeWord: true, isRegExp: true })).toEqual([
      'cat',
      'dog',
    ]);
  });

  it('finds any text in itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        expect(finds(`\n${text}\n`, text, { matchCase: true })).toContain(text);
      }),
    );
  });

  it('finds a text by its letters, and the letters by the text', () => {
    const letters = fc.constantFrom(
      'a',
      'é',
      'Å',
      'ǖ',
      'ё',
      'ώ',
      'o\u0302\u0301',
      'ữ',
      '’',
      '"',
      ' ',
      'が',
      'कि',
      '🏰',
    );
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1 }), (written) => {
        const text = written.join('');
        const plain = text
          .normalize('NFD')
          .replace(/[\u0300-\u036f]/g, '')
          .replaceAll('’', "'");
        expect(finds(`\n${text}\n`, plain)).toContain(text);
        expect(finds(`\n${plain}\n`, text)).toContain(plain);
      }),
    );
  });
});

describe('a regular expression', () => {
  it('supports line anchors, groups, lookahead and lookbehind', () => {
    expect(finds('one two\nthree', '^\\w+', { isRegExp: true })).toEqual(['one', 'three']);
    expect(finds('the the cat', '\\b(\\w+) \\1\\b', { isRegExp: true })).toEqual(['the the']);
    expect(finds('one\n\ntwo', '\\n\\n', { isRegExp: true })).toEqual(['\n\n']);
  });

  it('skips empty matches and terminates', () => {
    expect(finds('aab🏰', 'a*', { isRegExp: true })).toEqual(['aa']);
  });

  it('throws if it is invalid', () => {
    expect(() => patternOf({ ...PLAIN, text: '(', isRegExp: true })).toThrow(SyntaxError);
    expect(() => patternOf({ ...PLAIN, text: ')(', isRegExp: true, wholeWord: true })).toThrow(SyntaxError);
  });
});

describe('the replacement', () => {
  it('is used literally in a plain-text search', () => {
    expect(replaced('a cat', 'cat', '$& \\n $1', false)).toBe('a $& \\n $1');
  });

  it('may use groups, the whole match, and line ends', () => {
    expect(replaced('Doe, Jane', '(\\w+), (\\w+)', '$2 $1')).toBe('Jane Doe');
    expect(replaced('cat', 'c(?<rest>at)', '[$&|$<rest>|$$1]')).toBe('[cat|at|$1]');
    expect(replaced('a; b', '; ', '\\n\\t\\\\n')).toBe('a\n\t\\nb');
    expect(replaced('ab', '(a)|(b)', '<$1$2>')).toBe('<a><b>');
  });

  it('keeps references to groups that do not exist', () => {
    expect(replaced('cat', 'c(a)t', '$2 $12 $0 $<x>')).toBe('$2 a2 $0 $<x>');
  });

  it('is normalised like all text that is inserted', () => {
    expect(replaced('a', 'a', '\r\n\ud800', false)).toBe('\n\ufffd');
  });
});
