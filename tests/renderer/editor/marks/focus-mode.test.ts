import { EditorSelection } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { afterEach, describe, expect, it } from 'vitest';
import { PLAIN } from '../../../../src/renderer/editor/preferences.ts';
import { contentOf, MODEL, node, openManuscript } from '../open-manuscript.ts';

afterEach(() => document.body.replaceChildren());

const focused = { ...PLAIN, focusMode: true };
const PAGE = 'It was so. “Was it?” she said. It was.\nNobody knew. Not one.\n\nThen on.';

function lit(view: EditorView): readonly string[] {
  return [...view.contentDOM.querySelectorAll('.lit')].map((element) => element.textContent ?? '');
}

function openAt(offset: number, preferences = focused) {
  const content = contentOf([], PAGE, { cursor: { anchor: offset, head: offset, scroll: 0 } });
  return openManuscript(content, { preferences });
}

describe('focus mode', () => {
  it('lights the caret’s paragraph, and goes with the caret', () => {
    const { view } = openAt(0);
    expect(view.dom.classList).toContain('focus-mode');
    expect(lit(view)).toEqual(['It was so. “Was it?” she said. It was.']);
    view.dispatch({ selection: { anchor: 45 } });
    expect(lit(view)).toEqual(['Nobody knew. Not one.']);
    view.dispatch({ selection: { anchor: 62 } });
    expect(lit(view)).toEqual(['Then on.']);
  });

  it('lights every paragraph of a selection', () => {
    const { view } = openAt(0);
    view.dispatch({ selection: EditorSelection.single(45, 3) });
    expect(lit(view)).toEqual(PAGE.split('\n').slice(0, 2));
  });

  it('lights the caret’s sentence where that is preferred', () => {
    const { view, type } = openAt(0, { ...focused, focusOn: 'sentence' });
    expect(lit(view).join('')).toBe('It was so. ');
    view.dispatch({ selection: { anchor: 53 } });
    expect(lit(view).join('')).toBe('Not one.');
    type(PAGE.length, PAGE.length, ' And');
    expect(lit(view).join('')).toBe('And');
  });

  it('lights a sentence whoever wrote its parts', () => {
    const { view } = openManuscript(contentOf([node('1', 'It was '), node('2', 'so. And on.', MODEL)]), {
      preferences: { ...focused, focusOn: 'sentence' },
    });
    view.dispatch({ selection: { anchor: 3 } });
    expect(lit(view).join('')).toBe('It was so. ');
    expect(view.contentDOM.querySelector('.lit [data-author]')?.textContent).toBe('so. ');
  });

  it('lights an empty paragraph, where something is about to be written, and nothing when it is over', () => {
    const { view, manuscript } = openAt(PAGE.indexOf('\n\n') + 1, { ...focused, focusOn: 'sentence' });
    expect(lit(view)).toEqual(['']);
    manuscript.prefer(PLAIN);
    expect(view.dom.classList).not.toContain('focus-mode');
    expect(lit(view)).toEqual([]);
  });
});

describe('authors', () => {
  it('are shown by colour, by an underline or not at all, and named in each case', () => {
    const { view, manuscript } = openManuscript(contentOf([node('1', 'a castle', MODEL)]));
    const looks = () => [...view.dom.classList].filter((name) => name.startsWith('authors-'));
    expect(looks()).toEqual(['authors-colour']);
    manuscript.prefer({ ...PLAIN, authorLook: 'underline' });
    expect(looks()).toEqual(['authors-underline']);
    manuscript.prefer({ ...PLAIN, authorship: false });
    expect(looks()).toEqual([]);
    expect(view.contentDOM.querySelector(`[data-author="${MODEL}"]`)?.textContent).toBe('a castle');
  });
});
