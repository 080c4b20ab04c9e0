import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnchorId } from '../../../src/core/ids.ts';
import type { SceneAction } from '../../../src/core/sections/scene-edits.ts';
import { canGoTo, moveTo } from '../../../src/core/sections/scene-list.ts';
import { casesFor } from '../../helpers/fast-check-runs.ts';
import { contentOf, MODEL, node, nodeId, type Opened, openManuscript, WRITER } from './open-manuscript.ts';

const BOOK = contentOf(
  [
    node('one', '# One\n\nIt rained on the roof.\n\n'),
    node('two', 'The lamp was lit.\n\n***\n\n', MODEL),
    node('three', 'She went out to the lake.\n\n# Two\n\nIt sno'),
    node('four', 'wed all night.', MODEL),
  ],
  ' And then it stopped.',
);

/** Each paragraph with the author of each of its characters. */
function paragraphs({ view, spans }: Opened): readonly string[] {
  let at = 0;
  const authors = spans()
    .map(({ agent, length }) => (agent === WRITER ? '.' : 'm').repeat(length))
    .join('');
  return view.state.doc
    .toString()
    .split('\n')
    .map((line) => {
      const from = at;
      at += line.length + 1;
      return `${line} ${authors.slice(from, from + line.length)}`;
    })
    .filter((line) => /[a-z].* /.test(line));
}

function actAt({ view, manuscript }: Opened, words: string, action: SceneAction) {
  view.dispatch({ selection: { anchor: view.state.doc.toString().indexOf(words) } });
  return manuscript.editScenes(action);
}

test('a scene moves with its authors, the caret stays in its words, and one undo moves it back', () => {
  const opened = openManuscript(BOOK);
  const [text, authors] = [opened.view.state.doc.toString(), paragraphs(opened)];
  expect(actAt(opened, 'lake', 'sceneUp')).toBeTypeOf('number');
  expect(opened.view.state.doc.toString()).toBe(
    '# One\n\nShe went out to the lake.\n\n***\n\nIt rained on the roof.\n\nThe lamp was lit.\n\n# Two\n\nIt snowed all night. And then it stopped.',
  );
  const { head } = opened.view.state.selection.main;
  expect(opened.view.state.sliceDoc(head, head + 4)).toBe('lake');
  expect([...paragraphs(opened)].sort()).toEqual([...authors].sort());
  opened.manuscript.undo();
  expect(opened.view.state.doc.toString()).toBe(text);
  expect(paragraphs(opened)).toEqual(authors);
});

test('a note on a phrase is shown where its words go, and where they return', () => {
  const opened = openManuscript(BOOK);
  const quote = 'She went out';
  const phrase = {
    anchorId: 'a' as AnchorId,
    kind: 'note',
    positions: [node('three', '').positionId],
    nodeId: nodeId('three'),
    start: 0,
    length: quote.length,
    quote,
    besides: false,
    title: 'Why?',
  } as const;
  opened.manuscript.phrases.showPhrases([phrase]);
  const noted = () => document.querySelector('.phrase')?.textContent;
  const placed = () => opened.manuscript.phrases.phrasePlaces().map(({ index, offset }) => [index, offset]);
  expect(placed()).toEqual([[2, 0]]);
  actAt(opened, 'lake', 'sceneUp');
  expect(placed()).toHaveLength(1);
  expect(noted()).toBe(quote);
  opened.manuscript.undo();
  expect(placed()).toEqual([[2, 0]]);
});

const ACTIONS = [
  'move',
  'move',
  'sceneUp',
  'sceneDown',
  'chapterUp',
  'chapterDown',
  'divide',
  'join',
  'newScene',
  'promote',
  'demote',
] as const;

/** Moves one of the scenes and chapters to one of the places to which it can go. */
function moveAny({ manuscript }: Opened, one: number, other: number): number | string {
  const scenes = manuscript.readScenes();
  const index = one % Math.max(1, scenes.length);
  const places = Array.from({ length: scenes.length + 1 }, (_, gap) => gap).filter((gap) =>
    canGoTo(scenes, index, gap),
  );
  const move = moveTo(scenes, index, places[other % Math.max(1, places.length)] ?? -1, ({ from }) => from);
  return move === null || places.length === 0 ? 'isThere' : manuscript.editScenes(move);
}

test('the scenes have their words, authors and places as the text has them', () => {
  const { manuscript } = openManuscript(BOOK);
  const scenes = manuscript.readScenes();
  expect(
    scenes.map(({ kind, title, excerpt, words, shares, begins }) => [
      kind,
      title,
      excerpt,
      words,
      shares.length,
      begins,
    ]),
  ).toEqual([
    ['heading', 'One', '', 16, 2, { index: 0, offset: 0 }],
    ['scene', '', 'It rained on the roof.\n\nThe lamp was lit.', 10, 2, { index: 0, offset: 0 }],
    ['scene', '', 'She went out to the lake.', 6, 2, { index: 1, offset: 19 }],
    ['heading', 'Two', '', 9, 2, { index: 2, offset: 27 }],
    ['scene', '', 'It snowed all night. And then it stopped.', 9, 2, { index: 2, offset: 27 }],
  ]);
});

test('no sequence of edits by scenes changes a word or an author, and undo returns to each text before', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...ACTIONS), fc.nat(), fc.nat()), { maxLength: 8 }),
      (edits) => {
        const opened = openManuscript(BOOK);
        // Each letter with its author.
        const letters = () => {
          const authors = opened
            .spans()
            .map(({ agent, length }) => (agent === WRITER ? '.' : 'm').repeat(length))
            .join('');
          const found = opened.view.state.doc.toString().matchAll(/\w/g);
          return [...found].map(({ 0: letter, index }) => `${letter}${authors[index]}`).sort();
        };
        const first = letters();
        const texts: string[] = [];
        for (const [action, at, to] of edits) {
          const { doc } = opened.view.state;
          opened.view.dispatch({ selection: { anchor: at % (doc.length + 1) } });
          const before = doc.toString();
          const done = action === 'move' ? moveAny(opened, at, to) : opened.manuscript.editScenes(action);
          if (typeof done !== 'string') texts.push(before);
          expect(letters()).toEqual(first);
        }
        for (const text of texts.reverse()) {
          opened.manuscript.undo();
          expect(opened.view.state.doc.toString()).toBe(text);
        }
        opened.manuscript.destroy();
      },
    ),
    casesFor('rendering'),
  );
});
