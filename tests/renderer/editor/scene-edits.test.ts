import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnchorId } from '../../../src/core/ids.ts';
import type { SceneAction } from '../../../src/core/sections/scene-edits.ts';
import { canGoTo, moveTo } from '../../../src/core/sections/scene-list.ts';
import type { PathNode } from '../../../src/renderer/editor/index.ts';
import { casesFor } from '../../helpers/fast-check-runs.ts';
import { contentOf, MODEL, node, nodeId, type Opened, openManuscript, WRITER } from './open-manuscript.ts';
import { id, propose, states } from './suggestions/propose.ts';

const BOOK = contentOf(
  [
    node('one', '# One\n\nIt rained on the roof.\n\n'),
    node('two', 'The lamp was lit.\n\n***\n\n', MODEL),
    node('three', 'She went out to the lake.\n\n# Two\n\nIt sno'),
    node('four', 'wed all night.', MODEL),
  ],
  ' And then it stopped.',
);

const NOTE = {
  anchorId: 'a' as AnchorId,
  kind: 'note',
  positions: [node('three', '').positionId],
  nodeId: nodeId('three'),
  start: 0,
  length: 12,
  quote: 'She went out',
  besides: false,
  title: 'Why?',
} as const;

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
  opened.manuscript.phrases.showPhrases([NOTE]);
  const noted = () => document.querySelector('.phrase')?.textContent;
  const placed = () => opened.manuscript.phrases.phrasePlaces().map(({ index, offset }) => [index, offset]);
  expect(placed()).toEqual([[2, 0]]);
  actAt(opened, 'lake', 'sceneUp');
  expect(placed()).toHaveLength(1);
  expect(noted()).toBe(NOTE.quote);
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

test('two thousand scenes, and a text without headings or of one scene of any length, are read and rearranged', () => {
  const scenes = Array.from({ length: 2_000 }, (_, at) => `Scene ${at} begins.`);
  const many = openManuscript(contentOf([node('one', scenes.join('\n\n***\n\n'))]));
  const read = many.manuscript.readScenes();
  expect(read).toHaveLength(2_000);
  const move = moveTo(read, 1_999, 0, ({ from }) => from);
  expect(move && many.manuscript.editScenes(move)).toBe(0);
  expect(many.manuscript.readScenes().map(({ excerpt }) => excerpt)).toEqual([
    'Scene 1999 begins.',
    ...scenes.slice(0, 1_999),
  ]);
  const long = openManuscript(contentOf([node('one', 'It rained. '.repeat(100_000))]));
  const [only, ...others] = long.manuscript.readScenes();
  expect([only?.words, only?.excerpt.length, others]).toEqual([200_000, 400, []]);
  expect(openManuscript(contentOf([])).manuscript.readScenes()).toEqual([]);
});

test('a suggestion goes along with the scene that has its sentence, and back with it', () => {
  const opened = openManuscript(BOOK);
  propose(
    opened,
    { at: 'She [went] out', inserted: 'walked' },
    { at: 'rained on the [roof].', inserted: 'house' },
  );
  actAt(opened, 'lake', 'sceneUp');
  expect(states(opened)).toEqual(['open “went”', 'open “roof”']);
  opened.manuscript.undo();
  expect(states(opened)).toEqual(['open “roof”', 'open “went”']);
  opened.manuscript.redo();
  expect(states(opened)).toEqual(['open “went”', 'open “roof”']);
  const { text } = { text: () => opened.view.state.doc.toString() };
  opened.manuscript.acceptSuggestions([id(0)], 'keep');
  expect(text()).toContain('# One\n\nShe walked out to the lake.');
  opened.manuscript.undo();
  opened.manuscript.undo();
  expect(states(opened)).toEqual(['open “roof”', 'open “went”']);
});

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

