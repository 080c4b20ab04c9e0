import { EditorSelection, StateEffect } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contentOf, node, openManuscript } from '../open-manuscript.ts';

/** Characters per line of the page. */
const WIDTH = 8;

const modify = vi.fn();

/** Lets every frame and everything that waits for focus to settle pass. */
const settle = () => vi.advanceTimersByTimeAsync(500);

/**
 * Gives jsdom what the fault needs: a page where lines wrap, and Chromium's way of focusing editable text that the
 * selection moves into.
 */
beforeEach(() => {
  vi.useFakeTimers();
  const page = new DOMRect(0, 0, WIDTH * 10, 60);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(page);
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([page] as unknown as DOMRectList);
  vi.spyOn(Range.prototype, 'getClientRects').mockImplementation(function (this: Range) {
    const [row, column] = [Math.floor(this.startOffset / WIDTH), this.startOffset % WIDTH];
    return [new DOMRect(column * 10, row * 20, 10, 20)] as unknown as DOMRectList;
  });
  const { collapse } = Selection.prototype;
  vi.spyOn(Selection.prototype, 'collapse').mockImplementation(function (this: Selection, target, offset) {
    collapse.call(this, target, offset);
    const element = target instanceof Element ? target : target?.parentElement;
    element?.closest<HTMLElement>('[contenteditable="true"]')?.focus();
  });
  Reflect.set(Selection.prototype, 'modify', modify);
});

afterEach(async () => {
  Reflect.deleteProperty(Selection.prototype, 'modify');
  vi.restoreAllMocks();
  document.body.replaceChildren();
  // A frame that waited for fake time would keep jsdom from running frames for the tests after this one.
  await settle();
  vi.useRealTimers();
});

describe.each([
  ['the end of a wrapped line', -1, 'forward'],
  ['the start of the next line', 1, 'backward'],
] as const)('a caret at %s', (_where, side, direction) => {
  const caret = EditorSelection.create([EditorSelection.cursor(WIDTH, side)]);

  function open() {
    const { manuscript, view } = openManuscript(contentOf([node('0', 'one two three four five')]));
    const field = document.body.appendChild(document.createElement('input'));
    manuscript.focus();
    modify.mockClear();
    return { view, field };
  }

  it('leaves the focus in a field that takes it, and is shown there again when it returns', async () => {
    const { view, field } = open();
    view.dispatch({ selection: caret });
    await settle();
    expect(modify).toHaveBeenCalledExactlyOnceWith('move', direction, 'lineboundary');
    field.focus();
    await settle();
    expect(document.activeElement).toBe(field);
    expect(modify).toHaveBeenCalledOnce();
    view.contentDOM.focus();
    await settle();
    expect(modify).toHaveBeenCalledTimes(2);
    expect(view.state.selection.main).toMatchObject({ head: WIDTH, assoc: side });
  });

  it('is shown there again when the window gets the focus back, and leaves it in a field after that', async () => {
    const { view, field } = open();
    view.dispatch({ selection: caret });
    await settle();
    const isActive = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    view.contentDOM.dispatchEvent(new FocusEvent('blur'));
    await settle();
    isActive.mockReturnValue(true);
    modify.mockClear();
    view.contentDOM.dispatchEvent(new FocusEvent('focus'));
    await settle();
    expect(modify).toHaveBeenCalledExactlyOnceWith('move', direction, 'lineboundary');
    field.focus();
    await settle();
    expect(document.activeElement).toBe(field);
  });

  it('is shown there again when the text around it is drawn again, but not without focus', async () => {
    const { view, field } = open();
    const drawMark = (name: string) => {
      const marks = Decoration.set([Decoration.mark({ class: name }).range(20, 23)]);
      view.dispatch({ effects: StateEffect.appendConfig.of(EditorView.decorations.of(marks)) });
      return settle();
    };
    view.dispatch({ selection: caret });
    await settle();
    await drawMark('one');
    expect(modify).toHaveBeenCalledTimes(2);
    field.focus();
    await drawMark('another');
    expect(document.activeElement).toBe(field);
    expect(modify).toHaveBeenCalledTimes(2);
  });

  it('leaves the focus in a field that takes it before the caret is drawn', async () => {
    const { view, field } = open();
    view.dispatch({ selection: caret });
    field.focus();
    // Reading a position lays the text out at once.
    view.coordsAtPos(0);
    await settle();
    expect(document.activeElement).toBe(field);
  });

  it('leaves the focus in a field when it is put there meanwhile, as by an undo from the menu', async () => {
    const { view, field } = open();
    field.focus();
    await settle();
    view.dispatch({ selection: caret });
    await settle();
    expect(document.activeElement).toBe(field);
    expect(modify).not.toHaveBeenCalled();
  });
});
