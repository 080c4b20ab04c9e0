import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PositionId } from '../../../../src/core/ids.ts';
import { POSITION_FLAGS } from '../../../../src/core/tree/tree-node.ts';
import { contentOf, MODEL, node, openManuscript } from '../open-manuscript.ts';

/** Marks for notes and for excluded text. */

// jsdom has no layout, so every range is on one line at the top.
const rect = { left: 100, right: 100, top: 40, bottom: 60, width: 0, height: 20, x: 100, y: 40 };

beforeEach(() => {
  vi.useFakeTimers();
  Range.prototype.getClientRects = () => [rect] as unknown as DOMRectList;
});

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

function open(nodes = [node('1', 'Once '), node('2', 'there was ', MODEL), node('3', 'a castle.')]) {
  const asked: PositionId[] = [];
  const opened = openManuscript(contentOf(nodes), { onNotes: (positionId) => asked.push(positionId) });
  const { dom } = opened.view;
  const frame = () => vi.advanceTimersByTimeAsync(100);
  return {
    ...opened,
    asked,
    frame,
    /** Sets the flags of positions by node name; the others have none. */
    show: async (flags: Readonly<Record<string, number>>) => {
      opened.manuscript.showHeaders((positionId) => {
        const value = flags[positionId.replace('position-', '')] ?? 0;
        return {
          siblingIndex: 1,
          siblingCount: 1,
          versionIndex: 1,
          versionCount: 1,
          flags: value,
          forks: [],
        };
      });
      await frame();
    },
    excluded: () => [...dom.querySelectorAll('.excluded')].map((element) => element.textContent),
    marks: () => dom.querySelectorAll('.note-mark').length,
    /** Clicks the first mark; returns whether the text keeps focus. */
    click: () => {
      const event = new MouseEvent('mousedown', { button: 0, bubbles: true, cancelable: true });
      dom.querySelector('.note-mark')?.dispatchEvent(event);
      return event.defaultPrevented;
    },
  };
}

describe('excluded text', () => {
  it('is marked from end to end, regardless of author, and nothing else is', async () => {
    const { show, excluded, view } = open();
    expect(excluded()).toEqual([]);
    await show({ 2: POSITION_FLAGS.excluded });
    expect(excluded().join('')).toBe('there was ');
    expect(view.dom.querySelector('.excluded .author')?.textContent).toBe('there was ');
    await show({});
    expect(excluded()).toEqual([]);
  });

  it('grows with typing inside it but not beside it', async () => {
    const { show, excluded, type, frame } = open();
    await show({ 2: POSITION_FLAGS.excluded });
    type(9, 9, 'n');
    type(0, 0, 'x');
    await frame();
    expect(excluded().join('')).toBe('therne was ');
  });

  it('is marked together with notes and bookmarks of the same node', async () => {
    const { show, excluded } = open();
    await show({ 1: POSITION_FLAGS.excluded + POSITION_FLAGS.noted + POSITION_FLAGS.bookmarked });
    expect(excluded().join('')).toBe('Once ');
  });
});

describe('a node with notes', () => {
  it('has one mark in the margin, hidden from screen readers', async () => {
    const { show, marks, view } = open();
    await show({ 2: POSITION_FLAGS.noted });
    expect(marks()).toBe(1);
    expect(view.contentDOM.querySelector('.note-mark')).toBeNull();
    expect(view.dom.querySelector('.note-mark')?.closest('[aria-hidden="true"]')).not.toBeNull();
    await show({});
    expect(marks()).toBe(0);
  });

  it('is opened by a click on its mark, and the text keeps focus', async () => {
    const { show, asked, click } = open();
    await show({ 3: POSITION_FLAGS.noted });
    expect(click()).toBe(true);
    expect(asked).toEqual(['position-3']);
  });

  it('shares its line’s mark: each click opens the next one after the caret, wrapping around', async () => {
    const { show, marks, asked, click, manuscript } = open();
    await show({ 1: POSITION_FLAGS.noted, 3: POSITION_FLAGS.noted });
    expect(marks()).toBe(1);
    manuscript.moveCaretAfter(1);
    click();
    manuscript.moveCaretAfter(0);
    click();
    manuscript.moveCaretAfter(2);
    click();
    expect(asked).toEqual(['position-1', 'position-3', 'position-1']);
  });
});

it('a manuscript keeps its marks when shown again', async () => {
  const { show, manuscript, marks, frame } = open();
  await show({ 1: POSITION_FLAGS.noted });
  manuscript.showPath(contentOf([node('1', 'Once ')]));
  await frame();
  expect(marks()).toBe(1);
});
