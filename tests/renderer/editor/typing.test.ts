import { afterEach, describe, expect, it } from 'vitest';
import {
  contentOf,
  letters,
  MODEL,
  node,
  nodeId,
  openManuscript,
  WRITER,
  written,
} from './open-manuscript.ts';

const tower = () => [
  node('0', 'Once upon a time, '),
  node('1', 'there was a castle', MODEL),
  node('2', ' on a hill.', MODEL),
];

afterEach(() => document.body.replaceChildren());

describe('typing', () => {
  it('goes to the working buffer at the end of the text', () => {
    const { type, show, events } = openManuscript(contentOf([node('0', 'Once.')]));
    type(5, 5, ' It');
    type(8, 8, ' was');
    expect(show()).toBe('Once.| It was');
    expect(events).toEqual([
      {
        kind: 'typed',
        segmentId: expect.any(Number),
        nodeId: null,
        seal: null,
        splice: { from: 0, to: 0, insert: ' It', spans: [{ agent: WRITER, length: 3 }] },
      },
      expect.objectContaining({ splice: expect.objectContaining({ from: 3, to: 3, insert: ' was' }) }),
    ]);
  });

  it('goes to the working buffer in a tree with only its root', () => {
    const { type, show, manuscript } = openManuscript(contentOf([]));
    type(0, 0, 'First');
    expect(show()).toBe('First');
    expect(manuscript.summary()).toMatchObject({
      pathLength: 0,
      nodeNumber: 0,
      currentPositionId: 'root',
      bufferLength: 5,
    });
  });

  it('inside a node opens an edit of that node only', () => {
    const { type, show, events, manuscript, spans } = openManuscript(contentOf(tower()));
    type(30, 36, 'tower');
    expect(show()).toBe('Once upon a time, |there was a tower| on a hill.|');
    expect(letters(spans())).toBe(`${'w'.repeat(18)}${'m'.repeat(12)}wwwww${'m'.repeat(11)}`);
    expect(events).toEqual([
      expect.objectContaining({
        nodeId: '1',
        splice: { from: 12, to: 18, insert: 'tower', spans: [{ agent: WRITER, length: 5 }] },
      }),
    ]);
    expect(manuscript.draft()).toEqual({
      head: 'position-2',
      buffer: { text: '', spans: [] },
      edits: [
        {
          nodeId: '1',
          text: 'there was a tower',
          spans: [
            { agent: MODEL, length: 12 },
            { agent: WRITER, length: 5 },
          ],
        },
      ],
    });
  });

  it('in another node commits the first edit unchanged', () => {
    const { type, events } = openManuscript(contentOf(tower()));
    type(30, 36, 'tower');
    type(0, 1, 'o');
    expect(events.map((event) => event.kind)).toEqual(['typed', 'sealed', 'typed']);
    expect(events[1]).toMatchObject({ segments: [{ nodeId: '1' }] });
    expect(events[2]).toMatchObject({ nodeId: '0', splice: { from: 0, to: 1, insert: 'o' } });
  });

  it('inside a node commits a working buffer that holds text', () => {
    const { type, show, events } = openManuscript(contentOf(tower(), ' It was old.'));
    type(0, 1, 'o');
    expect(events.map((event) => event.kind)).toEqual(['sealed', 'typed']);
    expect(events[0]).toMatchObject({ segments: [{ nodeId: null }] });
    expect(show()).toBe('once upon a time, |there was a castle| on a hill.| It was old.|');
  });

  it('in the working buffer while an edit is pending commits nothing', () => {
    const { type, events, manuscript } = openManuscript(contentOf(tower()));
    type(30, 36, 'tower');
    type(46, 46, ' Yes.');
    expect(events.every((event) => event.kind === 'typed')).toBe(true);
    expect(manuscript.draft()).toMatchObject({ buffer: { text: ' Yes.' }, edits: [{ nodeId: '1' }] });
  });

  it('that deletes across nodes opens an edit of each and counts as one change', () => {
    const { type, show, events, manuscript } = openManuscript(contentOf(tower()));
    type(24, 40, '');
    expect(show()).toBe('Once upon a time, |there |a hill.|');
    expect(events.map((event) => event.kind)).toEqual(['typed', 'typed']);
    expect(manuscript.draft().edits.map((edit) => edit.nodeId)).toEqual(['1', '2']);
  });

  it('where a node was emptied goes to that node', () => {
    const { type, show, manuscript } = openManuscript(contentOf(tower()));
    type(18, 36, '');
    expect(show()).toBe('Once upon a time, || on a hill.|');
    type(18, 18, 'nothing');
    expect(show()).toBe('Once upon a time, |nothing| on a hill.|');
    expect(manuscript.draft().edits).toEqual([{ nodeId: nodeId('1'), ...written(WRITER, 'nothing') }]);
  });

  it('never puts a boundary inside an emoji', () => {
    const { view, show, type, spans } = openManuscript(
      contentOf([node('0', 'a🏰', MODEL), node('1', '🏰b', MODEL)]),
    );
    type(3, 3, '🌲');
    expect(show()).toBe('a🏰🌲|🏰b|');
    // An input method changes 🏰 (D83C DFF0) into 🏱 (D83C DFF1): only the second half differs.
    view.dispatch({ changes: { from: 2, to: 3, insert: '\udff1' }, userEvent: 'input.type' });
    expect(show()).toBe('a\u{1f3f1}🌲|🏰b|');
    expect(letters(spans())).toBe('mwwwwmmm');
    expect(view.state.doc.toString().isWellFormed()).toBe(true);
  });
});

