/** A manuscript as an e-book, EPUB 3 (`books.md`, *EPUB*). */
import type { BookSettings } from '../book/book-settings.ts';
import {
  type BookBlock,
  type BookChapter,
  type BookLine,
  bookTitle,
  chapterLabel,
  languageOf,
  type RunReader,
  readChapters,
  repeatsTitle,
  runReader,
  shownLevel,
  topLevelOf,
} from '../book/read-book.ts';
import type { ArchiveFile } from './archive-file.ts';
import { cssString, hasTitlePage, headingRules } from './book-html.ts';
import { escapeXml } from './escape-html.ts';
import type { BookFacts, ExportedPath } from './exported-path.ts';
import {
  AUTHORS_TITLE,
  type AuthorStyle,
  authorRules,
  type LegendEntry,
  legendHtml,
  styleAuthors,
} from './html.ts';

/** The files of the archive, in order; the first, `mimetype`, must not be compressed. The same text gives the same bytes. */
export function* epubFiles(path: ExportedPath, facts: BookFacts): Generator<ArchiveFile> {
  const book = path.book?.settings ?? {};
  const { styles, legend } = styleAuthors(path, book.showsAuthors === true);
  const runsOf = runReader({ ...path, spans: legend.length === 0 ? [] : path.spans }, styles);
  const title = bookTitle(path);
  const language = languageOf(book);
  const isPart = path.isPart === true;
  const chapters = readChapters(path).filter((chapter) => isPart || !repeatsTitle(chapter, title));
  const hasTitle = (!isPart && (path.named || hasTitlePage(book))) || chapters.length === 0;
  const pages: readonly EpubPage[] = [
    ...(hasTitle ? [titlePage(book, title)] : []),
    ...chapterPages(chapters, path, runsOf),
    ...(legend.length === 0 ? [] : [authorsPage(legend)]),
  ];
  const head = (name: string) => `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}">
<head>
<title>${escapeXml(name)}</title>
<link rel="stylesheet" href="book.css"/>
</head>
`;
  yield { path: 'mimetype', pieces: ['application/epub+zip'] };
  yield { path: 'META-INF/container.xml', pieces: [CONTAINER] };
  yield { path: 'EPUB/package.opf', pieces: [packageXml({ book, title, language, pages, facts })] };
  yield { path: 'EPUB/nav.xhtml', pieces: [head(title), navigation(title, pages)] };
  yield { path: 'EPUB/book.css', pieces: [SHEET, bookRules(book), ...authorRules(legend)] };
  for (const { name, label, body } of pages)
    yield { path: `EPUB/${name}.xhtml`, pieces: withHead(head(label), body) };
}

function* withHead(head: string, body: Iterable<string>): Generator<string> {
  yield head;
  yield* body;
  yield '</html>\n';
}

/** A document of the book. */
interface EpubPage {
  readonly name: string;
  readonly role: BookChapter['role'];
  /** In the table of contents; never blank. */
  readonly label: string;
  /** The depth in the table of contents, 0 for the highest. */
  readonly depth: 0 | 1;
  readonly body: Iterable<string>;
}

function titlePage({ subtitle = '', authors = [] }: BookSettings, title: string): EpubPage {
  const lines = [
    `<h1 dir="auto">${escapeXml(title)}</h1>\n`,
    subtitle === '' ? '' : `<p class="subtitle" dir="auto">${escapeXml(subtitle)}</p>\n`,
    authors.length === 0 ? '' : `<p dir="auto">${escapeXml(authors.join(', '))}</p>\n`,
  ];
  const body = `<body epub:type="frontmatter">\n<section class="title-page" epub:type="titlepage">\n${lines.join('')}</section>\n</body>\n`;
  return { name: 'title', role: 'title', label: title, depth: 0, body: [body] };
}

function authorsPage(legend: readonly LegendEntry[]): EpubPage {
  const body = `<body epub:type="backmatter">\n${legendHtml(legend)}</body>\n`;
  return { name: 'authors', role: 'back', label: AUTHORS_TITLE, depth: 0, body: [body] };
}

/** The parts of a book that have a name in the vocabulary of EPUB, and in that of screen readers. */
const TYPES: Readonly<Record<BookChapter['role'], string>> = {
  front: '',
  title: ' class="title-page" epub:type="titlepage"',
  text: '',
  part: ' epub:type="part" role="doc-part"',
  chapter: ' epub:type="chapter" role="doc-chapter"',
  back: '',
};

const DIVISIONS: Readonly<Record<BookChapter['role'], string>> = {
  front: 'frontmatter',
  title: 'frontmatter',
  text: 'bodymatter',
  part: 'bodymatter',
  chapter: 'bodymatter',
  back: 'backmatter',
};

function chapterPages(
  chapters: readonly BookChapter[],
  path: ExportedPath,
  runsOf: RunReader<AuthorStyle>,
): readonly EpubPage[] {
  const topLevel = topLevelOf(chapters);
  let isInPart = false;
  return chapters.map((chapter, index) => {
    const { role } = chapter;
    const label = chapterLabel(chapter, path);
    if (role === 'part') isInPart = true;
    const depth = role === 'chapter' && isInPart ? 1 : 0;
    return { name: `chapter-${index + 1}`, role, label, depth, body: chapterBody(chapter, topLevel, runsOf) };
  });
}

