import { EditorView } from '@codemirror/view';
import { afterEach, describe, expect, it } from 'vitest';
import { MAX_SPANS, MAX_TEXT_LENGTH } from '../../../../src/core/text/limits.ts';
import { makeSpan } from '../../../../src/core/text/span.ts';
import { PLAIN } from '../../../../src/renderer/editor/preferences.ts';
import type { RefusedText } from '../../../../src/renderer/surface.ts';
import {
  contentOf,
  MODEL,
  node,
  nodeId,
  type Opened,
  openManuscript,
  WRITER,
  written,
} from '../open-manuscript.ts';

afterEach(() => document.body.replaceChildren());

/** A page of text: a single line of millions of characters would be a different test. */
const LINE = `${'x'.repeat(1023)}\n`;
const text = (length: number) => LINE.repeat(length / 1024);
const MOST = text(MAX_TEXT_LENGTH);
const HALF = text(MAX_TEXT_LENGTH / 2);

/** A manuscript that records what was refused. */
function open(
  content: Parameters<typeof openManuscript>[0],
  options: Parameters<typeof openManuscript>[1] = {},
) {
  const refused: RefusedText[] = [];
  const opened = openManuscript(content, { ...options, onTextRefused: (what) => refused.push(what) });
  return { ...opened, refused };
}

const lengthOf = ({ view }: Opened) => view.state.doc.length;

function paste(opened: Opened, insert: string): void {
  opened.type(lengthOf(opened), lengthOf(opened), insert, 'input.paste');
}

describe('a draft that is as long as it may be', () => {
  it('takes no more text, and less of it makes room', () => {
    const opened = open(contentOf([], MOST));
    opened.type(5, 5, 'a');
    paste(opened, 'Pasted.');
    expect(opened.refused).toEqual(['typing', 'insertion']);
    expect(opened.events).toEqual([]);
    expect(opened.view.state.doc.toString() === MOST).toBe(true);
    opened.type(0, 2, '');
    opened.type(5, 5, 'ab');
    expect(lengthOf(opened)).toBe(MAX_TEXT_LENGTH);
    expect(opened.refused).toHaveLength(2);
    // Undo is never refused.
    opened.manuscript.undo();
    opened.manuscript.undo();
    expect(opened.view.state.doc.toString() === MOST).toBe(true);
  });

  it('loses no character to typographic punctuation', () => {
    const opened = open(contentOf([], MOST), { preferences: { ...PLAIN, smartPunctuation: true } });
    const insert = (from: number, typed: string) =>
      opened.view.state
        .facet(EditorView.inputHandler)
        .some((handler) =>
          handler(opened.view, from, from, typed, () =>
            opened.view.state.update({ changes: { from, insert: typed }, userEvent: 'input.type' }),
          ),
        );
    expect(insert(7, '"')).toBe(true);
    expect(opened.view.state.doc.toString() === MOST).toBe(true);
    expect(opened.refused).toEqual(['typing']);
  });

  it('still receives what arrives', () => {
    const opened = open(contentOf([], MOST));
    opened.manuscript.append(node('1', 'Arrived.', MODEL));
    expect(lengthOf(opened)).toBe(MAX_TEXT_LENGTH + 8);
    expect(opened.refused).toEqual([]);
  });

  it('starts over once it is committed', () => {
    const opened = open(contentOf([], MOST));
    opened.manuscript.seal();
    opened.type(lengthOf(opened), lengthOf(opened), 'More.');
    expect(opened.refused).toEqual([]);
    expect(lengthOf(opened)).toBe(MAX_TEXT_LENGTH + 5);
  });
});

