import { StateEffect } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';
import { afterEach, expect, it } from 'vitest';
import { contentOf, MODEL, node, openManuscript } from '../open-manuscript.ts';

afterEach(() => document.body.replaceChildren());

it('restores the caret when a word is redrawn just after focus arrives', () => {
  const { manuscript, view } = openManuscript(contentOf([node('0', 'One two', MODEL)]));
  view.dispatch({ selection: { anchor: 5 } });
  manuscript.focus();
  const line = view.contentDOM.querySelector('.cm-line');
  if (line === null) throw new Error('no line');
  // The browser's behaviour when other elements replace the text under the caret.
  getSelection()?.collapse(line, 0);
  view.dispatch({});
  const selection = getSelection();
  expect(view.posAtDOM(selection?.focusNode ?? line, selection?.focusOffset ?? 0)).toBe(5);
  expect(view.state.selection.main.head).toBe(5);
});

it('restores a caret that was lost without focus as soon as focus returns', () => {
  const { manuscript, view } = openManuscript(contentOf([node('0', 'One two', MODEL)]));
  manuscript.focus();
  view.dispatch({ selection: { anchor: 7 } });
  view.contentDOM.blur();
  const line = view.contentDOM.querySelector('.cm-line');
  if (line === null) throw new Error('no line');
  getSelection()?.collapse(line, 0);
  view.contentDOM.focus();
  const selection = getSelection();
  expect(view.posAtDOM(selection?.focusNode ?? line, selection?.focusOffset ?? 0)).toBe(7);
});

it('leaves the focus to a field that takes it in the same update', async () => {
  const { view } = openManuscript(contentOf([node('0', 'One two', MODEL)]));
  const field = document.body.appendChild(document.createElement('input'));
  const moveFocus = ViewPlugin.define(() => ({
    update: () => {
      view.contentDOM.focus();
      field.focus();
    },
  }));
  view.dispatch({ effects: StateEffect.appendConfig.of(moveFocus) });
  view.dispatch({ selection: { anchor: 1 } });
  await Promise.resolve();
  expect(document.activeElement).toBe(field);
});
