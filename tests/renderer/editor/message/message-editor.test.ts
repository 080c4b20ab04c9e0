import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAX_TEXT_LENGTH } from '../../../../src/core/text/limits.ts';
import { PLAIN } from '../../../../src/renderer/editor/preferences.ts';
import { MODEL, OTHER_MODEL, WRITER, written } from '../open-manuscript.ts';
import { EMPTY, joined, type OpenedMessage, openMessage } from './open-message.ts';

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

const reply = () => joined(written(MODEL, 'The castle'), written(OTHER_MODEL, ' burned.'));
const REPLY_AUTHORS = 'mmmmmmmmmmoooooooo';

const box = ({ parent }: OpenedMessage) => {
  const found = parent.querySelector<HTMLElement>('[role=textbox]');
  if (found === null) throw new Error('no text box');
  return found;
};

function press(opened: OpenedMessage, key: string, init: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  box(opened).dispatchEvent(event);
  return event;
}

const compose = (opened: OpenedMessage, kind: 'compositionstart' | 'compositionend') =>
  box(opened).dispatchEvent(new Event(kind, { bubbles: true }));

/**
 * Until the tasks that waited for a composition have run, and CodeMirror no longer expects the key that ended it, as it
 * does for 100 ms in jsdom, which calls itself Safari.
 */
const settle = () => new Promise((resolve) => setTimeout(resolve, 120));

function paste(opened: OpenedMessage, text: string): void {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.assign(event, {
    clipboardData: { getData: (type: string) => (type === 'text/plain' ? text : '') },
  });
  box(opened).dispatchEvent(event);
}

function cut(opened: OpenedMessage): string {
  let taken = '';
  const event = new Event('cut', { bubbles: true, cancelable: true });
  const setData = (_type: string, text: string) => {
    taken = text;
  };
  Object.assign(event, { clipboardData: { clearData: () => {}, setData } });
  box(opened).dispatchEvent(event);
  return taken;
}

