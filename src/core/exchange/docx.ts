/** A manuscript as a Word document (`books.md`, *DOCX*). */
import type { BookNote } from '../book/book-marks.ts';
import type { BookFont, BookSettings } from '../book/book-settings.ts';
import { bookTitle, languageOf } from '../book/read-book.ts';
import type { AgentId } from '../ids.ts';
import { countWords } from '../text/count-words.ts';
import type { ArchiveFile } from './archive-file.ts';
import { hasTitlePage } from './book-html.ts';
import { paragraph, runXml } from './docx-paragraph.ts';
import { commentsXml, textXml } from './docx-text.ts';
import { escapeXml } from './escape-html.ts';
import type { BookFacts, ExportedPath } from './exported-path.ts';
import { coloursOf, styleAuthors } from './html.ts';

/** The look of a Word document: as editors ask for it, as a printed book, or with nothing but its styles. */
export type BookPreset = 'manuscript' | 'book' | 'plain';

/** Sizes in twips, of which an inch has 1,440; those of characters in half points. */
export interface Look {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly indent: number;
  /** 240 for single spacing. */
  readonly line: number;
  readonly size: number;
  /** White space above the heading of a chapter. */
  readonly sink: number;
  readonly font: (font: BookFont | null | undefined) => string;
  readonly mark: (mark: string | null | undefined) => string;
}

const FONTS: Readonly<Record<BookFont, string>> = {
  literata: 'Literata',
  'source-sans': 'Source Sans 3',
  serif: 'Times New Roman',
  sans: 'Arial',
  mono: 'Courier New',
};

const ownFont = (font: BookFont | null | undefined) => (font == null ? 'Times New Roman' : FONTS[font]);
const ownMark = (mark: string | null | undefined) => mark ?? '* * *';

export const LOOKS: Readonly<Record<BookPreset, Look>> = {
  manuscript: {
    width: 12_240,
    height: 15_840,
    margin: 1_440,
    indent: 720,
    line: 480,
    size: 24,
    sink: 4_320,
    font: (font) => (font === 'mono' ? 'Courier New' : 'Times New Roman'),
    mark: () => '#',
  },
  book: {
    width: 8_640,
    height: 12_960,
    margin: 1_080,
    indent: 360,
    line: 300,
    size: 22,
    sink: 1_440,
    font: ownFont,
    mark: ownMark,
  },
  plain: {
    width: 11_906,
    height: 16_838,
    margin: 1_440,
    indent: 360,
    line: 276,
    size: 24,
    sink: 240,
    font: ownFont,
    mark: ownMark,
  },
};

/** The files of the archive, in order. The same text gives the same bytes. */
export function* docxFiles(path: ExportedPath, facts: BookFacts, preset: BookPreset): Generator<ArchiveFile> {
  const book = path.book?.settings ?? {};
  const title = bookTitle(path);
  const { legend } = styleAuthors(path, book.showsAuthors === true);
  const authors = legend.flatMap((entry) =>
    entry.className === null
      ? []
      : [{ id: entry.id, name: entry.name, colour: coloursOf(entry)[0].slice(1) }],
  );
  const { notes = [] } = path.marks ?? {};
  const hasNotes = notes.length > 0;
  yield { path: '[Content_Types].xml', pieces: [contentTypes(hasNotes)] };
  yield { path: '_rels/.rels', pieces: [RELATIONS] };
  yield { path: 'docProps/core.xml', pieces: [properties(title, book, facts)] };
  yield { path: 'word/_rels/document.xml.rels', pieces: [documentRelations(hasNotes)] };
  yield { path: 'word/settings.xml', pieces: [SETTINGS] };
  yield { path: 'word/styles.xml', pieces: [styles(preset, book, authors, hasNotes)] };
  yield { path: 'word/header.xml', pieces: [header(preset, title, book)] };
  yield {
    path: 'word/document.xml',
    pieces: documentXml(path, preset, new Map(authors.map(({ id }, index) => [id, `Author${index + 1}`]))),
  };
  if (hasNotes) yield { path: 'word/comments.xml', pieces: commentsOf(notes) };
}

function* documentXml(
  path: ExportedPath,
  preset: BookPreset,
  styles: ReadonlyMap<AgentId, string>,
): Generator<string> {
  const book = path.book?.settings ?? {};
  const { width, height, margin, mark } = LOOKS[preset];
  const first = firstPage(path, preset);
  yield `${XML}<w:document ${NAMESPACES}>\n<w:body>\n`;
  if (first !== null) yield titlePage(first);
  yield* textXml(path, { mark: mark(book.sceneMark), hasTitle: first !== null, styles });
  yield `<w:sectPr>${preset === 'plain' ? '' : '<w:headerReference w:type="default" r:id="header"/>'}<w:pgSz w:w="${width}" w:h="${height}"/><w:pgMar w:top="${margin}" w:right="${margin}" w:bottom="${margin}" w:left="${margin}" w:header="720" w:footer="720" w:gutter="0"/><w:titlePg/></w:sectPr>
</w:body>
</w:document>
`;
}

