/**
 * HTML of the clipboard from Word, Google Docs and web pages, as blocks of text with the marks that are kept: emphasis,
 * headings, lists and links. All else of a page is its words.
 */
import { decodeEntity } from '../markdown/entities.ts';

/** A part of a line in one style. */
export interface HtmlRun {
  text: string;
  readonly strong: boolean;
  readonly emphasis: boolean;
  /** The target of a link; null for none. */
  readonly address: string | null;
}

export interface HtmlBlock {
  /** A `row` begins a cell of a table; a `blank` is an empty paragraph, and a `rule` a line across the page. */
  readonly kind: 'paragraph' | 'heading' | 'row' | 'rule' | 'blank';
  /** Level of a heading, 1 to 6. */
  readonly level: number;
  readonly lines: readonly (readonly HtmlRun[])[];
  /** Indentation of its lines in an item of a list. */
  readonly indent: string;
  /** Marker of the item; empty for its further blocks, and outside a list. */
  readonly marker: string;
}

export interface HtmlText {
  readonly blocks: readonly HtmlBlock[];
  /** All of its text is code, as of an editor for programs. */
  readonly isCode: boolean;
}

/** The longest page that is read, in UTF-16 code units, and the most tags of one. */
const MAX_LENGTH = 8 * 1024 * 1024;
const MAX_TAGS = 100_000;

/** Deeper lists are not indented further. UTF-16 code units. */
const MAX_INDENT = 64;

const BLOCKS = new Set(
  `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hgroup li main menu nav ol p pre section summary table tbody tfoot thead tr ul`.split(
    /\s+/,
  ),
);
const CELLS = new Set(['td', 'th']);
const LISTS = new Set(['ul', 'ol', 'menu', 'dir']);
/** Elements without content. */
const VOID = new Set('area base col embed img input link meta param source track wbr'.split(' '));
const CODE = new Set(['pre', 'code']);
/** Elements that show code if their font is of one width; a paragraph or an item in such a font is prose. */
const BOXES = new Set(['div', 'table', 'td']);
const UNSEEN = new Set('head svg math template select object audio video canvas button'.split(' '));
const STRONG = new Set(['b', 'strong']);
const EMPHASIS = new Set(['i', 'em', 'cite', 'dfn', 'var']);

interface List {
  readonly isOrdered: boolean;
  readonly indent: string;
  /** Indentation of its items' content. */
  inner: string;
  count: number;
  /** Number of elements open around its open item. */
  itemAt: number;
}

interface Item {
  readonly indent: string;
  marker: string;
  isBegun: boolean;
  /** The level of a list of Word, whose items are paragraphs with their marker as text; 0 in other lists. */
  readonly wordLevel: number;
  wordMarker: string;
}

interface Row {
  cells: number;
  /** In the cell that is open. */
  blocks: number;
  /** The lines of its first block, to which cells of one block are added after tabs. */
  lines: HtmlRun[][] | null;
  tabs: number;
}

/** Inherited properties of an element's content. */
interface Style {
  readonly strong: boolean;
  readonly emphasis: boolean;
  readonly address: string | null;
  readonly heading: number;
  readonly keepsSpaces: boolean;
  readonly isCode: boolean;
  readonly isHidden: boolean;
  /** Each character is a space: so Safari writes those that would otherwise be joined. */
  readonly isSpaces: boolean;
  readonly isWordMarker: boolean;
  readonly list: List | null;
  readonly item: Item | null;
  readonly row: Row | null;
}

interface Element {
  readonly name: string;
  /** The style around it. */
  readonly outer: Style;
}

const PLAIN: Style = {
  strong: false,
  emphasis: false,
  address: null,
  heading: 0,
  keepsSpaces: false,
  isCode: false,
  isHidden: false,
  isSpaces: false,
  isWordMarker: false,
  list: null,
  item: null,
  row: null,
};

