import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TextSection } from '../../../src/core/sections/sections.ts';
import { contentOf, node, openManuscript } from './open-manuscript.ts';

/** The chapters of the text on the screen, as the editor reports them. */

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('chapters are read from committed and typed text, with their places and words', async () => {
  let read: readonly TextSection[] = [];
  const nodes = [
    node('one', '# One\n\nIt rained. '),
    node('two', 'All day.\n\n\n# Two\n\nSun'),
    node('three', '# Not a heading.\n'),
    node('four', '\n# Four\n\nEnd.\n\n'),
  ];
  const { manuscript, view, type } = openManuscript(contentOf(nodes), {
    onSections: (sections) => {
      read = sections;
    },
  });
  const shown = () =>
    read.map(({ title, index, offset, positionId, beginsNode, words }) => [
      title,
      index,
      offset,
      positionId,
      beginsNode,
      words,
    ]);
  expect(shown()).toEqual([
    ['One', 0, 0, nodes[0]?.positionId, true, 5],
    ['Two', 1, 11, nodes[1]?.positionId, false, 5],
    ['Four', 3, 1, nodes[3]?.positionId, true, 2],
  ]);

  type(view.state.doc.length, view.state.doc.length, '# Five\n\nTyped words.');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(shown().at(-1)).toEqual(['Five', 4, 0, null, true, 3]);

  const sectionAt = (offset: number) => {
    view.dispatch({ selection: { anchor: offset } });
    return manuscript.summary().sectionIndex;
  };
  const two = view.state.doc.toString().indexOf('# Two');
  expect([sectionAt(two - 1), sectionAt(two)]).toEqual([0, 1]);
  // Right at once, although what is typed is read again only in a pause.
  type(0, 0, 'Before all. ');
  expect([sectionAt(two + 11), sectionAt(two + 12)]).toEqual([0, 1]);
  manuscript.destroy();
});

it('the sections of a document are those of its Markdown, as addresses name them', async () => {
  let read: readonly TextSection[] = [];
  const { type } = openManuscript(
    contentOf([
      node('one', '# Marie\n\nChapter One\n\n```\n# code\n```\n\n***\n\nMore.\n\n## *Wants*\n\nA boat.'),
    ]),
    {
      isDocument: true,
      onSections: (sections) => {
        read = sections;
      },
    },
  );
  const shown = () =>
    read.map(({ kind, level, title, words, allWords }) => [kind, level, title, words, allWords]);
  expect(shown()).toEqual([
    ['heading', 1, 'Marie', 5, 8],
    ['heading', 2, 'Wants', 3, 3],
  ]);
  type(0, 0, '# Notes\n\n');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(shown().map(([, , title]) => title)).toEqual(['Notes', 'Marie', 'Wants']);
});