/** The lines of a book's first page; empty where there are none. */
export interface FirstPage {
  /** At the sides of its first line, of a manuscript. */
  readonly facts: readonly [names: string, words: string] | null;
  readonly title: string;
  readonly subtitle: string;
  readonly byline: string;
}

/** Null for a text that begins at once. @param preset null for what is not for an editor */
export function firstPage(path: ExportedPath, preset: BookPreset | null): FirstPage | null {
  const { subtitle = '', authors = [], ...book } = path.book?.settings ?? {};
  const isManuscript = preset === 'manuscript';
  if (path.isPart === true) return null;
  if (!isManuscript && !path.named && !hasTitlePage({ subtitle, authors, ...book })) return null;
  const names = authors.join(', ');
  return {
    facts: isManuscript ? [names, aboutWords(countWords(path.text))] : null,
    title: bookTitle(path),
    subtitle,
    byline: isManuscript && names !== '' ? `by ${names}` : names,
  };
}

function titlePage({ facts, title, subtitle, byline }: FirstPage): string {
  return [
    facts === null ? '' : paragraph('ManuscriptFacts', runXml(facts.join('\t'))),
    paragraph('Title', runXml(title)),
    subtitle === '' ? '' : paragraph('Subtitle', runXml(subtitle)),
    byline === '' ? '' : paragraph('Author', runXml(byline)),
  ].join('');
}