class Reader {
  readonly blocks: HtmlBlock[] = [];
  hasCode = false;
  hasProse = false;
  #style = PLAIN;
  readonly #open: Element[] = [];
  /** Number of open elements, by name. */
  readonly #opened = new Map<string, number>();
  /** The block that is being read. */
  #lines: HtmlRun[][] = [[]];
  /** Something of it is seen, if only an empty line. */
  #isSeen = false;
  /** By level, the indentation of further blocks in Word's last item, and its number. */
  #wordItems: { readonly inner: string; readonly count: number }[] = [];

  addText(written: string): void {
    const style = this.#style;
    if (style.isHidden) return;
    if (style.isWordMarker && style.item !== null) {
      style.item.wordMarker += written;
      return;
    }
    const line = this.#lines.at(-1) ?? [];
    if (style.keepsSpaces) {
      const isBetween = line.length === 0 && this.#lines.length === 1 && written.trim() === '';
      if (isBetween && written.includes('\n')) return;
      for (const [index, part] of written.replace(/\r\n?/g, '\n').split('\n').entries()) {
        if (index > 0) this.#breakLine();
        this.#addRun(style.isSpaces ? ' '.repeat(part.length) : part);
      }
      return;
    }
    const joined = written.replace(/[ \t\n\r\f]+/g, ' ');
    const isAfterSpace = line.length === 0 || line.at(-1)?.text.endsWith(' ') === true;
    this.#addRun(isAfterSpace && joined.startsWith(' ') ? joined.slice(1) : joined);
  }

