import { EditorView } from '@codemirror/view';
import { expect, it, onTestFinished } from 'vitest';
import type { PositionId } from '../../../../src/core/ids.ts';
import { createPastManuscript, type PastManuscript } from '../../../../src/renderer/editor/index.ts';
import { authorship, spansBetween } from '../../../../src/renderer/editor/marks/authorship.ts';
import { offsetOf, placeAt } from '../../../../src/renderer/editor/past/place-in-view.ts';
import { PLAIN } from '../../../../src/renderer/editor/preferences.ts';
import type { PastTextSummary } from '../../../../src/renderer/past-surface.ts';
import { contentOf, letters, MODEL, node, openManuscript, WRITER, written } from '../open-manuscript.ts';

/** Past texts: read-only, in their colours, at the passage that was in view. */

interface Shown {
  readonly past: PastManuscript;
  readonly view: EditorView;
  readonly summaries: PastTextSummary[];
  letters(): string;
}

function show(content: Parameters<typeof contentOf>): Shown {
  const parent = document.body.appendChild(document.createElement('div'));
  const summaries: PastTextSummary[] = [];
  const past = createPastManuscript({
    parent,
    content: contentOf(...content),
    writerId: WRITER,
    authors: [{ id: MODEL, type: 'model', color: 'rust' }],
    preferences: PLAIN,
    nonce: 'nonce',
    label: 'Earlier',
    place: null,
    onSummary: (summary) => summaries.push(summary),
  });
  onTestFinished(() => {
    past.destroy();
    parent.remove();
  });
  const found = parent.querySelector<HTMLElement>('.cm-editor');
  const view = found === null ? null : EditorView.findFromDOM(found);
  if (view === null) throw new Error('no editor in the parent');
  const lettersOf = () =>
    letters(spansBetween(view.state.field(authorship), 0, view.state.doc.length, WRITER));
  return { past, view, summaries, letters: lettersOf };
}

const NEXT_FRAME = () => new Promise((resolve) => requestAnimationFrame(resolve));

it('shows any state with its authors, pending edits and uncommitted text included, and cannot be changed', async () => {
  const {
    past,
    view,
    summaries,
    letters: shownLetters,
  } = show([[node('a', 'Rain. '), node('b', 'Wind.', MODEL)], ' And']);
  expect(view.state.doc.toString()).toBe('Rain. Wind. And');
  expect(shownLetters()).toBe('wwwwwwmmmmmwwww');
  expect(view.contentDOM.querySelector('[data-author]')?.textContent).toBe('Wind.');
  await NEXT_FRAME();
  expect(summaries.at(-1)).toEqual({ words: 3, hasSelection: false });

  const edited = { nodeId: node('b', '').nodeId, ...written(WRITER, 'Storm and hail.') };
  past.show(
    { nodes: [node('a', 'Rain. '), node('b', 'Wind.', MODEL)], edits: [edited], buffer: written(WRITER, '') },
    false,
  );
  expect(view.state.doc.toString()).toBe('Rain. Storm and hail.');
  expect(shownLetters()).toBe('w'.repeat(21));
  await NEXT_FRAME();
  expect(summaries.at(-1)).toEqual({ words: 4, hasSelection: false });

  view.contentDOM.dispatchEvent(new KeyboardEvent('keydown', { key: 'Backspace', bubbles: true }));
  expect(view.state.readOnly).toBe(true);
  expect(view.state.doc.toString()).toBe('Rain. Storm and hail.');
  expect(view.contentDOM.getAttribute('aria-readonly')).toBe('true');
  expect(view.contentDOM.getAttribute('aria-label')).toBe('Earlier');

  view.dispatch({ selection: { anchor: 6, head: 11 } });
  expect(past.selectedRange()).toEqual({ from: 6, to: 11 });
  expect(past.selectedText()).toBe('Storm');
});

it('finds the passage in view in another state, by its position and its text', () => {
  const { view } = openManuscript(
    contentOf([node('a', 'One. '), node('b', 'Two and three. '), node('c', 'Four. ')], 'Five.'),
  );
  const at = (text: string) => placeAt(view.state, view.state.doc.toString().indexOf(text), 40);
  const find = (content: Parameters<typeof contentOf>, text: string) => {
    const { view: other } = show(content);
    return other.state.doc.sliceString(offsetOf(other.state, at(text)));
  };
  const version = { ...node('b2', 'Oh, two and three. '), positionId: 'position-b' as PositionId };
  // In another version of it, the text that is the same.
  expect(find([[node('a', 'One. '), version]], 'three')).toBe('three. ');
  // Before it was there, what followed the last passage before it.
  expect(find([[node('a', 'One. '), node('x', 'Other. ')], 'End'], 'three')).toBe('Other. End');
  expect(find([[node('a', 'One. ')]], 'three')).toBe('');
  // A present draft was committed as a node then, and the other way round.
  expect(find([[node('a', 'One. '), version, node('c', 'Four. '), node('d', 'Five. Six.')]], 'Five')).toBe(
    'Five. Six.',
  );
  expect(find([[node('a', 'One. ')], 'Two and three. Four. '], 'three')).toBe('three. Four. ');
  expect(find([[]], 'three')).toBe('');
});

it('parts of the text are restored with their authors in one step', () => {
  const {
    manuscript,
    view,
    show: segmentsShown,
    spans,
    events,
  } = openManuscript(contentOf([node('a', 'Rain. '), node('b', 'Wind. ')], 'End.'));
  manuscript.restoreParts([
    { from: 0, to: 4, insert: 'Snow', spans: [{ agent: MODEL, length: 4 }] },
    { from: 6, to: 12, insert: '', spans: [] },
    { from: 12, to: 12, insert: 'The ', spans: [{ agent: WRITER, length: 4 }] },
  ]);
  expect(segmentsShown()).toContain('Snow. ');
  expect(view.state.doc.toString()).toBe('Snow. The End.');
  expect(letters(spans())).toBe(`mmmm${'w'.repeat(10)}`);
  expect(view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to)).toBe('Snow');
  expect(events.some(({ kind }) => kind === 'typed')).toBe(true);
  manuscript.undo();
  expect(view.state.doc.toString()).toBe('Rain. Wind. End.');
});

it('a whole state is restored with its draft and without an event; undo is one step that restores both', () => {
  const {
    manuscript,
    show: segmentsShown,
    events,
  } = openManuscript(contentOf([node('a', 'Rain. '), node('b', 'Wind. ')], 'End.'));
  const pruned = [{ positionId: 'position-x' as PositionId, pruned: false }];
  const edits = [{ nodeId: node('a', '').nodeId, ...written(WRITER, 'Rains. ') }];
  manuscript.restoreAll(
    { nodes: [node('a', 'Rain. '), node('x', 'Hail. ')], edits, buffer: written(WRITER, 'And') },
    pruned,
  );
  expect(segmentsShown()).toBe('Rains. |Hail. |And');
  expect(manuscript.draft()).toMatchObject({ edits, buffer: { text: 'And' } });
  expect(events).toEqual([]);
  expect(manuscript.undoDepth()).toBe(1);
  manuscript.undo();
  expect(segmentsShown()).toBe('Rain. |Wind. |End.');
  expect(events).toMatchObject([{ kind: 'restored', pruned: [{ positionId: 'position-x', pruned: true }] }]);
  const [restored] = events;
  if (restored?.kind !== 'restored') throw new Error('not restored');
  expect(restored.read().draft.buffer.text).toBe('End.');
  manuscript.redo();
  expect(segmentsShown()).toBe('Rains. |Hail. |And');
});
