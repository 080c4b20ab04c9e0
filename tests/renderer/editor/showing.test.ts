import { EditorView } from '@codemirror/view';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { NodeId } from '../../../src/core/ids.ts';
import { SHOWN_LENGTH } from '../../../src/renderer/editor/marks/streaming.ts';
import {
  contentOf,
  MODEL,
  node,
  type Opened,
  OTHER_MODEL,
  openManuscript,
  WRITER,
} from './open-manuscript.ts';

const castle = () => [
  node('0', 'Once, '),
  node('1', 'a castle', MODEL),
  node('2', ' on a hill.', OTHER_MODEL),
];

/** Once a frame is painted. */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
const content = (opened: Opened) => opened.view.contentDOM;
const texts = (opened: Opened, selector: string) =>
  [...content(opened).querySelectorAll(selector)].map((element) => element.textContent);

afterEach(() => document.body.replaceChildren());

describe('the text on the page', () => {
  it('is one text box with a name, a head and a length', () => {
    const opened = openManuscript(contentOf(castle()));
    const attributes = Object.fromEntries(
      content(opened)
        .getAttributeNames()
        .map((name) => [name, content(opened).getAttribute(name)]),
    );
    expect(attributes).toMatchObject({
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': 'Manuscript',
      spellcheck: 'false',
      'data-head': 'position-2',
      'data-path-length': '3',
    });
    opened.manuscript.append(node('3', '!', MODEL));
    expect(content(opened).getAttribute('data-head')).toBe('position-3');
    expect(content(opened).getAttribute('data-path-length')).toBe('4');
  });

  it('has the root as its head in an empty tree', () => {
    const opened = openManuscript(contentOf([]));
    expect(content(opened).getAttribute('data-head')).toBe('root');
    expect(content(opened).getAttribute('data-path-length')).toBe('0');
  });

  it('names the agent for a model’s text and no agent for the writer’s', () => {
    const opened = openManuscript(contentOf(castle(), ' Yes.'), {
      authors: [
        { id: WRITER, type: 'human', color: null },
        { id: MODEL, type: 'model', color: 'rust' },
      ],
    });
    expect(texts(opened, '[data-author]')).toEqual(['a castle', ' on a hill.']);
    expect(texts(opened, '[data-author="model"].author.author-rust')).toEqual(['a castle']);
    expect(texts(opened, '[data-author="other-model"].author-blue')).toEqual([' on a hill.']);
    opened.type(8, 14, 'tower');
    expect(texts(opened, '[data-author="model"]')).toEqual(['a ']);
    opened.manuscript.setAuthors([{ id: MODEL, type: 'model', color: 'green' }]);
    expect(texts(opened, '[data-author="model"].author-green')).toEqual(['a ']);
  });

  it('wraps a whole pending edit, regardless of author', () => {
    const opened = openManuscript(contentOf(castle()));
    expect(texts(opened, '[data-pending]')).toEqual([]);
    opened.type(8, 14, 'tower');
    expect(texts(opened, '[data-pending]')).toEqual(['a tower']);
    expect(texts(opened, '[data-pending] [data-author]')).toEqual(['a ']);
    opened.manuscript.seal();
    expect(texts(opened, '[data-pending]')).toEqual([]);
  });

  it('restores a saved draft', () => {
    const edit = {
      nodeId: '1' as NodeId,
      text: 'a hut',
      spans: [
        { agent: MODEL, length: 2 },
        { agent: WRITER, length: 3 },
      ],
    };
    const cursor = { anchor: 2, head: 4, scroll: 0 };
    const opened = openManuscript(contentOf(castle(), ' Yes.', { edits: [edit], cursor }));
    expect(opened.show()).toBe('Once, |a hut| on a hill.| Yes.');
    expect(texts(opened, '[data-pending]')).toEqual(['a hut']);
    expect(opened.view.state.selection.main).toMatchObject({ anchor: 2, head: 4 });
    expect(opened.manuscript.draft().edits).toEqual([edit]);
  });
});

