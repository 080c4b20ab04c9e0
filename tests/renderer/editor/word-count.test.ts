import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWords, wordCount } from '../../../src/renderer/editor/word-count.ts';

describe('words', () => {
  it.each([
    ['', 0],
    ['Once upon a time', 4],
    ['  “Don’t,” she said — twice.  ', 4],
    ['a well-known rock ’n’ roll', 5],
    ['wait…what?', 2],
    ['- -- —', 0],
    ['Größe naïve 42', 3],
    ['🏰 castle 🏰', 1],
    ['一座山', 3],
    ['ひらがな and カタ', 7],
    ['안녕 하세요', 2],
  ])('of %j are %i', (text, words) => {
    expect(countWords(text)).toBe(words);
  });

  it('are counted by what changed as they would be by counting again', () => {
    const piece = fc.constantFrom('a', 'é', ' ', '’', '-', "'", '\n', '—', '山', '🏰', '𠀀', 'word ', "it's");
    const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(
        text,
        fc.array(fc.tuple(fc.array(fc.tuple(fc.nat(40), fc.nat(6), text), { maxLength: 4 })), {
          maxLength: 8,
        }),
        (start, edits) => {
          let state = EditorState.create({ doc: start, extensions: [wordCount] });
          for (const [edit] of edits) {
            let from = 0;
            const changes = edit.flatMap(([skip, length, insert]) => {
              from += skip;
              const to = from + length;
              if (to > state.doc.length) return [];
              const change = { from, to, insert };
              from = to;
              return [change];
            });
            state = state.update({ changes }).state;
            expect(state.field(wordCount).text).toBe(countWords(state.doc.toString()));
          }
        },
      ),
    );
  });
});