  #addRun(written: string): void {
    if (written === '') return;
    // So are spaces written that a browser would otherwise join.
    const text = written.replace(/[ \u00a0]{2,}/g, (spaces) => ' '.repeat(spaces.length));
    const { isCode, address, emphasis, heading } = this.#style;
    const strong = this.#style.strong && heading === 0;
    this.#isSeen ||= text.trim() !== '' || text.includes('\u00a0');
    if (text.trim() !== '') {
      this.hasCode ||= isCode;
      this.hasProse ||= !isCode;
    }
    const line = this.#lines.at(-1) ?? [];
    const last = line.at(-1);
    if (last?.strong === strong && last.emphasis === emphasis && last.address === address) last.text += text;
    else line.push({ text, strong, emphasis, address });
  }

  #breakLine(): void {
    if (this.#style.isHidden) return;
    this.#isSeen = true;
    this.#lines.push([]);
  }

  #addRule(): void {
    this.#endBlock();
    if (!this.#style.isHidden)
      this.blocks.push({ kind: 'rule', level: 0, lines: [], indent: '', marker: '' });
  }

  open(name: string, written: string): void {
    if (name === 'br') {
      if (!written.includes('Apple-interchange-newline')) this.#breakLine();
      return;
    }
    if (name === 'hr') {
      this.#addRule();
      return;
    }
    if (VOID.has(name) || (name.includes(':') && written.endsWith('/'))) return;
    const { list } = this.#style;
    if (name === 'li' && list !== null && list.itemAt >= 0) this.#closeTo(list.itemAt);
    if (BLOCKS.has(name) || CELLS.has(name)) {
      this.#endBlock();
      if (this.#open.at(-1)?.name === 'p') this.#closeTo(this.#open.length - 1);
    }
    const outer = this.#style;
    this.#open.push({ name, outer });
    this.#opened.set(name, (this.#opened.get(name) ?? 0) + 1);
    this.#style = this.#styleIn(name, attributesOf(written), outer);
  }

  #styleIn(name: string, attributes: ReadonlyMap<string, string>, outer: Style): Style {
    const css = declarationsOf(attributes.get('style') ?? '');
    const weight = css.get('font-weight') ?? (STRONG.has(name) ? 'bold' : '');
    const slant = css.get('font-style') ?? (EMPHASIS.has(name) ? 'italic' : '');
    const space = css.get('white-space') ?? (name === 'pre' ? 'pre' : '');
    const isSpaces = attributes.get('class') === 'Apple-converted-space';
    const isCode =
      CODE.has(name) || (BOXES.has(name) && /(?:^|,)\s*monospace\b/.test(css.get('font-family') ?? ''));
    const isHidden =
      UNSEEN.has(name) ||
      attributes.has('hidden') ||
      css.get('display') === 'none' ||
      css.get('mso-hide') === 'all';
    return {
      strong: weight === '' ? outer.strong : /^(?:bold|bolder|[6-9]\d\d)$/.test(weight),
      emphasis: slant === '' ? outer.emphasis : /^(?:italic|oblique)/.test(slant),
      address: name === 'a' ? (attributes.get('href') ?? null) : outer.address,
      heading: /^h[1-6]$/.test(name) ? Number(name[1]) : outer.heading,
      keepsSpaces: isSpaces || (space === '' ? outer.keepsSpaces : /^(?:pre|break-spaces)/.test(space)),
      isCode: outer.isCode || isCode,
      isHidden: outer.isHidden || isHidden,
      isSpaces,
      isWordMarker: outer.isWordMarker || (css.get('mso-list') === 'ignore' && outer.item !== null),
      ...this.#placeIn(name, attributes, css, outer),
    };
  }

  /** The list, item and row of an element's content. */
  #placeIn(
    name: string,
    attributes: ReadonlyMap<string, string>,
    css: ReadonlyMap<string, string>,
    outer: Style,
  ): Pick<Style, 'list' | 'item' | 'row'> {
    const { list, item, row } = outer;
    if (LISTS.has(name)) {
      const count = Number.parseInt(attributes.get('start') ?? '1', 10) - 1;
      const indent = list?.inner ?? '';
      const isOrdered = name === 'ol';
      const started = Number.isSafeInteger(count) && count >= -1 ? count : 0;
      return { list: { isOrdered, indent, inner: indent, count: started, itemAt: -1 }, item, row };
    }
    if (name === 'li') {
      const within: List = list ?? { isOrdered: false, indent: '', inner: '', count: 0, itemAt: -1 };
      const value = Number.parseInt(attributes.get('value') ?? '', 10);
      within.count = Number.isSafeInteger(value) && value >= 0 ? value : within.count + 1;
      within.itemAt = this.#open.length - 1;
      const marker = within.isOrdered ? `${within.count}. ` : '- ';
      within.inner = indentAfter(within.indent, marker);
      return { list: within, item: itemOf(within.indent, marker, 0), row };
    }
    const level = name === 'p' ? Number(/^l\d+ level([1-9])/.exec(css.get('mso-list') ?? '')?.[1] ?? 0) : 0;
    if (level > 0) return { list, item: itemOf(this.#wordItems[level - 2]?.inner ?? '', '- ', level), row };
    if (name === 'tr') return { list, item, row: { cells: 0, blocks: 0, lines: null, tabs: 0 } };
    if (CELLS.has(name) && row !== null) {
      if (row.blocks > 1) row.lines = null;
      row.cells += 1;
      row.blocks = 0;
      row.tabs += row.cells > 1 ? 1 : 0;
    }
    return { list, item, row };
  }

  close(name: string): void {
    if ((this.#opened.get(name) ?? 0) === 0) return;
    let depth = this.#open.length - 1;
    while (depth > 0 && this.#open[depth]?.name !== name) depth -= 1;
    this.#closeTo(depth);
  }

  /** Closes elements until so many are open. */
  #closeTo(depth: number): void {
    while (this.#open.length > depth) {
      const last = this.#open.at(-1);
      if (last === undefined) return;
      if (BLOCKS.has(last.name) || CELLS.has(last.name)) this.#endBlock();
      if (last.name === 'li' && this.#style.list !== null) this.#style.list.itemAt = -1;
      this.#open.pop();
      this.#opened.set(last.name, (this.#opened.get(last.name) ?? 1) - 1);
      this.#style = last.outer;
    }
  }

  end(): void {
    this.#closeTo(0);
    this.#endBlock();
  }

  #endBlock(): void {
    const lines = this.#lines.map(withoutEnd);
    const isSeen = this.#isSeen;
    this.#lines = [[]];
    this.#isSeen = false;
    while (lines.at(-1)?.length === 0) lines.pop();
    const { heading, item, row } = this.#style;
    if (lines.length === 0) {
      if (isSeen && row === null)
        this.blocks.push({ kind: 'blank', level: 0, lines: [], indent: '', marker: '' });
      return;
    }
    const { indent, marker } = item === null ? { indent: '', marker: '' } : this.#beginItem(item);
    const isCell = row !== null && heading === 0 && item === null;
    if (isCell && row.blocks === 0 && row.lines !== null) {
      const last = row.lines.at(-1) ?? [];
      last.push(
        { text: '\t'.repeat(row.tabs), strong: false, emphasis: false, address: null },
        ...(lines[0] ?? []),
      );
      row.lines.push(...lines.slice(1));
    } else {
      const kind = heading > 0 ? 'heading' : isCell && row.blocks === 0 ? 'row' : 'paragraph';
      this.blocks.push({ kind, level: heading, lines, indent, marker });
      if (row !== null) row.lines = kind === 'row' ? lines : null;
    }
    if (row !== null) {
      row.blocks += 1;
      row.tabs = 0;
    }
  }

  /** Indentation of a block of an item, and the marker if it is the item's first block. */
  #beginItem(item: Item): { readonly indent: string; readonly marker: string } {
    if (item.isBegun) return { indent: indentAfter(item.indent, item.marker), marker: '' };
    item.isBegun = true;
    if (item.wordLevel > 0) {
      const [, digits, letters] = /^\s*\(?(?:(\d{1,9})|([a-z]{1,4}))[.)]/i.exec(item.wordMarker) ?? [];
      const before = this.#wordItems[item.wordLevel - 1]?.count ?? 0;
      const count = digits === undefined ? before + 1 : Number(digits);
      if (digits !== undefined || letters !== undefined) item.marker = `${count}. `;
      this.#wordItems.length = Math.min(this.#wordItems.length, item.wordLevel - 1);
      this.#wordItems[item.wordLevel - 1] = { inner: indentAfter(item.indent, item.marker), count };
    }
    return { indent: item.indent, marker: item.marker };
  }
}

function itemOf(indent: string, marker: string, wordLevel: number): Item {
  return { indent, marker, isBegun: false, wordLevel, wordMarker: '' };
}

function indentAfter(indent: string, marker: string): string {
  return indent.length >= MAX_INDENT ? indent : indent + ' '.repeat(marker.length);
}

/** A line without white space at its end. */
function withoutEnd(line: HtmlRun[]): HtmlRun[] {
  for (let last = line.at(-1); last !== undefined; last = line.at(-1)) {
    last.text = last.text.trimEnd();
    if (last.text !== '') break;
    line.pop();
  }
  return line;
}

/** The declarations of a `style`, by property, in lower case. */
function declarationsOf(style: string): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const value = declaration.slice(colon + 1).replace(/!important/i, '');
    declarations.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase());
  }
  return declarations;
}