describe('a continuation that streams', () => {
  it('is shown after the text without being part of it', async () => {
    const opened = openManuscript(contentOf(castle()));
    opened.manuscript.showStreaming({ agentId: MODEL, text: ' It' });
    opened.manuscript.showStreaming({ agentId: MODEL, text: ' It was' });
    await nextFrame();
    const widget = content(opened).querySelector('.streaming');
    expect(widget?.textContent).toBe(' It was');
    expect(widget?.getAttribute('aria-hidden')).toBe('true');
    opened.manuscript.showStreaming({ agentId: MODEL, text: ' It was\nold.' });
    await nextFrame();
    expect(content(opened).querySelector('.streaming')).toBe(widget);
    expect(widget?.textContent).toBe(' It was\nold.');
    expect(opened.manuscript.textForChecks()).toBe('Once, a castle on a hill.');
    opened.type(25, 25, ' Yes.');
    expect(opened.show()).toBe('Once, |a castle| on a hill.| Yes.');
    opened.manuscript.showStreaming(null);
    expect(content(opened).querySelector('.streaming')).toBeNull();
  });

  it('is shown up to a length that the page can lay out in every frame', async () => {
    const opened = openManuscript(contentOf(castle()));
    const text = 'a'.repeat(SHOWN_LENGTH - 1);
    opened.manuscript.showStreaming({ agentId: MODEL, text });
    await nextFrame();
    const widget = content(opened).querySelector('.streaming');
    for (const more of ['🏰', `🏰${'b'.repeat(1_000_000)}`]) {
      opened.manuscript.showStreaming({ agentId: MODEL, text: text + more });
      await nextFrame();
      expect(content(opened).querySelector('.streaming')).toBe(widget);
      expect(widget?.textContent === `${text}…`).toBe(true);
    }
  });
});

describe('an input method', () => {
  function compose(opened: Opened, kind: 'compositionstart' | 'compositionend'): void {
    content(opened).dispatchEvent(new Event(kind, { bubbles: true }));
  }
  const later = () => new Promise((resolve) => setTimeout(resolve, 5));

  it('is not disturbed by changes that arrive during composition', async () => {
    const opened = openManuscript(contentOf(castle()));
    compose(opened, 'compositionstart');
    expect(opened.manuscript.isComposing()).toBe(true);
    opened.type(25, 25, 'か', 'input.type.compose');
    const shown = content(opened).innerHTML;
    opened.manuscript.append(node('3', ' Arrived.', MODEL));
    opened.manuscript.replaceTail(3, [node('3b', ' Instead.', MODEL)], { caret: 'keep' });
    opened.manuscript.showStreaming({ agentId: MODEL, text: '…' });
    await nextFrame();
    expect(content(opened).innerHTML).toBe(shown);
    opened.type(25, 26, '漢', 'input.type.compose');
    compose(opened, 'compositionend');
    await later();
    expect(opened.show()).toBe('Once, |a castle| on a hill.| Instead.|漢');
    expect(content(opened).querySelector('.streaming')?.textContent).toBe('…');
  });

  it('leaves the marks around the composition unchanged until it ends', async () => {
    const opened = openManuscript(contentOf(castle()));
    compose(opened, 'compositionstart');
    opened.type(8, 8, 'か', 'input.type.compose');
    expect(texts(opened, '[data-author="model"]')).toEqual(['a かcastle']);
    expect(texts(opened, '[data-pending]')).toEqual([]);
    compose(opened, 'compositionend');
    await later();
    expect(texts(opened, '[data-author="model"]')).toEqual(['a ', 'castle']);
    expect(texts(opened, '[data-pending]')).toEqual(['a かcastle']);
  });
});

