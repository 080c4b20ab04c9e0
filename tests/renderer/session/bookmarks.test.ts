import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openWritingDesk } from './writing-desk.ts';

/** Bookmarks set by a writer, in the session and in the file. */

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

async function open() {
  const opened = await openWritingDesk(['One. ', { model: 'Two. ' }, 'Three. ']);
  const { tree, view, manuscript, select, settle } = opened;
  await settle();
  const ids = tree.path.mirror.get().headers.map(({ positionId }) => positionId);
  return {
    ...opened,
    ids,
    /** Puts the caret inside the node at a zero-based index. */
    moveCaretInto: (index: number) => select([2, 7, 13][index] ?? 0),
    at: () => ids.indexOf(manuscript.summary().currentPositionId ?? tree.path.rootPositionId),
    titles: () => tree.bookmarks.list.get().map(({ label, excerpt }) => label ?? excerpt.trim()),
    text: () => view.state.doc.toString(),
  };
}

it('a key press toggles a node’s bookmark without committing the draft', async () => {
  const { tree, moveCaretInto, titles, type, agree, settle } = await open();
  type('It fell');
  moveCaretInto(1);
  await tree.markCommands.toggleBookmark();
  await settle();
  expect(titles()).toEqual(['Two.']);
  type(' hard.');
  expect((await agree()).text).toBe('One. |Two. |Three. |It fell hard.');
  moveCaretInto(1);
  await tree.markCommands.toggleBookmark();
  await settle();
  expect(titles()).toEqual([]);
});

it('a key pressed right after a commit bookmarks the node that it makes', async () => {
  const { tree, titles, type, settle } = await open();
  type('Four. ');
  const committed = tree.commit();
  await Promise.all([committed, tree.markCommands.toggleBookmark()]);
  await settle();
  expect(titles()).toEqual(['Four.']);
});

it('a bookmark that was removed is set again by the notice that says so, with its name', async () => {
  const { tree, moveCaretInto, titles, settle, notices, select } = await open();
  moveCaretInto(0);
  await tree.markCommands.nameBookmark('The start');
  select(6, 10);
  await tree.markCommands.nameBookmark('A phrase');
  await settle();
  expect(titles()).toEqual(['The start', 'A phrase']);
  for (const at of [1, 7]) {
    select(at);
    await tree.markCommands.toggleBookmark();
    await settle();
    expect(titles()).toHaveLength(1);
    notices.banners.get().at(-1)?.actions[0]?.run();
    await settle();
    expect(titles()).toEqual(['The start', 'A phrase']);
    expect(notices.banners.get()).toEqual([]);
  }
});

it('a position keeps its name when its bookmark is removed and set again', async () => {
  const { tree, moveCaretInto, titles, settle } = await open();
  moveCaretInto(0);
  await tree.markCommands.nameBookmark('The start');
  await settle();
  expect(titles()).toEqual(['The start']);
  await tree.markCommands.toggleBookmark();
  await settle();
  expect(titles()).toEqual([]);
  await tree.markCommands.toggleBookmark();
  await settle();
  expect(titles()).toEqual(['The start']);
  await tree.markCommands.nameBookmark(null);
  await settle();
  expect(titles()).toEqual(['One.']);
  await tree.markCommands.toggleBookmark();
  await tree.markCommands.toggleBookmark();
  await settle();
  expect(titles()).toEqual(['One.']);
});

it('a divided text has one bookmark with one name, in whichever part the caret is', async () => {
  const { buffer, tree, ids, select, titles, type, settle, text } = await open();
  const [first] = ids;
  if (first === undefined) throw new Error('no node');
  select(2);
  await tree.markCommands.nameBookmark('The start');
  await buffer.commands.split();
  type('ce more. ');
  await tree.commit();
  await settle();
  select(1);
  const current = tree.findCurrent();
  expect(current === null ? null : tree.bookmarks.nameOf(current)).toBe('The start');
  // Going to it stays in the branch, which begins with it.
  await tree.navigation.goTo(first);
  await settle();
  expect(text()).toBe('Once more. ');
  for (const expected of [[], ['The start']]) {
    select(1);
    await tree.markCommands.toggleBookmark();
    await settle();
    expect(titles()).toEqual(expected);
  }
  await buffer.commands.readOn();
  await settle();
  await tree.markCommands.toggleBookmark();
  await settle();
  expect(titles()).toEqual([]);
});

