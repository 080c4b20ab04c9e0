import type { EditorView } from '@codemirror/view';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { PLAIN } from '../../../../src/renderer/editor/preferences.ts';
import { casesFor } from '../../../helpers/fast-check-runs.ts';
import { contentOf, MODEL, node, openManuscript } from '../open-manuscript.ts';

afterEach(() => document.body.replaceChildren());

const markdown = { preferences: { ...PLAIN, markdown: true } };

/** The classes of each line, without CodeMirror's own. */
function lines(view: EditorView): readonly string[] {
  return [...view.contentDOM.querySelectorAll('.cm-line')].map((line) =>
    [...line.classList].filter((name) => name !== 'cm-line').join(' '),
  );
}

function marked(view: EditorView): readonly string[] {
  return [...view.contentDOM.querySelectorAll('.markup, .emphasis, .strong')].map(
    (element) => `${element.className}: ${element.textContent}`,
  );
}

const page = '# One\nIt *was* so.\nAnd so.\n\nOn.\n***\nThen **this**.';

describe('a paragraph', () => {
  it('is not indented at the start of the text or after a heading, a scene break or a blank line', () => {
    const { view } = openManuscript(contentOf([node('1', page)]), markdown);
    expect(lines(view)).toEqual([
      'opening spaced heading heading-1',
      'opening after-heading',
      '',
      '',
      'opening',
      'scene-break',
      'opening after-break',
    ]);
  });

  it('counts blank lines to the room around a heading and a scene break', () => {
    const { view } = openManuscript(contentOf([node('1', 'a\n\n# One\n\nb\n\n***\n\nc\n## Two')]), markdown);
    expect(lines(view)).toEqual([
      'opening',
      '',
      'opening spaced heading heading-1',
      'opening after-heading-blank',
      'opening',
      '',
      'opening spaced scene-break',
      'opening',
      'opening',
      'heading heading-2',
    ]);
  });

  it('is plain prose when the Markdown preference is off', () => {
    const { view, manuscript } = openManuscript(contentOf([node('1', page)]), markdown);
    manuscript.setPreferences(PLAIN);
    expect(lines(view)).toEqual(['opening', '', '', '', 'opening', '', '']);
    expect(marked(view)).toEqual([]);
    manuscript.setPreferences({ ...PLAIN, markdown: true });
    expect(marked(view)).toHaveLength(7);
  });

  it('starts from the right as soon as its first letter is Hebrew or Arabic, and only then', () => {
    const { view, type } = openManuscript(contentOf([], 'ירד שלג.\nSnow.\n'), markdown);
    const directions = () =>
      [...view.contentDOM.querySelectorAll<HTMLElement>('.cm-line')].map((line) => line.dir);
    expect(directions()).toEqual(['rtl', '', '']);
    type(15, 15, 'ث');
    expect(directions()).toEqual(['rtl', '', 'rtl']);
    type(0, 0, 'A ');
    expect(directions()).toEqual(['', '', 'rtl']);
  });

  it('keeps every byte and its authors', () => {
    const { view, manuscript } = openManuscript(contentOf([node('1', 'a *b* c', MODEL)]), markdown);
    expect(manuscript.textForChecks()).toBe('a *b* c');
    const shown = [...view.contentDOM.querySelectorAll('[data-author]')].map((each) => each.textContent);
    expect(shown.join('')).toBe('a *b* c');
    expect(marked(view)).toEqual(['markup: *', 'emphasis: b', 'markup: *']);
  });

  it('becomes a one-character scene break only after the caret leaves, since it may become a heading', () => {
    const { view, type } = openManuscript(contentOf([], 'a\n'), markdown);
    type(2, 2, '#');
    expect(lines(view)).toEqual(['opening', '']);
    type(3, 3, '\n');
    expect(lines(view)).toEqual(['opening', 'scene-break', 'opening']);
    view.dispatch({ selection: { anchor: 2 } });
    expect(lines(view)).toEqual(['opening', '', 'opening']);
    type(3, 3, ' Two');
    expect(lines(view)).toEqual(['opening', 'heading heading-1', 'opening after-heading-blank']);
  });

  it('keeps its elements during composition and is marked afterwards', async () => {
    const focused = { ...PLAIN, markdown: true, focusMode: true, focusOn: 'sentence' as const };
    const { view, type } = openManuscript(contentOf([], 'so *yes'), { preferences: focused });
    view.contentDOM.dispatchEvent(new Event('compositionstart', { bubbles: true }));
    type(7, 7, 'か*', 'input.type.compose');
    expect(marked(view)).toEqual([]);
    type(7, 9, '日*. No', 'input.type.compose');
    expect([...view.contentDOM.querySelectorAll('.lit')].map((each) => each.textContent)).toEqual([
      'so *yes日*. No',
    ]);
    view.contentDOM.dispatchEvent(new Event('compositionend', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(marked(view)).toEqual(['markup: *', 'emphasis: yes日', 'markup: *']);
  });

  it('has the same marks after any typing as when parsed from scratch', () => {
    const piece = fc.constantFrom('*', '**', '_', '\n', '\n\n', '# ', '#', 'a', ' b', '***', '\n---\n');
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(
        text,
        fc.array(fc.tuple(fc.nat(60), fc.nat(8), text), { minLength: 1, maxLength: 6 }),
        (start, edits) => {
          const { view, type, manuscript } = openManuscript(contentOf([], start), markdown);
          for (const [at, length, insert] of edits) {
            const from = at % (view.state.doc.length + 1);
            type(from, Math.min(view.state.doc.length, from + length), insert);
          }
          const { anchor, head } = view.state.selection.main;
          const fresh = openManuscript(
            contentOf([], manuscript.textForChecks(), { cursor: { anchor, head, scroll: 0 } }),
            markdown,
          );
          expect(lines(view)).toEqual(lines(fresh.view));
          expect(marked(view)).toEqual(marked(fresh.view));
          manuscript.destroy();
          fresh.manuscript.destroy();
          document.body.replaceChildren();
        },
      ),
      casesFor('rendering'),
    );
  });
});
