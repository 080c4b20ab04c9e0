import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPhrase, placePhrase, trimmedRange } from '../../../src/core/anchors/anchor.ts';
import { treeOf } from '../../helpers/tree.ts';

/** Notes and bookmarks on phrases (`documents.md`, table `anchor`). */

/** Few words, so that they often occur again, with a surrogate pair among them. */
const texts = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '🏮'), maxLength: 12 });

describe('where a phrase is', () => {
  test('in the text of its node, it is where it was set, however often its words occur', () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), (text, a, b) => {
        const range = trimmedRange(text, { from: a % (text.length + 1), to: b % (text.length + 1) });
        fc.pre(range !== null);
        if (range === null) return;
        const quote = text.slice(range.from, range.to);
        const place = { start: range.from, length: quote.length, quote };
        expect(findPhrase(place, text, true)).toEqual(range);
        expect(quote.trim()).toBe(quote);
      }),
    );
  });

  test('in a later version, it is where its words occur if that is once, and otherwise nowhere', () => {
    fc.assert(
      fc.property(texts, texts, texts, (before, quote, after) => {
        fc.pre(quote !== '');
        const text = before + quote + after;
        const found = findPhrase({ start: 0, length: quote.length, quote }, text, false);
        const count = countOf(text, quote);
        if (count === 1)
          expect(found).toEqual({ from: text.indexOf(quote), to: text.indexOf(quote) + quote.length });
        else expect(found).toBeNull();
        expect(findPhrase({ start: 0, length: 1, quote: `${text}!` }, text, false)).toBeNull();
      }),
    );
  });
});

/** Number of occurrences of words, also overlapping ones. */
function countOf(text: string, words: string): number {
  let count = 0;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) count += 1;
  return count;
}

test('a phrase is placed without the white space around it', () => {
  const world = treeOf('1 h"The lamp burned. It rained."\npath 1');
  const { tree, id, at } = world;
  expect(placePhrase(tree, { nodeId: id('1'), start: 3, length: 6 })).toEqual({
    position: at('1'),
    node: id('1'),
    start: 4,
    length: 4,
    quote: 'lamp',
  });
  expect(() => placePhrase(tree, { nodeId: id('1'), start: 8, length: 1 })).toThrow('there are no words');
});
