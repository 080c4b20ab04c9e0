/**
 * The parser: CommonMark with the tables, tasks and strikethrough of GFM, bounded and fitted to prose.
 *
 * - Raw HTML is text.
 * - Text that is indented, as the first lines of paragraphs are, is not code.
 * - A line of hyphens below a paragraph is a scene break, as it is in a manuscript, and makes no heading of the paragraph.
 * - Links have their address with them. An address elsewhere in the text would change what is far above it.
 */
import { type Input, Parser, type PartialParse, type TreeFragment } from '@lezer/common';
import {
  type BlockContext,
  parser as commonMark,
  type InlineContext,
  type Line,
  type MarkdownConfig,
  Strikethrough,
  Table,
  TaskList,
} from '@lezer/markdown';
import {
  MAX_ADDRESS_LENGTH,
  MAX_BLOCK_DEPTH,
  MAX_BLOCK_LENGTH,
  MAX_LINE_START,
  MAX_LINKS,
  MAX_MARKS,
} from './limits.ts';

const LESS_THAN = '<'.charCodeAt(0);
const ADDRESS_STARTS: ReadonlySet<number> = new Set([...'hHwW'].map((letter) => letter.charCodeAt(0)));

/** A line that is too deep is text. It has to come first. */
function parseTooDeep(context: BlockContext, line: Line): boolean {
  if (context.depth <= MAX_BLOCK_DEPTH) return false;
  const from = context.lineStart + line.pos;
  const to = context.lineStart + line.text.length;
  context.nextLine();
  context.addElement(context.elt('Paragraph', from, to));
  return true;
}

/** Takes the whole of a text that would cost too much, and finds nothing in it. It has to come first. */
function parseTooCostly(context: InlineContext, _next: number, from: number): number {
  return from === context.offset && isTooCostly(context.text) ? context.end : -1;
}

function isTooCostly(text: string): boolean {
  if (text.length > MAX_BLOCK_LENGTH) return true;
  let marks = 0;
  let links = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if ('*_~[]<`'.includes(character)) marks += 1;
    if (character === ']' && text[index + 1] === '(') links += 1;
  }
  return marks > MAX_MARKS || links > MAX_LINKS;
}

const BRACKETED = new RegExp(`<((?:https://|mailto:)[^\\s<>]{1,${MAX_ADDRESS_LENGTH}})>`, 'iy');
const BARE = new RegExp(`(?:https://|www\\.)[^\\s<]{1,${MAX_ADDRESS_LENGTH}}`, 'iy');

/** `<https://…>`, in the place of the parser's own HTML. */
function parseBracketedAddress(context: InlineContext, next: number, from: number): number {
  if (next !== LESS_THAN) return -1;
  BRACKETED.lastIndex = from - context.offset;
  const address = BRACKETED.exec(context.text)?.[1];
  if (address === undefined) return -1;
  const url = context.elt('URL', from + 1, from + 1 + address.length);
  return context.addElement(context.elt('Autolink', from, url.to + 1, [url]));
}

/** An address in the text, without the punctuation that follows it. Not in a link, whose text it is. */
function parseBareAddress(context: InlineContext, next: number, from: number): number {
  if (!ADDRESS_STARTS.has(next)) return -1;
  const start = from - context.offset;
  if (start > 0 && /[\p{L}\p{N}_]/u.test(context.text[start - 1] ?? '')) return -1;
  BARE.lastIndex = start;
  const found = BARE.exec(context.text)?.[0];
  if (found === undefined || context.hasOpenLink) return -1;
  const url = context.elt('URL', from, from + addressLength(found));
  return context.addElement(context.elt('Autolink', url.from, url.to, [url]));
}

/** Without closing punctuation, and closing brackets that nothing opens. */
function addressLength(found: string): number {
  let open = 0;
  for (const character of found) open += character === '(' ? 1 : character === ')' ? -1 : 0;
  let { length } = found;
  for (; ; length--) {
    const last = found[length - 1] ?? '';
    if (last === ')' && open < 0) open += 1;
    else if (!/[?!.,:;*_~'"\]’”]/.test(last)) return length;
  }
}

const fitted: MarkdownConfig = {
  remove: ['HTMLBlock', 'IndentedCode', 'LinkReference', 'SetextHeading'],
  parseBlock: [{ name: 'TooDeep', before: 'LinkReference', parse: parseTooDeep }],
  parseInline: [
    { name: 'TooCostly', before: 'Escape', parse: parseTooCostly },
    { name: 'HTMLTag', parse: parseBracketedAddress },
    { name: 'BareAddress', before: 'Emphasis', parse: parseBareAddress },
  ],
};

export const markdownParser = commonMark.configure([Table, TaskList, Strikethrough, fitted]);

/**
 * The text as the parser may see it: as long, and with letters for each line that is too long or begins with too many
 * spaces and quote marks, so that it is plain text for the parser.
 */
export function maskCostlyLines(text: string): string {
  return text.replace(COSTLY_LINES, (line) => (isCostly(line) ? 'x'.repeat(line.length) : line));
}

/** Lines that may be costly: most are too short to be. Only where a line begins, or each of its characters would be tried. */
const COSTLY_LINES = new RegExp(`^[^\\n]{${MAX_LINE_START},}`, 'gm');

function isCostly(line: string): boolean {
  const [start = ''] = /^[>\s]*/.exec(line) ?? [];
  return line.length > MAX_BLOCK_LENGTH || start.length > MAX_LINE_START;
}

/** The parser of a text that is read as it is edited, a line at a time: lines that are too costly are letters to it. */
class EditedTextParser extends Parser {
  override createParse(
    input: Input,
    fragments: readonly TreeFragment[],
    ranges: readonly { from: number; to: number }[],
  ): PartialParse {
    return markdownParser.createParse(maskLines(input), fragments, ranges);
  }
}

/** @param input has each line as a chunk of its own */
function maskLines(input: Input): Input {
  return {
    length: input.length,
    lineChunks: true,
    chunk: (from) => maskCostlyLines(input.chunk(from)),
    read: (from, to) => input.read(from, to),
  };
}

export const editedTextParser: Parser = new EditedTextParser();
