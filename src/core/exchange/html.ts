/** The path as one page of HTML that needs nothing else: to read, to show who wrote what, or to print. */
import type { AgentId } from '../ids.ts';
import { headingLevel, kindOf } from '../text/markdown-scan.ts';
import type { Spans } from '../text/span.ts';
import { authorLooks, type LegendEntry } from './author-looks.ts';
import { escapeHtml } from './escape-html.ts';
import type { ExportedPath } from './exported-path.ts';
import { pageStyle } from './html-style.ts';
import { inlineRuns } from './inline-runs.ts';
import { headingWords } from './plain-text.ts';

export interface PageFonts {
  /** `@font-face` rules, with addresses on the page's own origin. */
  readonly faces: string;
  /** Names of families, the first to be taken first. */
  readonly family: string;
}

export interface HtmlOptions {
  /** Shows who wrote what, with a legend. */
  readonly authorship: boolean;
  /** The manuscript's type, where whoever shows the page has it; the page is whole without. */
  readonly fonts?: PageFonts;
}

/** Of a longer line only its beginning says what it is. */
const HEAD = 80;

/**
 * The page, a piece at a time. Nothing in it runs and nothing is fetched; whatever is not of the page itself (the text,
 * the title, the names of agents) is escaped.
 */
export function* htmlPage(path: ExportedPath, { authorship, fonts }: HtmlOptions): Generator<string> {
  const { looks, legend } = authorLooks(path, authorship);
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
${pageStyle(legend)}${fonts === undefined ? '' : fontStyle(fonts)}</style>
</head>
<body>
<main>
`;
  // A text that begins with its title has it once; one that nobody named is known by its words, but has a first heading.
  const isTitled = beginsWithTitle(path);
  if (!isTitled) yield `<header><h1${path.named ? '' : ' class="unseen"'}>${title}</h1></header>\n`;
  // The text may be in any language, and only the writer knows which.
  yield '<article lang="" dir="auto">\n';
  yield* blocksOf(path.text, new SpanCutter(path.spans, looks), isTitled ? 0 : 1);
  yield '</article>\n';
  if (authorship) yield legendHtml(legend);
  yield '</main>\n</body>\n</html>\n';
}

function fontStyle({ faces, family }: PageFonts): string {
  return `${faces}:root { --serif: ${family}, Georgia, serif; }\n`;
}

function beginsWithTitle({ text, title, named }: ExportedPath): boolean {
  const start = text.trimStart();
  const end = start.indexOf('\n');
  const line = end < 0 ? start : start.slice(0, end);
  return headingLevel(line) === 1 && (!named || headingWords(line) === title);
}

/** A line of the text is a paragraph, a heading or a scene break. */
function* blocksOf(text: string, cutter: SpanCutter, deeper: number): Generator<string> {
  let isOpening = true;
  let from = 0;
  while (from <= text.length) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    const line = text.slice(from, to);
    const kind = kindOf(line.slice(0, HEAD));
    if (kind === 'prose') {
      const opening = isOpening ? ' class="opening"' : '';
      yield `<p${opening} dir="auto">${inline(line, from, cutter)}</p>\n`;
    } else if (kind === 'break') yield '<hr>\n';
    else if (kind === 'heading') {
      const tag = `h${Math.min(6, headingLevel(line) + deeper)}`;
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
    for (const { to, at, look } of cutter.cut(from + run.from, from + run.to)) {
      let piece = escapeHtml(line.slice(at - from, to - from));
      if (run.emphasis) piece = `<em>${piece}</em>`;
      if (run.strong) piece = `<strong>${piece}</strong>`;
      html += look === null ? piece : `<span class="${look.name}" title="${look.title}">${piece}</span>`;
    }
  }
  return html;
}

interface Look {
  readonly name: string;
  /** Escaped. */
  readonly title: string;
}

/** Cuts ranges of the text where its author changes; ranges come in the order of the text. */
class SpanCutter {
  readonly #spans: Spans;
  readonly #looks: ReadonlyMap<AgentId, Look>;
  #index = 0;
  #start = 0;

  constructor(spans: Spans, looks: ReadonlyMap<AgentId, Look>) {
    this.#spans = spans;
    this.#looks = looks;
  }

  *cut(from: number, to: number) {
    let at = from;
    while (at < to) {
      let span = this.#spans[this.#index];
      while (span !== undefined && this.#start + span.length <= at) {
        this.#start += span.length;
        this.#index += 1;
        span = this.#spans[this.#index];
      }
      const end = span === undefined ? to : Math.min(to, this.#start + span.length);
      yield { at, to: end, look: (span && this.#looks.get(span.agent)) ?? null };
      at = end;
    }
  }
}

function legendHtml(legend: readonly LegendEntry[]): string {
  if (legend.length === 0) return '';
  const entries = legend.map(({ name, look, what }) => {
    const shown = escapeHtml(name);
    const named = look === null ? shown : `<span class="${look}">${shown}</span>`;
    return `<li>${named} <small>${escapeHtml(what)}</small></li>\n`;
  });
  return `<footer aria-labelledby="authors">\n<h2 id="authors">Who wrote what</h2>\n<ul>\n${entries.join('')}</ul>\n</footer>\n`;
}