function* chapterBody(
  { role, blocks }: BookChapter,
  topLevel: number,
  runsOf: RunReader<AuthorStyle>,
): Generator<string> {
  const isNamed = blocks[0].kind === 'heading';
  yield `<body epub:type="${DIVISIONS[role]}">\n<section${TYPES[role]}${isNamed ? ' aria-labelledby="heading"' : ''}>\n`;
  for (const [index, block] of blocks.entries())
    yield blockXml(block, index === 0 && isNamed ? ' id="heading"' : '', topLevel, runsOf);
  yield '</section>\n</body>\n';
}

function blockXml(
  { kind, lines, level, opens }: BookBlock,
  id: string,
  topLevel: number,
  runsOf: RunReader<AuthorStyle>,
): string {
  switch (kind) {
    case 'break':
      return '<hr/>\n';
    case 'heading': {
      const shown = shownLevel(level, topLevel);
      return `<h${shown}${id} class="level-${level}" dir="auto">${lineXml(lines[0], runsOf)}</h${shown}>\n`;
    }
    case 'paragraph': {
      const shown = lines.map((line) => lineXml(line, runsOf)).join('<br/>\n');
      return `<p${opens ? ' class="opening"' : ''} dir="auto">${shown}</p>\n`;
    }
  }
}

function lineXml(line: BookLine, runsOf: RunReader<AuthorStyle>): string {
  let xml = '';
  for (const { text, emphasis, strong, style } of runsOf(line)) {
    let piece = escapeXml(text);
    if (emphasis) piece = `<em>${piece}</em>`;
    if (strong) piece = `<strong>${piece}</strong>`;
    xml += style === null ? piece : `<span class="${style.name}" title="${style.title}">${piece}</span>`;
  }
  return xml;
}

function navigation(title: string, pages: readonly EpubPage[]): string {
  const link = ({ name, label }: EpubPage) => `<a href="${name}.xhtml" dir="auto">${escapeXml(label)}</a>`;
  let list = '';
  let depth = 0;
  for (const [index, page] of pages.entries()) {
    const end = page.depth > depth ? '\n<ol>\n' : page.depth < depth ? '</li>\n</ol>\n</li>\n' : '</li>\n';
    list += `${index === 0 ? '' : end}<li>${link(page)}`;
    depth = page.depth;
  }
  const begin = pages.find(({ role }) => role !== 'title' && role !== 'front') ?? pages[0];
  return `<body>
<nav epub:type="toc" role="doc-toc" aria-labelledby="contents">
<h1 id="contents" dir="auto">${escapeXml(title)}</h1>
<ol>
${list}</li>
${depth === 1 ? '</ol>\n</li>\n' : ''}</ol>
</nav>
<nav epub:type="landmarks" hidden="hidden" aria-label="Landmarks">
<ol>
<li><a epub:type="toc" href="nav.xhtml">Contents</a></li>
<li><a epub:type="bodymatter" href="${begin?.name}.xhtml">Text</a></li>
</ol>
</nav>
</body>
</html>
`;
}

const CONTAINER = `<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

/** Every book is text in reading order, without what flashes, moves or sounds. */
const ACCESSIBILITY = `<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">structuralNavigation</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityFeature">readingOrder</meta>
<meta property="schema:accessibilityFeature">displayTransformability</meta>
<meta property="schema:accessibilityHazard">none</meta>
`;

interface PackageParts {
  readonly book: BookSettings;
  readonly title: string;
  readonly language: string;
  readonly pages: readonly EpubPage[];
  readonly facts: BookFacts;
}

function packageXml({ book, title, language, pages, facts }: PackageParts): string {
  const authors = (book.authors ?? []).filter((author) => author.trim() !== '');
  const names = pages.map(({ name }) => name);
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">${escapeXml(book.identifier?.trim() || facts.id)}</dc:identifier>
<dc:title>${escapeXml(title)}</dc:title>
<dc:language>${language}</dc:language>
${authors.map((author) => `<dc:creator>${escapeXml(author)}</dc:creator>\n`).join('')}<meta property="dcterms:modified">${facts.modified}</meta>
${ACCESSIBILITY}</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="sheet" href="book.css" media-type="text/css"/>
${names.map((name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>\n`).join('')}</manifest>
<spine>
${names.map((name) => `<itemref idref="${name}"/>\n`).join('')}<itemref idref="nav" linear="no"/>
</spine>
</package>
`;
}

/** Fonts and sizes are the reader's. */
const SHEET = `h1, h2, h3, h4, h5, h6 { margin: 2em 0 1em; line-height: 1.3; break-after: avoid; }
p { margin: 0; text-indent: 1.5em; white-space: pre-wrap; orphans: 2; widows: 2; }
p.opening { text-indent: 0; }
p + p.opening { margin-top: 1em; }
hr { height: auto; margin: 1.5em 0; border: 0; text-align: center; }
.title-page { margin-top: 20%; text-align: center; }
.title-page p { margin-top: 1em; text-indent: 0; }
.subtitle { font-style: italic; }
`;

function bookRules(book: BookSettings): string {
  const { sceneMark, isSpaced = false, isJustified = false } = book;
  return [
    `hr::before { content: ${cssString(sceneMark ?? '* * *')}; }\n`,
    ...headingRules(book),
    ...(isSpaced ? ['p, p.opening { margin: 0 0 0.85em; text-indent: 0; }\n'] : []),
    ...(isJustified ? ['p { text-align: justify; hyphens: auto; }\n'] : []),
  ].join('');
}
