import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { countWords } from '../../../src/core/text/count-words.ts';
import { SelectionWords, wordCount } from '../../../src/renderer/editor/word-count.ts';
import { contentOf, node, openManuscript } from './open-manuscript.ts';

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
    ['เดินไปบ้าน ok', 4],
    ['ไป'.repeat(600), 1],
  ])('%j has %i', (text, words) => {
    expect(countWords(text)).toBe(words);
  });

  it('have the same count when updated incrementally as when recounted', () => {
    const piece = fc.constantFrom(
      'a',
      'é',
      ' ',
      '’',
      '-',
      "'",
      '\n',
      '—',
      '山',
      '🏰',
      '𠀀',
      'word ',
      "it's",
      'ไป',
      'ผู้',
      'เดินไปบ้าน',
    );
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

  it('of a script without spaces have the same count however long a run is, in the text and in a selection', () => {
    const piece = fc.constantFrom('ไป'.repeat(240), 'ไป'.repeat(500), 'ผู้', ' ', 'a', 'เดินไปบ้าน');
    const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
    const edit = fc.record({ at: fc.nat(3_000), length: fc.nat(300), insert: text });
    fc.assert(
      fc.property(text, fc.array(edit, { maxLength: 4 }), (start, edits) => {
        let state = EditorState.create({ doc: start, extensions: [wordCount] });
        const selected = new SelectionWords();
        for (const { at, length, insert } of edits) {
          const from = Math.min(at, state.doc.length);
          const to = Math.min(from + length, state.doc.length);
          state = state.update({ changes: { from, to, insert } }).state;
          expect(state.field(wordCount).text).toBe(countWords(state.doc.toString()));
          for (const end of [from, to, state.doc.length])
            expect(selected.count(state.doc, 0, end)).toBe(countWords(state.sliceDoc(0, end)));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('of a book are counted before it is shown, those of a longer text in chunks, even while typing continues', () => {
    const idle: (() => void)[] = [];
    vi.stubGlobal('requestIdleCallback', (callback: IdleRequestCallback) =>
      idle.push(() => callback({ didTimeout: false, timeRemaining: () => 0 })),
    );
    vi.stubGlobal('cancelIdleCallback', () => {});
    const nodes = (word: string) =>
      [1, 2, 3].map((number) => node(`${word}-${number}`, `${word}’s two `.repeat(60_000)));
    const book = openManuscript(contentOf(nodes('castle').slice(0, 2)));
    expect(book.manuscript.summary().words).toBe(240_000);
    book.manuscript.destroy();
    idle.length = 0;
    const { manuscript, view, type } = openManuscript(contentOf(nodes('castle')));
    const isCounted = () => manuscript.summary().words === countWords(view.state.doc.toString());
    const count = (bits: number) => {
      for (const bit of idle.splice(0, bits)) bit();
    };
    expect(isCounted()).toBe(false);
    count(1);
    type(200_050, 200_050, 'and an orchard ');
    type(5, 5, 'and an orchard ');
    for (let bits = 0; idle.length > 0 && bits < 50; bits++) count(1);
    expect(isCounted()).toBe(true);
    type(5, 5, 'one more ');
    expect(isCounted()).toBe(true);
    manuscript.replaceTail(0, nodes('orchard'), { caret: 'keep' });
    for (let bits = 0; idle.length > 0 && bits < 50; bits++) count(1);
    expect(isCounted()).toBe(true);
    expect(manuscript.summary().words).toBe(360_000);
    manuscript.undo();
    for (let bits = 0; idle.length > 0 && bits < 50; bits++) count(1);
    expect(isCounted()).toBe(true);
    manuscript.destroy();
  });
});
