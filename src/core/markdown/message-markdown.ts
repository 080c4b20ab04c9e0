/**
 * A message of a conversation as CommonMark. It is Markdown already, but not all of it is read by others as the screen shows
 * it (`parser.ts`): line breaks are kept there, raw HTML is text, and so are indented paragraphs.
 */
import { closesFence, findFenceLine } from '../history/fence-line.ts';
import { decodeEntity } from './entities.ts';
import type {
  MarkdownBlock,
  MarkdownCode,
  MarkdownInline,
  MarkdownParagraph,
  MarkdownText,
} from './markdown.ts';

/** An insertion into the text, or a replacement. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** @param blocks of the whole text (`readAllMarkdown`) */
export function messageMarkdown(text: string, blocks: readonly MarkdownBlock[]): string {
  const writer = new MessageWriter(text);
  writer.readBlocks(blocks, true);
  const last = blocks.at(-1);
  const closing = last?.kind === 'code-block' ? closingOf(text, last) : '';
  return `${writer.written}${closing}`;
}

const ENTITY = /^&#?[a-z0-9]{1,31};/i;
/** Lines that would make a heading of the lines above them, but for the first. */
const UNDERLINE = /\n[ \t>]*(?==+[ \t]*(?:\n|$))/g;

class MessageWriter {
  readonly #text: string;
  readonly #edits: Edit[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  get written(): string {
    let written = '';
    let at = 0;
    for (const { from, to, insert } of this.#edits.toSorted((a, b) => a.from - b.from)) {
      written += this.#text.slice(at, from) + insert;
      at = to;
    }
    return written + this.#text.slice(at);
  }

  /** @param areOutermost in no quote or list */
  readBlocks(blocks: readonly MarkdownBlock[], areOutermost: boolean): void {
    for (const [index, block] of blocks.entries()) {
      switch (block.kind) {
        case 'paragraph':
          if (areOutermost) this.#readIndent(block);
          this.#readParagraph(block);
          break;
        case 'heading':
          this.#readInlines(block.children);
          break;
        case 'quote':
          this.readBlocks(block.blocks, false);
          break;
        case 'list':
          for (const item of block.items) this.readBlocks(item.blocks, false);
          break;
        case 'table':
          for (const { cells } of [block.head, ...block.rows])
            for (const { children } of cells) this.#readInlines(children);
          break;
        case 'rule':
          if (blocks[index - 1]?.kind === 'paragraph') this.#separate(block.from);
          break;
        case 'code-block':
          break;
      }
    }
  }

  /** An indented paragraph would be code. */
  #readIndent({ from }: MarkdownParagraph): void {
    const start = this.#text.lastIndexOf('\n', from - 1) + 1;
    if (/^ {0,3}(?:\t| {4})/.test(this.#text.slice(start, from)))
      this.#edits.push({ from: start, to: from, insert: '   ' });
  }

  #readParagraph({ from, to, children }: MarkdownParagraph): void {
    this.#readInlines(children);
    for (const { index, 0: start } of this.#text.slice(from, to).matchAll(UNDERLINE))
      this.#insert(from + index + start.length, '\\');
  }

  /** A line of hyphens right below a paragraph would make a heading of it. */
  #separate(rule: number): void {
    const start = this.#text.lastIndexOf('\n', rule - 1) + 1;
    const above = this.#text.slice(this.#text.lastIndexOf('\n', start - 2) + 1, start);
    if (/[^\s>]/.test(above)) this.#insert(start, `${this.#text.slice(start, rule).trimEnd()}\n`);
  }

  #readInlines(inlines: readonly MarkdownInline[]): void {
    for (const inline of inlines) {
      if (inline.kind === 'text') this.#readText(inline);
      else if (inline.kind !== 'code' && !(inline.kind === 'link' && inline.isBare))
        this.#readInlines(inline.children);
    }
  }

  #readText({ from, to, text }: MarkdownText): void {
    if (text.length !== to - from) return;
    for (let at = from; at < to; at++) {
      // The first character may have a backslash before it, or be the end of a line that is broken by spaces already.
      const before = this.#text.slice(Math.max(0, at - 2), at);
      const isEscaped =
        at === from && (before.endsWith('\\') || (this.#text[at] === '\n' && before === '  '));
      if (!isEscaped && this.#needsBackslash(at, to)) this.#insert(at, '\\');
    }
  }

  #needsBackslash(at: number, to: number): boolean {
    const next = this.#text[at + 1] ?? '';
    switch (this.#text[at]) {
      case '\n':
        return at + 1 < this.#text.length;
      case '<':
        return /[a-z/!?]/i.test(next);
      case '&': {
        const [reference] = ENTITY.exec(this.#text.slice(at, Math.min(to, at + 35))) ?? [];
        return reference !== undefined && decodeEntity(reference) === null;
      }
      case ']':
        return next === '(' || next === ':';
      default:
        return false;
    }
  }

  #insert(at: number, insert: string): void {
    this.#edits.push({ from: at, to: at, insert });
  }
}

/** What closes code that goes on to the end of the message, where other messages follow. */
function closingOf(text: string, { from, to }: MarkdownCode): string {
  const lines = text.slice(text.lastIndexOf('\n', from - 1) + 1, to).split('\n');
  const opening = findFenceLine(lines[0] ?? '');
  const last = findFenceLine(lines.at(-1) ?? '');
  if (opening === undefined || (lines.length > 1 && last !== undefined && closesFence(last, opening)))
    return '';
  return `\n${opening.character.repeat(opening.length)}`;
}
