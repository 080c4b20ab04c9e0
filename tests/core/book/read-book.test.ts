import { expect, test } from 'vitest';
import { bindBook } from '../../../src/core/book/bind-book.ts';
import { lineWords, readBook, readChapters, runReader } from '../../../src/core/book/read-book.ts';
import type { AgentId } from '../../../src/core/ids.ts';

const WRITER = 'writer' as AgentId;
const MODEL = 'model' as AgentId;
const by = (text: string) => ({ text, spans: [{ agent: WRITER, length: text.length }] });

/** Its blocks: level of a heading, `¶` for a paragraph that opens a scene, `·` for another, and its lines. */
function blocksOf(text: string): readonly string[] {
  return [...readBook({ text })].map(({ kind, level, opens, lines }) => {
    const mark = kind === 'heading' ? `${level}` : kind === 'break' ? '*' : opens ? '¶' : '·';
    return [mark, ...lines.map(lineWords)].join(' ');
  });
}

const chaptersOf = (path: Parameters<typeof readChapters>[0]) =>
  readChapters(path).map(({ role, blocks }) => `${role}: ${blocks.map(({ lines }) => lineWords(lines[0]))}`);

test('each line is a paragraph, and white space opens one', () => {
  expect(blocksOf('# One #\nHe *came*.\nShe went.\nIt rained.\n\nThey stayed.\n* * *\nNight.\n')).toEqual([
    '1 One',
    '¶ He came.',
    '· She went.',
    '· It rained.',
    '¶ They stayed.',
    '* * * *',
    '¶ Night.',
  ]);
});

test('between blank lines, single line ends are line breaks', () => {
  expect(blocksOf('He said:\n\nOne.\nTwo.\n\nShe went.\n\n\nNight.')).toEqual([
    '¶ He said:',
    '· One. Two.',
    '· She went.',
    '¶ Night.',
  ]);
});

test('headings that are typed without # are headings, with their underlines', () => {
  expect(blocksOf('Low Water\n=====\n\nChapter 3\n\nHe came.\n\n```prompt\nChapter 4\n\n```')).toEqual([
    '1 Low Water =====',
    '2 Chapter 3',
    '¶ He came.',
    '· ```prompt Chapter 4',
    '· ```',
  ]);
});

test('chapters are of the level that has several headings, below a title and parts', () => {
  const text = '# Ice\n\n## Deep\n\n### Scene\nIt froze.\n\n## Deeper\nIt froze.';
  expect(chaptersOf({ text })).toEqual([
    'title: Ice',
    'chapter: Deep,Scene,It froze.',
    'chapter: Deeper,It froze.',
  ]);
  expect(chaptersOf({ text: 'For Jan.\n# I\n## One\na\n# II\nb\n## Two\nc' })).toEqual([
    'text: For Jan.',
    'chapter: I,One,a',
    'chapter: II,b,Two,c',
  ]);
  expect(
    chaptersOf({ text: '# I\n\n## One\na\n\n## Two\n\n# II\nb' }).map((one) => one.split(':')[0]),
  ).toEqual(['chapter', 'chapter']);
  expect(chaptersOf({ text: 'It froze.\n\nIt thawed.' })).toEqual(['text: It froze.,It thawed.']);
  expect(chaptersOf({ text: ' \n' })).toEqual([]);
  expect(readChapters({ text: '# One\na\n\n'.repeat(300_000) })).toHaveLength(1);
});

test('front and back matter are chapters of their own', () => {
  const path = { title: 'Ice', named: true, writerId: WRITER, authors: [], messages: null };
  const matter = { front: [by('For Jan'), by('# Map\n\n# Names')], back: [by('# Thanks\nTo all.')] };
  const bound = bindBook({ ...path, ...by('It froze.\n# One\na') }, {}, matter);
  expect(chaptersOf(bound)).toEqual([
    'front: For Jan',
    'front: Map,Names',
    'text: It froze.',
    'chapter: One,a',
    'back: Thanks,To all.',
  ]);
});

test('runs have their emphasis and their author', () => {
  const [block] = readBook({ text: '# A *lamp* lit' });
  const spans = [
    { agent: WRITER, length: 8 },
    { agent: MODEL, length: 6 },
  ];
  const runs = runReader({ spans }, new Map([[MODEL, 'm']]))(block?.lines[0] ?? { text: '', from: 0 });
  expect(runs.map(({ text, emphasis, style }) => `${emphasis ? '*' : ''}${text}|${style ?? ''}`)).toEqual([
    'A |',
    '*lam|',
    '*p|m',
    ' lit|m',
  ]);
});