describe('pasting', () => {
  function paste(view: { contentDOM: HTMLElement }, text: string, html = ''): void {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    const data = new Map([
      ['text/plain', text],
      ['text/html', html],
    ]);
    Object.assign(event, { clipboardData: { getData: (type: string) => data.get(type) ?? '' } });
    view.contentDOM.dispatchEvent(event);
  }
  function take(view: { contentDOM: HTMLElement }, kind: 'copy' | 'cut'): string {
    let taken = '';
    const event = new Event(kind, { bubbles: true, cancelable: true });
    const setData = (_type: string, text: string) => {
      taken = text;
    };
    Object.assign(event, { clipboardData: { clearData: () => {}, setData } });
    view.contentDOM.dispatchEvent(event);
    return taken;
  }

  it('normalizes line endings to \\n and inserts only whole characters', () => {
    const { view, show, manuscript } = openManuscript(contentOf([node('0', 'One.')]));
    view.dispatch({ selection: { anchor: 4 } });
    paste(view, '\r\nTwo\rThree\ud800\u2028.\ufeff');
    expect(show()).toBe('One.|\nTwo\nThree\ufffd\n.');
    expect(manuscript.draft().buffer.text).toBe('\nTwo\nThree\ufffd\n.');
  });

  it('keeps a passage that was cut here as it is', () => {
    const { view, spans, show } = openManuscript(contentOf([node('0', 'a\u2028so\u00adft b', MODEL)]));
    view.focus();
    view.dispatch({ selection: { anchor: 1, head: 7 } });
    paste(view, take(view, 'cut'));
    expect(show().replaceAll('|', '')).toBe('a\u2028so\u00adft b');
    expect(letters(spans())).toBe('m'.repeat(9));
  });

  it('accepts a megabyte', () => {
    const { view, manuscript, events } = openManuscript(contentOf(tower()));
    const megabyte = 'All work and no play. \n'.repeat(45_000);
    view.dispatch({ selection: { anchor: view.state.doc.length } });
    paste(view, megabyte);
    expect(manuscript.draft().buffer.text).toBe(megabyte);
    expect(events).toHaveLength(1);
    manuscript.undo();
    expect(manuscript.draft().buffer.text).toBe('');
  });

  it('keeps the authors of a passage cut here, and attributes outside text to the writer', () => {
    const { view, show, spans, manuscript } = openManuscript(contentOf(tower()));
    view.focus();
    view.dispatch({ selection: { anchor: 10, head: 24 } });
    const text = take(view, 'cut');
    expect(text).toBe('a time, there ');
    expect(show()).toBe('Once upon |was a castle| on a hill.|');
    view.dispatch({ selection: { anchor: view.state.doc.length } });
    paste(view, text);
    expect(manuscript.draft().buffer).toEqual({
      text,
      spans: [
        { agent: WRITER, length: 8 },
        { agent: MODEL, length: 6 },
      ],
    });
    paste(view, 'there');
    expect(letters(spans()).slice(-11)).toBe('mmmmmmwwwww');
  });

  it('keeps the marks of a page of another program, as the writer’s text and one step of undo', () => {
    const { view, show, spans, manuscript } = openManuscript(contentOf(tower()));
    view.dispatch({ selection: { anchor: view.state.doc.length } });
    paste(view, ' So it was.', '<p>&nbsp;So\u00ad it <em>was</em>.\u2028</p>');
    expect(show()).toBe('Once upon a time, |there was a castle| on a hill.|\u00a0So it *was*.');
    expect(letters(spans()).slice(-5)).toBe('wwwww');
    manuscript.undo();
    expect(show()).toBe('Once upon a time, |there was a castle| on a hill.|');
  });

  it('keeps what was copied here as it is, whatever page comes with it', () => {
    const { view, spans, manuscript } = openManuscript(contentOf(tower()));
    view.focus();
    view.dispatch({ selection: { anchor: 18, head: 23 } });
    const text = take(view, 'copy');
    view.dispatch({ selection: { anchor: view.state.doc.length } });
    paste(view, text, '<b>there</b>');
    expect(manuscript.draft().buffer.text).toBe('there');
    expect(letters(spans()).slice(-5)).toBe('mmmmm');
  });

  it('of a page that is too long pastes its plain text, and is refused without one', () => {
    const { view, manuscript, events } = openManuscript(contentOf(tower()));
    view.dispatch({ selection: { anchor: view.state.doc.length } });
    const page = `${'<div>'.repeat(1_000_000)}<b>deep</b>`;
    paste(view, 'deep', page);
    expect(manuscript.draft().buffer.text).toBe('deep');
    const before = events.length;
    paste(view, '', page);
    expect(manuscript.draft().buffer.text).toBe('deep');
    expect(events.slice(before)).toEqual([]);
  });

  it('leaves the clipboard alone when nothing is selected', () => {
    const { view, show } = openManuscript(contentOf(tower()));
    view.focus();
    expect(take(view, 'cut')).toBe('');
    expect(show()).toBe('Once upon a time, |there was a castle| on a hill.|');
  });
});

