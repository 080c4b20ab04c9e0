import { type EditorView, runScopeHandlers } from '@codemirror/view';
import { afterEach, describe, expect, it } from 'vitest';
import { contentOf, node, type Opened, openManuscript } from '../open-manuscript.ts';

afterEach(() => document.body.replaceChildren());

function press({ view }: Opened, key: string, shiftKey = false): void {
  const event = new KeyboardEvent('keydown', { key, ctrlKey: true, shiftKey });
  expect(runScopeHandlers(view, event, 'editor')).toBe(true);
}

/** The text, with the caret at `at` after it. */
function open(text: string, at: number): Opened {
  const opened = openManuscript(contentOf([node('0', text)]));
  opened.view.dispatch({ selection: { anchor: at } });
  return opened;
}

/** Stops of the caret, from `at` on. */
function stops(text: string, at: number, key: string): number[] {
  const opened = open(text, at);
  const found: number[] = [];
  for (let head = -1; head !== opened.view.state.selection.main.head; ) {
    head = opened.view.state.selection.main.head;
    found.push(head);
    runScopeHandlers(opened.view, new KeyboardEvent('keydown', { key, ctrlKey: true }), 'editor');
  }
  return found;
}

const selected = ({ view }: Opened) => {
  const { from, to } = view.state.selection.main;
  return view.state.sliceDoc(from, to);
};

describe('by words', () => {
  it.each([
    ['I don’t know', [0, 1, 7, 12]],
    ['a well-known “name”\n\n  of', [0, 1, 12, 14, 18, 19, 25]],
    ['我们走了。', [0, 2, 4, 5]],
  ])('in %j Ctrl+Right stops at %j', (text, places) => {
    expect(stops(text, 0, 'ArrowRight')).toEqual(places);
  });

  it('Ctrl+Left stops at the beginnings', () => {
    expect(stops('I don’t know\n我们走了', 17, 'ArrowLeft')).toEqual([17, 15, 13, 8, 2, 0]);
  });

  it('Shift selects, and turns back', () => {
    const opened = open('I don’t know', 2);
    press(opened, 'ArrowRight', true);
    expect(selected(opened)).toBe('don’t');
    press(opened, 'ArrowRight', true);
    expect(selected(opened)).toBe('don’t know');
    press(opened, 'ArrowLeft', true);
    expect(selected(opened)).toBe('don’t ');
  });

  it('Ctrl+Backspace and Ctrl+Delete delete a word with one space, and stop at a line’s end', () => {
    const opened = open('I don’t know\nเดินไป', 7);
    press(opened, 'Backspace');
    expect(opened.manuscript.textForChecks()).toBe('I  know\nเดินไป');
    press(opened, 'Delete');
    expect(opened.manuscript.textForChecks()).toBe('I \nเดินไป');
    press(opened, 'Delete');
    press(opened, 'Delete');
    expect(opened.manuscript.textForChecks()).toBe('I ไป');
    press(opened, 'Backspace');
    expect(opened.manuscript.textForChecks()).toBe('ไป');
    opened.view.dispatch({ selection: { anchor: 0, head: 1 } });
    press(opened, 'Backspace');
    expect(opened.manuscript.textForChecks()).toBe('ป');
  });

  it('a double click selects a word, and dragging on selects words', () => {
    const opened = open('I don’t know 我们走了', 0);
    const { view } = opened;
    const click = (type: string, pos: number, target: EventTarget) => {
      // jsdom has no layout.
      view.posAndSideAtCoords = (() => ({ pos, assoc: 1 })) as EditorView['posAndSideAtCoords'];
      target.dispatchEvent(
        new MouseEvent(type, {
          bubbles: true,
          cancelable: true,
          detail: 2,
          button: 0,
          buttons: 1,
          clientX: pos * 20,
        }),
      );
    };
    click('mousedown', 5, view.contentDOM);
    expect(selected(opened)).toBe('don’t');
    click('mousemove', 14, document);
    expect(selected(opened)).toBe('don’t know 我们');
    click('mouseup', 14, document);
    click('mousedown', 15, view.contentDOM);
    expect(selected(opened)).toBe('走了');
  });
});
