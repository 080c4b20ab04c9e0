/**
 * A message of a conversation as CommonMark. It is Markdown already, but not all of it is read by others as the screen shows
 * it (`parser.ts`): line breaks are kept there, raw HTML is text, and so are indented paragraphs.
 */
import { closesFence, findFenceLine } from '../text/markdown-scan.ts';
import { decodeEntity } from './entities.ts';
import type {
  MarkdownBlock,
  MarkdownCode,
  MarkdownInline,
  MarkdownParagraph,
  MarkdownStyled,
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

/** As many markers before the end of a line are looked at. */
const LONGEST_RUN = 20;

const ENTITY = /^&#?[a-z0-9]{1,31};/i;
/**
 * Lines of a paragraph but the first, that would make a heading of the lines above them, or a table or a list once lines end
 * with backslashes; as far as what the backslash before them follows.
 */
const LINE_START = /\n[ \t>]*(?:(?=(?:=+|[+*]|[|:-][ \t|:-]*)[ \t]*(?:\n|$))|\d{1,9}(?=[.)][ \t]*(?:\n|$)))/g;

/** The line of a task of which nothing else is on it. */
const TASK = /\[[ x]\][ \t]*$/i;

/** Blocks that a line of hyphens below would make a heading. */
const DIVIDED: ReadonlySet<MarkdownBlock['kind'] | undefined> = new Set(['paragraph', 'table'] as const);

