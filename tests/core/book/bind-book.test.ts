import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bindBook, titlePage, withSceneMarks } from '../../../src/core/book/bind-book.ts';
import { type BookSettings, PLAIN_HEADING } from '../../../src/core/book/book-settings.ts';
import { headingNumber } from '../../../src/core/book/heading-number.ts';
import type { ExportedPath } from '../../../src/core/exchange/exported-path.ts';
import { htmlPage } from '../../../src/core/exchange/html.ts';
import type { AgentId } from '../../../src/core/ids.ts';
import type { SpannedText } from '../../../src/core/text/span.ts';

const WRITER = 'writer' as AgentId;
const MODEL = 'model' as AgentId;

const by = (text: string, agent = MODEL): SpannedText => ({
  text,
  spans: text === '' ? [] : [{ agent, length: text.length }],
});

function pathOf(text: string): ExportedPath {
  return { title: 'Ice', named: true, writerId: WRITER, authors: [], messages: null, ...by(text) };
}

const bind = (
  text: string,
  book: BookSettings,
  front: readonly string[] = [],
  back: readonly string[] = [],
) => bindBook(pathOf(text), book, { front: front.map((one) => by(one)), back: back.map((one) => by(one)) });

const numbered = (numbers: 'arabic' | 'roman' | 'words', word = '') => ({ ...PLAIN_HEADING, numbers, word });

test('headings get the number of their level, which counts through the book', () => {
  const text = '# Ice\nIt froze.\n## Deep\n### Scene\n## Deeper ##\n# Water\n## Deepest\n';
  const headings = [numbered('roman', 'Part'), numbered('arabic')];
  expect(bind(text, { headings }).text).toBe(
    '# Part I: Ice\nIt froze.\n## 1. Deep\n### Scene\n## 2. Deeper ##\n# Part II: Water\n## 3. Deepest\n',
  );
});

test('a prompt in the text stays as it is', () => {
  const text = '```prompt\n# Ice\n***\n```\n# Ice\n';
  expect(bind(text, { headings: [numbered('arabic')] }).text).toBe('```prompt\n# Ice\n***\n```\n# 1. Ice\n');
  expect(withSceneMarks(text, '⁂')).toBe(text);
});

test('numbers are Arabic, Roman, or words as far as there are any', () => {
  const numbers = [1, 4, 19, 20, 42, 99, 100, 1994];
  expect(numbers.map((number) => headingNumber(number, 'roman'))).toEqual(
    'I IV XIX XX XLII XCIX C MCMXCIV'.split(' '),
  );
  expect(numbers.map((number) => headingNumber(number, 'words'))).toEqual(
    'One Four Nineteen Twenty Forty-two Ninety-nine 100 1994'.split(' '),
  );
});

test('front and back matter stand before and after the text, each on a page of its own, with its authors', () => {
  const bound = bind('It froze.\n', {}, ['For Jan', ' \n'], ['# Thanks\nTo all.']);
  expect(bound.text).toBe('For Jan\n\nIt froze.\n\n# Thanks\nTo all.');
  expect(bound.book?.pages.map((at) => bound.text.slice(at).split('\n')[0])).toEqual([
    'For Jan',
    'It froze.',
    '# Thanks',
  ]);
  expect(bound.spans.filter(({ agent }) => agent === WRITER)).toHaveLength(2);
});

test('the title page has what is set, and the text does not repeat its title', () => {
  const book = { title: 'Ice', subtitle: 'A story', authors: ['Jan', 'Marie'] };
  expect(titlePage(book)).toBe('# Ice\n\nA story\n\nJan, Marie\n\n');
  expect(bind('\n# Ice\n\nIt froze.\n# Ice\n', book).text).toBe('\n\nIt froze.\n# Ice\n');
  expect(titlePage({})).toBe('');
});

test('a scene mark stands in place of every scene break, whatever was typed', () => {
  expect(withSceneMarks('a\n* * *\nb\n---\nc', '⁂')).toBe('a\n⁂\nb\n⁂\nc');
  expect(withSceneMarks('a\n* * *\nb', '')).toBe('a\n\nb');
  expect(withSceneMarks('a\n* * *\nb', null)).toBe('a\n* * *\nb');
});

test('a web page has the book’s language, looks and mark, and nothing that was typed can leave its place', () => {
  const page = (text: string, settings: BookSettings) =>
    [...htmlPage(bind(text, settings, ['For Jan']), { authorship: false, formatMessages: true })].join('');
  const settings: BookSettings = {
    title: '<Ice>',
    authors: ['"Jan"'],
    language: 'nl',
    identifier: '978-3-16-148410-0',
    headings: [{ ...PLAIN_HEADING, look: 'centred', startsPage: true }],
    sceneMark: '"}</style>',
    size: 10.5,
    font: 'mono',
    isJustified: true,
  };
  const html = page('# Deep\nIt froze.\n***\nOn.', settings);
  expect(html).toContain('<title>&lt;Ice&gt;</title>');
  expect(html).toContain(
    '<h1 dir="auto">&lt;Ice&gt;</h1>\n<p class="authors" dir="auto">&quot;Jan&quot;</p>',
  );
  expect(html).toContain('<article lang="nl" dir="auto">');
  expect(html).toContain('<p class="opening page" dir="auto">For Jan</p>');
  expect(html).toContain('<h2 class="level-1 page" dir="auto">Deep</h2>');
  expect(html).toContain('.level-1 { text-align: center; break-before: page; }');
  expect(html.match(/<\/style>/g)).toHaveLength(1);
  expect(html).toContain('body { font-size: 10.5pt; }');
});

test('without settings, or with none that say anything, no byte of a text changes', () => {
  const lines = fc.array(
    fc.constantFrom('# One', '###### Six', '## Two ##', '#', '***', '', ' ', 'Prose.', 'Under', '===='),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(lines, (typed) => {
      const path = pathOf(typed.join('\n'));
      const bound = bindBook(path, { headings: [PLAIN_HEADING], sceneMark: null }, { front: [], back: [] });
      expect({ ...bound, book: undefined }).toEqual({ ...path, book: undefined });
      expect(withSceneMarks(bound.text, null)).toBe(path.text);
    }),
  );
});

test('the words of a numbered book are those of the text, with one number a heading, in any order of levels', () => {
  const lines = fc.array(fc.constantFrom('# A', '###### F', '### C', '## B', '***', '', 'Prose.'), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(lines, (typed) => {
      const { text, spans } = bind(typed.join('\n'), { headings: Array(6).fill(numbered('arabic')) });
      expect(text.replaceAll(/^(#+ )\d+\. /gm, '$1')).toBe(typed.join('\n'));
      expect(text.match(/^#+ \d+\. /gm) ?? []).toHaveLength(
        typed.filter((line) => line.startsWith('#')).length,
      );
      expect(spans.reduce((length, span) => length + span.length, 0)).toBe(text.length);
    }),
  );
});
