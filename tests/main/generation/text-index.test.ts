import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStyle } from '../../../src/main/generation/text-model/style.ts';
import { findNames, indexSample, TextIndex } from '../../../src/main/generation/text-model/text-index.ts';
import { readTokens } from '../../../src/main/generation/text-model/tokens.ts';
import { Vocabulary } from '../../../src/main/generation/text-model/vocabulary.ts';

const SAMPLE = indexSample('The door was open. “Come in,” said Ines, and she came in.');

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  readTokens(text, 0, (token) => tokens.push(token));
  return tokens;
}

/** The tokens of an index as words; `^` marks a capital that starts a sentence. */
function wordsOf(index: TextIndex): string {
  return Array.from({ length: index.length }, (_, place) =>
    index.vocabulary.wordOf(index.tokenAt(place)),
  ).join(' ');
}

/** Everything that a model can learn from an index. */
function contents(index: TextIndex) {
  const { vocabulary, length } = index;
  const places = Array.from({ length }, (_, place) => place);
  return {
    places: places.map((place) => [
      index.tokenAt(place),
      index.startOf(place),
      index.previousOccurrence(place),
    ]),
    words: Array.from({ length: vocabulary.size }, (_, token) => [
      vocabulary.wordOf(token),
      index.countOf(token),
      index.lastOccurrence(token),
    ]),
    pairs: places
      .slice(1)
      .map((place) =>
        index.pairCount(
          vocabulary.classOf(index.tokenAt(place - 1)),
          vocabulary.classOf(index.tokenAt(place)),
        ),
      ),
  };
}

describe('reading tokens', () => {
  it.each([
    ['It’s a well-known door.', ['It’s', 'a', 'well-known', 'door', '.']],
    ["It's the dogs' door", ['It’s', 'the', 'dogs', 'door']],
    ['"Who?" she asked--twice...', ['“', 'Who', '?', '”', 'she', 'asked', '—', 'twice', '…']],
    ["'Who?' she asked.", ['“', 'Who', '?', '”', 'she', 'asked', '.']],
    ['Mrs. Keller\n\nleft', ['Mrs.', 'Keller', '\n', 'left']],
    ['他走，her way', ['他', '走', '，', 'her', 'way']],
    ['the *red* one 🏰', ['the', 'red', 'one', '🏰']],
  ])('of %j', (text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens);
  });
});

describe('an index', () => {
  it('separates a capital that starts a sentence from a capital of the word itself', () => {
    const index = new TextIndex(new Vocabulary(SAMPLE.vocabulary));
    index.read('The old mill stood open. Then Maren came. Maren said: the mill is Old.');
    expect(wordsOf(index)).toBe(
      '^ the old mill stood open . ^ Then Maren came . ^ Maren said : the mill is Old .',
    );
  });

  it('reads every name of the sample as a name', () => {
    expect([...findNames('Then Ines came. “Come in,” said Tobias. Nobody came.')]).toEqual([
      'Ines',
      'Tobias',
    ]);
    expect(wordsOf(SAMPLE)).toContain('said @ ,');
  });

  it('is the same after incremental reads as after one read', () => {
    const line = fc.stringMatching(/^[ab.,“”"'A B\u4e00-\u4e02-]{0,14}$/);
    const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
        const grown = new TextIndex(new Vocabulary(SAMPLE.vocabulary));
        let whole = '';
        for (const [step, next] of texts.entries()) {
          // Sometimes the beginning stays, as in a manuscript.
          whole = step % 2 === 0 ? whole + next : whole.slice(0, whole.length >> 1) + next;
          grown.read(whole);
        }
        const atOnce = new TextIndex(new Vocabulary(SAMPLE.vocabulary));
        atOnce.read(whole);
        expect(contents(grown)).toEqual(contents(atOnce));
      }),
    );
  });
});

describe('the style of a document', () => {
  it('follows the document where it shows one, and has plain defaults elsewhere', () => {
    expect(readStyle('"Come in," he said.\nIt\'s late -- too late...\n')).toEqual({
      open: '"',
      close: '"',
      apostrophe: "'",
      paragraphBreak: '\n',
      dash: ' -- ',
      ellipsis: '...',
    });
    expect(readStyle('')).toMatchObject({ open: '“', apostrophe: '’', paragraphBreak: '\n\n', dash: '—' });
  });
});