describe('undo', () => {
  it('returns each node’s own text, with its authors', () => {
    const { type, show, spans, manuscript } = openManuscript(contentOf(tower(), 'Buffer.'));
    const before = { show: show(), letters: letters(spans()) };
    type(0, 54, '');
    expect(show()).toBe('||||');
    manuscript.undo();
    expect(show()).toBe(`${before.show}|`);
    expect(letters(spans())).toBe(before.letters);
    manuscript.redo();
    expect(show()).toBe('||||');
  });

  it('of deleting everything restores ten thousand nodes', () => {
    const nodes = Array.from({ length: 10_000 }, (_, i) =>
      node(`${i}`, `Sentence ${i}.\n`, i % 2 === 0 ? WRITER : MODEL),
    );
    const { view, show, spans, manuscript } = openManuscript(contentOf(nodes));
    const before = { show: show(), spans: spans(), words: manuscript.summary().words };
    view.dispatch({ changes: { from: 0, to: view.state.doc.length }, userEvent: 'delete.selection' });
    expect(manuscript.summary()).toMatchObject({
      characters: 0,
      words: 0,
      pendingCount: 10_000,
      pathLength: 10_000,
    });
    manuscript.undo();
    expect(show()).toBe(before.show);
    expect(spans()).toEqual(before.spans);
    expect(manuscript.summary().words).toBe(before.words);
  });

  it('reports the restored text and its authors, and when a node has its original text again', () => {
    const { type, events, manuscript } = openManuscript(contentOf(tower()));
    type(30, 36, '', 'delete.selection');
    type(20, 20, 'x', 'input.paste');
    manuscript.undo();
    expect(events.at(-1)).toMatchObject({
      kind: 'typed',
      nodeId: '1',
      splice: { from: 2, to: 3, insert: '' },
    });
    manuscript.undo();
    expect(events.at(-1)).toMatchObject({ kind: 'closed', nodeId: '1' });
    expect(manuscript.draft().edits).toEqual([]);
    manuscript.redo();
    manuscript.redo();
    manuscript.undo();
    manuscript.redo();
    manuscript.undo();
    manuscript.undo();
    manuscript.redo();
    expect(events.at(-1)).toMatchObject({
      nodeId: '1',
      splice: { from: 12, to: 18, insert: '', spans: [] },
    });
  });

  it('returns a model’s text to the model after a continuation arrived', () => {
    const { type, show, spans, manuscript } = openManuscript(contentOf(tower()));
    type(24, 40, '');
    manuscript.append(node('3', ' It was old.', MODEL));
    manuscript.undo();
    expect(show()).toBe('Once upon a time, |there |a hill.|');
    manuscript.undo();
    expect(show()).toBe('Once upon a time, |there was a castle| on a hill.|');
    expect(letters(spans())).toBe('w'.repeat(18) + 'm'.repeat(29));
    manuscript.redo();
    manuscript.redo();
    expect(show()).toBe('Once upon a time, |there |a hill.| It was old.|');
    expect(letters(spans())).toBe('w'.repeat(18) + 'm'.repeat(25));
  });

  it('goes back through a switch to typing from before it', () => {
    const { type, show, manuscript } = openManuscript(contentOf(tower()));
    type(0, 1, 'o');
    type(37, 39, '');
    manuscript.replaceTail(2, [node('2b', ' by a lake.', MODEL)], { caret: 'keep' });
    manuscript.undo();
    expect(show()).toBe('once upon a time, |there was a castle|  a hill.|');
    manuscript.undo();
    manuscript.undo();
    expect(show()).toBe('Once upon a time, |there was a castle| on a hill.|');
    for (let i = 0; i < 3; i++) manuscript.redo();
    expect(show()).toBe('once upon a time, |there was a castle| by a lake.|');
  });
});