describe('the editor of a message', () => {
  it('is a text box with a name, and shows a placeholder while it is empty', () => {
    const opened = openMessage(EMPTY, { placeholder: 'Write a message' });
    expect(box(opened).getAttribute('aria-label')).toBe('Message');
    expect(box(opened).getAttribute('aria-multiline')).toBe('true');
    expect(box(opened).textContent).toBe('Write a message');
    opened.message.type('Hello');
    expect(box(opened).textContent).toBe('Hello');
  });

  it('reports what is typed at once, with its author', () => {
    const opened = openMessage();
    opened.message.type('Hello');
    expect(opened.reports).toEqual([
      [{ from: 0, to: 0, insert: 'Hello', spans: [{ agent: WRITER, length: 5 }] }],
    ]);
    opened.view.dispatch({ selection: { anchor: 0 } });
    expect(opened.reports).toHaveLength(1);
    opened.check();
  });

  it('puts the whole text together only when it is read', () => {
    let isRead = false;
    const opened = openMessage(written(WRITER, 'A long text.'), {
      onChange: (_splices, content) => {
        expect(isRead).toBe(false);
        expect({ ...content }).toEqual({ text: 'A longer text.', spans: [{ agent: WRITER, length: 14 }] });
      },
    });
    opened.view.state.doc.toString = () => {
      isRead = true;
      return '';
    };
    opened.type(6, 6, 'er');
    expect(opened.reports).toHaveLength(1);
  });

  it('lets what hears of a change make another', () => {
    const opened = openMessage(EMPTY, {
      onChange: (_splices, { text }) => {
        if (text === 'a') opened.message.type('b');
      },
    });
    opened.message.type('a');
    expect(opened.text()).toBe('ab');
    opened.check();
  });

  it('colours what others wrote, and only that', () => {
    const opened = openMessage(joined(reply(), written(WRITER, ' So it goes.')), {
      authors: [
        { id: MODEL, type: 'model', color: 'rust' },
        { id: OTHER_MODEL, type: 'model', color: 'teal' },
      ],
    });
    const marks = () =>
      [...opened.parent.querySelectorAll('.author')].map(({ className, textContent }) => [
        className,
        textContent,
      ]);
    expect(marks()).toEqual([
      ['author author-rust', 'The castle'],
      ['author author-teal', ' burned.'],
    ]);
    opened.type(3, 4, '-');
    expect(marks()).toEqual([
      ['author author-rust', 'The'],
      ['author author-rust', 'castle'],
      ['author author-teal', ' burned.'],
    ]);
    opened.message.setAuthors([{ id: MODEL, type: 'human', color: null }]);
    expect(marks()).toEqual([['author author-blue', ' burned.']]);
  });

  it('gives deleted words back to the model that wrote them', () => {
    const opened = openMessage(reply());
    opened.type(4, 13, '', 'delete.selection');
    opened.type(4, 4, 'tower ', 'input.paste');
    expect([opened.text(), opened.authors()]).toEqual(['The tower rned.', 'mmmmwwwwwwooooo']);
    opened.message.undo();
    opened.message.undo();
    expect([opened.text(), opened.authors()]).toEqual(['The castle burned.', REPLY_AUTHORS]);
    expect(opened.message.undoDepth()).toBe(0);
    opened.check();
    opened.message.redo();
    opened.message.redo();
    expect([opened.text(), opened.authors()]).toEqual(['The tower rned.', 'mmmmwwwwwwooooo']);
    opened.check();
  });

  it('reports a change of authors that leaves the letters', () => {
    const opened = openMessage(reply());
    opened.type(0, 3, 'The');
    expect(opened.authors()).toBe(`www${REPLY_AUTHORS.slice(3)}`);
    opened.message.undo();
    expect(opened.authors()).toBe(REPLY_AUTHORS);
    expect(opened.reports).toHaveLength(2);
    opened.check();
  });

  it('keeps the authors of a passage from another editor, and attributes outside text to the writer', () => {
    const from = openMessage(reply());
    from.view.focus();
    from.view.dispatch({ selection: { anchor: 4, head: 13 } });
    const passage = cut(from);
    const to = openMessage(written(WRITER, 'Once: '));
    paste(to, passage);
    paste(to, ' and\r\nmore');
    expect(to.text()).toBe('Once: castle bu and\nmore');
    expect(to.authors()).toBe('wwwwwwmmmmmmooowwwwwwwww');
    to.check();
    from.check();
  });

  it('normalises line ends', () => {
    const opened = openMessage(written(WRITER, 'a\r\nb'));
    opened.message.type('\r\nc\rd');
    expect(opened.message.content()).toEqual(written(WRITER, 'a\nb\nc\nd'));
    opened.message.setContent(written(MODEL, 'e\r\nf'));
    expect(opened.message.content()).toEqual(written(MODEL, 'e\nf'));
  });

  it('refuses text that is too long as a whole', () => {
    const opened = openMessage(written(WRITER, `${'x'.repeat(1023)}\n`.repeat(MAX_TEXT_LENGTH / 1024)));
    opened.message.type('a');
    paste(opened, 'Pasted.');
    expect(opened.refused).toEqual(['typing', 'insertion']);
    expect(opened.reports).toEqual([]);
    expect(opened.message.caret().offset).toBe(MAX_TEXT_LENGTH);
  });

  it('lets nothing be typed into a read-only text', () => {
    const opened = openMessage(reply(), { readOnly: true });
    opened.message.type('a');
    paste(opened, 'b');
    opened.message.undo();
    expect(opened.text()).toBe('The castle burned.');
    expect(box(opened).getAttribute('aria-readonly')).toBe('true');
  });

  it('marks misspelled words and replaces one in a single step', async () => {
    vi.useFakeTimers();
    const opened = openMessage(written(WRITER, 'a castel'), {
      checkWords: async (words) => words.filter((word) => word === 'castel'),
      preferences: { ...PLAIN, spellCheck: true },
    });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(opened.parent.querySelector('.misspelled')?.textContent).toBe('castel');
    const word = opened.message.pointAt(null);
    if (word === null) throw new Error('no word at the caret');
    expect(word).toEqual({ from: 2, to: 8, text: 'castel', isWrong: true });
    opened.message.replaceWord(word, 'castle');
    expect(opened.text()).toBe('a castle');
    opened.message.undo();
    expect(opened.text()).toBe('a castel');
    opened.check();
  });
});

describe('another text', () => {
  it('replaces the first without a report, and the history with it', () => {
    const opened = openMessage(written(WRITER, 'One'));
    opened.message.type(' two');
    opened.message.setContent(reply());
    expect([opened.text(), opened.authors()]).toEqual(['The castle burned.', REPLY_AUTHORS]);
    expect(opened.reports).toHaveLength(1);
    expect(opened.message.undoDepth()).toBe(0);
    opened.message.undo();
    expect(opened.text()).toBe('The castle burned.');
    opened.message.type('!');
    expect(opened.reports.at(-1)).toMatchObject([{ from: 18, to: 18, insert: '!' }]);
  });

  it('keeps the focus, the looks and what the window connected', () => {
    const keys: string[] = [];
    const opened = openMessage(EMPTY, {
      onKeyDown: ({ key }) => {
        keys.push(key);
        return true;
      },
    });
    opened.message.focus();
    opened.message.setAuthors([{ id: MODEL, type: 'model', color: 'green' }]);
    opened.message.setContent(written(MODEL, 'Text'));
    expect(document.activeElement).toBe(box(opened));
    expect(opened.parent.querySelector('.author')?.className).toBe('author author-green');
    press(opened, 'Enter');
    expect(keys).toEqual(['Enter']);
  });

  it('replaces what an input method composes only when that ends', async () => {
    const opened = openMessage(written(WRITER, 'ab'));
    compose(opened, 'compositionstart');
    opened.type(2, 2, 'n', 'input.type.compose');
    opened.message.setContent(written(WRITER, 'New'));
    expect(opened.text()).toBe('New');
    expect(opened.view.state.doc.toString()).toBe('abn');
    opened.type(2, 3, '你', 'input.type.compose');
    expect(opened.reports).toHaveLength(1);
    compose(opened, 'compositionend');
    await settle();
    expect(opened.view.state.doc.toString()).toBe('New');
    opened.message.type('.');
    expect(opened.text()).toBe('New.');
    expect(opened.reports).toHaveLength(2);
  });
});

