// @vitest-environment jsdom
import '../../helpers/fast-check-runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { epubFiles } from '../../../src/core/exchange/epub.ts';
import type { ExportedPath } from '../../../src/core/exchange/exported-path.ts';
import {
  bound,
  charactersOf,
  documentsOf,
  FACTS,
  oddBooks,
  pathOf,
  textsOf,
  textsOfFiles,
} from '../../helpers/books.ts';

const filesOf = (path: ExportedPath) => textsOfFiles(epubFiles(path, FACTS));
const documentsOfBook = (path: ExportedPath) => documentsOf(epubFiles(path, FACTS));

test('a book has a file for each chapter, in order, and a table of contents', () => {
  const book = {
    title: 'Ice',
    authors: ['Jan', 'Marie'],
    language: 'en-GB',
    identifier: '978-3-16-148410-0',
  };
  const text = '# I\n\n## One\nIt *froze*.\n* * *\nAgain.\n\n## Two\nb\n\n# II\n\n## Three\nc';
  const documents = documentsOfBook(bound(text, book, 'For Jan.', '# Thanks\nTo all.'));
  const nav = documents.get('nav.xhtml');
  expect(textsOf(nav, 'nav[role=doc-toc] a')).toEqual(['Ice', 'For Jan', 'I', 'II', 'Thanks']);
  const pages = [...(documents.get('package.opf')?.querySelectorAll('itemref:not([linear=no])') ?? [])];
  const names = pages.map((page) => `${page.getAttribute('idref')}.xhtml`);
  expect(names.map((name) => documents.get(name)?.querySelector('section')?.getAttribute('role'))).toEqual([
    null,
    null,
    'doc-chapter',
    'doc-chapter',
    null,
  ]);
  expect(
    textsOf(documents.get('package.opf'), 'creator, language, identifier, [property="dcterms:modified"]'),
  ).toEqual(['978-3-16-148410-0', 'en-GB', 'Jan', 'Marie', FACTS.modified]);
  const first = documents.get(names[2] ?? '');
  expect([...(first?.querySelector('section')?.children ?? [])].map(({ localName }) => localName)).toEqual(
    'h1 h2 p hr p h2 p'.split(' '),
  );
  expect(textsOf(first, 'em')).toEqual(['froze']);
});

test('chapters are inside the parts before them', () => {
  const text = '## Before\na\n\n# Part\n\n## One\nb\n\n## Two\nc';
  const nav = documentsOfBook(pathOf(text)).get('nav.xhtml');
  expect(textsOf(nav, 'nav[role=doc-toc] > ol > li > a')).toEqual(['Ice', 'Before', 'Part']);
  expect(textsOf(nav, 'nav[role=doc-toc] ol ol a')).toEqual(['One', 'Two']);
});

test('its title is said once, and a text without a name has no page for it', () => {
  expect(
    textsOf(documentsOfBook(pathOf('# Ice\n\n## One\na\n\n## Two\nb')).get('nav.xhtml'), 'nav[role] a'),
  ).toEqual(['Ice', 'One', 'Two']);
  const unnamed = documentsOfBook(pathOf('It froze.', { title: 'It froze', named: false }));
  expect(unnamed.has('title.xhtml')).toBe(false);
  expect(textsOf(unnamed.get('package.opf'), 'title, language, identifier')).toEqual([
    FACTS.id,
    'It froze',
    'und',
  ]);
  expect([...documentsOfBook(pathOf('', { title: ' ' })).keys()]).toContain('title.xhtml');
});

test('authors have colours and a legend only if the book shows them', () => {
  const shown = filesOf(bound('It froze.', { showsAuthors: true }, '', 'Thanks.'));
  expect(shown.get('EPUB/chapter-2.xhtml')).toContain(
    '<span class="author-1" title="A &lt;b&gt;">Thanks.</span>',
  );
  expect(shown.get('EPUB/book.css')).toContain('.author-1 { color: #9c4c00;');
  expect(shown.get('EPUB/authors.xhtml')).toContain('Who wrote what');
  expect([...filesOf(bound('It froze.', {}, '', 'Thanks.')).values()].join('')).not.toContain('author-1');
});

test('the mark between scenes is the book’s', () => {
  expect(filesOf(bound('a\n***\nb', { sceneMark: '⁂"' })).get('EPUB/book.css')).toContain(
    'content: "\\2042 \\22 ";',
  );
  expect(filesOf(bound('a\n***\nb', { sceneMark: '' })).get('EPUB/book.css')).toContain(
    'hr::before { content: ""; }',
  );
});

test('every file is well-formed and has the text to the character, whatever is in it', () => {
  fc.assert(
    fc.property(oddBooks, ({ book, characters }) => {
      const pages = [...documentsOfBook(book)].filter(([name]) => name.startsWith('chapter-'));
      const shown = pages.flatMap(([, page]) => textsOf(page, 'h1, h2, p')).join('');
      expect(charactersOf(shown)).toBe(characters);
    }),
  );
});