describe('the summary', () => {
  it('gives the caret’s position', () => {
    const { manuscript, view } = openManuscript(contentOf(castle()));
    const at = (anchor: number) => {
      view.dispatch({ selection: { anchor } });
      const { nodeNumber, currentPositionId, parentPositionId, atEnd } = manuscript.summary();
      return [nodeNumber, currentPositionId, parentPositionId, atEnd];
    };
    expect(at(0)).toEqual([1, 'position-0', 'root', false]);
    expect(at(6)).toEqual([1, 'position-0', 'root', false]);
    expect(at(7)).toEqual([2, 'position-1', 'position-0', false]);
    expect(at(25)).toEqual([3, 'position-2', 'position-1', true]);
    manuscript.moveCaretAfter(0);
    expect(view.state.selection.main.head).toBe(6);
    manuscript.moveCaretAfter(-1);
    expect(view.state.selection.main.head).toBe(0);
    manuscript.moveCaretAfter(2);
    expect(manuscript.summary().atEnd).toBe(true);
  });

  it('is sent at most once a frame, and only when something changed', async () => {
    const { summaries, type, view } = openManuscript(contentOf(castle()));
    await nextFrame();
    expect(summaries).toHaveLength(1);
    for (const letter of 'abc') type(25, 25, letter);
    await nextFrame();
    expect(summaries).toHaveLength(2);
    expect(summaries.at(-1)).toMatchObject({
      bufferLength: 3,
      characters: 28,
      pendingCount: 0,
      pathLength: 3,
    });
    // Anywhere in the working buffer, the caret counts as at the end of the path.
    view.dispatch({ selection: { anchor: 27 } });
    await nextFrame();
    expect(summaries).toHaveLength(2);
    view.dispatch({ selection: { anchor: 3 } });
    await nextFrame();
    expect(summaries).toHaveLength(3);
  });
});

describe('the window around it', () => {
  it('is notified when the caret and view come to rest, and on blur', () => {
    vi.useFakeTimers();
    const onCursor = vi.fn();
    const onBlur = vi.fn();
    const opened = openManuscript(contentOf(castle()), { onCursor, onBlur });
    opened.view.dispatch({ selection: { anchor: 3 } });
    opened.view.dispatch({ selection: { anchor: 4, head: 5 } });
    vi.advanceTimersByTime(1_000);
    expect(onCursor.mock.calls).toEqual([[{ anchor: 4, head: 5, scroll: 0 }]]);
    content(opened).dispatchEvent(new Event('blur'));
    expect(onBlur).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  it('receives keys that belong to the tree', () => {
    const opened = openManuscript(contentOf(castle()));
    const unhandled = (init: KeyboardEventInit) => {
      const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
      content(opened).dispatchEvent(event);
      return !event.defaultPrevented;
    };
    const before = opened.view.state;
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'r', 's', 'c', 'u', 'l']) {
      expect(unhandled({ key, altKey: true }), `Alt+${key}`).toBe(true);
    }
    for (const key of ['Enter', 'd', '[', ']', '/', 'i', 'm']) {
      expect(unhandled({ key, ctrlKey: true }), `Ctrl+${key}`).toBe(true);
    }
    expect(unhandled({ key: 'Backspace', ctrlKey: true, shiftKey: true })).toBe(true);
    expect(opened.view.state.doc.eq(before.doc)).toBe(true);
    // Otherwise the menu bar takes the focus and the next letter is lost.
    expect(unhandled({ key: 'Alt', altKey: true })).toBe(false);
  });

  it('cannot be edited in a read-only grove', () => {
    const opened = openManuscript(contentOf(castle()), { readOnly: true });
    expect(content(opened).getAttribute('aria-readonly')).toBe('true');
    opened.manuscript.append(node('3', '!', MODEL));
    expect(opened.show()).toBe('Once, |a castle| on a hill.|!|');
  });

  it('sets the nonce on its style sheets', () => {
    const opened = openManuscript(contentOf(castle()), { nonce: 'n0nce' });
    expect(opened.view.state.facet(EditorView.cspNonce)).toBe('n0nce');
  });

  it('preserves every space at a line break', () => {
    const opened = openManuscript(contentOf([], '  indented  text'));
    opened.view.dispatch({ selection: { anchor: 11 } });
    content(opened).dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
    );
    expect(opened.show()).toBe('  indented \n text');
  });
});