it('next and previous are relative to the caret on the path, wrapping around', async () => {
  const { tree, moveCaretInto, at, settle } = await open();
  for (const index of [0, 2]) {
    moveCaretInto(index);
    await tree.markCommands.toggleBookmark();
  }
  moveCaretInto(1);
  await tree.navigation.stepBookmark(1);
  expect(at()).toBe(2);
  await tree.navigation.stepBookmark(1);
  expect(at()).toBe(0);
  await tree.navigation.stepBookmark(-1);
  expect(at()).toBe(2);
  moveCaretInto(1);
  await tree.navigation.stepBookmark(-1);
  expect(at()).toBe(0);
  await settle();
});

it('stepping reaches every bookmark, including those on other branches, and the text follows', async () => {
  const { tree, moveCaretInto, text, type, settle } = await open();
  moveCaretInto(2);
  await tree.markCommands.toggleBookmark();
  for (const words of ['Snow. ', 'Hail. ']) {
    moveCaretInto(0);
    await tree.navigation.endPathHere();
    type(words);
    await tree.commit();
    await tree.markCommands.toggleBookmark();
    await settle();
  }
  const seen = new Set<string>();
  for (let step = 0; step < 3; step += 1) {
    await tree.navigation.stepBookmark(1);
    seen.add(text());
  }
  expect([...seen].sort()).toEqual(['One. Hail. ', 'One. Snow. ', 'One. Two. Three. ']);
});

it('without bookmarks the keys say so and do not move', async () => {
  const { tree, moveCaretInto, at, notices } = await open();
  moveCaretInto(1);
  await tree.navigation.stepBookmark(1);
  expect(at()).toBe(1);
  expect(notices.banners.get().map(({ sentence }) => sentence)).toEqual(['There are no bookmarks yet.']);
});

it('a position is found by its local id or its bookmark once, and words wherever they are', async () => {
  const { tree, ids, moveCaretInto, desk, settle } = await open();
  moveCaretInto(1);
  await tree.markCommands.toggleBookmark();
  await settle();
  const [, second, third] = ids;
  if (second === undefined || third === undefined) throw new Error('no node');
  const titles = async (text: string) =>
    (await tree.navigation.findPositions(text)).results.map(({ title, note }) =>
      note === '' ? title : `${title} (${note})`,
    );
  expect(await titles('')).toEqual(['Two. (Bookmark)']);
  expect(await titles('two')).toEqual(['Two. (Bookmark)']);
  expect(await titles('three')).toEqual(['Three.']);
  const [version] = await desk.call('node.versions', { treeId: desk.treeId, positionId: third });
  const localId = version?.localId ?? '';
  expect(await titles(` ${localId.toUpperCase()} `)).toEqual([`Three. (${localId})`]);
  expect(await titles('zzzzzz"(')).toEqual([]);
});

it('the sentence at the caret of a long text is bookmarked, typed or not, and the same key removes it', async () => {
  const { tree, select, titles, type, settle, text } = await open();
  const more = 'The lamp burned. '.repeat(30);
  type(`${more}\nIt was the end.`);
  select(text().length - 3);
  await tree.markCommands.toggleBookmark();
  await settle();
  expect(titles()).toEqual(['It was the end.']);
  expect(tree.anchors.list.get()).toMatchObject([{ kind: 'bookmark', quote: 'It was the end.' }]);
  select(text().indexOf('lamp'), text().indexOf('lamp') + 4);
  // The words occur often: where they were selected is what counts.
  await tree.markCommands.nameBookmark('Light');
  await settle();
  expect(titles()).toEqual(['Light', 'It was the end.']);
  select(0);
  await tree.navigation.stepBookmark(1);
  expect(tree.anchors.bookmarkAtCaret()).toMatchObject({ anchorId: tree.anchors.list.get()[1]?.anchorId });
  await tree.navigation.stepBookmark(1);
  await tree.markCommands.toggleBookmark();
  await settle();
  expect(titles()).toEqual(['Light']);
});
