import { EditorSelection, Text } from '@codemirror/state';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { countWords } from '../../../src/core/text/count-words.ts';
import { SelectionWords } from '../../../src/renderer/editor/word-count.ts';
import { contentOf, MODEL, node, openManuscript } from './open-manuscript.ts';

afterEach(() => document.body.replaceChildren());

describe('the selection', () => {
  it('is counted in words and characters, and not counted when empty', () => {
    const { manuscript, view } = openManuscript(contentOf([node('1', 'Once upon a time')]));
    expect(manuscript.summary()).toMatchObject({ selectionWords: 0, selectionCharacters: 0 });
    view.dispatch({ selection: EditorSelection.single(9, 0) });
    expect(manuscript.summary()).toMatchObject({ selectionWords: 2, selectionCharacters: 9 });
  });

  it('has the same counts when updated incrementally as when recounted', () => {
    const piece = fc.constantFrom('a', 'é', ' ', '’', '-', '\n', '山', 'word ', "it's");
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
        fc.array(fc.tuple(fc.nat(80), fc.nat(80)), { maxLength: 20 }),
        (text, selections) => {
          const doc = Text.of(text.split('\n'));
          const words = new SelectionWords();
          for (const ends of selections) {
            const [from = 0, to = 0] = ends.map((end) => end % (text.length + 1)).sort((a, b) => a - b);
            expect(words.count(doc, from, to)).toBe(countWords(text.slice(from, to)));
          }
        },
      ),
    );
  });
});

describe('the session word count', () => {
  const written = (...edits: readonly (readonly [number, number, string])[]) => {
    const opened = openManuscript(contentOf([node('1', 'Once upon '), node('2', 'a castle stood', MODEL)]));
    for (const [from, to, text] of edits) opened.type(from, to, text);
    return opened;
  };

  it('counts the words the writer typed, even letter by letter', () => {
    const { manuscript } = written([24, 24, ' '], [25, 25, 'h'], [26, 26, 'i']);
    expect(manuscript.summary().sessionWords).toBe(1);
  });

  it('drops when the writer deletes their own text, and undo restores it', () => {
    const { manuscript } = written([5, 10, '']);
    expect(manuscript.summary().sessionWords).toBe(-1);
    manuscript.undo();
    expect(manuscript.summary().sessionWords).toBe(0);
  });

  it('does not drop when a model’s text is deleted', () => {
    const { manuscript } = written([12, 24, '']);
    expect(manuscript.summary().sessionWords).toBe(0);
  });

  it('ignores text by a model or on another branch', () => {
    const { manuscript } = written();
    manuscript.append(node('3', ' on a hill', MODEL));
    manuscript.replaceTail(1, [node('4', 'there was nobody at all')], { caret: 'keep' });
    expect(manuscript.summary().sessionWords).toBe(0);
  });

  it('continues from what was already written in this window', () => {
    const { manuscript, type } = openManuscript(contentOf([]), { sessionWords: 100 });
    type(0, 0, 'Two words');
    expect(manuscript.summary().sessionWords).toBe(102);
    manuscript.showPath(contentOf([node('1', 'A tree that is read again')]));
    expect(manuscript.summary().sessionWords).toBe(102);
  });
});
