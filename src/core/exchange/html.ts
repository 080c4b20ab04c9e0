/** Exports the path as one self-contained HTML page, to read, to show who wrote what, or to print. */

import { type BookLine, type RunReader, readBook, runReader } from '../book/read-book.ts';
import type { AgentId } from '../ids.ts';
import type {
  MarkdownBlock,
  MarkdownHeading,
  MarkdownInline,
  MarkdownItem,
  MarkdownLink,
  MarkdownRow,
  MarkdownTable,
  MarkdownText,
} from '../markdown/markdown.ts';
import { readAllMarkdown, shownLevel } from '../markdown/read-markdown.ts';
import { headingLevel, lineKind } from '../text/markdown-scan.ts';
import { AuthorCutter } from './author-cutter.ts';
import { bookMeta, bookSheet, hasTitlePage, titlePageHtml } from './book-html.ts';
import { spokenMessages } from './conversation-text.ts';
import { escapeHtml } from './escape-html.ts';
import type { ExportedMessage, ExportedPath, PathAuthor } from './exported-path.ts';
import { headingWords } from './plain-text.ts';

export interface PageFonts {
  /** `@font-face` rules whose URLs are on the origin of the page. */
  readonly faces: string;
  /** Font family names, in order of preference. */
  readonly family: string;
}

export interface HtmlOptions {
  /** Shows the authors of the text, with a legend. */
  readonly authorship: boolean;
  /** Formats the Markdown of messages; otherwise they are as typed. */
  readonly formatMessages: boolean;
  /** The fonts of the manuscript, if they are available where the page is shown; optional. */
  readonly fonts?: PageFonts;
}

/**
 * Generates the page piece by piece. It runs no scripts and fetches nothing; all outside content (the text,
 * the title, the names of agents) is escaped.
 */