/** As standard manuscript format rounds them. */
function aboutWords(words: number): string {
  const unit = words < 20_000 ? 100 : 1_000;
  return `about ${Math.max(unit, Math.round(words / unit) * unit).toLocaleString('en')} words`;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const NAMESPACES = `xmlns:w="${WORD}" xmlns:r="${OFFICE}"`;
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const contentTypes = (hasNotes: boolean) => `${XML}<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="${TYPE}.document.main+xml"/>
<Override PartName="/word/styles.xml" ContentType="${TYPE}.styles+xml"/>
<Override PartName="/word/settings.xml" ContentType="${TYPE}.settings+xml"/>
<Override PartName="/word/header.xml" ContentType="${TYPE}.header+xml"/>
${hasNotes ? `<Override PartName="/word/comments.xml" ContentType="${TYPE}.comments+xml"/>\n` : ''}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>
</Types>
`;

const RELATIONS = `${XML}<Relationships xmlns="${PACKAGE}/relationships">
<Relationship Id="document" Type="${OFFICE}/officeDocument" Target="word/document.xml"/>
<Relationship Id="properties" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>
</Relationships>
`;

const documentRelations = (hasNotes: boolean) => `${XML}<Relationships xmlns="${PACKAGE}/relationships">
<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/>
<Relationship Id="settings" Type="${OFFICE}/settings" Target="settings.xml"/>
<Relationship Id="header" Type="${OFFICE}/header" Target="header.xml"/>
${hasNotes ? `<Relationship Id="comments" Type="${OFFICE}/comments" Target="comments.xml"/>\n` : ''}</Relationships>
`;

const SETTINGS = `${XML}<w:settings ${NAMESPACES}>
<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>
</w:settings>
`;

function properties(title: string, book: BookSettings, { modified }: BookFacts): string {
  const time = (name: string) => `<dcterms:${name} xsi:type="dcterms:W3CDTF">${modified}</dcterms:${name}>\n`;
  return `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<dc:title>${escapeXml(title)}</dc:title>
<dc:creator>${escapeXml((book.authors ?? []).join(', '))}</dc:creator>
<dc:language>${languageOf(book)}</dc:language>
${time('created')}${time('modified')}</cp:coreProperties>
`;
}

function header(preset: BookPreset, title: string, book: BookSettings): string {
  const page =
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>2</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';
  return `${XML}<w:hdr ${NAMESPACES}>${paragraph('Header', `${runXml(headerWords(preset, title, book))}${page}`)}</w:hdr>\n`;
}

/** The words before the number of every page but the first. */
export function headerWords(
  preset: BookPreset,
  title: string,
  { authors: [author = ''] = [] }: BookSettings,
): string {
  const surname = author.trim().split(/\s+/u).at(-1) ?? '';
  const names = preset === 'manuscript' ? [surname, title.toLocaleUpperCase()] : [title];
  return names.flatMap((name) => (name === '' ? [] : [`${name} / `])).join('');
}

interface AuthorLook {
  readonly name: string;
  /** As six hexadecimal digits. */
  readonly colour: string;
}

function* commentsOf(notes: readonly BookNote[]): Generator<string> {
  yield `${XML}<w:comments ${NAMESPACES}>\n`;
  yield* commentsXml(notes);
  yield '</w:comments>\n';
}

function styles(
  preset: BookPreset,
  book: BookSettings,
  authors: readonly AuthorLook[],
  hasNotes: boolean,
): string {
  const { indent, line, size, sink, font, width, margin } = LOOKS[preset];
  const isManuscript = preset === 'manuscript';
  const name = escapeXml(font(book.font));
  const points = isManuscript || book.size == null ? size : Math.round(book.size * 2);
  const language = languageOf(book);
  const isSpaced = !isManuscript && book.isSpaced === true;
  const alignment = !isManuscript && book.isJustified === true ? '<w:jc w:val="both"/>' : '';
  const firstLine = isSpaced ? 0 : indent;
  const after = isSpaced ? ' w:after="200"' : ' w:after="0"';
  const centred = '<w:ind w:firstLine="0"/><w:jc w:val="center"/>';
  const heading = (level: number) => {
    const look = isManuscript ? 'centred' : (book.headings?.[level - 1]?.look ?? 'plain');
    const place = look === 'plain' ? '' : '<w:jc w:val="center"/>';
    const letters = isManuscript ? '' : look === 'smallCaps' ? '<w:smallCaps/>' : '<w:b/><w:bCs/>';
    const large = isManuscript ? points : points + Math.max(0, 16 - 4 * level);
    return paragraphStyle(`Heading${level}`, `heading ${level}`, {
      next: 'FirstParagraph',
      form: `<w:keepNext/><w:spacing w:before="${level === 1 ? sink : 360}" w:after="240"/>${place}<w:outlineLvl w:val="${level - 1}"/>`,
      letters: `${letters}<w:sz w:val="${large}"/><w:szCs w:val="${large}"/>`,
    });
  };
  return `${XML}<w:styles ${NAMESPACES}>
<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:cs="${name}"/><w:sz w:val="${points}"/><w:szCs w:val="${points}"/>${language === 'und' ? '' : `<w:lang w:val="${language}"/>`}</w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:line="${line}" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>
${[
  paragraphStyle('BodyText', 'Body Text', {
    form: `<w:widowControl/><w:spacing${after}/><w:ind w:firstLine="${firstLine}"/>${alignment}`,
  }),
  paragraphStyle('FirstParagraph', 'First Paragraph', {
    base: 'BodyText',
    next: 'BodyText',
    form: `<w:ind w:firstLine="${isManuscript ? indent : 0}"/>`,
  }),
  paragraphStyle('Title', 'Title', {
    next: 'Subtitle',
    form: `<w:spacing w:before="${4_320}" w:after="240"/>${centred}`,
    letters: isManuscript ? '' : '<w:sz w:val="48"/><w:szCs w:val="48"/>',
  }),
  paragraphStyle('Subtitle', 'Subtitle', { next: 'Author', form: centred, letters: '<w:i/><w:iCs/>' }),
  paragraphStyle('Author', 'Author', { form: `<w:spacing w:before="240"/>${centred}` }),
  paragraphStyle('ManuscriptFacts', 'Manuscript Facts', {
    form: `<w:tabs><w:tab w:val="right" w:pos="${width - 2 * margin}"/></w:tabs><w:spacing w:line="240" w:lineRule="auto"/>`,
  }),
  ...[1, 2, 3, 4, 5, 6].map(heading),
  paragraphStyle('SceneBreak', 'Scene Break', {
    next: 'FirstParagraph',
    form: `<w:spacing w:before="${isManuscript ? 0 : 240}" w:after="${isManuscript ? 0 : 240}"/>${centred}`,
  }),
  paragraphStyle('Header', 'header', { form: `<w:jc w:val="${isManuscript ? 'right' : 'center'}"/>` }),
  hasNotes ? COMMENT_STYLES : '',
  ...authors.map(({ name, colour }, index) => authorStyle(`Author${index + 1}`, name, colour)),
].join('')}</w:styles>
`;
}

interface StyleForm {
  readonly base?: string;
  readonly next?: string;
  /** Properties of the paragraph, in the order of the schema. */
  readonly form?: string;
  /** Properties of its characters. */
  readonly letters?: string;
}

function paragraphStyle(id: string, name: string, style: StyleForm): string {
  const { base = 'Normal', next, form = '', letters = '' } = style;
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="${base}"/>${next === undefined ? '' : `<w:next w:val="${next}"/>`}<w:qFormat/><w:pPr>${form}</w:pPr>${letters === '' ? '' : `<w:rPr>${letters}</w:rPr>`}</w:style>\n`;
}

const COMMENT_STYLES = `${paragraphStyle('CommentText', 'annotation text', {
  form: '<w:spacing w:line="240" w:lineRule="auto"/>',
  letters: '<w:sz w:val="20"/><w:szCs w:val="20"/>',
})}<w:style w:type="character" w:styleId="CommentReference"><w:name w:val="annotation reference"/><w:rPr><w:sz w:val="16"/><w:szCs w:val="16"/></w:rPr></w:style>\n`;

function authorStyle(id: string, name: string, colour: string): string {
  return `<w:style w:type="character" w:customStyle="1" w:styleId="${id}"><w:name w:val="Written by ${escapeXml(name)}"/><w:rPr><w:color w:val="${colour}"/></w:rPr></w:style>\n`;
}