/** Returns true if a page is short enough to read; a longer one would keep the writer waiting. */
export function isReadableHtml(html: string): boolean {
  if (html.length > MAX_LENGTH) return false;
  let tags = 0;
  for (let at = html.indexOf('<'); at >= 0 && tags <= MAX_TAGS; at = html.indexOf('<', at + 1)) tags += 1;
  return tags <= MAX_TAGS;
}

/** The blocks of a page that was copied. The cost is proportional to its length, however deep it is nested. */
export function readHtml(html: string): HtmlText {
  const reader = new Reader();
  for (const token of htmlTokens(html)) {
    if (token.kind === 'text') reader.addText(token.text);
    else if (token.kind === 'open') reader.open(token.name, token.attributes);
    else reader.close(token.name);
  }
  reader.end();
  return { blocks: reader.blocks, isCode: reader.hasCode && !reader.hasProse };
}

/**
 * The tags and texts of HTML that another program put on the clipboard, in one pass whose cost is proportional to its length.
 * It is read here and not by the browser's parser because the page may not make elements of strings (`proof.md`, *Security*),
 * and a tree of elements has no bound: nothing of what is read here can run, load or be shown.
 */
type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  /** @property attributes as written, without the name and the `>` */
  | { readonly kind: 'open'; readonly name: string; readonly attributes: string }
  | { readonly kind: 'close'; readonly name: string };