class MessageWriter {
  readonly #text: string;
  readonly #edits: Edit[] = [];
  /** Offsets of lines of the current paragraph that need a backslash if they are text there (`LINE_START`). */
  #starts: ReadonlySet<number> = new Set();

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
          this.#readParagraph(block, areOutermost);
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
          // Some readers would take the rows above such a row for a heading.
          this.#starts = new Set(
            block.rows.map(({ from }) => from).filter((from) => /[=-]/.test(this.#text[from] ?? '')),
          );
          for (const { cells } of [block.head, ...block.rows])
            for (const { children } of cells) this.#readInlines(children);
          break;
        case 'rule':
          if (DIVIDED.has(blocks[index - 1]?.kind)) this.#separate(block.from);
          break;
        case 'code-block':
          break;
      }
    }
  }

  #readParagraph(paragraph: MarkdownParagraph, isOutermost: boolean): void {
    const { from, to, children } = paragraph;
    const starts = [...this.#text.slice(from, to).matchAll(LINE_START)];
    this.#starts = new Set(starts.map(({ index, 0: start }) => from + index + start.length));
    if (isOutermost) this.#readIndent(from);
    this.#readInlines(children);
  }

  /** An indented paragraph would be code, and without the indent it could be anything. */
  #readIndent(from: number): void {
    const start = this.#text.lastIndexOf('\n', from - 1) + 1;
    if (!/^ {0,3}(?:\t| {4})/.test(this.#text.slice(start, from))) return;
    this.#edits.push({ from: start, to: from, insert: '   ' });
    const [begins] = /^(?:\d{1,9}(?=[.)])|(?=[#>+*=`~_|<:-]))/.exec(this.#text.slice(from, from + 10)) ?? [];
    if (begins !== undefined) this.#starts = new Set([...this.#starts, from + begins.length]);
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
      else if (inline.kind === 'code') this.#joinLines(inline);
      else if (!(inline.kind === 'link' && inline.isBare)) this.#readInlines(inline.children);
    }
  }

  /**
   * In code there are no backslashes, so a line of it that would make a heading is joined to the one above, which is shown as
   * it was: a line end in code is shown as a space.
   */
  #joinLines({ from, to }: MarkdownStyled): void {
    for (const start of this.#starts) {
      const end = this.#text.lastIndexOf('\n', start - 1);
      if (from >= end || start >= to || !/[=-]/.test(this.#text[start] ?? '')) continue;
      const isQuoted = this.#text.slice(end, start).includes('>');
      this.#edits.push({ from: end, to: isQuoted ? start : end + 1, insert: ' ' });
    }
  }

  #readText({ from, to, text }: MarkdownText): void {
    if (text.length !== to - from) return;
    for (let at = from; at < to; at++) {
      // The first character may have a backslash before it, or be the end of a line that is broken by spaces already.
      const before = this.#text.slice(Math.max(0, at - 2), at);
      const isEscaped =
        at === from && (before.endsWith('\\') || (this.#text[at] === '\n' && before === '  '));
      const isBlankLine = this.#text[at] === '\n' && TASK.test(this.#lineBefore(at));
      if (isEscaped || isBlankLine || !(this.#starts.has(at) || this.#needsBackslash(at, to))) continue;
      // A backslash after an address would be a part of it.
      if (this.#text[at] === '<' && endsInAddress(this.#lineBefore(at)))
        this.#edits.push({ from: at, to: at + 1, insert: '&lt;' });
      else if (this.#text[at] !== '\n') this.#insert(at, '\\');
      else if (this.#breaksEmphasis(at, from)) this.#insert(at, '  ');
      else this.#insert(at, lineBreakAfter(this.#lineBefore(at)));
    }
  }

  /**
   * Returns true if a backslash at the end of a line would change what the markers before it begin or end. It would not
   * where markers end the emphasis of a word.
   * @param from of the text that the line end is in, which markers of emphasis are not
   */
  #breaksEmphasis(at: number, from: number): boolean {
    const line = this.#lineBefore(at).slice(-LONGEST_RUN);
    return /[*_~]$/.test(line) && (at > from || !/[\p{L}\p{N}][*_~]+$/u.test(line));
  }

  #needsBackslash(at: number, to: number): boolean {
    const next = this.#text[at + 1] ?? '';
    switch (this.#text[at]) {
      case '\n':
        return at + 1 < this.#text.length;
      case '<':
        if (endsInAddress(this.#lineBefore(at))) return this.#text.indexOf('>', at) >= 0;
        return /[a-z/!?]/i.test(next);
      case '&': {
        const [reference] = ENTITY.exec(this.#text.slice(at, Math.min(to, at + 35))) ?? [];
        return (
          reference !== undefined && decodeEntity(reference) === null && !endsInAddress(this.#lineBefore(at))
        );
      }
      case '(':
      case ':':
        // A link, or where one leads.
        return this.#text[at - 1] === ']' && !endsInAddress(this.#lineBefore(at));
      default:
        return false;
    }
  }

  #lineBefore(at: number): string {
    return this.#text.slice(this.#text.lastIndexOf('\n', at - 1) + 1, at);
  }

  #insert(at: number, insert: string): void {
    this.#edits.push({ from: at, to: at, insert });
  }
}

/** The closing fence for code that runs to the end of the message, where other messages follow. */
function closingOf(text: string, { from, to }: MarkdownCode): string {
  const lines = text.slice(text.lastIndexOf('\n', from - 1) + 1, to).split('\n');
  const opening = findFenceLine(lines[0] ?? '');
  const last = findFenceLine(lines.at(-1) ?? '');
  if (opening === undefined || (lines.length > 1 && last !== undefined && closesFence(last, opening)))
    return '';
  return `\n${opening.character.repeat(opening.length)}`;
}

/** As much of a line is read, in UTF-16 code units. */
const LONGEST = 2_000;

const ADDRESS = /(?:\b(?:https?|ftp):\/\/|\bwww\.|[\w.+-]@)[^\s<]*$/i;

/** True if a line ends in an address, of which many Markdown readers would take a following backslash for a part. */
function endsInAddress(line: string): boolean {
  return ADDRESS.test(line.slice(-LONGEST));
}

/** The suffix that turns the end of a line into a line break: a backslash, or two spaces after an address. */
export function lineBreakAfter(line: string): string {
  return endsInAddress(line) ? '  ' : '\\';
}
