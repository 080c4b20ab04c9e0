import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AnchorId } from '../../../src/core/ids.ts';
import { wholeSpans } from '../../../src/core/text/span.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { makeOlder } from '../../helpers/older-grove.ts';

/** Notes and bookmarks on phrases through the contract, on a real file. */

const TEXT = 'The lamp burned. It rained all night.';

async function open(text = TEXT) {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed(text)]);
  return { desk, ...deskTools(desk) };
}

function deskTools(desk: HandlersDesk) {
  const { treeId } = desk;
  return {
    mark: async (start: number, length: number, label: string | null = null) =>
      desk.call('position.bookmarkPhrase', {
        ...(await desk.intent()),
        nodeId: await desk.nodeAt(0),
        start,
        length,
        label,
      }),
    whole: async (bookmarked: boolean, label: string | null = null) =>
      desk.call('position.bookmark', {
        ...(await desk.intent()),
        positionId: await desk.positionAt(0),
        bookmarked,
        label,
      }),
    anchors: () => desk.call('position.anchors', { treeId }),
    wholes: () => desk.call('position.bookmarks', { treeId }),
    /** Resolves to true if a list shows the position as bookmarked. */
    isBookmarked: async () =>
      (await desk.call('position.nextBookmark', { treeId, from: null, direction: 1 })) !== null,
    sound: async () =>
      expect(await desk.call('grove.verify', {})).toMatchObject({
        nodes: { invalid: 0 },
        violations: [],
        log: [],
        records: [],
      }),
  };
}

