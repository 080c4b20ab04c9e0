// @vitest-environment jsdom
import '../../helpers/fast-check-runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BookPreset, docxFiles } from '../../../src/core/exchange/docx.ts';
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

const filesOf = (path: ExportedPath, preset: BookPreset = 'plain') =>
  textsOfFiles(docxFiles(path, FACTS, preset));
const documentsOfBook = (path: ExportedPath, preset: BookPreset = 'plain') =>
  documentsOf(docxFiles(path, FACTS, preset));

/** Its paragraphs: the style, `|` after a page break, and the text. */
function paragraphsOf(path: ExportedPath, preset?: BookPreset): readonly string[] {
  const paragraphs = [
    ...(documentsOfBook(path, preset).get('document.xml')?.getElementsByTagName('w:p') ?? []),
  ];
  return paragraphs.map((paragraph) => {
    const style = paragraph.getElementsByTagName('w:pStyle')[0]?.getAttribute('w:val');
    const page = paragraph.getElementsByTagName('w:pageBreakBefore').length > 0 ? '|' : '';
    return `${page}${style}: ${paragraph.textContent}`;
  });
}

const STORY = '# I\n\n## One\n\nIt *froze*.\n\nAnd again.\n\n* * *\n\nIt thawed.\n\n## Two\n\nb';

test('a Word document has styles for all that a book is made of', () => {
  const book = { title: 'Ice', subtitle: 'A story', authors: ['Jan Vos', 'Marie'], sceneMark: '⁂' };
  expect(paragraphsOf(bound(STORY, book, 'For Jan.', '# Thanks\nTo all.'), 'book')).toEqual([
    'Title: Ice',
    'Subtitle: A story',
    'Author: Jan Vos, Marie',
    '|FirstParagraph: For Jan.',
    '|Heading1: I',
    '|Heading1: One',
    'FirstParagraph: It froze.',
    'BodyText: And again.',
    'SceneBreak: ⁂',
    'FirstParagraph: It thawed.',
    '|Heading1: Two',
    'FirstParagraph: b',
    '|Heading1: Thanks',
    'FirstParagraph: To all.',
  ]);
});

test('a level of headings starts pages if the book says so', () => {
  const part = { numbers: 'none', word: '', look: 'plain', startsPage: true } as const;
  const text = '# I\n\n## One\na\n\n## Two\nb\n\n# II\n\n## Three\nc';
  const pages = (headings: readonly (typeof part)[]) =>
    paragraphsOf(bound(text, { headings })).filter((one) => one.startsWith('|'));
  expect(pages([])).toEqual(['|Heading1: I', '|Heading1: II']);
  expect(pages([part, part])).toHaveLength(5);
});

test('a manuscript is as editors ask for it', () => {
  const book = { title: 'Ice', authors: ['Jan Vos'], size: 9, isJustified: true };
  const path = bound(`${STORY}${' word'.repeat(200)}`, book);
  // Name and words, title and byline on the first page; `#` between scenes.
  expect(paragraphsOf(path, 'manuscript').slice(0, 3)).toEqual([
    'ManuscriptFacts: Jan Vosabout 200 words',
    'Title: Ice',
    'Author: by Jan Vos',
  ]);
  expect(paragraphsOf(path, 'manuscript')).toContain('SceneBreak: #');
  const files = filesOf(path, 'manuscript');
  const styles = files.get('word/styles.xml') ?? '';
  // Twelve points, double-spaced, half an inch of indent, ragged right.
  expect(styles).toContain('<w:rFonts w:ascii="Times New Roman"');
  expect(styles).toContain('<w:sz w:val="24"/>');
  expect(styles).toContain('<w:spacing w:line="480" w:lineRule="auto"/>');
  expect(styles).toContain('<w:ind w:firstLine="720"/>');
  expect(styles).not.toContain('<w:jc w:val="both"/>');
  // Letter paper with margins of an inch, and a header on every page but the first.
  expect(files.get('word/document.xml')).toMatch(
    /w:w="12240" w:h="15840".*w:top="1440" w:right="1440".*<w:titlePg\/>/,
  );
  expect(textsOf(documentsOfBook(path, 'manuscript').get('header.xml'), 'p')).toEqual([
    'Vos / ICE /  PAGE 2',
  ]);
  expect(filesOf(bound('a', { font: 'mono' }), 'manuscript').get('word/styles.xml')).toContain('Courier New');
  expect(paragraphsOf(pathOf('a'.repeat(9)), 'manuscript')[0]).toBe('ManuscriptFacts: about 100 words');
});

test('language, direction, line breaks and tabs are those of the text', () => {
  const files = filesOf(bound('He said:\n\n\tOne\nTwo\n\nשלום', { language: 'de-AT' }));
  expect(files.get('word/styles.xml')).toContain('<w:lang w:val="de-AT"/>');
  const document = files.get('word/document.xml');
  expect(document).toContain('<w:tab/><w:t xml:space="preserve">One</w:t></w:r><w:r><w:br/></w:r>');
  expect(document).toContain('<w:bidi/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr>');
});

test('authors are character styles only if the book shows them', () => {
  const shown = filesOf(bound('It froze.', { showsAuthors: true }, '', 'Thanks.'));
  expect(shown.get('word/styles.xml')).toContain(
    '<w:name w:val="Written by A &lt;b&gt;"/><w:rPr><w:color w:val="9c4c00"/>',
  );
  expect(shown.get('word/document.xml')).toContain(
    '<w:rStyle w:val="Author1"/></w:rPr><w:t xml:space="preserve">Thanks.</w:t>',
  );
  expect([...filesOf(bound('It froze.', {}, '', 'Thanks.')).values()].join('')).not.toContain('Written by');
});

test('every file is well-formed and has the text to the character, whatever is in it', () => {
  fc.assert(
    fc.property(oddBooks, ({ book, characters }) => {
      const shown = paragraphsOf(book).filter((one) => /^\|?(?:Heading|FirstP|BodyT)/.test(one));
      expect(charactersOf(shown.map((one) => one.slice(one.indexOf(': ') + 2)).join(''))).toBe(characters);
    }),
  );
});