/** Books of any headings, breaks and paragraphs, in nodes by two authors that end anywhere, the last one uncommitted. */
const books = fc
  .record({
    parts: fc.array(
      fc.record({
        head: fc.constantFrom('# ', '## ', '## ', '### ', '***', '* * *', ''),
        paragraphs: fc.integer({ min: 0, max: 3 }),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    ends: fc.array(fc.nat(), { maxLength: 5 }),
    marked: fc.tuple(fc.nat(), fc.nat()),
  })
  .map(({ parts, ends, marked }) => {
    let count = 0;
    const name = () => {
      count += 1;
      return `w${count}w`;
    };
    const text = parts
      .flatMap(({ head, paragraphs }) => [
        ...(head === '' ? [] : [head.startsWith('#') ? `${head}Heading ${name()}` : head]),
        ...Array.from({ length: paragraphs }, () => `The lamp ${name()} was lit.`),
      ])
      .join('\n\n');
    const paragraphs = text.split('\n').filter((line) => line.endsWith('.'));
    const borders = [...new Set([0, ...ends.map((end) => end % (text.length + 1))])].sort((a, b) => a - b);
    const texts = borders.map((from, at) => text.slice(from, borders[at + 1]));
    const nodes = texts.slice(0, -1).map((part, at) => node(`${at}`, part, at % 2 === 0 ? WRITER : MODEL));
    return {
      content: contentOf(nodes, texts.at(-1)),
      nodes,
      marked:
        paragraphs.length < 2
          ? []
          : [...new Set(marked.map((at) => paragraphs[at % paragraphs.length] ?? ''))],
    };
  });

/** A note on the first whole paragraph in a node. */
function noteIn(nodes: readonly PathNode[]) {
  return nodes.flatMap(({ nodeId, positionId, text }) => {
    const start = text.search(/The lamp w\d+w was lit\./);
    const quote = text.slice(start, text.indexOf('.', start) + 1);
    return start < 0
      ? []
      : [{ ...NOTE, positions: [positionId], nodeId, start, length: quote.length, quote }];
  })[0];
}

test('no sequence of edits by scenes changes a word or an author, and undo returns to all that was before', () => {
  fc.assert(
    fc.property(
      books,
      fc.array(fc.tuple(fc.constantFrom(...ACTIONS), fc.nat(), fc.nat()), { maxLength: 8 }),
      ({ content, nodes, marked }, edits) => {
        const opened = openManuscript(content);
        propose(opened, ...marked.map((line) => ({ at: line.replace('was', '[was]'), inserted: 'is' })));
        const note = noteIn(nodes);
        if (note !== undefined) opened.manuscript.phrases.showPhrases([note]);
        const authors = () =>
          opened
            .spans()
            .map(({ agent, length }) => (agent === WRITER ? '.' : 'm').repeat(length))
            .join('');
        // Each letter with its author.
        const letters = () => {
          const by = authors();
          const found = opened.view.state.doc.toString().matchAll(/\w/g);
          return [...found].map(({ 0: letter, index }) => `${letter}${by[index]}`).sort();
        };
        const everything = () => ({
          text: opened.view.state.doc.toString(),
          authors: authors(),
          notes: opened.manuscript.phrases.phrasePlaces(),
          suggestions: opened.manuscript.suggestions(),
        });
        const first = letters();
        const firstParagraphs = paragraphs(opened).toSorted();
        let hasOnlyMoved = true;
        const before: unknown[] = [];
        for (const [action, at, to] of edits) {
          opened.view.dispatch({ selection: { anchor: at % (opened.view.state.doc.length + 1) } });
          const now = everything();
          const done = action === 'move' ? moveAny(opened, at, to) : opened.manuscript.editScenes(action);
          if (typeof done !== 'string') before.push(now);
          expect(letters()).toEqual(first);
          hasOnlyMoved &&= action === 'move' || /Up|Down/.test(action);
          if (hasOnlyMoved) expect(paragraphs(opened).toSorted()).toEqual(firstParagraphs);
        }
        for (const all of before.reverse()) {
          opened.manuscript.undo();
          expect(everything()).toEqual(all);
        }
        opened.manuscript.destroy();
      },
    ),
    casesFor('rendering'),
  );
});
