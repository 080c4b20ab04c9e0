import { undo } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import { afterEach, describe, expect, it } from 'vitest';
import { PLAIN } from '../../../../src/renderer/editor/preferences.ts';
import { contentOf, MODEL, node, openManuscript } from '../open-manuscript.ts';

/** The Markdown of documents: its look, its checkboxes, and Enter in its lists (`documents.md`, *Documents*). */

afterEach(() => document.body.replaceChildren());

function open(text: string, { readOnly = false, markdown = true } = {}) {
  return openManuscript(contentOf([node('1', text, MODEL)]), {
    isDocument: true,
    readOnly,
    preferences: { ...PLAIN, markdown },
  });
}

/** The text of each line with its classes, except CodeMirror's own. */
function lines({ contentDOM }: EditorView): readonly string[] {
  return [...contentDOM.querySelectorAll('.cm-line')].map((line) =>
    [...line.classList].filter((name) => name !== 'cm-line').join(' '),
  );
}

/** The elements of a class, by their words. */
function marked({ contentDOM }: EditorView, name: string): readonly (string | null)[] {
  return [...contentDOM.querySelectorAll(`.${name}`)].map(({ textContent }) => textContent);
}

/** Presses Enter with the caret where `|` is. Returns the text with the caret in it. */
function enter(marked: string): string {
  const at = marked.indexOf('|');
  const { view } = open(marked.replace('|', ''));
  view.dispatch({ selection: { anchor: at } });
  view.contentDOM.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  const { head } = view.state.selection.main;
  return `${view.state.sliceDoc(0, head)}|${view.state.sliceDoc(head)}`;
}

const page = `# Marie

She *fears* the **lake**, ~~and~~ \`Emil\`.
- one
  - two
  more of two
1. three
> said
> - within

\`\`\`
# not a heading
\`\`\`
[the lake](https://example.org/lake)
***
| a | b |
|---|---|`;

describe('a document', () => {
  it('shows its structure and every character that was typed', () => {
    const { view, manuscript } = open(page);
    expect(manuscript.textForChecks()).toBe(page);
    expect(view.contentDOM.textContent).toBe(page.replaceAll('\n', ''));
    expect(lines(view)).toEqual([
      'heading heading-1 spaced',
      'after-heading-blank',
      '',
      'nested depth-1',
      'nested depth-2',
      'nested depth-2',
      'nested depth-1',
      'quote nested depth-1',
      'quote nested depth-2',
      '',
      'code-line',
      'code-line',
      'code-line',
      '',
      'scene-break',
      'table-line after-break',
      'table-line',
    ]);
    expect(marked(view, 'prefix')).toEqual(['- ', '  - ', '  ', '1. ', '> ', '> - ']);
    expect(marked(view, 'hanging')).toEqual(['# ']);
    expect(marked(view, 'emphasis')).toEqual(['*fears*']);
    expect(marked(view, 'strong')).toEqual(['**lake**']);
    expect(marked(view, 'code')).toEqual(['`Emil`']);
    expect(marked(view, 'link')).toEqual(['the lake']);
  });

  it('changes its look as it is typed, also below', () => {
    const { view, type } = open('one\n\ntwo\nthree');
    type(0, 0, '# ');
    expect(lines(view)).toEqual(['heading heading-1 spaced', 'after-heading-blank', '', '']);
    type(7, 7, '```\n');
    expect(lines(view).slice(2)).toEqual(['code-line', 'code-line', 'code-line']);
    type(0, 1, '');
    expect(lines(view)).toEqual(['', '', 'code-line', 'code-line', 'code-line']);
  });

  it('is as typed where Markdown is not shown', () => {
    const { view } = open(page, { markdown: false });
    expect(lines(view).join('')).toBe('');
  });

  it('reads a line that would cost too much as words', () => {
    const { view } = open(`${'>'.repeat(300)}\n# Marie`);
    expect(lines(view)).toEqual(['', 'heading heading-1']);
  });
});

describe('a checkbox', () => {
  const list = 'To do\n- [ ] letter\n- [x] lake\n- boat\nShe left.';

  const click = (view: EditorView, index: number) =>
    view.contentDOM
      .querySelectorAll('.task')
      [index]?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));

  it('is toggled by a click, as one edit of the text, without the caret', () => {
    const { view, events } = open(list);
    view.dispatch({ selection: { anchor: 2 } });
    expect(marked(view, 'done')).toEqual([' lake']);
    click(view, 0);
    expect(view.state.sliceDoc(6, 18)).toBe('- [x] letter');
    expect(view.state.selection.main.head).toBe(2);
    expect(events).toMatchObject([{ kind: 'typed', splice: { from: 9, to: 10, insert: 'x' } }]);
    click(view, 1);
    expect(marked(view, 'done')).toEqual([' letter']);
    undo(view);
    expect(marked(view, 'done')).toEqual([' letter', ' lake']);
    undo(view);
    expect(view.state.doc.toString()).toBe(list);
  });

  it('is not toggled where nothing can be written', () => {
    const { view } = open(list, { readOnly: true });
    click(view, 0);
    expect(view.state.doc.toString()).toBe(list);
  });

  it('is toggled by a command, all selected ones at once, and made where there is none', () => {
    const { view, manuscript } = open(list);
    view.dispatch({ selection: { anchor: 8, head: 25 } });
    manuscript.toggleCheckboxes();
    expect(view.state.doc.toString()).toContain('- [x] letter\n- [x] lake');
    manuscript.toggleCheckboxes();
    expect(view.state.doc.toString()).toContain('- [ ] letter\n- [ ] lake');
    view.dispatch({ selection: { anchor: 32, head: 40 } });
    manuscript.toggleCheckboxes();
    expect(view.state.doc.toString()).toContain('- [ ] boat\n- [ ] She left.');
    undo(view);
    expect(view.state.doc.toString()).toContain('- boat\nShe left.');
  });
});

describe('Enter', () => {
  it.each([
    ['- one|', '- one\n- |'],
    ['9. one|', '9. one\n10. |'],
    ['- [x] one| two', '- [x] one\n- [ ] | two'],
    ['> said|', '> said\n> |'],
    ['> * one|', '> * one\n> * |'],
    ['- one\n- |', '- one\n|'],
    ['- one\n  - two\n  - |', '- one\n  - two\n- |'],
    ['> said\n> |', '> said\n|'],
    ['one|', 'one\n|'],
    ['|- one', '\n|- one'],
    ['- one\n  more|', '- one\n  more\n|'],
    ['```\n- one|\n```', '```\n- one\n|\n```'],
  ])('makes %j into %j', (before, after) => {
    expect(enter(before)).toBe(after);
  });
});
