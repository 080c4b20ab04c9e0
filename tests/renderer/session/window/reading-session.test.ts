import { expect, it } from 'vitest';
import { NOTE_NOT_COMMITTED, NOTHING_TO_READ } from '../../../../src/ui-text/reading.ts';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { openWindowDesk, type WindowDesk } from '../window-desk.ts';

/** Reading a text through (`scenes.md`, *Read through*). */

turnClockByHand();

async function done<T>(window: WindowDesk, work: Promise<T>): Promise<T> {
  await window.settle();
  return work;
}

/** Two committed texts, an edit of the second, and typed text, with the caret in the second. */
async function openText(): Promise<WindowDesk> {
  const window = await openWindowDesk('# Ice\n\nIt froze.\n\n');
  const { session, type, settle } = window;
  const commit = async () => {
    await done(window, session.findTree()?.commit() ?? Promise.resolve());
  };
  await commit();
  type('It thawed.\n\n');
  await settle();
  await commit();
  return window;
}

it('begins at the caret, with what is typed, and returns to where it was read, which writes nothing', async () => {
  const window = await openText();
  const { session, manuscript, asked } = window;
  window.type('Typed.');
  await window.settle();
  manuscript().moveCaretInto(1, 3);
  const before = asked.length;
  await done(window, session.reading.open());
  const reading = session.reading.shown.get();
  expect(reading?.text).toBe('# Ice\n\nIt froze.\n\nIt thawed.\n\nTyped.');
  expect(reading?.text.slice(reading.start)).toBe('thawed.\n\nTyped.');
  expect(session.fullPage.get()).toEqual({ kind: 'reading' });
  session.reading.leave(reading?.text.indexOf('Typed') ?? -1);
  expect(session.fullPage.get()).toBeNull();
  expect(window.text().slice(manuscript().cursor().head)).toBe('Typed.');
  await window.settle();
  expect(
    asked.slice(before).filter((name) => !['path.read', 'cursor.save', 'draft.flush'].includes(name)),
  ).toEqual([]);
});

it('a note is on the first words of the passage, on all of it while it has an edit, and on nothing that is only typed', async () => {
  const window = await openText();
  const { session, desk, first } = window;
  const text = window.text();
  window.type('all ', text.indexOf('thawed'));
  window.type('Typed.');
  await window.settle();
  await done(window, session.reading.open());
  const at = (words: string) => session.reading.shown.get()?.text.indexOf(words) ?? -1;
  expect(await done(window, session.reading.note(at('It froze'), 'Too cold?'))).toBe(true);
  expect(await done(window, session.reading.note(at('It all'), 'When?'))).toBe(true);
  expect(await done(window, session.reading.note(at('Typed'), 'Why?'))).toBe(false);
  expect(session.notices.log.get().at(-1)?.text).toBe(NOTE_NOT_COMMITTED);
  const anchors = await desk.call('position.anchors', { treeId: first });
  expect(anchors.map(({ quote }) => quote)).toEqual(['It froze.']);
  const notes = await desk.call('node.annotations', { treeId: first, nodeId: await desk.nodeAt(1) });
  expect(notes.map((note) => note.text)).toEqual(['When?']);
});

it('an empty text is not read', async () => {
  const window = await openWindowDesk('');
  await done(window, window.session.reading.open());
  expect(window.session.reading.shown.get()).toBeNull();
  expect(window.session.notices.log.get().at(-1)?.text).toBe(NOTHING_TO_READ);
});