test('a phrase is bookmarked without the white space around it, named and removed, and the draft stays', async () => {
  const { desk, mark, anchors, wholes, isBookmarked, sound } = await open();
  await desk.call('draft.save', { ...(await desk.intent([desk.typed('Then ')])), digest: null });
  await mark(3, 6);
  const [anchor] = await anchors();
  if (anchor === undefined) expect.unreachable();
  expect(anchor).toMatchObject({ kind: 'bookmark', start: 4, length: 4, quote: 'lamp', label: null });
  // It is in the list of bookmarks once: as that of the phrase.
  expect(await wholes()).toEqual([]);
  expect(await isBookmarked()).toBe(true);
  const { anchorId } = anchor;
  await desk.call('position.setAnchor', {
    ...(await desk.intent()),
    anchorId,
    kept: true,
    label: ' The light ',
  });
  expect(await anchors()).toMatchObject([{ anchorId, label: 'The light' }]);
  await sound();
  await desk.call('position.setAnchor', { ...(await desk.intent()), anchorId, kept: false, label: null });
  expect(await anchors()).toEqual([]);
  expect(await isBookmarked()).toBe(false);
  expect((await desk.call('path.read', { treeId: desk.treeId })).buffer.text).toBe('Then ');
  await sound();
  await expect(mark(8, 1)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

test('a bookmark of a whole text stays beside those of its phrases, and each is removed by itself', async () => {
  const { desk, whole, mark, anchors, wholes, isBookmarked } = await open();
  await whole(true);
  await mark(4, 4);
  await mark(17, 9);
  // Without a name it could not be told from its phrases: it has the one that the list showed.
  expect(await wholes()).toMatchObject([{ label: 'The lamp burned' }]);
  await whole(false);
  expect(await wholes()).toEqual([]);
  expect((await anchors()).map(({ quote }) => quote)).toEqual(['lamp', 'It rained']);
  expect(await isBookmarked()).toBe(true);
  // No bookmark of all of it is left: now the text is not to be bookmarked at all.
  await whole(false);
  expect(await anchors()).toEqual([]);
  expect(await isBookmarked()).toBe(false);
  expect(await desk.call('grove.verify', {})).toMatchObject({ log: [], records: [] });
});

test('a note on a phrase belongs to its node, says its words, and goes and comes with the note', async () => {
  const { desk, anchors, sound } = await open();
  const { treeId } = desk;
  const nodeId = await desk.nodeAt(0);
  const note = await desk.call('node.annotate', {
    treeId,
    nodeId,
    text: 'Which lamp?',
    phrase: { start: 0, length: 8 },
  });
  expect(note.quote).toBe('The lamp');
  expect(await anchors()).toMatchObject([
    {
      kind: 'note',
      quote: 'The lamp',
      note: { positionId: note.positionId, text: 'Which lamp?' },
      besides: false,
    },
  ]);
  await desk.call('node.annotate', { treeId, nodeId, text: 'A good beginning.' });
  expect(await anchors()).toMatchObject([{ besides: true }]);
  await desk.call('node.reviseNote', { treeId, nodeId: note.nodeId, text: 'Whose lamp?' });
  expect(await anchors()).toMatchObject([{ note: { text: 'Whose lamp?' } }]);
  await desk.call('node.keepNote', { treeId, nodeId: note.nodeId, kept: false });
  expect(await anchors()).toEqual([]);
  await desk.call('node.keepNote', { treeId, nodeId: note.nodeId, kept: true });
  expect(await anchors()).toHaveLength(1);
  const listed = await desk.call('node.annotations', { treeId, nodeId });
  expect(listed.map(({ text, quote }) => [text, quote])).toEqual([
    ['Whose lamp?', 'The lamp'],
    ['A good beginning.', null],
  ]);
  await sound();
});

test('a phrase of a divided text is shown on each of its branches', async () => {
  const { desk, anchors } = await open();
  await desk.call('node.split', { ...(await desk.intent()), nodeId: await desk.nodeAt(0), offset: 16 });
  await desk.commit([desk.typed(' The sun rose.')]);
  const split = await desk.positionAt(0);
  await desk.call('position.bookmarkPhrase', {
    ...(await desk.intent()),
    nodeId: await desk.nodeAt(0),
    start: 4,
    length: 4,
    label: null,
  });
  const [anchor] = await anchors();
  expect(anchor?.positionId).not.toBe(split);
  expect(anchor?.positions).toContain(split);
});

test('a merge brings the notes and bookmarks on phrases that only the copy has', async () => {
  const first = new HandlersDesk();
  await first.commit([first.typed(TEXT)]);
  await first.close();
  const path = join(temporaryFolder(), 'copy.aspen');
  copyFileSync(first.path, path);
  const ours = new HandlersDesk(first.path, 1_000, undefined, first.backups);
  const theirs = new HandlersDesk(path, 2_000);
  await deskTools(theirs).mark(4, 4, 'There');
  await theirs.close();
  ours.chosenFile = path;
  await ours.call('copy.merge', {});
  const { anchors, isBookmarked, sound } = deskTools(ours);
  expect(await anchors()).toMatchObject([{ quote: 'lamp', label: 'There' }]);
  expect(await isBookmarked()).toBe(true);
  await sound();
});

test('a grove from before them keeps its notes and bookmarks, and takes new ones', async () => {
  const { desk, whole } = await open();
  await whole(true, 'The beginning');
  await desk.call('node.annotate', { treeId: desk.treeId, nodeId: await desk.nodeAt(0), text: 'Old.' });
  await desk.close();
  makeOlder(desk.path, 90);
  const again = new HandlersDesk(desk.path, 9_000, undefined, desk.backups);
  const { wholes, anchors, mark, sound } = deskTools(again);
  expect(await wholes()).toMatchObject([{ label: 'The beginning' }]);
  const notes = await again.call('node.annotations', { treeId: again.treeId, nodeId: await again.nodeAt(0) });
  expect(notes).toMatchObject([{ text: 'Old.', quote: null }]);
  await mark(17, 9);
  expect(await anchors()).toMatchObject([{ quote: 'It rained', besides: true }]);
  await sound();
});

test('a target of a heading is set, replaced, kept by a copy, and removed', async () => {
  const { desk, anchors, sound } = await open('# One\n\nThe lamp burned.\n\n# Two\n\nIt rained.');
  const target = async (start: number, words: number, anchorId: AnchorId | null = null) =>
    desk.call('position.setTarget', {
      ...(await desk.intent()),
      nodeId: await desk.nodeAt(0),
      start,
      length: 5,
      words,
      anchorId,
    });
  await target(0, 300);
  await target(25, 200);
  const [first] = await anchors();
  expect(await anchors()).toMatchObject([
    { kind: 'target', quote: '# One', words: 300, label: null },
    { kind: 'target', quote: '# Two', words: 200 },
  ]);
  await sound();
  // Neither the position nor its list of bookmarks is marked by them.
  expect(
    await desk.call('position.nextBookmark', { treeId: desk.treeId, from: null, direction: 1 }),
  ).toBeNull();
  await target(0, 350, first?.anchorId);
  expect((await anchors()).map(({ words }) => words)).toEqual([200, 350]);
  const copy = await desk.call('tree.duplicate', { treeId: desk.treeId });
  if (copy === null) expect.unreachable();
  const copied = await desk.call('position.anchors', { treeId: copy.id });
  expect(copied.map(({ quote, words }) => [quote, words])).toEqual([
    ['# Two', 200],
    ['# One', 350],
  ]);
  const [, second] = await anchors();
  await target(0, 0, second?.anchorId);
  expect((await anchors()).map(({ words }) => words)).toEqual([200]);
  await sound();
  await expect(target(999, 100)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await expect(target(0, 1_000_000_001)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

test('a target goes along with its heading when that gets other words, and into another text with them', async () => {
  const { desk, anchors, sound } = await open('# One\n\nThe lamp burned.\n\n# Two\n\nIt rained.\n\n');
  await desk.commit([desk.typed('# Three\n\nIt snowed.')]);
  await desk.call('position.setTarget', {
    ...(await desk.intent()),
    nodeId: await desk.nodeAt(0),
    start: 25,
    length: 5,
    words: 200,
    anchorId: null,
  });
  const edit = async (
    ...edits: readonly (readonly [at: number, from: number, to: number, insert: string])[]
  ) =>
    desk.commit(
      await Promise.all(
        edits.map(async ([at, from, to, insert]) => {
          const spans = wholeSpans(desk.grove.snapshot().writerId, insert.length);
          return { nodeId: await desk.nodeAt(at), splice: { from, to, insert, spans } };
        }),
      ),
    );
  const placed = async () => (await anchors()).map(({ quote, nodeId, words }) => [quote, nodeId, words]);
  await edit([0, 25, 30, '## The Storm']);
  expect(await placed()).toEqual([['## The Storm', await desk.nodeAt(0), 200]]);
  // Renamed and moved in one commit.
  await edit([0, 25, 51, ''], [1, 0, 0, '# The Tempest\n\nIt rained.\n\n']);
  expect(await placed()).toEqual([['# The Tempest', await desk.nodeAt(1), 200]]);
  // A heading that is deleted keeps its target until it returns.
  const before = await placed();
  await edit([1, 0, 27, '']);
  expect(await placed()).toEqual(before);
  await sound();
});
