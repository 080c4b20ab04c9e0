/** Exports the path as one self-contained HTML page, to read, to show who wrote what, or to print. */
import { headingLevel, lineKind } from '../text/markdown-scan.ts';
import { type LegendEntry, styleAuthors } from './author-style.ts';
import { MESSAGE_SHEET } from './conversation-style.ts';
import { spokenMessages } from './conversation-text.ts';
import { escapeHtml } from './escape-html.ts';
import type { ExportedMessage, ExportedPath } from './exported-path.ts';
import { pageStyle } from './html-style.ts';
import { inlineRuns } from './inline-runs.ts';
import { messageHtml } from './message-html.ts';
import { headingWords } from './plain-text.ts';
import { SpanCutter, styledHtml } from './span-cutter.ts';

export interface PageFonts {
  /** `@font-face` rules whose URLs are on the origin of the page. */
  readonly faces: string;
  /** Font family names, in order of preference. */
  readonly family: string;
}

export interface HtmlOptions {
  /** Whether to show who wrote what, with a legend. */
  readonly authorship: boolean;
  /** Whether the Markdown of messages is formatted; otherwise they are as typed. */
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
  const title = escapeHtml(path.title);
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'${fonts === undefined ? '' : "; font-src 'self'"}">
<meta name="generator" content="Aspen Grove">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
${pageStyle(legend)}${path.messages === null ? '' : MESSAGE_SHEET}${fonts === undefined ? '' : fontStyle(fonts)}</style>
</head>
<body>
<main>
`;
  // If the text starts with its title, do not repeat it. An unnamed text gets a visually hidden heading.
  const isTitled = beginsWithTitle(path);
  if (!isTitled) yield `<header><h1${path.named ? '' : ' class="unseen"'}>${title}</h1></header>\n`;
  // The text may be in any language; only the writer knows which.
  yield '<article lang="" dir="auto">\n';
  const cutter = new SpanCutter(path.spans, styles);
  if (path.messages === null) yield* blocksOf(path.text, cutter, isTitled ? 0 : 1);
  else yield* messagesOf(path.text, path.messages, cutter, formatMessages);
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
  cutter: SpanCutter,
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
function* blocksOf(text: string, cutter: SpanCutter, levelOffset: number): Generator<string> {
  let isOpening = true;
  let from = 0;
  while (from <= text.length) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    const line = text.slice(from, to);
    const kind = lineKind(line);
    if (kind === 'prose') {
      const opening = isOpening ? ' class="opening"' : '';
      yield `<p${opening} dir="auto">${inline(line, from, cutter)}</p>\n`;
    } else if (kind === 'break') yield '<hr>\n';
    else if (kind === 'heading') {
      const tag = `h${Math.min(6, headingLevel(line) + levelOffset)}`;
      const words = headingWords(line);
      const at = from + line.indexOf(words, headingLevel(line));
      yield `<${tag} dir="auto">${inline(words, at, cutter)}</${tag}>\n`;
    }
    isOpening = kind !== 'prose';
    from = to + 1;
  }
}

function inline(line: string, from: number, cutter: SpanCutter): string {
  let html = '';
  for (const run of inlineRuns(line)) {
    for (const cut of cutter.cut(from + run.from, from + run.to)) {
      let piece = escapeHtml(line.slice(cut.from - from, cut.to - from));
      if (run.emphasis) piece = `<em>${piece}</em>`;
      if (run.strong) piece = `<strong>${piece}</strong>`;
      html += styledHtml(piece, cut.style);
    }
  }
  return html;
}

function legendHtml(legend: readonly LegendEntry[]): string {
  if (legend.length === 0) return '';
  const entries = legend.map(({ name, className, description }) => {
    const shown = escapeHtml(name);
    const named = className === null ? shown : `<span class="${className}">${shown}</span>`;
    return `<li>${named} <small>${escapeHtml(description)}</small></li>\n`;
  });
  return `<footer aria-labelledby="authors">\n<h2 id="authors">Who wrote what</h2>\n<ul>\n${entries.join('')}</ul>\n</footer>\n`;
}
