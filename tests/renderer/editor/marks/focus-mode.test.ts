import { EditorSelection } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { afterEach, describe, expect, it } from 'vitest';
import { PLAIN } from '../../../../src/renderer/editor/preferences.ts';
import { contentOf, MODEL, node, openManuscript } from '../open-manuscript.ts';

afterEach(() => document.body.replaceChildren());

const focused = { ...PLAIN, focusMode: true };
const PAGE = 'It was so. “Was it?” she said. It was.\nNobody knew. Not one.\n\nThen on.';

function highlighted(view: EditorView): readonly string[] {
  return [...view.contentDOM.querySelectorAll('.lit')].map((element) => element.textContent ?? '');
}

function openAt(offset: number, preferences = focused) {
  const content = contentOf([], PAGE, { cursor: { anchor: offset, head: offset, scroll: 0 } });
  return openManuscript(content, { preferences });
}

describe('focus mode', () => {
  it('highlights the caret’s paragraph and follows the caret', () => {
    const { view } = openAt(0);
    expect(view.dom.classList).toContain('focus-mode');
    expect(highlighted(view)).toEqual(['It was so. “Was it?” she said. It was.']);
    view.dispatch({ selection: { anchor: 45 } });
    expect(highlighted(view)).toEqual(['Nobody knew. Not one.']);
    view.dispatch({ selection: { anchor: 62 } });
    expect(highlighted(view)).toEqual(['Then on.']);
  });

  it('highlights every paragraph of a selection', () => {
    const { view } = openAt(0);
    view.dispatch({ selection: EditorSelection.single(45, 3) });
    expect(highlighted(view)).toEqual(PAGE.split('\n').slice(0, 2));
  });

  it('highlights the caret’s sentence if preferred', () => {
    const { view, type } = openAt(0, { ...focused, focusOn: 'sentence' });
    expect(highlighted(view).join('')).toBe('It was so. ');
    view.dispatch({ selection: { anchor: 53 } });
    expect(highlighted(view).join('')).toBe('Not one.');
    type(PAGE.length, PAGE.length, ' And');
    expect(highlighted(view).join('')).toBe('And');
  });

  it('highlights a sentence by several authors', () => {
    const { view } = openManuscript(contentOf([node('1', 'It was '), node('2', 'so. And on.', MODEL)]), {
      preferences: { ...focused, focusOn: 'sentence' },
    });
    view.dispatch({ selection: { anchor: 3 } });
    expect(highlighted(view).join('')).toBe('It was so. ');
    expect(view.contentDOM.querySelector('.lit [data-author]')?.textContent).toBe('so. ');
  });

  it('highlights an empty paragraph, which is about to be written, and nothing once it is turned off', () => {
    const { view, manuscript } = openAt(PAGE.indexOf('\n\n') + 1, { ...focused, focusOn: 'sentence' });
    expect(highlighted(view)).toEqual(['']);
    manuscript.setPreferences(PLAIN);
    expect(view.dom.classList).not.toContain('focus-mode');
    expect(highlighted(view)).toEqual([]);
  });
});

describe('authors', () => {
  it('are shown by colour, by underline or not at all, and are always named', () => {
    const { view, manuscript } = openManuscript(contentOf([node('1', 'a castle', MODEL)]));
    const authorClasses = () => [...view.dom.classList].filter((name) => name.startsWith('authors-'));
    expect(authorClasses()).toEqual(['authors-colour']);
    manuscript.setPreferences({ ...PLAIN, authorLook: 'underline' });
    expect(authorClasses()).toEqual(['authors-underline']);
    manuscript.setPreferences({ ...PLAIN, authorship: false });
    expect(authorClasses()).toEqual([]);
    expect(view.contentDOM.querySelector(`[data-author="${MODEL}"]`)?.textContent).toBe('a castle');
  });
});