describe('text at once', () => {
  it('that is too long is refused as a whole', async () => {
    const opened = open(contentOf([node('1', 'Once. ')], HALF));
    paste(opened, `${HALF}!`);
    expect(opened.refused).toEqual(['insertion']);
    paste(opened, HALF);
    expect(opened.refused).toHaveLength(1);
    expect(lengthOf(opened)).toBe(MAX_TEXT_LENGTH + 6);
  });

  it('with more authors than there is room for is refused, and what deletes some is not', () => {
    const two = [makeSpan(WRITER, 1), makeSpan(MODEL, 1)];
    const spans = Array.from({ length: MAX_SPANS / 2 }, () => two).flat();
    const opened = open(
      contentOf([], '', { buffer: { text: text(MAX_SPANS + 576).slice(0, MAX_SPANS), spans } }),
    );
    opened.view.focus();
    opened.view.dispatch({ selection: { anchor: 0, head: 4 } });
    const copy = new Event('copy', { bubbles: true, cancelable: true });
    Object.assign(copy, { clipboardData: { clearData: () => {}, setData: () => {} } });
    opened.view.contentDOM.dispatchEvent(copy);
    paste(opened, 'xxxx');
    expect(opened.refused).toEqual(['insertion']);
    opened.type(1, 1, 'a');
    expect(opened.refused).toEqual(['insertion', 'typing']);
    opened.type(0, 9, '');
    opened.type(1, 1, 'a');
    expect(opened.refused).toHaveLength(2);
    expect(lengthOf(opened)).toBe(MAX_SPANS - 8);
  });

  it('in a file that is too large is not even read', async () => {
    const opened = open(contentOf([], 'Once '));
    const file = new File([], 'long.txt');
    Object.defineProperty(file, 'size', { value: 4 * MAX_TEXT_LENGTH });
    Object.defineProperty(file, 'arrayBuffer', { value: () => Promise.reject(new Error('it was read')) });
    opened.view.posAtCoords = (() => 0) as typeof opened.view.posAtCoords;
    const drop = new Event('drop', { bubbles: true, cancelable: true });
    Object.defineProperty(drop, 'dataTransfer', {
      value: { files: [file], types: ['Files'], getData: () => '' },
    });
    opened.view.contentDOM.dispatchEvent(drop);
    await expect.poll(() => opened.refused).toEqual(['insertion']);
    expect(opened.manuscript.textForChecks()).toBe('Once ');
  });

  it('from replacing all matches is refused if it opens too many edits', async () => {
    const opened = open(contentOf([node('1', HALF, MODEL), node('2', HALF, MODEL), node('3', 'x', MODEL)]));
    const done: number[] = [];
    opened.manuscript.find(
      { text: 'x\n', matchCase: false, wholeWord: false, isRegExp: true },
      { reveal: false },
    );
    opened.manuscript.replaceAllFound('yyy', (count) => done.push(count));
    await expect.poll(() => opened.refused).toEqual(['insertion']);
    expect(done).toEqual([0]);
    expect(lengthOf(opened)).toBe(MAX_TEXT_LENGTH + 1);
  });
});

describe('a node of an earlier version that is longer than an edit may be', () => {
  const content = () =>
    contentOf([node('1', 'Before. '), node('2', `${MOST}${LINE}`, MODEL), node('3', 'After.')]);

  it('cannot be edited, and the rest of the text can', () => {
    const opened = open(content());
    opened.type(100, 100, 'a');
    opened.type(100, 101, '', 'delete.backward');
    expect(opened.refused).toEqual(['longNode', 'longNode']);
    opened.type(0, 0, 'Long ');
    opened.type(lengthOf(opened), lengthOf(opened), ' More.');
    expect(opened.refused).toHaveLength(2);
    expect(opened.events.map((event) => event.kind)).toEqual(['typed', 'typed']);
  });

  it('can be deleted', () => {
    const opened = open(content());
    opened.type(8, 8 + MAX_TEXT_LENGTH + LINE.length, '', 'delete.selection');
    expect(opened.refused).toEqual([]);
    expect(opened.show()).toBe('Before. ||After.|');
  });

  it('whose pending edit is that long can only get shorter', () => {
    const edit = { nodeId: nodeId('1'), ...written(MODEL, `${MOST}ab`) };
    const opened = open(contentOf([node('1', 'Once.', MODEL)], '', { edits: [edit] }));
    opened.type(0, 0, 'a');
    opened.type(0, 1, '', 'delete.forward');
    expect(opened.refused).toEqual(['longNode']);
    expect(lengthOf(opened)).toBe(MAX_TEXT_LENGTH + 1);
  });
});
