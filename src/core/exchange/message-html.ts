/** Writes a message of a conversation as HTML, from the same reading of its Markdown as the screen (`dialogue.md`). */
import { shownLevel } from '../markdown/heading-level.ts';
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
import { readAllMarkdown } from '../markdown/read-markdown.ts';
import { escapeHtml } from './escape-html.ts';
import { type SpanCutter, styledHtml } from './span-cutter.ts';

/** The level of the speaker's name, which the headings of a message are below. */
export const NAME_LEVEL = 2;

/**
 * The message in one element. The pieces are never more than the HTML of a block.
 * @param start where it begins in the whole text, in UTF-16 code units
 * @param isFormatted otherwise it is as typed, as is one that is too long to be read
 */
export function* messageHtml(
  words: string,
  start: number,
  cutter: SpanCutter,
  isFormatted: boolean,
): Generator<string> {
  const blocks = isFormatted ? readAllMarkdown(words) : null;
  if (blocks === null) {
    yield `<div class="message typed">${cutter.html(words, start)}</div>\n`;
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
  readonly #cutter: SpanCutter;

  constructor(start: number, cutter: SpanCutter) {
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
    if (text.length === to - from) return this.#cutter.html(text, this.#start + from);
    // A character that stands for several has one author.
    const [cut] = [...this.#cutter.cut(this.#start + from, this.#start + to)];
    return styledHtml(escapeHtml(text), cut?.style ?? null);
  }

  /** Where it leads is always shown. A picture is a link to it, so that the page fetches nothing. */
  #link({ address, host, isBare, isPicture, children }: MarkdownLink): string {
    const leads = escapeHtml(host);
    let shown = this.#inlines(children);
    if (shown !== '') shown += isBare ? '' : ` <small>(${leads})</small>`;
    else shown = `<small>${isPicture ? `Picture (${leads})` : leads}</small>`;
    return `<a href="${escapeHtml(address)}" rel="noreferrer">${shown}</a>`;
  }
}