/** Elements whose content is no HTML, each with its end. */
const RAW: ReadonlyMap<string, RegExp> = new Map(
  ['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noscript', 'noembed', 'noframes'].map((name) => [
    name,
    new RegExp(`</${name}[\\s/>]`, 'gi'),
  ]),
);

/** As browsers do, leaves out what follows a tag, a comment or a script that does not end. Names are in lower case. */
function* htmlTokens(html: string): Generator<HtmlToken, void> {
  for (let at = 0; at < html.length; ) {
    const found = html.indexOf('<', at);
    const start = found < 0 ? html.length : found;
    if (start > at) yield { kind: 'text', text: decodeText(html.slice(at, start)) };
    if (found < 0) return;
    const [tag, slash = '', word = ''] = matchAt(/<(\/?)([a-z][^\s/>]*)/iy, html, start) ?? [];
    if (tag === undefined) {
      const end = endOfRemark(html, start);
      if (end === start) yield { kind: 'text', text: '<' };
      if (end < 0) return;
      at = end + 1;
      continue;
    }
    const end = endOfTag(html, start + tag.length);
    if (end < 0) return;
    at = end + 1;
    const name = word.toLowerCase();
    if (slash !== '') yield { kind: 'close', name };
    else {
      const raw = RAW.get(name);
      if (raw === undefined) yield { kind: 'open', name, attributes: html.slice(start + tag.length, end) };
      else {
        raw.lastIndex = at;
        const ending = raw.exec(html);
        if (ending === null) return;
        const close = endOfTag(html, ending.index + 2);
        if (close < 0) return;
        at = close + 1;
      }
    }
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The end of a comment, declaration or instruction; `start` if none begins there, -1 if it does not end. */
function endOfRemark(html: string, start: number): number {
  if (html.startsWith('<!--', start)) {
    const end = html.indexOf('-->', start + 2);
    return end < 0 ? -1 : end + 2;
  }
  return /[!?/]/.test(html[start + 1] ?? '') ? html.indexOf('>', start) : start;
}

/** The offset of a tag's `>`, skipping those in quoted values. */
function endOfTag(html: string, from: number): number {
  let before = '';
  for (let at = from; at < html.length; at++) {
    const character = html[at] ?? '';
    if (character === '>') return at;
    if (before === '=' && (character === '"' || character === "'")) {
      at = html.indexOf(character, at + 1);
      if (at < 0) return -1;
      before = '';
    } else if (character.trim() !== '') before = character;
  }
  return -1;
}

/** Attributes of a tag, by names in lower case; the first of two with one name. */
function attributesOf(written: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of written.matchAll(
    /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+)))?/g,
  )) {
    const value = decodeText(double ?? single ?? bare ?? '');
    if (!attributes.has(name.toLowerCase())) attributes.set(name.toLowerCase(), value);
  }
  return attributes;
}

function decodeText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x?[\da-f]{1,7}|[a-z][a-z\d]{0,31});/gi,
    (reference) => decodeEntity(reference) ?? reference,
  );
}
