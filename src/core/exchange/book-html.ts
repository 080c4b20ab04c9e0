/** A book’s title page and style sheet, for the page of `html.ts`. */
import type { BookFont, BookSettings, HeadingLook } from '../book/book-settings.ts';
import { escapeHtml } from './escape-html.ts';

/** The title page has a line of the book’s own. */
export function hasTitlePage({ title = '', subtitle = '', authors = [] }: BookSettings): boolean {
  return title !== '' || subtitle !== '' || authors.length > 0;
}

/** @param title shown if the book has none of its own; null if the text begins with its title */
export function titlePageHtml(
  { title = '', subtitle = '', authors = [] }: BookSettings,
  other: string | null,
): string {
  const shown = title === '' ? other : title;
  const lines = [
    shown === null ? '' : `<h1 dir="auto">${escapeHtml(shown)}</h1>\n`,
    subtitle === '' ? '' : `<p class="subtitle" dir="auto">${escapeHtml(subtitle)}</p>\n`,
    authors.length === 0 ? '' : `<p class="authors" dir="auto">${escapeHtml(authors.join(', '))}</p>\n`,
  ];
  return `<header class="title-page">\n${lines.join('')}</header>\n`;
}

/** The elements of the head from which programs read who wrote the book. */
export function bookMeta({ authors = [], identifier = '' }: BookSettings): string {
  return [
    ...authors.map((author) => `<meta name="author" content="${escapeHtml(author)}">\n`),
    ...(identifier === '' ? [] : [`<meta name="dcterms.identifier" content="${escapeHtml(identifier)}">\n`]),
  ].join('');
}

const FAMILIES: Readonly<Record<BookFont, string>> = {
  literata: 'Literata, Georgia, "Noto Serif", serif',
  'source-sans': '"Source Sans 3", "Source Sans Pro", "Noto Sans", sans-serif',
  serif: 'Georgia, "Times New Roman", "Noto Serif", serif',
  sans: 'system-ui, "Noto Sans", sans-serif',
  mono: 'ui-monospace, "DejaVu Sans Mono", monospace',
};

const LOOKS: Readonly<Record<HeadingLook, string>> = {
  plain: '',
  centred: ' text-align: center;',
  smallCaps: ' text-align: center; font-variant-caps: small-caps; font-weight: 400; letter-spacing: 0.08em;',
};

/** The rules of headings that are not plain, by their level. */
export function headingRules({ headings = [] }: BookSettings): readonly string[] {
  return headings.flatMap(({ look, startsPage }, index) => {
    const rules = `${LOOKS[look]}${startsPage ? ' break-before: page;' : ''}`;
    return rules === '' ? [] : [`.level-${index + 1} {${rules} }\n`];
  });
}

/** The rules that differ from those of other pages. */
export function bookSheet(book: BookSettings): string {
  const { sceneMark, font, size, isSpaced = false, isJustified = false } = book;
  return [
    '.title-page { margin-bottom: 4rem; text-align: center; break-after: page; }\n',
    '.title-page p { margin-top: 1em; text-indent: 0; }\n.subtitle { font-style: italic; }\n',
    '.page { break-before: page; }\n.title-page + article > .page:first-child { break-before: auto; }\n',
    '@media screen { article > .page:not(:first-child) { margin-top: 4em; } }\n',
    ...headingRules(book),
    ...(sceneMark == null ? [] : [`hr::before { content: ${cssString(sceneMark)}; }\n`]),
    ...(sceneMark === '' ? ['hr { height: 0; margin: 0.85em 0; }\n'] : []),
    // The page has Literata already, in print with its files.
    ...(font == null || font === 'literata' ? [] : [`:root { --serif: ${FAMILIES[font]}; }\n`]),
    ...(size == null ? [] : [`@media print { body { font-size: ${size}pt; } }\n`]),
    ...(isSpaced ? ['p, p.opening { margin: 0 0 0.85em; text-indent: 0; }\n'] : []),
    ...(isJustified ? ['article p { text-align: justify; hyphens: auto; }\n'] : []),
  ].join('');
}

/** Any text as a string of a style sheet within a page: only letters and digits stay as they are. */
export function cssString(text: string): string {
  const escaped = [...text].map((character) =>
    /[A-Za-z0-9]/.test(character) ? character : `\\${(character.codePointAt(0) ?? 0).toString(16)} `,
  );
  return `"${escaped.join('')}"`;
}