describe('an earlier state', () => {
  it('continues with its history and selection', () => {
    const first = openMessage(reply());
    first.type(0, 4, '', 'delete.selection');
    first.type(0, 0, 'A ', 'input.paste');
    first.view.dispatch({ selection: { anchor: 2, head: 8 } });
    const content = first.message.content();
    const state = first.message.state();
    first.message.destroy();
    const second = openMessage(content, { state });
    expect(second.message.selectedText()).toBe('castle');
    expect(second.message.undoDepth()).toBe(2);
    second.message.undo();
    second.message.undo();
    expect([second.text(), second.authors()]).toEqual(['The castle burned.', REPLY_AUTHORS]);
    second.check();
  });

  it('of another text or of other authors is ignored', () => {
    const first = openMessage(reply());
    first.message.type('!');
    const state = first.message.state();
    const { text } = first.message.content();
    for (const content of [written(WRITER, 'Other'), written(WRITER, text)]) {
      const second = openMessage(content, { state });
      expect(second.message.content()).toEqual(content);
      expect(second.message.undoDepth()).toBe(0);
    }
    expect(openMessage(first.message.content(), { state: { doc: text } }).message.undoDepth()).toBe(0);
  });
});

describe('keys and the caret', () => {
  it('reach the window before the editor, but not while composing', async () => {
    const keys: string[] = [];
    const opened = openMessage(EMPTY, {
      onKeyDown: ({ key, shiftKey }) => {
        keys.push(key);
        return key === 'Enter' && !shiftKey;
      },
    });
    opened.message.type('a');
    expect(press(opened, 'Enter').defaultPrevented).toBe(true);
    expect(opened.text()).toBe('a');
    press(opened, 'Enter', { shiftKey: true });
    expect(opened.text()).toBe('a\n');
    compose(opened, 'compositionstart');
    opened.type(2, 2, 'n', 'input.type.compose');
    press(opened, 'Enter', { isComposing: true, keyCode: 229 });
    press(opened, 'Enter');
    expect(keys).toEqual(['Enter', 'Enter']);
    compose(opened, 'compositionend');
    await settle();
    press(opened, 'Escape');
    expect(keys).toEqual(['Enter', 'Enter', 'Escape']);
  });

  it('wait for a composition with what changes the text', async () => {
    const opened = openMessage();
    const done: string[] = [];
    compose(opened, 'compositionstart');
    expect(opened.message.isComposing()).toBe(true);
    opened.message.afterComposing(() => done.push(opened.text()));
    opened.type(0, 0, '你好', 'input.type.compose');
    expect(done).toEqual([]);
    compose(opened, 'compositionend');
    expect(opened.message.isComposing()).toBe(true);
    await settle();
    expect(done).toEqual(['你好']);
    expect(opened.message.isComposing()).toBe(false);
    opened.check();
  });

  it('say where the caret is', () => {
    const opened = openMessage(written(WRITER, 'One\ntwo\nthree'));
    expect(opened.message.caret()).toEqual({
      offset: 13,
      length: 13,
      isAtFirstLine: false,
      isAtLastLine: true,
    });
    opened.view.dispatch({ selection: { anchor: 5 } });
    expect(opened.message.caret()).toMatchObject({ isAtFirstLine: false, isAtLastLine: false });
    opened.view.dispatch({ selection: { anchor: 0, head: 2 } });
    expect(opened.message.caret()).toMatchObject({ offset: 2, isAtFirstLine: true, isAtLastLine: false });
    expect(opened.message.selectedText()).toBe('On');
    opened.message.moveCaretToEnd();
    expect(opened.message.caret().offset).toBe(13);
    const empty = openMessage().message.caret();
    expect(empty).toEqual({ offset: 0, length: 0, isAtFirstLine: true, isAtLastLine: true });
  });

  it('tell when the focus comes and goes', () => {
    const told: string[] = [];
    const opened = openMessage(EMPTY, {
      onFocus: () => told.push('focus'),
      onBlur: () => told.push('blur'),
    });
    opened.message.focus();
    box(opened).blur();
    expect(told).toEqual(['focus', 'blur']);
  });
});