export function* htmlPage(path: ExportedPath, options: HtmlOptions): Generator<string> {
  const { authorship, formatMessages, fonts } = options;
  const { styles, legend } = styleAuthors(path, authorship);
  const book = path.book?.settings;
  const hasBookTitle = book?.title !== undefined && book.title !== '';
  const title = escapeHtml(hasBookTitle ? book.title : path.title);
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'${fonts === undefined ? '' : "; font-src 'self'"}">
<meta name="generator" content="Aspen Grove">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${book === undefined ? '' : bookMeta(book)}<style>
${pageStyle(legend)}${path.messages === null ? '' : MESSAGE_SHEET}${fonts === undefined ? '' : fontStyle(fonts)}${book === undefined ? '' : bookSheet(book)}</style>
</head>
<body>
<main>
`;
  // If the text starts with its title, do not repeat it. An unnamed text gets a visually hidden heading.
  const isTitled = !hasBookTitle && beginsWithTitle(path);
  if (book !== undefined && hasTitlePage(book))
    yield titlePageHtml(book, isTitled || hasBookTitle ? null : path.title);
  else if (!isTitled) yield `<header><h1${path.named ? '' : ' class="unseen"'}>${title}</h1></header>\n`;
  // The text may be in any language; only the writer knows which.
  yield `<article lang="${escapeHtml(book?.language ?? '')}" dir="auto">\n`;
  if (path.messages === null) yield* blocksOf(path, styles, isTitled ? 0 : 1);
  else yield* messagesOf(path.text, path.messages, new AuthorCutter(path.spans, styles), formatMessages);
  yield '</article>\n';
  if (authorship) yield legendHtml(legend);
  yield '</main>\n</body>\n</html>\n';
}

function fontStyle({ faces, family }: PageFonts): string {
  return `${faces}:root { --serif: ${family}, Georgia, serif; }\n`;
}

function beginsWithTitle({ text, title, named, messages }: ExportedPath): boolean {
  if (messages !== null) return false;
  const start = text.trimStart();
  const end = start.indexOf('\n');
  const line = end < 0 ? start : start.slice(0, end);
  return headingLevel(line) === 1 && (!named || headingWords(line) === title);
}

/** Each message below the name of its speaker, which stands once for several in a row. */
function* messagesOf(
  text: string,
  messages: readonly ExportedMessage[],
  cutter: Cutter,
  isFormatted: boolean,
): Generator<string> {
  for (const { speaker, words, from, isFirst, isNew } of spokenMessages(text, messages)) {
    if (isNew)
      yield `${isFirst ? '' : '</section>\n'}<section>\n<h2 dir="auto">${escapeHtml(speaker)}</h2>\n`;
    yield* messageHtml(words, from, cutter, isFormatted);
  }
  if (text.trim() !== '') yield '</section>\n';
}

/** Each line of the text is a paragraph, a heading or a scene break. */
function* blocksOf(
  path: ExportedPath,
  styles: ReadonlyMap<AgentId, AuthorStyle>,
  levelOffset: number,
): Generator<string> {
  const styled = path.book?.settings.headings?.length ?? 0;
  const runsOf = runReader(path, styles);
  let isOpening = true;
  for (const { lines, level, isMarked, gap, startsPage } of readBook(path)) {
    const page = startsPage ? 'page' : '';
    const isBreak = ({ text }: BookLine) => !isMarked && lineKind(text) === 'break';
    if (isMarked) {
      const tag = `h${Math.min(6, level + levelOffset)}`;
      const classes = classesOf(level <= styled ? `level-${level}` : '', page);
      yield `<${tag}${classes} dir="auto">${inline(lines[0], runsOf)}</${tag}>\n`;
    } else
      for (const [index, line] of lines.entries()) {
        const opens = !isBreak(line) && index === 0 && (isOpening || gap > 0 || startsPage);
        const classes = classesOf(opens ? 'opening' : '', index === 0 ? page : '');
        yield isBreak(line) ? `<hr${classes}>\n` : `<p${classes} dir="auto">${inline(line, runsOf)}</p>\n`;
      }
    isOpening = isMarked || isBreak(lines.at(-1) ?? lines[0]);
  }
}

function classesOf(...classes: readonly string[]): string {
  const named = classes.filter((name) => name !== '');
  return named.length === 0 ? '' : ` class="${named.join(' ')}"`;
}

function inline(line: BookLine, runsOf: RunReader<AuthorStyle>): string {
  let html = '';
  for (const { text, emphasis, strong, style } of runsOf(line)) {
    let piece = escapeHtml(text);
    if (emphasis) piece = `<em>${piece}</em>`;
    if (strong) piece = `<strong>${piece}</strong>`;
    html += styledHtml(piece, style);
  }
  return html;
}

export const AUTHORS_TITLE = 'Who wrote what';

/** The names of authors in the style of their text, with the title `AUTHORS_TITLE`; empty for none. */
export function legendHtml(legend: readonly LegendEntry[]): string {
  if (legend.length === 0) return '';
  const entries = legend.map(({ name, className, description }) => {
    const shown = escapeHtml(name);
    const named = className === null ? shown : `<span class="${className}">${shown}</span>`;
    return `<li>${named} <small>${escapeHtml(description)}</small></li>\n`;
  });
  return `<footer aria-labelledby="authors">\n<h2 id="authors">${AUTHORS_TITLE}</h2>\n<ul>\n${entries.join('')}</ul>\n</footer>\n`;
}

/** The styles of a conversation beyond a manuscript's (`html.ts`). Only a wide table scrolls, and not on paper. */
const MESSAGE_SHEET = `section > h2 { margin: 2.5em 0 0.5em; font-size: 1em; color: var(--ink-soft); }
section:first-child > h2 { margin-top: 0; }
.message + .message { margin-top: 1.2em; }
.typed { white-space: pre-wrap; unicode-bidi: plaintext; }
.message p, .message li { text-indent: 0; }
.message :where(p, blockquote, ul, ol, .code, .table) { margin: 0.65em 0 0; }
.message :is(h3, h4, h5, h6) { margin: 1.2em 0 0; }
.message h3 { font-size: 1.3em; }
.message h4 { font-size: 1.15em; }
.message > :first-child, :is(blockquote, li) > :first-child, li > .box + * { margin-top: 0; }
.message hr { margin: 1.6em 0; }
blockquote { padding-inline-start: 1em; border-inline-start: 2px solid var(--rule); color: var(--ink-soft); }
blockquote blockquote blockquote blockquote blockquote blockquote { padding-inline-start: 0; border: none; }
.message :is(ul, ol) { padding-inline-start: 1.6em; }
.message li > :is(ul, ol), .message li + li { margin-top: 0.2em; }
.task { position: relative; list-style: none; }
.box { position: absolute; inset-inline-start: -1.35em; top: calc(0.5lh - 0.45em); width: 0.8em; height: 0.8em; border: 1px solid var(--ink-soft); border-radius: 2px; }
.done::after { content: ""; position: absolute; inset: 0 0.22em 0.16em; border: solid var(--ink); border-width: 0 0.11em 0.11em 0; rotate: 40deg; }
code { font: 0.82em ui-monospace, "Cascadia Mono", Consolas, "DejaVu Sans Mono", monospace; }
:not(pre) > code { padding: 0.1em 0.3em; border-radius: 3px; background: var(--code); }
.code { padding: 0.4em 0.75em; border: 1px solid var(--rule); border-radius: 5px; background: var(--code); -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.info { color: var(--ink-soft); font-size: 0.75em; }
pre { margin: 0; font-size: 1em; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.92em; line-height: 1.5; }
tr { break-inside: avoid; }
th, td { padding: 0.2em 0.75em; border-bottom: 1px solid var(--rule); text-align: start; vertical-align: baseline; overflow-wrap: break-word; min-width: 2em; }
:is(th, td):first-child { padding-inline-start: 0; }
th { border-bottom-color: var(--ink-soft); font-weight: 600; }
.center { text-align: center; }
.end { text-align: end; }
a { color: inherit; }
a small { display: inline-block; font-size: 0.8em; }
@media print {
.table { overflow: visible; }
th, td { overflow-wrap: anywhere; }
}
`;

/** The colours of `styles/tokens.css`, light and dark, copied because the page is self-contained. */
export const AUTHOR_PALETTE: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  blue: ['#0050f0', '#6090ff'],
  rust: ['#9c4c00', '#e77527'],
  green: ['#0c7044', '#6ca263'],
  violet: ['#84489c', '#a58ac0'],
  teal: ['#2c686c', '#48a299'],
  rose: ['#b02c6c', '#e76c93'],
  ochre: ['#755d0f', '#b7900f'],
  slate: ['#4e637b', '#8a96a8'],
};

const DEFAULT_COLOURS: readonly [light: string, dark: string] = ['#0050f0', '#6090ff'];

/** Underlines that distinguish authors without colour. Solid looks like a link, so it does not come first. */
const UNDERLINES = ['dotted', 'dashed', 'solid', 'double', 'wavy'] as const;

/** The style sheet of the page: the typography of the manuscript, both themes, and print. */
function pageStyle(legend: readonly LegendEntry[]): string {
  const marked = legend.filter(({ className }) => className !== null);
  const colours = (theme: 0 | 1) =>
    marked.map((entry) => `  --${entry.className}: ${coloursOf(entry)[theme]};\n`).join('');
  const rules = marked.map((entry) => authorRule(entry, `var(--${entry.className})`));
  return `${BASE_SHEET.replace('/* light */\n', colours(0)).replace('/* dark */\n', colours(1))}${rules.join('')}`;
}

function authorRule({ className, order }: LegendEntry, colour: string): string {
  const underline = UNDERLINES[order % UNDERLINES.length] ?? 'dotted';
  const width = order < UNDERLINES.length ? '0.08em' : '0.16em';
  return `.${className} { color: ${colour}; text-decoration: underline ${underline} ${width}; }\n`;
}

/** The rules of authors' text on white paper. */
export function authorRules(legend: readonly LegendEntry[]): readonly string[] {
  return legend.flatMap((entry) =>
    entry.className === null ? [] : [authorRule(entry, coloursOf(entry)[0])],
  );
}

/** The colours of an author, as `#` and six digits. */
export function coloursOf({ colour }: LegendEntry): readonly [light: string, dark: string] {
  return AUTHOR_PALETTE[colour ?? ''] ?? DEFAULT_COLOURS;
}

const BASE_SHEET = `:root {
  color-scheme: light;
  --paper: #fcfaf5;
  --ink: #24211c;
  --ink-soft: #5f594f;
  --rule: #e4ded1;
  --code: #f5f2ea;
  --serif: Literata, Georgia, "Noto Serif", serif;
/* light */
}
@media screen and (prefers-color-scheme: dark) {
:root {
  color-scheme: dark;
  --paper: #1b1a18;
  --ink: #f0ebe0;
  --ink-soft: #aaa397;
  --rule: #302d29;
  --code: #161513;
/* dark */
}
}
html { background: var(--paper); }
body { margin: 0; color: var(--ink); font: 1.1875rem/1.7 var(--serif); text-underline-offset: 0.22em; text-decoration-skip-ink: none; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
main { max-width: 38rem; margin: 0 auto; padding: 4rem 1.5rem; overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6 { margin: 2.5em 0 1em; font-weight: 600; line-height: 1.3; break-after: avoid; text-wrap: balance; }
h1 { font-size: 1.9em; }
h2 { font-size: 1.5em; }
h3 { font-size: 1.2em; }
h4, h5, h6 { font-size: 1em; }
header h1, article > :first-child { margin-top: 0; }
.unseen { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
p { margin: 0; text-indent: 1.5em; white-space: pre-wrap; orphans: 2; widows: 2; }
p.opening { margin-top: 1em; text-indent: 0; }
h1 + p.opening, h2 + p.opening, h3 + p.opening, h4 + p.opening, h5 + p.opening, h6 + p.opening { margin-top: 0; }
hr { margin: 2em 0; border: 0; color: var(--ink-soft); text-align: center; }
hr::before { content: "* * *"; letter-spacing: 0.2em; }
hr + p.opening { margin-top: 0; }
footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--rule); font-size: 0.8em; break-inside: avoid; }
footer h2 { margin: 0 0 0.5em; font-size: 1em; }
footer ul { margin: 0; padding: 0; list-style: none; }
small { color: var(--ink-soft); font-size: 1em; }
@page { margin: 22mm 25mm 25mm; @bottom-center { content: counter(page); font: 9pt Georgia, serif; } }
@media print {
:root { --paper: #fff; --ink: #000; --ink-soft: #444; --rule: #999; --code: #fff; }
body { font-size: 11.5pt; line-height: 1.5; }
main { max-width: none; padding: 0; }
}
`;

/** One author of the text, as listed in the legend of the page. */
export interface LegendEntry {
  readonly id: AgentId;
  readonly name: string;
  /** The kind of author: the writer, a person, or a model by name. */
  readonly description: string;
  /** The CSS class of their text; null for the writer, whose text has the ink colour. */
  readonly className: string | null;
  /** A colour from the palette. */
  readonly colour: string | null;
  /** Counts the authors that have a class, from 0. It determines the underline; the first ten differ. */
  readonly order: number;
}

/**
 * The style of each author and the legend, with authors in order of appearance; both are empty without `authorship`.
 */
export function styleAuthors({ spans, authors, writerId }: ExportedPath, authorship: boolean) {
  const styles = new Map<AgentId, { readonly name: string; readonly title: string }>();
  const legend: LegendEntry[] = [];
  if (!authorship) return { styles, legend };
  const known = new Map(authors.map((author) => [author.id, author]));
  for (const id of new Set(spans.map(({ agent }) => agent))) {
    const author = known.get(id);
    const name = author?.name ?? 'Someone';
    const isWriter = id === writerId;
    const order = styles.size;
    const className = isWriter ? null : `author-${order + 1}`;
    if (className !== null) styles.set(id, { name: className, title: escapeHtml(name) });
    legend.push({
      id,
      name,
      description: describeAuthor(author, isWriter),
      className,
      colour: author?.color ?? null,
      order,
    });
  }
  return { styles, legend };
}

function describeAuthor(author: PathAuthor | undefined, isWriter: boolean): string {
  if (isWriter) return 'the writer, as plain text';
  if (author?.type !== 'model') return 'a person';
  return author.modelRef === null ? 'a model' : `a model, ${author.modelRef}`;
}

// Writes a message of a conversation as HTML, from the same reading of its Markdown as the screen (`dialogue.md`).

/** The level of the speaker's name, which the headings of a message are below. */
const NAME_LEVEL = 2;

/**
 * The message in one element. The pieces are never more than the HTML of a block.
 * @param start where it begins in the whole text, in UTF-16 code units
 * @param isFormatted otherwise it is as typed, as is one that is too long to be read
 */
function* messageHtml(words: string, start: number, cutter: Cutter, isFormatted: boolean): Generator<string> {
  const blocks = isFormatted ? readAllMarkdown(words) : null;
  if (blocks === null) {
    yield `<div class="message typed">${cutHtml(cutter, words, start)}</div>\n`;
    return;
  }
  yield '<div class="message">\n';
  yield* new BlockWriter(start, cutter).write(blocks);
  yield '</div>\n';
}

const ELEMENTS = { emphasis: 'em', strong: 'strong', strikethrough: 's', code: 'code' } as const;

/** Writes blocks from the beginning of a message to its end. */
class BlockWriter {
  readonly #start: number;
  readonly #cutter: Cutter;

  constructor(start: number, cutter: Cutter) {
    this.#start = start;
    this.#cutter = cutter;
  }

  *write(blocks: readonly MarkdownBlock[]): Generator<string> {
    let level = NAME_LEVEL;
    for (const block of blocks) {
      const above = level;
      if (block.kind === 'heading') level = shownLevel(block.level, above, NAME_LEVEL);
      yield `${this.#block(block, above)}\n`;
    }
  }

  #block(block: MarkdownBlock, above: number): string {
    switch (block.kind) {
      case 'rule':
        return '<hr>';
      case 'quote':
        return `<blockquote>${this.#blocks(block.blocks, above)}</blockquote>`;
      case 'list': {
        const items = block.items.map((item) => this.#item(item, above)).join('');
        return block.start === null ? `<ul>${items}</ul>` : `<ol start="${block.start}">${items}</ol>`;
      }
      case 'code-block': {
        const info = block.info === '' ? '' : `<div class="info">${escapeHtml(block.info)}</div>`;
        return `<div class="code">${info}<pre><code>${this.#inlines(block.children)}</code></pre></div>`;
      }
      case 'table':
        return this.#table(block);
      case 'heading':
        return this.#heading(block, above);
      case 'paragraph':
        return `<p dir="auto">${this.#inlines(block.children)}</p>`;
    }
  }

  #blocks(blocks: readonly MarkdownBlock[], above: number): string {
    return blocks.map((block) => this.#block(block, above)).join('');
  }

  #heading({ level, children }: MarkdownHeading, above: number): string {
    const tag = `h${shownLevel(level, above, NAME_LEVEL)}`;
    return `<${tag} dir="auto">${this.#inlines(children)}</${tag}>`;
  }

  #item({ isDone, blocks }: MarkdownItem, above: number): string {
    if (isDone === null) return `<li>${this.#blocks(blocks, above)}</li>`;
    const state = isDone ? 'Done' : 'To do';
    const box = `<span class="box${isDone ? ' done' : ''}" role="img" aria-label="${state}"></span>`;
    return `<li class="task">${box}${this.#blocks(blocks, above)}</li>`;
  }

  #table({ columns, head, rows }: MarkdownTable): string {
    const cells = (row: MarkdownRow, tag: string) =>
      row.cells.map(({ children }, column) => {
        const align = columns[column] ?? 'start';
        return `<${tag} dir="auto" class="${align}">${this.#inlines(children)}</${tag.slice(0, 2)}>`;
      });
    const missing = (row: MarkdownRow) => {
      const count = columns.length - row.cells.length;
      return count > 0 ? `<td colspan="${count}"></td>` : '';
    };
    const body = rows.map((row) => `<tr>${cells(row, 'td').join('')}${missing(row)}</tr>`);
    const header = cells(head, 'th scope="col"').join('');
    const table = `<table><thead><tr>${header}</tr></thead><tbody>${body.join('')}</tbody></table>`;
    return `<div class="table">${table}</div>`;
  }

  #inlines(inlines: readonly MarkdownInline[]): string {
    return inlines
      .map((inline) => {
        if (inline.kind === 'text') return this.#text(inline);
        if (inline.kind === 'link') return this.#link(inline);
        const tag = ELEMENTS[inline.kind];
        return `<${tag}>${this.#inlines(inline.children)}</${tag}>`;
      })
      .join('');
  }

  #text({ from, to, text }: MarkdownText): string {
    if (text.length === to - from) return cutHtml(this.#cutter, text, this.#start + from);
    // A character that stands for several has one author.
    const [cut] = [...this.#cutter.cut(this.#start + from, this.#start + to)];
    return styledHtml(escapeHtml(text), cut?.style ?? null);
  }

  /** The address is always shown. A picture is a link to it, so that the page fetches nothing. */
  #link({ address, host, isBare, isPicture, children }: MarkdownLink): string {
    const leads = escapeHtml(host);
    let shown = this.#inlines(children);
    if (shown !== '') shown += isBare ? '' : ` <small>(${leads})</small>`;
    else shown = `<small>${isPicture ? `Picture (${leads})` : leads}</small>`;
    return `<a href="${escapeHtml(address)}" rel="noreferrer">${shown}</a>`;
  }
}

type Cutter = AuthorCutter<AuthorStyle>;

/** The style of an author's text. */
export interface AuthorStyle {
  /** The CSS class. */
  readonly name: string;
  /** Escaped. */
  readonly title: string;
}

/** The HTML of characters that are in the text from `from` on. */
function cutHtml(cutter: Cutter, text: string, from: number): string {
  let html = '';
  for (const cut of cutter.cut(from, from + text.length))
    html += styledHtml(escapeHtml(text.slice(cut.from - from, cut.to - from)), cut.style);
  return html;
}

/** @param html of characters by one author */
function styledHtml(html: string, style: AuthorStyle | null): string {
  return style === null ? html : `<span class="${style.name}" title="${style.title}">${html}</span>`;
}
