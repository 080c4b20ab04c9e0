// @vitest-environment jsdom
import '../../helpers/fast-check-runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bindBook } from '../../../src/core/book/bind-book.ts';
import type { BookSettings } from '../../../src/core/book/book-settings.ts';
import { epubFiles } from '../../../src/core/exchange/epub.ts';
import type { ExportedPath, PathAuthor } from '../../../src/core/exchange/exported-path.ts';
import type { AgentId } from '../../../src/core/ids.ts';

const WRITER = 'writer' as AgentId;
const MODEL = 'model' as AgentId;
const AUTHORS: readonly PathAuthor[] = [
  { id: WRITER, name: 'Jan', type: 'human', modelRef: null, color: null },
  { id: MODEL, name: 'A <b>', type: 'model', modelRef: 'm', color: 'rust' },
];
const FACTS = { id: '01KDXA00000000000000000001', modified: '2026-11-30T12:00:00Z' };
const by = (text: string, agent = WRITER) => ({
  text,
  spans: text === '' ? [] : [{ agent, length: text.length }],
});

function pathOf(text: string, other: Partial<ExportedPath> = {}): ExportedPath {
  return {
    title: 'Ice',
    named: true,
    writerId: WRITER,
    authors: AUTHORS,
    messages: null,
    ...by(text),
    ...other,
  };
}

const bound = (text: string, book: BookSettings, front = '', back = '') =>
  bindBook(pathOf(text), book, { front: [by(front)], back: [by(back, MODEL)] });

const filesOf = (path: ExportedPath) =>
  new Map([...epubFiles(path, FACTS)].map((file) => [file.path, [...file.pieces].join('')]));

/** The files that are XML, parsed. */
function documentsOf(path: ExportedPath): ReadonlyMap<string, Document> {
  const files = [...filesOf(path)].filter(([name]) => /\.(?:xhtml|opf|xml)$/.test(name));
  return new Map(
    files.map(([name, text]) => {
      const document = new DOMParser().parseFromString(text, 'application/xml');
      expect(document.querySelector('parsererror')?.textContent).toBe(undefined);
      return [name.replace('EPUB/', ''), document];
    }),
  );
}

const textsOf = (document: Document | undefined, selector: string) =>
  [...(document?.querySelectorAll(selector) ?? [])].map(({ textContent }) => textContent);

test('a book has a file for each chapter, in order, and a table of contents', () => {
  const book = {
    title: 'Ice',
    authors: ['Jan', 'Marie'],
    language: 'en-GB',
    identifier: '978-3-16-148410-0',
  };
  const text = '# I\n\n## One\nIt *froze*.\n* * *\nAgain.\n\n## Two\nb\n\n# II\n\n## Three\nc';
  const documents = documentsOf(bound(text, book, 'For Jan.', '# Thanks\nTo all.'));
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
  const nav = documentsOf(pathOf(text)).get('nav.xhtml');
  expect(textsOf(nav, 'nav[role=doc-toc] > ol > li > a')).toEqual(['Ice', 'Before', 'Part']);
  expect(textsOf(nav, 'nav[role=doc-toc] ol ol a')).toEqual(['One', 'Two']);
});

test('its title is said once, and a text without a name has no page for it', () => {
  expect(
    textsOf(documentsOf(pathOf('# Ice\n\n## One\na\n\n## Two\nb')).get('nav.xhtml'), 'nav[role] a'),
  ).toEqual(['Ice', 'One', 'Two']);
  const unnamed = documentsOf(pathOf('It froze.', { title: 'It froze', named: false }));
  expect(unnamed.has('title.xhtml')).toBe(false);
  expect(textsOf(unnamed.get('package.opf'), 'title, language, identifier')).toEqual([
    FACTS.id,
    'It froze',
    'und',
  ]);
  expect([...documentsOf(pathOf('', { title: ' ' })).keys()]).toContain('title.xhtml');
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
  const odd = fc.string({
    unit: fc.constantFrom(
      '\0',
      '\f',
      '\v',
      '\u007f',
      '\uffff',
      '\ud800',
      '&',
      '<',
      ']]>',
      '"',
      'é',
      'e\u0301',
      '👩‍👩‍👧',
      'שלום',
      '\u202e',
      ' ',
      '\t',
    ),
  });
  const line = fc.oneof(
    odd,
    fc.constantFrom('', '', '# One', '## Two', 'Three\n====', '***', 'He *came* **in _and** went_.', '*a'),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 9 }), odd, (lines, title) => {
      const text = lines.join('\n');
      const documents = documentsOf(
        bindBook(pathOf(text, { title }), { title, authors: [title] }, { front: [], back: [] }),
      );
      const pages = [...documents].filter(([name]) => name.startsWith('chapter-'));
      const shown = pages.flatMap(([, page]) => textsOf(page, 'h1, h2, p')).join('');
      const wanted = text
        .split('\n')
        .filter((one) => !/^(?:====|\*\*\*|\s*)$/.test(one))
        .map((one) => one.replace(/^#+ /, '').replace(/^He .*\.$/, 'He came in _and went_.'))
        .join('')
        .replace(/[^\t\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
      // An underline shows where it follows nothing that it could be of.
      expect(shown.replace(/[\s=]/g, '')).toBe(wanted.replace(/[\s=]/g, ''));
    }),
  );
});
